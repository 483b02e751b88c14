/** JSON that a person gave, in a flag or a file. */
import { usage } from "../../errors.js";

/** As the client reads answers. */
const DEEPEST = 1000;

/**
 * @param where how messages name it
 * @throws SyntaxError for what is no JSON, Failure usage for what is nested too deeply to be sent
 */
export function parseJson(text: string, where: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, DEEPEST)) throw usage(`${where} is nested deeper than ${DEEPEST} levels`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
