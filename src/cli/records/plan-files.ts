/** Plan files: private and whole, each with its state beside it. */
import { accessSync, constants, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { LogFile } from "../../changes/log/write-log.js";
import type { Who } from "../../changes/who.js";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { environment } from "../../system/environment.js";
import { readDocumentText } from "../../system/files/named-file.js";
import { cannotWrite, replaceFile, writeNew } from "../../system/files/write-file.js";
import { makePrivateFolder } from "../../system/folders.js";
import type { DataPlace } from "./history.js";
import { logFiles } from "./log-files.js";

/** A snapshot that answers in place of the service. */
export interface OpenedSnapshot {
  client: Reader;
  /** Address of the service that the snapshot is of; `sandbox` for the embedded one. */
  origin: string;
  /** Id. */
  organization: string;
  /** ISO 8601: when the snapshot was made. */
  read: string;
  /** Incomplete parts of the answers so far, in words. */
  gaps: readonly string[];
  /** A copy is thrown away. */
  close(): void;
}

export type Rehearsal = Omit<OpenedSnapshot, "gaps">;

export interface PlanPlace extends DataPlace {
  /** The person who runs this; default: the user of the machine. */
  who?: () => Who;
  /** Stands between a write-ahead log and the disk. */
  toDisk?: (file: LogFile) => LogFile;
  snapshots: {
    /** A copy of a snapshot that steps can be tried on. @throws Failure config, io for a file that is no snapshot */
    rehearse(file: string): Promise<Rehearsal>;
    /** A snapshot to compare with: its answers as they were. @throws Failure config, io for a file that is none */
    openWithoutCopy(file: string): Promise<OpenedSnapshot>;
  };
}

export type PlanFiles = ReturnType<typeof createPlanFiles>;

/** A byte order mark stays in what is read, so that it can be refused. */
export function createPlanFiles({ dir, now, who = () => whoIsHere(environment), toDisk, snapshots }: PlanPlace) {
  return {
    ...snapshots,
    /** The person who runs it, with the member of their profile. */
    who: async (me: string | undefined): Promise<Who> => ({ ...(me !== undefined && { me }), ...who() }),
    /** The records of a run in the history, for this run alone. @throws Failure usage when another run has them */
    log: async (file: string) => (await logFiles({ labels: HISTORY })).resume(file),
    /** The text of a file as it is now; undefined where there is none. */
    peek: async (file: string) => (existsSync(file) ? readDocumentText(file, { mark: true }) : undefined),
    keepProposed: async (plan: ProposedPlan) => keepProposed({ dir, now }, plan),
    /** @throws Failure usage for a file that cannot be read, or is too large */
    read: async (file: string) => readDocumentText(file, { mark: true }),
    /** @throws Failure usage where the file is there and `replace` is not given, io */
    async write(file: string, text: string, { replace = false }: { replace?: boolean } = {}) {
      try {
        if (replace) replaceFile(file, text);
        else writeNew(file, text);
      } catch (error) {
        throw notWritten(file, error);
      }
    },
    /** Before anything is sent. @throws Failure usage where the file is there, io where no new one can be written */
    async checkNew(file: string) {
      if (lstatSync(file, { throwIfNoEntry: false })) throw usage(`${file} already exists`, "name another file");
      try {
        accessSync(dirname(file), constants.W_OK);
      } catch (error) {
        throw notWritten(file, error);
      }
    },
    /** `<file>.state`, for this run alone; `fresh` begins a new one. @throws Failure usage when another run has it */
    state: (file: string, { fresh = false }: { fresh?: boolean } = {}) => openState(`${file}.state`, fresh, toDisk),
  };
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
async function openState(path: string, fresh: boolean, toDisk: PlanPlace["toDisk"]): Promise<LogFile> {
  const files = await logFiles({ labels: STATE, toDisk });
  if (fresh) rmSync(path, { force: true });
  // A link to nowhere is there, too.
  return lstatSync(path, { throwIfNoEntry: false }) ? files.resume(path) : files.create(path);
}

// Plans that programs propose, each in a private file until a person has looked at it.

/** Proposals that wait in one folder: as many as a person can look at. */
const MOST_WAITING = 100;
const PROPOSED = /^proposed-[\w.-]+\.plan$/;

interface ProposedPlan {
  id: string;
  text: string;
  /** Default: where plans without a file are. */
  folder: string | undefined;
}

/**
 * A plan that a program proposes, in a new private file.
 * @returns its absolute path; that of the same plan, where it waits already
 * @throws Failure usage where too many wait, io
 */
export function keepProposed({ dir, now }: DataPlace, { id, text, folder }: ProposedPlan): string {
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
