import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { page, Role, text } from "./shared.js";
import { Team } from "./teams.js";

/** Contract, "SAML provider and SSO". `defaultTeam` is a Team here, an id in requests. */
export const SamlProvider = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    label: text(),
    ssoURL: text(),
    entityID: text(),
    certificate: text(),
    defaultTeam: z.nullish(Team()),
    /** Null: new members are guests. */
    defaultRole: text(),
    createdAt: text(),
    status: text(),
    service: z.nullish(z.looseObject({ acsURL: text(), startURL: text(), entityID: text() })),
    urls: z.nullish(z.looseObject({ location: text() })),
  }),
);

export const SsoLogin = once(() => z.looseObject({ id: text(), label: text(), startURL: text() }));

const providerBody = once(() =>
  z.object({
    label: z.optional(z.string()),
    entityID: z.optional(z.string()),
    certificate: z.optional(z.string()),
    ssoURL: z.optional(z.string()),
    defaultTeam: z.optional(z.string()),
    defaultRole: z.optional(z.nullable(Role())),
  }),
);

export const listSamlProviders = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/saml",
  summary: "List the SAML providers of an organization",
  query: () => z.object(page()),
  response: SamlProvider,
  paginated: true,
});

export const getSamlProvider = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/saml/{samlProviderId}",
  summary: "Get a SAML provider",
  response: SamlProvider,
});

export const createSamlProvider = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/saml",
  summary: "Create a SAML provider",
  body: providerBody,
  response: SamlProvider,
  status: 201,
  retry: "unsafe",
  shownAs: { defaultTeam: "defaultTeam.id" },
  verify: { get: getSamlProvider, made: "samlProviderId" },
});

export const updateSamlProvider = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/saml/{samlProviderId}",
  summary: "Change fields of a SAML provider",
  body: providerBody,
  response: SamlProvider,
  retry: "idempotent",
  shownAs: { defaultTeam: "defaultTeam.id" },
  verify: { get: getSamlProvider },
});

export const deleteSamlProvider = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/saml/{samlProviderId}",
  summary: "Delete a SAML provider",
  retry: "idempotent",
});

/** Answers all of `{items}` at once: no `next`, no `count`. */
export const listSsoLogins = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sso",
  summary: "List the single sign-on entries of an organization",
  response: SsoLogin,
  items: "items",
});
