import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import { DEFAULTS, LISTS } from "../defaults.js";
import type { WireResponse } from "../types.js";
import { decodeJson, hasMoreValues, type Note, plainBytes } from "./decode.js";
import { scan } from "./scan.js";
import { checkAnswer, usableOf } from "./validate.js";

/** What a list's answer holds besides its items. */
interface Facts {
  readonly count: number | undefined;
  readonly next: string | undefined;
  readonly stats: Record<string, unknown> | undefined;
}

/** One answer of a list whose items are parsed. */
interface Parsed extends Facts {
  /** As received, not yet checked. */
  readonly items: readonly unknown[];
  readonly raw?: undefined;
}

/** One answer of a list whose items are kept as bytes. */
export interface Spliced extends Facts {
  /** The bytes between the brackets of the array. */
  readonly raw: Uint8Array;
  /** Offsets of the items in `raw`. */
  readonly starts: readonly number[];
  readonly ids: readonly (string | undefined)[];
}

/** One answer of a list endpoint. */
export type Envelope = Parsed | Spliced;

/** R21, R26. @throws Failure "invalid-answer" */
export function readParsed(endpoint: AnyEndpoint, response: WireResponse, maxBody: number, note: Note): Parsed {
  const value = decodeJson(response, maxBody, note);
  if (!isObject(value)) throw new Failure("invalid-answer", "the list is not an object");
  const name: string = endpoint.items ?? "items";
  const items = value[name];
  if (!Array.isArray(items)) throw new Failure("invalid-answer", `the list has no array of ${name}`);
  return { ...facts(endpoint, value), items };
}

/**
 * Parses only what is outside the items. Undefined if the bytes are not compact, valid JSON of an object with one array
 * of objects, or hold characters that output would escape or too many values; the caller then parses the whole answer.
 */
export function readSpliced(endpoint: AnyEndpoint, response: WireResponse, maxBody: number): Spliced | undefined {
  const bytes = plainBytes(response, maxBody);
  // The parser then refuses the answer. The offsets and ids of so many items would take more memory than the items.
  if (hasMoreValues(bytes, DEFAULTS.maxValues)) return undefined;
  if (!process.getBuiltinModule("node:buffer").isUtf8(bytes)) return undefined;
  const found = scan(bytes, endpoint.items ?? "items");
  if (!found) return undefined;
  const { from, end, starts, ids } = found;
  const beside: unknown = JSON.parse(bytes.toString("utf8", 0, from) + bytes.toString("utf8", end));
  // `scan` only accepts an object.
  return { ...facts(endpoint, beside as Record<string, unknown>), raw: bytes.subarray(from, end), starts, ids };
}

/** R31: checks that each item can be used. @throws Failure "invalid-answer" */
export function checkItems(endpoint: AnyEndpoint, items: readonly unknown[]): void {
  const schema = endpoint.response?.();
  const usable = schema && usableOf(schema);
  items.forEach((item, index) => {
    if (usable && !usable(item)) checkAnswer(schema, item, `${endpoint.items ?? "items"}.${index}`);
  });
}

function facts(endpoint: AnyEndpoint, value: Record<string, unknown>): Facts {
  return {
    count: typeof value.count === "number" ? value.count : undefined,
    next: endpoint.paginated ? nextCursor(value.next) : undefined,
    stats: isObject(value.stats) ? value.stats : undefined,
  };
}

const invalid = (message: string) => new Failure("invalid-answer", message);

/**
 * R21: the cursor of the next page; undefined at the end, which is `next` absent, null or `{}`, or its page absent, null
 * or "". It is opaque: never parsed, concatenated or used as a URL (R22).
 * @throws Failure "invalid-answer"
 */
function nextCursor(next: unknown): string | undefined {
  if (next === undefined || next === null) return undefined;
  if (typeof next !== "object" || Array.isArray(next)) throw invalid("the list's next is not an object");
  const page = "page" in next ? next.page : undefined;
  if (page === undefined || page === null || page === "") return undefined;
  if (typeof page !== "string") throw invalid("the list's next.page is not a string");
  if (Buffer.byteLength(page) > LISTS.maxCursor)
    throw invalid(`the list's cursor is longer than ${LISTS.maxCursor} bytes`);
  return page;
}
