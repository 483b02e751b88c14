import type { AnyEndpoint } from "../catalog/endpoint.js";
import { plainBytes } from "./decode.js";
import { checkedItems, checkItem, type Envelope, facts } from "./envelope.js";
import type { Found, Scanner } from "./scan.js";
import { isShort, locateShort } from "./short.js";
import type { WireResponse } from "./types.js";

const NEWLINE = 0x0a;

/**
 * An answer of a list whose items stay bytes: only what stands beside them is parsed. Undefined where the bytes are not
 * compact, valid JSON of an object with one array of objects, or hold characters that output would escape; the answer is
 * then parsed as a whole. Items are checked against the schema only when they are read.
 */
export function readSpliced(
  endpoint: AnyEndpoint,
  response: WireResponse,
  { maxBody, scan, values }: { maxBody: number; scan: Scanner["scan"]; values: boolean },
): Envelope | undefined {
  const bytes = plainBytes(response, maxBody);
  if (!process.getBuiltinModule("node:buffer").isUtf8(bytes)) return undefined;
  const name: string = endpoint.items ?? "items";
  // Rows of a few items are made of the items.
  if (values && isShort(bytes)) return undefined;
  const found: Found | undefined = locateShort(bytes, name) ?? scan(bytes, name, values);
  if (!found) return undefined;
  const { from, end, ids, starts, table } = found;
  const beside: unknown = JSON.parse(bytes.toString("utf8", 0, from) + bytes.toString("utf8", end));
  const raw = bytes.subarray(from, end);
  let items: readonly unknown[] | undefined;
  return {
    items() {
      // Separated by line ends once they were wanted as lines; no other line end is in compact JSON.
      const list = bytes.toString("utf8", from, end).replaceAll("\n", ",");
      items ??= checkedItems(endpoint, JSON.parse(`[${list}]`), name);
      return items;
    },
    lines() {
      for (const start of starts) if (start > 0) raw[start - 1] = NEWLINE;
      // In place of the bracket that closes the array.
      bytes[end] = NEWLINE;
      return bytes.subarray(from, starts.length === 0 ? from : end + 1);
    },
    length: starts.length,
    raw,
    starts,
    ids,
    table: table && { ...table, item: (index) => checked(endpoint, table.textOf(index), `${name}.${index}`) },
    // The scan saw an object with this array in it.
    ...facts(endpoint, beside as Record<string, unknown>),
  };
}

function checked(endpoint: AnyEndpoint, text: string, where: string): unknown {
  const item: unknown = JSON.parse(text);
  checkItem(endpoint, item, where);
  return item;
}
