/** Reads JSON that a person gave in a flag or a file. */
import { usage } from "../../errors.js";
import { isDeeper } from "../../shared/values.js";

/** The same limit as for answers. */
export const DEEPEST = 1000;

/**
 * @param where what messages call it
 * @throws SyntaxError for invalid JSON, Failure usage for JSON nested too deeply to be sent
 */
export function parseJson(text: string, where: string): unknown {
  const value: unknown = JSON.parse(text);
  refuseDeep(value, where);
  return value;
}

/** @throws Failure usage for what is nested too deeply to be sent */
export function refuseDeep(value: unknown, where: string): void {
  if (isDeeper(value, DEEPEST)) throw usage(`${where} is nested deeper than ${DEEPEST} levels`);
}
