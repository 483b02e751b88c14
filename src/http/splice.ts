import type { AnyEndpoint } from "../catalog/endpoint.js";
import { plainBytes } from "./decode.js";
import { DEFAULTS } from "./defaults.js";
import { checkedItems, type Envelope, facts } from "./envelope.js";
import { endOfItems, endOfValue, type Found, viewOf } from "./scan.js";
import { endOfString } from "./scan-text.js";
import { locateShort } from "./short.js";
import type { WireResponse } from "./types.js";

/**
 * An answer of a list whose items stay bytes: only what stands beside them is parsed. Undefined where the bytes are not
 * compact, valid JSON of an object with one array of objects, or hold characters that output would escape; the answer is
 * then parsed as a whole. Items are checked against the schema only when they are read.
 */
export function readSpliced(endpoint: AnyEndpoint, response: WireResponse, maxBody: number): Envelope | undefined {
  const bytes = plainBytes(response, maxBody);
  if (!process.getBuiltinModule("node:buffer").isUtf8(bytes)) return undefined;
  const name: string = endpoint.items ?? "items";
  const found = locateShort(bytes, name) ?? locate(bytes, name);
  if (!found) return undefined;
  const { from, end, ids, starts } = found;
  const beside: unknown = JSON.parse(bytes.toString("utf8", 0, from) + bytes.toString("utf8", end));
  const raw = bytes.subarray(from, end);
  let items: readonly unknown[] | undefined;
  return {
    items() {
      items ??= checkedItems(endpoint, JSON.parse(bytes.toString("utf8", from - 1, end + 1)), name);
      return items;
    },
    length: starts.length,
    raw,
    starts,
    ids,
    // The scan saw an object with this array in it.
    ...facts(endpoint, beside as Record<string, unknown>),
  };
}

/** `end`: offset behind the last item. */
type Located = Found & { end: number };

const [QUOTE, COMMA, COLON, OPEN, CLOSE, BRACKET] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b] as const;

/** Walks the members of the outermost object. */
function locate(bytes: Buffer, name: string): Located | undefined {
  if (bytes[0] !== OPEN) return undefined;
  const view = viewOf(bytes);
  let found: Located | undefined;
  let at = 0;
  do {
    const key = at + 2;
    if (bytes[at + 1] !== QUOTE) return undefined;
    const value = endOfString(bytes, view, key) + 1;
    if (value <= 0 || bytes[value - 1] !== COLON) return undefined;
    if (bytes.toString("latin1", key, value - 2) === name) {
      if (found || bytes[value] !== BRACKET) return undefined;
      const within: Found = { from: value + 1, starts: [], ids: [] };
      at = endOfItems(bytes, value, DEFAULTS.maxDepth - 1, within);
      found = { ...within, end: at - 1 };
    } else at = endOfValue(bytes, value, DEFAULTS.maxDepth - 1);
    if (at < 0) return undefined;
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE && isBlank(bytes, at + 1) ? found : undefined;
}

/** A line end behind the object does no harm. */
function isBlank(bytes: Buffer, from: number): boolean {
  return bytes.length - from < 8 && bytes.toString("latin1", from).trim() === "";
}
