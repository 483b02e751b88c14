/** Programs named `docs-<name>` in PATH, which run as `docs <name>` where nothing of ours has that name. */
import { resolve } from "node:path";
import { CONTEXT_FLAGS, type Globals, PLACE_FLAGS, readGlobals } from "../cli/argv/globals.js";
import { parseWords } from "../cli/argv/parse.js";
import type { ResolvedSettings } from "../config/resolve.js";
import { usage } from "../errors.js";
import { type ProgramEnd, runForeground } from "../system/child-process.js";
import { EXTENSION_NAME, findProgram } from "../system/programs.js";

/** Flags before the name that an extension is told of. */
type Place = Globals["place"];

/**
 * The variables that an extension gets, which this program reads itself: never the token.
 */
function extensionEnvironment(
  env: NodeJS.ProcessEnv,
  place: Place,
  { profile, sandbox, baseUrl }: ResolvedSettings,
): NodeJS.ProcessEnv {
  const { DOCS_TOKEN: _token, DOCS_BASE_URL: _url, ...rest } = env;
  const given = {
    DOCS_PROFILE: profile,
    DOCS_BASE_URL: sandbox ? undefined : baseUrl?.value,
    DOCS_ORG: place.org,
    DOCS_SPACE: place.space,
    DOCS_SITE: place.site,
    DOCS_SNAPSHOT: place.snapshot && resolve(place.snapshot),
    DOCS_PROJECT: place.project && resolve(place.project),
  };
  return { ...rest, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/**
 * Runs the extension that the word at `at` names; undefined if there is none.
 * @throws Failure usage for flags before it that it cannot be told of
 */
export async function runExtension(
  argv: readonly string[],
  at: number,
  settingsOf: (place: Place) => Promise<ResolvedSettings>,
): Promise<ProgramEnd | undefined> {
  const name = argv[at] ?? "";
  const program = EXTENSION_NAME.test(`docs-${name}`) ? findProgram(`docs-${name}`, process.env) : undefined;
  if (program === undefined) return undefined;
  const flags = { ...PLACE_FLAGS, ...CONTEXT_FLAGS };
  const { place } = readGlobals(parseWords({}, flags, argv.slice(0, at), "docs extensions list --help").shared);
  if (place.tokenFile !== undefined || place.tokenStdin) {
    throw usage("extensions are given no token", "commands that they run use the profile's");
  }
  const env = extensionEnvironment(process.env, place, await settingsOf(place));
  return runForeground(program, argv.slice(at + 1), env);
}
