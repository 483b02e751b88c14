/** Files of records, one a line: what a run sent, and what came of it. */
import { isObject, parseIfJson } from "../values.js";
import { jsonBounds } from "./bounds.js";

/** Keys of a record about one thing. */
const SHORT = 1_000;

/**
 * The record of a line; undefined if it is none of these kinds, or out of bounds.
 * @param kinds of records: `long` ones hold all targets of a run, or a whole site
 */
export function recordIn(
  line: string,
  kinds: Readonly<Record<string, "short" | "long">>,
): Record<string, unknown> | undefined {
  const value = parseIfJson(line);
  if (!isObject(value) || typeof value.record !== "string" || !Object.hasOwn(kinds, value.record)) return undefined;
  const most = kinds[value.record] === "long" ? Number.POSITIVE_INFINITY : SHORT;
  return jsonBounds(line, most) === undefined ? value : undefined;
}
