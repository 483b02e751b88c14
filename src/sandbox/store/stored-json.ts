import { Failure } from "../../errors.js";
import { sqliteProblem } from "./sqlite.js";
import { damage } from "./strict-texts.js";

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

/** @throws Failure config, for which `isDamage` is true */
export function parseStored(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Failure("config", "a stored object is damaged: it is not JSON", {
      hint: "docs snapshots verify FILE shows where, if it is a snapshot",
      cause: damage(`a stored object is not JSON: ${error.message}`),
    });
  }
}

/** Whether something could not be read because the file is damaged. */
export const isDamage = (error: unknown): boolean =>
  sqliteProblem(error instanceof Failure ? error.cause : error) === "corrupt";
