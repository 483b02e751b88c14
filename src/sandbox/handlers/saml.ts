import { errorCode } from "../../errors.js";
import { listAnswer } from "../lists.js";
import { findOrganization, notFound, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { type StoredTeam, spaceCounter } from "../rights/access.js";
import type { Role } from "../rights/permissions.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

/** Stored form: `defaultTeam` is an id, which answers replace with the team. */
export interface StoredProvider {
  object: "saml-provider";
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

/** @throws ServiceError 404 */
function place(input: HandlerInput, context: HandlerContext): { org: string; provider: StoredProvider } {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  const id = input.params.samlProviderId ?? "";
  const found = context.store.scopeOf("saml-provider", id) === org;
  const provider = found ? context.store.get<StoredProvider>("saml-provider", id) : undefined;
  if (!provider) throw notFound("SAML provider", id);
  return { org, provider };
}

/** @throws ServiceError 400 for a team that does not exist, or an invalid certificate */
function save(context: HandlerContext, org: string, provider: StoredProvider) {
  const { defaultTeam, certificate } = provider;
  if (defaultTeam !== undefined && context.store.scopeOf("team", defaultTeam) !== org) {
    throw new ServiceError(400, `defaultTeam: no team "${defaultTeam}"`);
  }
  if (certificate && expiryOf(certificate) === undefined) {
    throw new ServiceError(400, "certificate: give an X.509 certificate as PEM");
  }
  const stored = { ...provider, status: statusOf(context, provider) };
  context.store.put("saml-provider", provider.id, org, stored);
  return { value: toAnswer(context, org, stored) };
}

const listSamlProviders: Handler = (input, context) => {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  const providers = context.store.all<StoredProvider>("saml-provider", org);
  return listAnswer(context, input, { items: providers.map((provider) => toAnswer(context, org, provider)) });
};

const createSamlProvider: Handler = ({ params, body }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const id = context.id();
  return save(context, org, {
    object: "saml-provider",
    id,
    label: "SAML",
    defaultRole: null,
    ...body,
    createdAt: timestamp(context),
    status: "pending",
    ...samlAddresses(org, id),
  });
};

const getSamlProvider: Handler = (input, context) => {
  const { org, provider } = place(input, context);
  return { value: toAnswer(context, org, provider) };
};

const updateSamlProvider: Handler = (input, context) => {
  const { org, provider } = place(input, context);
  return save(context, org, { ...provider, ...input.body });
};

const deleteSamlProvider: Handler = (input, context) => {
  const { provider } = place(input, context);
  context.store.remove("saml-provider", provider.id);
  return undefined;
};

/** The choices for signing in: providers that work. */
const listSsoLogins: Handler = ({ params }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const items = context.store
    .all<StoredProvider>("saml-provider", org)
    .map((provider) => withCurrentStatus(context, provider))
    .filter(({ status }) => status === "active")
    .map(({ id, label, service }) => ({ id, label, startURL: service.startURL }));
  return { value: { items } };
};

export const handlers: Handlers = {
  listSamlProviders,
  createSamlProvider,
  getSamlProvider,
  updateSamlProvider,
  deleteSamlProvider,
  listSsoLogins,
};
