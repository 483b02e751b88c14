/**
 * Default levels that spaces and collections inherit from their surroundings. `defaultLevel` is always answered; a mark
 * stored beside the object says that the level is inherited from the collection or the organization.
 */
import type { Store } from "../store/store.js";
import type { Role } from "./permissions.js";

const MARK = "inherited-level";
const KINDS = ["space", "collection"] as const;
type Kind = (typeof KINDS)[number];

interface LevelHolder {
  organization: string;
  parent?: string;
  defaultLevel?: Role | null;
}

/** True if the level is inherited, or if none is stored. */
export function inheritsLevel(store: Store, id: string, { defaultLevel }: { defaultLevel?: Role | null }): boolean {
  return defaultLevel == null || store.scopeOf(MARK, id) !== undefined;
}

/** The level of an inheriting thing in this place; null in an organization whose new members are guests. */
function levelAround(store: Store, { organization, parent }: LevelHolder): Role | null {
  const collection = parent === undefined ? undefined : store.get<LevelHolder>("collection", parent);
  if (collection?.defaultLevel !== undefined) return collection.defaultLevel;
  return store.get<{ defaultRole?: Role | null }>("organization", organization)?.defaultRole ?? null;
}

/** Updates the level of a thing that inherits it, and of everything inside. */
export function settleLevel(store: Store, kind: Kind, id: string): void {
  const node = store.get<LevelHolder>(kind, id);
  if (!node || !inheritsLevel(store, id, node)) return;
  const defaultLevel = levelAround(store, node);
  store.put(MARK, id, MARK, {});
  store.update<LevelHolder>(kind, id, (value) => ({ ...value, defaultLevel }));
  if (kind === "collection") settleInside(store, id);
}

/** Like `settleLevel`, for everything in a collection or at the root of an organization. */
export function settleInside(store: Store, scope: string): void {
  for (const { kind, id } of store.siblings(scope, KINDS)) {
    // The line above only asks for the kinds of this scope.
    settleLevel(store, kind as Kind, id);
  }
}

/** Gives a level to everything in an organization that was stored without one. */
export function fillLevels(store: Store, organization: string): void {
  const fill = (scope: string) => {
    settleInside(store, scope);
    for (const collection of store.ids("collection", scope)) fill(collection);
  };
  for (const scope of [organization, `deleted/${organization}`]) fill(scope);
}

/** Makes the level the thing's own; its contents may inherit it. */
export function ownLevel(store: Store, kind: Kind, id: string): void {
  store.remove(MARK, id);
  if (kind === "collection") settleInside(store, id);
}

/** A copy inherits if its original does. */
export function copyLevel(store: Store, from: string, to: string): void {
  if (store.scopeOf(MARK, from) !== undefined) store.put(MARK, to, MARK, {});
}

/** Call after the thing is removed. */
export function forgetLevel(store: Store, id: string): void {
  store.remove(MARK, id);
}
