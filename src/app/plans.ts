/** Plan files: private and whole, each with its state beside it. */
import { accessSync, constants, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { LogFile } from "../changes/log/write-log.js";
import type { Who } from "../changes/who.js";
import type { PlanService } from "../cli/services.js";
import { errorCode, Failure, reasonOf, usage } from "../errors.js";
import { environment } from "../system/environment.js";
import { readDocumentText } from "../system/files/named-file.js";
import { cannotWrite, replaceFile, writeNew } from "../system/files/write-file.js";
import { makePrivateFolder } from "../system/folders.js";
import type { DataPlace } from "./files/history.js";
import { logFiles } from "./files/log-files.js";

interface PlanServiceOptions {
  /** Folder of data that must last; undefined: there is no history. */
  dir: string | undefined;
  now: () => number;
  /** The person who runs this; default: the user of the machine. */
  who?: () => Who;
  /** Stands between a write-ahead log and the disk. */
  toDisk: (file: LogFile) => LogFile;
}

export function planService({ dir, now, who = () => whoIsHere(environment), toDisk }: PlanServiceOptions): PlanService {
  const whoRuns = (me: string | undefined): Who => ({ ...(me !== undefined && { me }), ...who() });
  const service: PlanService = {
    who: async (me) => whoRuns(me),
    log: async (file) => (await logFiles(HISTORY)).resume(file),
    peek: async (file) => (existsSync(file) ? readDocumentText(file, { mark: true }) : undefined),
    keepProposed: async (plan) => keepProposed({ dir, now }, plan),
    read: async (file) => readDocumentText(file, { mark: true }),
    async write(file, text, { replace = false } = {}) {
      try {
        if (replace) replaceFile(file, text);
        else writeNew(file, text);
      } catch (error) {
        throw notWritten(file, error);
      }
    },
    async checkNew(file) {
      if (lstatSync(file, { throwIfNoEntry: false })) throw usage(`${file} already exists`, "name another file");
      try {
        accessSync(dirname(file), constants.W_OK);
      } catch (error) {
        throw notWritten(file, error);
      }
    },
    state: async (file, { fresh = false } = {}) => toDisk(await readState(`${file}.state`, fresh)),
    async rehearse(snapshot) {
      const { openRehearsal } = await import("./client/rehearsal.js");
      return openRehearsal(snapshot);
    },
    async openWithoutCopy(snapshot) {
      const { openWithoutCopy } = await import("./client/rehearsal.js");
      return openWithoutCopy(snapshot);
    },
    async record(setup) {
      const { recordPlan } = await import("./files/plan-record.js");
      return recordPlan(setup, { ...service, who: whoRuns });
    },
  };
  return service;
}

const HISTORY = { what: "record", goOn: "undo it", fresh: "undo it manually" } as const;

const STATE = {
  what: "state",
  goOn: "apply the plan again",
  fresh: "review what was done, then make a new plan",
} as const;

function notWritten(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === "EEXIST") return usage(`${file} already exists`, "name another file");
  return cannotWrite(file, error);
}

/** Locked from now on, until the run ends. */
async function readState(path: string, fresh: boolean): Promise<LogFile> {
  const files = await logFiles(STATE);
  if (fresh) rmSync(path, { force: true });
  // A link to nowhere is there, too.
  return lstatSync(path, { throwIfNoEntry: false }) ? files.resume(path) : files.create(path);
}

// Plans that programs propose, each in a private file until a person has looked at it.

/** Proposals that wait in one folder: as many as a person can look at. */
const MOST_WAITING = 100;
const PROPOSED = /^proposed-[\w.-]+\.plan$/;

/**
 * A plan that a program proposes, in a new private file.
 * @param folder default: where plans without a file are
 * @returns the file; that of the same plan, where it waits already
 */
export function keepProposed(
  { dir, now }: DataPlace,
  { id, text, folder }: { id: string; text: string; folder: string | undefined },
): string {
  const own = folder === undefined ? dir && join(dir, "plans") : resolve(folder);
  if (own === undefined) throw usage("there is no folder for plans", "pass --plans-in FOLDER");
  try {
    if (folder === undefined) makePrivateFolder(own);
    const waiting = readdirSync(own).filter((name) => PROPOSED.test(name) && !existsSync(join(own, `${name}.state`)));
    const same = waiting.find((name) => name.endsWith(`-${id}.plan`));
    if (same !== undefined) return join(own, same);
    if (waiting.length >= MOST_WAITING) {
      throw usage(`${waiting.length} proposed plans are waiting in ${own}`, "apply or delete some of them first");
    }
    const file = join(own, `proposed-${new Date(now()).toISOString().replaceAll(":", "-")}-${id}.plan`);
    writeNew(file, text);
    return file;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot write a plan to ${own}: ${reasonOf(error)}`, { cause: error });
  }
}

// The person who runs this: the account of the machine and, in CI, the run and the person who started it.

type Env = Readonly<Record<string, string | undefined>>;

/** Variables of CI services, with which the address of a run is made. */
const SERVICES: readonly ((env: Env) => Who["ci"])[] = [
  ({ GITHUB_SERVER_URL: url, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id, GITHUB_ACTOR: actor }) =>
    url && repository && id ? { run: `${url}/${repository}/actions/runs/${id}`, actor } : undefined,
  ({ CI_JOB_URL: run, GITLAB_USER_LOGIN: actor }) => (run ? { run, actor } : undefined),
  ({ BUILD_URL: run, BUILD_USER_ID: actor }) => (run ? { run, actor } : undefined),
];

function whoIsHere(env: Env): Who {
  const ci = SERVICES.map((of) => of(env)).find((found) => found !== undefined);
  return { account: accountOf(), ...(ci && { ci }) };
}

/** An account without a name, as in some containers, has its number. */
function accountOf(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? "somebody"}@${hostname()}`;
  }
}
