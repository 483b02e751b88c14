/**
 * Default levels that spaces and collections have from what is around them. `defaultLevel` is always answered; a mark
 * beside the object says that it is not its own, so that it follows the collection or the organization.
 */
import type { Store } from "../store/store.js";
import type { Role } from "./permissions.js";

const MARK = "inherited-level";
const KINDS = ["space", "collection"] as const;
type Kind = (typeof KINDS)[number];

interface Levelled {
  organization: string;
  parent?: string;
  defaultLevel?: Role | null;
}

/** True where the level is that of what is around it; so it is where none is stored. */
export function inherits(store: Store, id: string, { defaultLevel }: { defaultLevel?: Role | null }): boolean {
  return defaultLevel == null || store.scopeOf(MARK, id) !== undefined;
}

/** What an inheriting thing in this place has; null in an organization whose new members are guests. */
export function levelAround(store: Store, { organization, parent }: Levelled): Role | null {
  const collection = parent === undefined ? undefined : store.get<Levelled>("collection", parent);
  if (collection?.defaultLevel !== undefined) return collection.defaultLevel;
  return store.get<{ defaultRole?: Role | null }>("organization", organization)?.defaultRole ?? null;
}

/** Bring the level of a thing up to date that inherits it, and with it those of what it holds. */
export function settleLevel(store: Store, kind: Kind, id: string): void {
  const node = store.get<Levelled>(kind, id);
  if (!node || !inherits(store, id, node)) return;
  const defaultLevel = levelAround(store, node);
  store.put(MARK, id, MARK, {});
  store.update<Levelled>(kind, id, (value) => ({ ...value, defaultLevel }));
  if (kind === "collection") settleInside(store, id);
}

/** As `settleLevel`, for all that stands in a collection or at the root of an organization. */
export function settleInside(store: Store, scope: string): void {
  for (const { kind, id } of store.siblings(scope, KINDS)) {
    // The scope's kinds are asked for in the line above.
    settleLevel(store, kind as Kind, id);
  }
}

/** Give a level to everything in an organization that was stored without one. */
export function fillLevels(store: Store, organization: string): void {
  const fill = (scope: string) => {
    settleInside(store, scope);
    for (const collection of store.ids("collection", scope)) fill(collection);
  };
  for (const scope of [organization, `deleted/${organization}`]) fill(scope);
}

/** The level is the thing's own from now on, and what it holds may inherit it. */
export function ownLevel(store: Store, kind: Kind, id: string): void {
  store.remove(MARK, id);
  if (kind === "collection") settleInside(store, id);
}

/** A copy inherits what its original inherits. */
export function copyLevel(store: Store, from: string, to: string): void {
  if (store.scopeOf(MARK, from) !== undefined) store.put(MARK, to, MARK, {});
}

/** After the thing has gone. */
export function forgetLevel(store: Store, id: string): void {
  store.remove(MARK, id);
}
