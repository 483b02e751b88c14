/** The permission that each endpoint requires of its caller, and the refusals without it. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { listAnswer } from "../lists.js";
import { notFound } from "../lookup.js";
import type { HandlerContext, HandlerInput, RawJson } from "../types.js";
import { allows, callerLevels, type Level, type Node, type Permission, refuseWithout } from "./levels.js";

const ORG = "/v1/orgs/{organizationId}";
const SPACE = "/v1/spaces/{spaceId}";
const CHANGE = `${SPACE}/change-requests/{changeRequestId}`;

/** Path prefixes with the permissions for reading and writing there; the longest match applies. */
const RULES: readonly [path: string, read: Permission, write: Permission][] = [
  [SPACE, "space view", "space admin"],
  // Duplicating, creating, moving and transferring depend on the destination: see `refuseCreation`.
  [`${SPACE}/duplicate`, "space view", "space view"],
  [`${SPACE}/content`, "space view", "space edit"],
  [`${SPACE}/comments`, "space view", "space comment"],
  [`${SPACE}/change-requests`, "space view", "space edit"],
  [`${CHANGE}/merge`, "space view", "space merge"],
  [`${CHANGE}/comments`, "space view", "space comment"],
  ["/v1/collections/{collectionId}", "collection view", "collection admin"],
  [ORG, "organization view", "organization admin"],
  [`${ORG}/ping`, "organization view", "organization view"],
  [`${ORG}/collections`, "organization view", "organization view"],
  [`${ORG}/members`, "organization listMembers", "organization admin"],
  [`${ORG}/teams`, "organization listTeams", "organization admin"],
  [`${ORG}/teams/{teamId}`, "team view", "team admin"],
  [`${ORG}/sites`, "site view", "site admin"],
  [`${ORG}/saml`, "saml-provider view", "saml-provider admin"],
  [`${ORG}/openapi`, "openapi-spec view", "openapi-spec edit"],
  [`${ORG}/translations`, "translation view", "translation edit"],
];

const LONGEST_FIRST = [...RULES].sort(([one], [other]) => other.length - one.length);

/** The permission that an endpoint requires; undefined if any token is enough. */
function permissionOf({ method, path }: Pick<AnyEndpoint, "method" | "path">): Permission | undefined {
  const rule = LONGEST_FIRST.find(([start]) => path === start || path.startsWith(`${start}/`));
  return rule?.[method === "GET" ? 1 : 2];
}

interface Request {
  endpoint: Pick<AnyEndpoint, "method" | "path">;
  params: Record<string, string>;
}

/**
 * Refuses what the caller may not do. Missing things are left to the handler.
 * @throws ServiceError 404 for what the caller may not even see, 403 for what the caller may not do
 */
export function refuseDenied(context: HandlerContext, { endpoint, params }: Request): void {
  if (context.frozen) return;
  const permission = permissionOf(endpoint);
  const place = permission && placeOf(context, params);
  if (!permission || !place) return;
  if (place.level === undefined) throw notFound(place.kind, place.id);
  // Everybody may read their own data.
  const own = endpoint.method === "GET" && params.userId === context.actor;
  refuseWithout(place.level, own ? "organization view" : permission);
}

/** The main thing that a path names, and the caller's level there; undefined if it does not exist. */
function placeOf(
  context: HandlerContext,
  params: Request["params"],
): { kind: string; id: string; level: Level | undefined } | undefined {
  const { store } = context;
  const { organizationId, teamId } = params;
  for (const kind of ["space", "collection"] as const) {
    const id = params[`${kind}Id`];
    const node = id === undefined ? undefined : store.get<Node>(kind, id);
    if (node) return { kind, id: node.id, level: callerLevels(context, node.organization)[kind](node) };
  }
  if (organizationId === undefined || store.scopeOf("organization", organizationId) === undefined) return undefined;
  const levels = callerLevels(context, organizationId);
  if (levels.organization !== undefined && teamId !== undefined && store.scopeOf("team", teamId) === organizationId) {
    return { kind: "team", id: teamId, level: levels.team(teamId) };
  }
  return { kind: "organization", id: organizationId, level: levels.organization };
}

/**
 * For anything created in a collection, or at the root of an organization.
 * @throws ServiceError 403 for callers who may not create content there, 404 for those who may not see it
 */
export function refuseCreation(context: HandlerContext, organization: string, collection?: string): void {
  const levels = callerLevels(context, organization);
  if (levels.organization === undefined) throw notFound("organization", organization);
  const node = collection === undefined ? undefined : context.store.get<Node>("collection", collection);
  if (!node) refuseWithout(levels.organization, "organization createContent");
  else refuseWithout(levels.collection(node), "collection create");
}

/** Checks whether the caller may see a thing in an organization; undefined if the caller may see all of them. */
export function visibilityFilter(
  context: HandlerContext,
  organization: string,
  kind: "space" | "collection",
): ((node: Node) => boolean) | undefined {
  if (context.frozen) return undefined;
  const levels = callerLevels(context, organization);
  if (allows(levels.organization, "read")) return undefined;
  return (node) => levels[kind](node) !== undefined;
}

/** Organizations of which the caller is a member. */
export function ownOrganizations<T extends { id: string }>(context: HandlerContext, all: readonly T[]): readonly T[] {
  return context.frozen ? all : all.filter(({ id }) => callerLevels(context, id).organization !== undefined);
}

interface SeenList {
  organization: string;
  kind: "space" | "collection";
  scopes: readonly string[];
}

/** The spaces or collections in these scopes that the caller may see. */
export function listSeen(
  input: HandlerInput,
  context: HandlerContext,
  { organization, kind, scopes }: SeenList,
): RawJson {
  const seen = visibilityFilter(context, organization, kind);
  if (!seen) return listAnswer(context, input, { kind, scope: scopes });
  const items = scopes.flatMap((scope) => context.store.all<Node>(kind, scope)).filter(seen);
  return listAnswer(context, input, { items });
}
