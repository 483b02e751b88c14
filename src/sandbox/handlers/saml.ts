import { errorCode } from "../../errors.js";
import { PEOPLE } from "../../resources/people.js";
import { findOrganization, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { type StoredTeam, spaceCounter } from "../rights/access.js";
import type { Role } from "../rights/levels.js";
import type { Handler, HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const KIND = "saml-provider";

/** Stored form: `defaultTeam` is an id, which answers replace with the team. */
export interface StoredProvider {
  object: typeof KIND;
  id: string;
  label: string;
  ssoURL?: string;
  entityID?: string;
  certificate?: string;
  defaultTeam?: string;
  defaultRole: Role | null;
  createdAt: string;
  status: string;
  service: { acsURL: string; startURL: string; entityID: string };
  urls: { location: string };
}

/** The addresses that the service assigns to a new provider. */
export function samlAddresses(org: string, id: string): Pick<StoredProvider, "service" | "urls"> {
  const base = `${ORIGIN}/saml/${id}`;
  return {
    service: { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: base },
    urls: { location: `${ORIGIN}/v1/orgs/${org}/saml/${id}` },
  };
}

/** Milliseconds since the epoch; undefined if it is not an X.509 certificate. */
function expiryOf(certificate: string): number | undefined {
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  try {
    return Date.parse(new X509Certificate(certificate).validTo);
  } catch (error) {
    // Errors of OpenSSL have a code, which differs between versions; our own errors have none.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A provider is pending until people can sign in with it, and expired once its certificate is. */
function statusOf({ now }: HandlerContext, { ssoURL, entityID, certificate }: StoredProvider): string {
  const expiry = certificate ? expiryOf(certificate) : undefined;
  if (expiry === undefined) return "pending";
  if (expiry < now()) return "expired";
  return ssoURL && entityID ? "active" : "pending";
}

/** The provider with its current status, which depends on the time. */
function withCurrentStatus(context: HandlerContext, provider: StoredProvider): StoredProvider {
  return context.frozen ? provider : { ...provider, status: statusOf(context, provider) };
}

function toAnswer(context: HandlerContext, org: string, stored: StoredProvider) {
  const { defaultTeam, ...provider } = withCurrentStatus(context, stored);
  const team = defaultTeam === undefined ? undefined : context.store.get<StoredTeam>("team", defaultTeam);
  return team ? { ...provider, defaultTeam: spaceCounter(context, org).team(team) } : provider;
}

const providers = createResource(PEOPLE.saml_provider, {
  place: inOrganization,
  present:
    (context, { org }) =>
    (stored: StoredProvider) =>
      toAnswer(context, org, stored),
});

/** The provider with its status. @throws ServiceError 400 for a team that does not exist, or an invalid certificate */
function withStatus(context: HandlerContext, org: string, provider: StoredProvider): StoredProvider {
  const { defaultTeam, certificate } = provider;
  if (defaultTeam !== undefined && context.store.scopeOf("team", defaultTeam) !== org) {
    throw new ServiceError(400, `defaultTeam: no team "${defaultTeam}"`);
  }
  if (certificate && expiryOf(certificate) === undefined) {
    throw new ServiceError(400, "certificate: give an X.509 certificate as PEM");
  }
  return { ...provider, status: statusOf(context, provider) };
}

const createSamlProvider = providers.create(({ org, body }, context) => {
  const id = context.id();
  return withStatus(context, org, {
    object: KIND,
    id,
    label: "SAML",
    defaultRole: null,
    ...body,
    createdAt: timestamp(context),
    status: "pending",
    ...samlAddresses(org, id),
  });
});

/** The choices for signing in: providers that work. */
const listSsoLogins: Handler = ({ params }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const items = context.store
    .all<StoredProvider>(KIND, org)
    .map((provider) => withCurrentStatus(context, provider))
    .filter(({ status }) => status === "active")
    .map(({ id, label, service }) => ({ id, label, startURL: service.startURL }));
  return { value: { items } };
};

export const handlers: Handlers = {
  listSamlProviders: providers.list(),
  createSamlProvider,
  getSamlProvider: providers.get,
  updateSamlProvider: providers.change(({ org, thing, body }, context) =>
    withStatus(context, org, { ...thing, ...body }),
  ),
  deleteSamlProvider: providers.remove(),
  listSsoLogins,
};
