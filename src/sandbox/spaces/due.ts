/** Deleted spaces are gone for good after seven days. */
import type { HandlerContext } from "../types.js";

const RESTORABLE_MS = 7 * 24 * 3_600_000;

/** False once a deleted space is gone for good. */
export const restorable = ({ now }: Pick<HandlerContext, "now">, deletedAt: string) =>
  now() - Date.parse(deletedAt) <= RESTORABLE_MS;

/** Ids of the spaces whose time has passed: asked before every request, whatever it is about. */
export function dueSpaces(context: HandlerContext): string[] {
  const rows = context.store.sql.all(
    `SELECT id, json_extract(json, '$.deletedAt') AS at FROM objects
     WHERE kind = 'space' AND scope >= 'deleted/' AND scope < 'deleted0'`,
  );
  return rows.filter(({ at }) => !restorable(context, String(at))).map(({ id }) => String(id));
}
