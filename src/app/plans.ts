/** Plan files: private and whole, each with its state beside it. */
import { existsSync, lstatSync, rmSync } from "node:fs";
import type { LogFile } from "../changes/log/records.js";
import type { PlanService } from "../cli/services.js";
import { errorCode, Failure, reasonOf, usage } from "../errors.js";
import { redactValue } from "../http/secrets/redact.js";
import { logFiles } from "./files/log-files.js";
import { readDocumentText } from "./files/named-file.js";
import { keepProposed, planHistory } from "./files/plan-history.js";
import { replaceFile, writeNew } from "./files/write-file.js";
import { redact } from "./secrets.js";

interface PlanSetup {
  /** Name and version of this program. */
  maker: string;
  /** Folder of data that must last; undefined: there is no history. */
  dir: string | undefined;
  now: () => number;
}

export function planService({ maker, dir, now }: PlanSetup): PlanService {
  const service: PlanService = {
    maker,
    ...planHistory({ dir, now }),
    peek: async (file) => (existsSync(file) ? readDocumentText(file) : undefined),
    keepProposed: async (plan) => keepProposed({ dir, now }, plan),
    redact: (value) => redactValue(redact, value),
    read: async (file) => readDocumentText(file),
    async write(file, text, { replace = false } = {}) {
      try {
        if (replace) replaceFile(file, text);
        else writeNew(file, text);
      } catch (error) {
        throw cannotWrite(file, error);
      }
    },
    state: async (file, { fresh = false } = {}) => stateOf(`${file}.state`, fresh),
    async rehearse(snapshot) {
      const { openRehearsal } = await import("./client/rehearsal.js");
      return openRehearsal(snapshot);
    },
    async lookInto(snapshot) {
      const { lookInto } = await import("./client/rehearsal.js");
      return lookInto(snapshot);
    },
    async record(setup) {
      const { recordPlan } = await import("./files/plan-record.js");
      return recordPlan(setup, service);
    },
  };
  return service;
}

const STATE = {
  what: "state",
  goOn: "apply the plan again",
  fresh: "look at what was done, then make a new plan",
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
