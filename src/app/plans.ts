/** Plan files: private and whole, each with its state beside it. */
import { accessSync, constants, existsSync, lstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { LogFile } from "../changes/log/records.js";
import type { Who } from "../changes/who.js";
import type { PlanService } from "../cli/services.js";
import { errorCode, Failure, reasonOf, usage } from "../errors.js";
import { redactValue } from "../http/secrets/redact.js";
import { environment } from "./environment.js";
import { historyService } from "./files/history.js";
import { logFiles } from "./files/log-files.js";
import { readDocumentText } from "./files/named-file.js";
import { keepProposed } from "./files/proposed-plans.js";
import { replaceFile, writeNew } from "./files/write-file.js";
import { redact } from "./secrets.js";
import { whoIsHere } from "./who.js";

interface PlanServiceOptions {
  /** Name and version of this program. */
  maker: string;
  /** Folder of data that must last; undefined: there is no history. */
  dir: string | undefined;
  now: () => number;
  /** Who runs this; default: as the machine says. */
  who?: () => Who;
}

export function planService({ maker, dir, now, who = () => whoIsHere(environment) }: PlanServiceOptions): PlanService {
  const service: PlanService = {
    maker,
    who: (me) => ({ ...(me !== undefined && { me }), ...who() }),
    history: historyService({ dir, now }),
    log: async (file) => (await logFiles(HISTORY)).resume(file),
    peek: async (file) => (existsSync(file) ? readDocumentText(file, { mark: true }) : undefined),
    keepProposed: async (plan) => keepProposed({ dir, now }, plan),
    redact: (value) => redactValue(redact, value),
    read: async (file) => readDocumentText(file, { mark: true }),
    async write(file, text, { replace = false } = {}) {
      try {
        if (replace) replaceFile(file, text);
        else writeNew(file, text);
      } catch (error) {
        throw cannotWrite(file, error);
      }
    },
    async checkNew(file) {
      if (lstatSync(file, { throwIfNoEntry: false })) throw usage(`${file} already exists`, "name another file");
      try {
        accessSync(dirname(file), constants.W_OK);
      } catch (error) {
        throw cannotWrite(file, error);
      }
    },
    state: async (file, { fresh = false } = {}) => stateOf(`${file}.state`, fresh),
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
      return recordPlan(setup, service);
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

function cannotWrite(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === "EEXIST") return usage(`${file} already exists`, "name another file");
  return new Failure("io", `cannot write ${file}: ${reasonOf(error)}`, { cause: error });
}

/** Locked from now on, until the run ends. */
async function stateOf(path: string, fresh: boolean): Promise<LogFile> {
  const files = await logFiles(STATE);
  if (fresh) rmSync(path, { force: true });
  // A link to nowhere is there, too.
  return lstatSync(path, { throwIfNoEntry: false }) ? files.resume(path) : files.create(path);
}
