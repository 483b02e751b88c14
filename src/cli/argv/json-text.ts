/** Reads JSON that a person gave in a flag or a file. */
import { usage } from "../../errors.js";
import { isDeeper } from "../../shared/values.js";

/** The same limit as for answers. */
export const DEEPEST = 1000;

/**
 * @param where what messages call it
 * @throws SyntaxError for invalid JSON, Failure usage for JSON nested too deeply to be sent, or with a number that a
 * double cannot hold: another one would be sent
 */
export function parseJson(text: string, where: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
    if (token.startsWith('"') || isExact(token)) continue;
    throw usage(`${where}: the number ${token} would lose digits: send it as text, in quotes or with --raw-field`);
  }
  refuseDeep(value, where);
  return value;
}

/** @throws Failure usage for what is nested too deeply to be sent */
export function refuseDeep(value: unknown, where: string): void {
  if (isDeeper(value, DEEPEST)) throw usage(`${where} is nested deeper than ${DEEPEST} levels`);
}

const isExact = (text: string): boolean => digitsOf(text) === digitsOf(String(Number(text)));

/** A number as its digits and the power of ten of the last one, so that `1.50` and `15e-1` are equal. */
function digitsOf(text: string): string {
  const [, whole = "", part = "", power = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = `${whole}${part}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return digits === "" ? "0" : `${digits}e${Number(power) - part.length + all.length - digits.length}`;
}
