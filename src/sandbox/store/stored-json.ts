import { Failure } from "../../errors.js";
import { damage, sqliteProblem } from "../../system/sqlite.js";

/** Half a character (an unpaired surrogate), as JSON.stringify writes it: behind an even number of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/**
 * JSON with nothing in it that is no text: of half a character SQLite's JSON functions make bytes that are not UTF-8, and
 * reading these ends the process (libsql) or gives other texts.
 */
export function storedJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(HALF, "$1\ufffd") : json;
}

/** Objects and lists: nothing else is stored. @throws Failure config, for which `isDamage` is true */
export function parseStored(json: unknown): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(String(json));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw damagedObject("it is not JSON", error.message);
  }
  // Every object of JSON has members by name; a list has them by its indexes.
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw damagedObject("it is no object", typeof value);
}

/** @throws as `parseStored`, also for what is no list */
export function parseStoredList(json: unknown): unknown[] {
  const value: object = parseStored(json);
  if (Array.isArray(value)) return value;
  throw damagedObject("it is no list", "object");
}

const damagedObject = (what: string, why: string): Failure =>
  new Failure("config", `a stored object is damaged: ${what}`, {
    hint: "docs snapshots verify FILE shows where, if it is a snapshot",
    cause: damage(`a stored object is damaged: ${what}: ${why}`),
  });

/** Checks whether something could not be read because the file is damaged. */
export const isDamage = (error: unknown): boolean =>
  sqliteProblem(error instanceof Failure ? error.cause : error) === "corrupt";
