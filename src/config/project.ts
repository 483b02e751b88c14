/** Defaults of a project: ids, read only from a file that --project or DOCS_PROJECT names, never looked for. */
import { Failure } from "../errors.js";
import { idProblem } from "../shared/ids.js";
import { isObject } from "../shared/values.js";

export interface Project {
  org?: string;
  space?: string;
  site?: string;
  /** Path of a checks file, from the folder of the project's file. */
  checks?: string;
}

const IDS = ["org", "space", "site"] as const;
const KEYS: readonly string[] = [...IDS, "checks"];

/** Settings that people may expect to keep there, and why they are not. */
const REFUSED = new Map(
  Object.entries({
    token: "a project file cannot contain a token: store it with docs auth login",
    baseUrl: "a project file cannot contain an address, because the token would be sent there: use a profile",
    "base-url": "a project file cannot contain an address, because the token would be sent there: use a profile",
    profile: "a project file cannot choose a profile: set DOCS_PROFILE",
    aliases: "a project file cannot contain commands: store them with docs alias set",
  }),
);

/** Whatever file this is: its first words are enough to know it by. */
const LONGEST_KEY = 40;

/** `value`: the parsed file. @throws Failure config that names the key */
export function checkProject(value: unknown, path: string): Project {
  const wrong = (why: string, hint = `keys: ${KEYS.join(", ")}`) => new Failure("config", `${path}: ${why}`, { hint });
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw wrong("it is not a mapping of keys");
  for (const [key, given] of Object.entries(value)) {
    if (!KEYS.includes(key)) {
      throw wrong(`unknown key ${JSON.stringify(key.slice(0, LONGEST_KEY))}`, REFUSED.get(key));
    }
    if (typeof given !== "string" || given === "") throw wrong(`${key} is not text`);
    const problem = key === "checks" ? undefined : idProblem(given);
    if (problem !== undefined) throw wrong(`${key} ${problem}`, "write the id, as docs init does");
  }
  // Every member was checked.
  return value as Project;
}
