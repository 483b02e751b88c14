import type { AnyEndpoint } from "../../catalog/endpoint.js";
import type { WireResponse } from "../types.js";
import { plainBytes } from "./decode.js";
import { type Facts, facts } from "./envelope.js";
import { scan } from "./scan.js";

/** One answer of a list whose items stay bytes. */
export interface Spliced extends Facts {
  /** The bytes between the brackets of the array. */
  readonly raw: Uint8Array;
  /** Offsets of the items in them. */
  readonly starts: readonly number[];
  readonly ids: readonly (string | undefined)[];
}

/**
 * Only what stands beside the items is parsed. Undefined where the bytes are not compact, valid JSON of an object with one
 * array of objects, or hold characters that output would escape; the answer is then parsed as a whole.
 */
export function readSpliced(endpoint: AnyEndpoint, response: WireResponse, maxBody: number): Spliced | undefined {
  const bytes = plainBytes(response, maxBody);
  if (!process.getBuiltinModule("node:buffer").isUtf8(bytes)) return undefined;
  const found = scan(bytes, endpoint.items ?? "items");
  if (!found) return undefined;
  const { from, end, starts, ids } = found;
  const beside: unknown = JSON.parse(bytes.toString("utf8", 0, from) + bytes.toString("utf8", end));
  // The scan saw an object with this array in it.
  return { ...facts(endpoint, beside as Record<string, unknown>), raw: bytes.subarray(from, end), starts, ids };
}
