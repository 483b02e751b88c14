import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { bool, many, num, Permissions, page, Role, searchText, strings, text } from "./shared.js";
import { SpaceSearchItem } from "./spaces.js";

const Price = once(() => z.nullish(z.looseObject({ monthly: num(), yearly: num() })));

const Billing = once(() =>
  z.looseObject({
    interval: text(),
    endDate: text(),
    hasPaymentFailed: bool(),
    isScheduledToCancel: bool(),
    pricing: z.nullish(
      z.looseObject({
        members: z.nullish(z.looseObject({ plus_2024: Price(), pro_2024: Price() })),
        sites: z.nullish(z.looseObject({ premium: Price(), ultimate: Price() })),
      }),
    ),
    usageAddons: z.nullish(z.record(z.string(), z.nullish(z.looseObject({ enabled: bool() })))),
  }),
);

/** Contract, "Organization". `trial` is deprecated there. */
export const Organization = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    createdAt: text(),
    emailDomains: strings(),
    hostname: text(),
    type: text(),
    useCase: text(),
    communityType: text(),
    /** Null: new members are guests. */
    defaultRole: text(),
    defaultContent: z.nullish(z.looseObject({ type: text(), site: text() })),
    sso: bool(),
    ai: bool(),
    inviteLinks: bool(),
    plan: text(),
    billing: z.nullish(Billing()),
    urls: z.nullish(z.looseObject({ location: text(), app: text(), logo: text() })),
    trial: z.nullish(z.looseObject({ status: text(), endDate: text(), decision: text() })),
    customHostname: text(),
    blocked: z.nullish(z.looseObject({ reason: text() })),
    internal_billingMigration: z.nullish(
      z.looseObject({ deadline: text(), discountPercent: num(), discountEndDate: text() }),
    ),
    permissions: Permissions(),
  }),
);

/** Contract, "Search results": one space with its matching pages. */
export const OrganizationSearchItem = once(() =>
  z.looseObject({ id: text(), title: text(), pages: many(SpaceSearchItem()) }),
);

/** `serviceVisitorClaims`: an optional token to attach to the user; a secret. */
export const PingResult = once(() => z.looseObject({ serviceVisitorClaims: text() }));

export const listOrgs = endpoint({
  method: "GET",
  path: "/v1/orgs",
  summary: "List the organizations you belong to",
  query: () => z.object(page()),
  response: Organization,
  paginated: true,
});

export const getOrg = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}",
  summary: "Get an organization",
  response: Organization,
});

export const updateOrg = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}",
  summary: "Change fields of an organization",
  body: () =>
    z.object({
      title: z.optional(z.string()),
      emailDomains: z.optional(z.array(z.string())),
      hostname: z.optional(z.string()),
      defaultRole: z.optional(z.nullable(Role())),
      defaultContent: z.optional(z.object({ type: z.literal("site"), site: z.string() })),
      logo: z.optional(z.url()),
      sso: z.optional(z.boolean()),
      ai: z.optional(z.boolean()),
      inviteLinks: z.optional(z.boolean()),
    }),
  response: Organization,
  retry: "idempotent",
  verify: { get: getOrg },
});

export const deleteLinkInvite = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/link-invites/{inviteId}",
  summary: "Delete an invite link",
  retry: "idempotent",
});

export const searchOrg = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/search",
  summary: "Search the pages of an organization",
  query: () => z.object({ ...page(), query: searchText() }),
  response: OrganizationSearchItem,
  paginated: true,
});

/** Not a list envelope: no `next`, no `count`. */
export const listOrgsByEmailDomain = endpoint({
  method: "GET",
  path: "/v1/email-domains/{emailDomain}/orgs",
  summary: "List the organizations of an email domain",
  response: Organization,
  items: "organizations",
});

export const pingOrg = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/ping",
  summary: "Ping an organization",
  response: PingResult,
  retry: "safe",
});
