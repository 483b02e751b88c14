import { Failure } from "../../errors.js";
import { LISTS } from "../defaults.js";

const invalid = (message: string) => new Failure("invalid-answer", message);

/**
 * R21: the cursor of the next page; undefined at the end, which is `next` absent, null or `{}`, or its page absent, null
 * or "". It is opaque: never parsed, concatenated or used as a URL (R22).
 * @throws Failure "invalid-answer"
 */
export function nextCursor(next: unknown): string | undefined {
  if (next === undefined || next === null) return undefined;
  if (typeof next !== "object" || Array.isArray(next)) throw invalid("the list's next is not an object");
  const page = "page" in next ? next.page : undefined;
  if (page === undefined || page === null || page === "") return undefined;
  if (typeof page !== "string") throw invalid("the list's next.page is not a string");
  if (Buffer.byteLength(page) > LISTS.maxCursor)
    throw invalid(`the list's cursor is longer than ${LISTS.maxCursor} bytes`);
  return page;
}

/** The cursors of one listing. */
export interface Trail {
  /** Records a cursor; false if it was seen before. */
  visit(cursor: string): boolean;
}

/** R24: a repeated cursor would make a listing run forever. */
export function createTrail(): Trail {
  const seen = new Set<string>();
  const keyOf = (cursor: string) => (cursor.length <= 64 ? `=${cursor}` : digest(cursor));
  return { visit: (cursor) => seen.size < seen.add(keyOf(cursor)).size };
}

function digest(cursor: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(cursor).digest("base64");
}
