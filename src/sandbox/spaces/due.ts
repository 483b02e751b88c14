/** Deleted spaces are purged after seven days. */
import type { HandlerContext } from "../types.js";

const RESTORABLE_MS = 7 * 24 * 3_600_000;

/** False once a deleted space must be purged. */
export const restorable = ({ now }: Pick<HandlerContext, "now">, deletedAt: string) =>
  now() - Date.parse(deletedAt) <= RESTORABLE_MS;

/** Ids of the spaces to purge; called before every request. */
export function dueSpaces(context: HandlerContext): string[] {
  const rows = context.store.sql.all(
    `SELECT id, json_extract(json, '$.deletedAt') AS at FROM objects
     WHERE kind = 'space' AND scope >= 'deleted/' AND scope < 'deleted0'`,
  );
  return rows.filter(({ at }) => !restorable(context, String(at))).map(({ id }) => String(id));
}
