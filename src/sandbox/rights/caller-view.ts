/**
 * `permissions` members in answers. Things are stored with an admin's permissions; for other callers they are computed
 * when a thing is answered, wherever in the answer it occurs.
 */

import type { Store } from "../store/store.js";
import type { HandlerContext, HandlerResult } from "../types.js";
import { callerLevels, commentPermissions, type Levels, type Node, permissionsFor } from "./levels.js";

type Json = Record<string, unknown>;
type Params = Record<string, string>;

type LevelsIn = (organization: string) => Levels;

/** Organizations that an answer may be about: reads stay in the one of their path. */
function findOrganizations({ store }: HandlerContext, method: string, params: Params): string[] {
  const { organizationId, spaceId, collectionId } = params;
  const kind = spaceId === undefined ? "collection" : "space";
  const own = organizationId ?? store.get<Node>(kind, spaceId ?? collectionId ?? "")?.organization;
  return method === "GET" && own !== undefined ? [own] : store.ids("organization", "root");
}

interface RoutedRequest {
  endpoint: { method: string };
  params: Params;
}

/** Reads JSON text as the caller sees it; undefined for a caller who sees everything as it is stored. */
export function callerView(
  context: HandlerContext,
  { endpoint, params }: RoutedRequest,
): ((json: string) => unknown) | undefined {
  if (context.frozen) return undefined;
  const known = new Map<string, Levels>();
  const levelsIn: LevelsIn = (organization) => {
    const levels = known.get(organization) ?? callerLevels(context, organization);
    known.set(organization, levels);
    return levels;
  };
  const organizations = findOrganizations(context, endpoint.method, params);
  if (organizations.every((id) => levelsIn(id).organization === "admin")) return undefined;
  const changed = (_name: string, value: unknown): unknown => {
    // Uploaded documents may have members with the same names: leave objects alone that are not ours.
    const permissions =
      isThing(value) && findPermissions(context.store, { levelsIn, params, actor: context.actor }, value);
    return permissions ? { ...value, permissions } : value;
  };
  return (json) => JSON.parse(json, changed);
}

/** The answer as the caller may see it. */
export function asCaller(context: HandlerContext, asked: RoutedRequest, result: HandlerResult): HandlerResult {
  if (result === undefined || ("json" in result && result.seen)) return result;
  const see = callerView(context, asked);
  if (!see) return result;
  if (!("json" in result)) return { ...result, value: see(JSON.stringify(result.value)) };
  const json = typeof result.json === "string" ? result.json : Buffer.from(result.json).toString();
  return { json: JSON.stringify(see(json)) };
}

function isThing(value: unknown): value is Json {
  return typeof value === "object" && value !== null && "object" in value && "permissions" in value;
}

interface Caller {
  levelsIn: LevelsIn;
  params: Params;
  actor: string;
}

function findPermissions(store: Store, caller: Caller, thing: Json): Record<string, boolean> | undefined {
  const { levelsIn, params } = caller;
  const kind = String(thing.object);
  const id = String(thing.id);
  const { organizationId: organization = "" } = params;
  switch (kind) {
    case "organization":
      return permissionsFor(kind, levelsIn(id).organization);
    case "space":
    case "collection": {
      const node = store.get<Node>(kind, id);
      return node && permissionsFor(kind, levelsIn(node.organization)[kind](node));
    }
    case "team":
      if (store.scopeOf(kind, id) !== organization) return undefined;
      return permissionsFor(kind, levelsIn(organization).team(id));
    case "openapi-spec":
    case "translation":
      if (store.scopeOf(kind, kind === "translation" ? id : `${organization}/${thing.slug}`) === undefined)
        return undefined;
      return permissionsFor(kind, levelsIn(organization).organization);
    case "comment":
    case "comment-reply": {
      const space = store.get<Node>("space", params.spaceId ?? "");
      const postedBy = thing.postedBy as { id?: unknown } | undefined;
      return space && commentPermissions(levelsIn(space.organization).space(space), postedBy?.id === caller.actor);
    }
    default:
      return undefined;
  }
}
