/** The kinds of things that programs can list and view. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { RESOURCES } from "../resources/index.js";
import { loadEndpoints, type Resource } from "../resources/resource.js";

/** Kinds whose things can be found by their names. */
export const FINDABLE = [
  ...["organization", "space", "collection", "member", "team", "site", "section", "change_request", "page"],
  ...["file", "spec"],
];

/** Query parameters that a list takes. */
export const FILTERS: Readonly<Record<string, readonly string[]>> = {
  member: ["role", "search"],
  site: ["published", "title"],
  change_request: ["status", "contributor"],
  comment: ["status", "order"],
};

interface Kind extends Resource {
  fields: readonly string[];
}

const isShown = (entry: [string, Resource]): entry is [string, Kind] => entry[1].fields !== undefined;

export const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries<Resource>(RESOURCES).filter(isShown),
);

export const KIND_NAMES = Object.keys(KINDS);

/** @throws TypeError for a name that the input's schema refuses */
export function kindNamed(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new TypeError(`no kind ${name}`);
  return kind;
}

/** Endpoints of these kinds. */
export const endpointsOfKinds = async (names: readonly string[], part: "list" | "get"): Promise<AnyEndpoint[]> =>
  (await Promise.all(names.map((name) => loadEndpoints(kindNamed(name), part)))).flat();
