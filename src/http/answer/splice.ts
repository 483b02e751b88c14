import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { DEFAULTS } from "../defaults.js";
import type { WireResponse } from "../types.js";
import { hasMoreValues, plainBytes } from "./decode.js";
import { type Facts, facts } from "./envelope.js";
import { scan } from "./scan.js";

/** One answer of a list whose items are kept as bytes. */
export interface Spliced extends Facts {
  /** The bytes between the brackets of the array. */
  readonly raw: Uint8Array;
  /** Offsets of the items in `raw`. */
  readonly starts: readonly number[];
  readonly ids: readonly (string | undefined)[];
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
