/** Settings and token of one run. The configuration is read once, when the session is opened. */
import { resolve } from "node:path";
import type { Globals } from "../../cli/argv/globals.js";
import type { Settings } from "../../cli/settings.js";
import { parseBaseUrl } from "../../config/base-url.js";
import { configHere } from "../../config/profiles.js";
import { readConfig } from "../../config/read.js";
import {
  type Project,
  type ResolvedSettings,
  requireBaseUrl,
  requireProfile,
  resolveSettings,
} from "../../config/resolve.js";
import { type Config, EMPTY_CONFIG } from "../../config/schema.js";
import { type ConfigSystem, ioFailure } from "../../config/system.js";
import { bindToken, readToken, type TokenReaders } from "../../config/token.js";
import { errorCode, Failure } from "../../errors.js";
import { type Format, HISTORY_MODES, type HistoryMode, isFormat, isHistoryMode } from "../../shared/choices.js";
import { environment } from "../../system/environment.js";
import { nearFile, readStdin } from "../../system/files/named-file.js";
import { keepSecret, refuseTalkative } from "../../system/secrets.js";
import { type OwnDefaults, sandboxDefaults, snapshotDefaults } from "../sandbox-file.js";

interface ResolvedConfig {
  config: Config;
  resolved: ResolvedSettings;
}

export interface Session extends ResolvedConfig {
  settings: Settings;
}

type PlaceFlags = Globals["place"];

/** The defaults of a project, if one was named. */
async function readProjectFile({ project }: PlaceFlags): Promise<Project> {
  const named = project ?? (environment.DOCS_PROJECT || undefined);
  if (named === undefined) return {};
  const { readProject } = await import("./project-file.js");
  try {
    return await readProject(named);
  } catch (error) {
    // The command line does not name the file.
    if (project !== undefined || !(error instanceof Failure) || error.hint !== undefined) throw error;
    throw error.with({ hint: "DOCS_PROJECT names it: unset it, or name another file" });
  }
}

type Broken = NonNullable<Settings["broken"]>;

type Read = <T>(part: keyof Broken, read: () => T | Promise<T>, otherwise: () => T) => Promise<T>;

/** Reads a part of the settings. If `evenBroken`, a failure is kept in `broken`, and `otherwise` is the answer. */
const readerOf =
  (broken: Broken, evenBroken: boolean): Read =>
  async (part, read, otherwise) => {
    try {
      return await read();
    } catch (error) {
      if (!evenBroken || !(error instanceof Failure)) throw error;
      broken[part] = error;
      return otherwise();
    }
  };

/** `evenBroken`: what cannot be read or makes no sense is not there, and the settings say why. */
export async function openSession(
  flags: PlaceFlags,
  place: ConfigSystem,
  print: (message: string) => void,
  { evenBroken = false }: { evenBroken?: boolean | undefined } = {},
): Promise<Session> {
  const broken: Broken = {};
  const whole = readerOf(broken, evenBroken);
  const config = await whole(
    "configuration",
    () => configHere(readConfig(place)),
    () => EMPTY_CONFIG,
  );
  for (const { token } of Object.values(config.profiles)) if (token !== undefined) keepSecret(token);
  const project = await whole(
    "project",
    () => readProjectFile(flags),
    (): Project => ({}),
  );
  const resolved = await whole(
    "profile",
    () => resolveSettings({ flags, env: environment, config, project }),
    () => resolveSettings({ flags: {}, env: {}, config: EMPTY_CONFIG }),
  );
  usePrograms(resolved.programs, process.env);
  const baseUrl = await whole(
    "profile",
    () => (resolved.sandbox ? undefined : baseUrlIfAny(resolved, print)),
    () => undefined,
  );
  if (resolved.token.from === "file") requireReadable(resolved.token.path);
  const snapshot = flags.snapshot === undefined ? undefined : resolve(flags.snapshot);
  const defaults = await readDefaults({ config, resolved }, snapshot);
  return {
    config,
    resolved,
    settings: {
      ...{ profile: resolved.profile, sandbox: resolved.sandbox, snapshot },
      baseUrl,
      output: formatIfAny(resolved, print),
      history: historyIfAny(resolved, print),
      org: resolved.org?.value ?? defaults?.org,
      space: resolved.space?.value ?? defaults?.space,
      site: resolved.site?.value ?? defaults?.site,
      me: resolved.me ?? defaults?.me,
      checks: project.checks,
      broken,
    },
  };
}

