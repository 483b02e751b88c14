/** What a step leaves, derived from its request. */
import { hashOf } from "../../../shared/values.js";
import type { ReadRule } from "../../inverses/types.js";
import { siblingOf } from "../../make/move-position.js";
import type { Fields } from "../../types.js";

/** Whether a place is one that the request leads to, as far as that does not depend on its neighbors. */
export function isPlace(
  after: Fields,
  { within, reference }: Extract<ReadRule, { as: "order" }>,
  body: Readonly<Record<string, unknown>>,
): boolean {
  if (after === null || Object.keys(after).some((name) => name !== "after" && name !== within)) return false;
  const beside = siblingOf(body, reference);
  if (beside) return beside.side === "before" ? after.after !== beside.id : after.after === beside.id;
  return within !== undefined && hashOf(body.parent ?? null) === hashOf(after[within] ?? null);
}
