import { Failure } from "../errors.js";
import { LISTS } from "./defaults.js";

const invalid = (message: string) => new Failure("invalid-answer", message);

/**
 * R21: the cursor of the next page, or undefined at the end: `next` absent, null or `{}`, or its page absent, null or "".
 * It is opaque: never read, joined or used as an address (R22).
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

/** What a page that is sent as one piece of compact JSON begins or ends with. Only plain characters: nothing to decode. */
const AT_START = /^\{(?:"count":\d+,)?"next":\{"page":"([!#-[\]-~]+)"\}/;
const AT_END = /\],(?:"count":\d+,)?"next":\{"page":"([!#-[\]-~]+)"\}(?:,"count":\d+)?\}$/;
const LOOKED_AT = 512;

/** The cursor that a page names, most likely: found without reading the page, to be compared with what reading it finds. */
export function likelyNext(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const [, cursor] =
    AT_END.exec(bytes.toString("latin1", bytes.length - LOOKED_AT)) ??
    AT_START.exec(bytes.toString("latin1", 0, LOOKED_AT)) ??
    [];
  return cursor;
}

/** The cursors of one listing. */
export interface Trail {
  /** Notes a cursor; false when it came before. */
  visit(cursor: string): boolean;
  /** Whether it came before. */
  knows(cursor: string): boolean;
}

/** R24: a cursor that comes again would make it run for ever. */
export function createTrail(): Trail {
  const seen = new Set<string>();
  const keyOf = (cursor: string) => (cursor.length <= 64 ? `=${cursor}` : digest(cursor));
  return {
    visit: (cursor) => seen.size < seen.add(keyOf(cursor)).size,
    knows: (cursor) => seen.has(keyOf(cursor)),
  };
}

function digest(cursor: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(cursor).digest("base64");
}