/** The facts that the embedded service or a snapshot states about itself. @throws Failure config, io for a file that is no snapshot */
async function readDefaults(session: ResolvedConfig, snapshot: string | undefined): Promise<OwnDefaults | undefined> {
  const { sandbox, token } = session.resolved;
  if (snapshot !== undefined) return snapshotDefaults(snapshot);
  if (!sandbox) return undefined;
  if (token.from === "sandbox") return sandboxDefaults();
  const given = await givenToken(session);
  return { ...(await sandboxDefaults(given)), ...(given === undefined && { me: undefined }) };
}

/** The token for the sandbox. One on standard input can be read once, by the first request. */
async function givenToken(session: ResolvedConfig): Promise<string | undefined> {
  if (session.resolved.token.from === "stdin") return undefined;
  try {
    return await tokenFor(session, "the sandbox");
  } catch (error) {
    // The first request reports what is wrong with it.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The first request reads the file; a wrong path should fail even if none is sent. @throws Failure io */
function requireReadable(path: string): void {
  const { accessSync, constants } = process.getBuiltinModule("node:fs");
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const failed = ioFailure("read", path, error);
    throw failed instanceof Failure && errorCode(error) === "ENOENT" ? failed.with({ hint: nearFile(path) }) : failed;
  }
}

/** A profile edited by hand may name an unknown format: only warn, as `docs config` must still work to correct it. */
function formatIfAny({ output, profile }: ResolvedSettings, print: (message: string) => void): Format | undefined {
  if (output === undefined || isFormat(output)) return output;
  print(`the profile "${profile}" has an unknown output format: docs config unset output`);
  return undefined;
}

/** As with the format: the change that was asked for is not refused for it. */
function historyIfAny({ history }: ResolvedSettings, print: (message: string) => void): HistoryMode | undefined {
  if (history === undefined || isHistoryMode(history)) return history;
  print(`DOCS_HISTORY or the setting history must be one of ${HISTORY_MODES.join(", ")}`);
  return undefined;
}

function baseUrlIfAny({ baseUrl }: ResolvedSettings, print: (message: string) => void): string | undefined {
  if (!baseUrl) return undefined;
  const parsed = parseBaseUrl(baseUrl.value, baseUrl.source === "flag" ? "usage" : "config");
  if (parsed.note) print(parsed.note);
  return parsed.baseUrl;
}

/** @throws Failure if no base URL is known. */
export function baseUrlOf(session: Session): string {
  if (session.settings.baseUrl !== undefined) return session.settings.baseUrl;
  return requireBaseUrl(session.resolved).value;
}

const tokenReaders = (config: Config): TokenReaders => ({
  env: environment,
  config,
  readStdin,
  readKeyring: async (account) => (await import("../../system/keyring.js")).readKeyring(account),
});

/** The token for `origin`, checked; a stored token is only given for its own origin. */
export async function tokenFor(session: ResolvedConfig, origin: string): Promise<string> {
  const source = session.resolved.token;
  if (source.from === "sandbox") throw new Failure("no-token", "the sandbox needs no token");
  requireProfile(session.resolved);
  refuseTalkative(process.env);
  const token = await readToken(bindToken(source, origin), tokenReaders(session.config));
  keepSecret(token);
  return token;
}

// The editor, browser and pager that a profile names.

/**
 * Puts them where libraries and children look: the environment of this process. What the environment itself says for this
 * program comes first; what it says for all programs comes last.
 */
export function usePrograms(programs: ResolvedSettings["programs"], env: NodeJS.ProcessEnv): void {
  const editor = env.DOCS_EDITOR || programs.editor;
  if (editor) env.VISUAL = editor;
  if (programs.browser) env.DOCS_BROWSER ||= programs.browser;
  // An empty DOCS_PAGER means none.
  if (programs.pager !== undefined) env.DOCS_PAGER ??= programs.pager;
}
