/** Deleted spaces are purged after seven days. */
import type { Store } from "../store/store.js";
import type { HandlerContext } from "../types.js";

const RESTORABLE_MS = 7 * 24 * 3_600_000;

/** False once a deleted space must be purged. */
export const isRestorable = (now: () => number, deletedAt: string) => now() - Date.parse(deletedAt) <= RESTORABLE_MS;

interface PurgeCheck {
  at: number;
  /** When the next space will be due, as far as it was known then. */
  next: number;
}

/** Other processes delete spaces too, but those are due days later: an occasional look is enough. */
const LOOK_AGAIN_MS = 60_000;

const looked = new WeakMap<Store, PurgeCheck>();

/** Ids of the spaces to purge; called before every request. */
export function dueSpaces(context: HandlerContext, { writing }: { writing: boolean }): string[] {
  const { store } = context;
  const now = context.now();
  const before = looked.get(store);
  if (before && !writing && Math.abs(now - before.at) < LOOK_AGAIN_MS && now <= before.next) return [];
  const deleted = store.sql
    .all(
      `SELECT id, json_extract(json, '$.deletedAt') AS at FROM objects
       WHERE kind = 'space' AND scope >= 'deleted/' AND scope < 'deleted0'`,
    )
    .map(({ id, at }) => ({ id: String(id), until: Date.parse(String(at)) + RESTORABLE_MS }));
  const due = deleted.filter(({ until }) => now > until);
  // Spaces that are due now are looked up again until they are purged.
  looked.set(store, { at: now, next: Math.min(Number.MAX_SAFE_INTEGER, ...deleted.map(({ until }) => until)) });
  return due.map(({ id }) => id);
}
