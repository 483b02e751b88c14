/** Lists that say what can be named and how, by the path of their endpoint. */
import { RESOURCES } from "../../resources/index.js";
import { isTargeted, paramsIn, pathInCr, type Resource } from "../../resources/resource.js";

export interface ListedKind {
  /** Path parameter that names an item: the kind of thing. */
  kind: string;
  /** Path parameters that say where the items live. */
  within: readonly string[];
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Member that people type instead of the id. */
  name?: string;
  title: readonly string[];
  /** The title only describes the thing: it is named by its id or number. */
  described?: true;
  /** Member that holds an item's children. */
  below?: string;
  /** Without query parameters the list is incomplete: things that it lacks may still exist. */
  partial?: true;
}

/** How completion shows a kind, where that is not by its title alone. */
const SHOWN: Readonly<Record<string, Partial<ListedKind>>> = {
  userId: { name: "user.email" },
  changeRequestId: { name: "number", title: ["subject", "status"], described: true, partial: true },
  commentId: { described: true, partial: true },
  commentReplyId: { described: true },
  specSlug: { title: ["lastProcessErrorCode"], described: true },
  translationId: { title: ["language", "status"] },
};

export const CACHED_LISTS: Readonly<Record<string, ListedKind>> = Object.fromEntries(
  Object.values<Resource>(RESOURCES)
    .filter(isTargeted)
    .flatMap((resource) => {
      const { param, path, id, title, below, inCr } = resource;
      const kind = { kind: param, title, ...(id && { id }), ...(below && { below }), ...SHOWN[param] };
      return [path, ...(inCr ? [pathInCr(resource)] : [])].map((list) => [list, { ...kind, within: paramsIn(list) }]);
    }),
);

/** Kinds that can be remembered, and where they live. */
export const CONTEXTS_OF_KIND: ReadonlyMap<string, readonly (readonly string[])[]> = Object.values(CACHED_LISTS).reduce(
  (kinds, { kind, within }) => kinds.set(kind, [...(kinds.get(kind) ?? []), within]),
  new Map<string, readonly (readonly string[])[]>(),
);

/** The first list in the table for a kind; undefined if there is none. */
export const findList = (kind: string): ListedKind | undefined =>
  Object.values(CACHED_LISTS).find((listed) => listed.kind === kind);

/** The same. @throws TypeError if there is none */
export function requireList(kind: string): ListedKind {
  const found = findList(kind);
  if (!found) throw new TypeError(`no list has things of the kind ${kind}`);
  return found;
}
