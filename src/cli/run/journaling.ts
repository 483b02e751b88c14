/** `--journal` and `--resume`: the log of a run, if one was requested. Without the flags nothing is done, and nothing loaded. */

import type { CommandLog, Place, TargetOutcome, Work } from "../../changes/log/command-log.js";
import type { LogFile, LogFiles, TargetNames } from "../../changes/log/write-log.js";
import { Failure, usage } from "../../errors.js";
import type { ClientEvent, Unsettled } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import { hashOf } from "../../shared/values.js";
import type { Globals } from "../argv/globals.js";
import { type AnyCommand, namesList } from "../command.js";
import type { Arg } from "../kinds.js";
import { type ServiceAddress, serviceOrigin } from "../settings.js";
import type { Inputs } from "../targets/command-inputs.js";

export interface Journaling {
  /** The targets that the resumed run named. @throws Failure usage if its journal does not say */
  recorded(): Promise<TargetNames | undefined>;
  /** Call before the command runs, once its input is known. @throws Failure usage */
  begin(inputs: Inputs): void;
  /** Call before the first of several targets. */
  open(targets: number): Promise<void>;
  run<R>(place: Place, work: Work<R>): Promise<R | undefined>;
  settled(index: number, settled: TargetOutcome): void;
  watch(event: ClientEvent): void;
  callOptions(): Unsettled;
  /** An error that ended the run, with how to continue from the journal. */
  withNext(error: unknown): unknown;
}

export const NO_JOURNAL: Journaling = {
  recorded: async () => undefined,
  begin: () => {},
  open: async () => {},
  run: (_, work) => work(false),
  settled: () => {},
  watch: () => {},
  callOptions: () => ({}),
  withNext: (error) => error,
};

interface JournalingOptions {
  globals: Globals;
  /** `docs spaces edit` */
  operation: string;
  args: Readonly<Record<string, Arg>> | undefined;
  settings: ServiceAddress;
  journals: () => Promise<LogFiles>;
  now: () => number;
  note: (message: string) => void;
}

/** Loads the log's module just before the first target is changed. */
export function createJournaling(setup: JournalingOptions): Journaling {
  const { safety } = setup.globals;
  const origin = serviceOrigin(setup.settings);
  const asked = (safety.journal ?? safety.resume) !== undefined && !safety.dryRun;
  let inputs: Inputs | undefined;
  let log: CommandLog | undefined;
  const resume = readOnce(setup.journals);
  return {
    async recorded() {
      if (safety.resume === undefined) return undefined;
      const { readTargetNames } = await import("../../changes/log/command-log.js");
      return readTargetNames((await resume(safety.resume)).text, { operation: setup.operation, origin });
    },
    begin(given) {
      refuseFlags(setup, given);
      inputs = given;
    },
    async open(targets) {
      if (!asked || !inputs) return;
      const { openCommandLog } = await import("../../changes/log/command-log.js");
      const { journal = "", resume: from } = safety;
      const file = from === undefined ? (await setup.journals()).create(journal) : await resume(from);
      const input = hashOf({ ...inputs, additions: setup.globals.additions });
      const { operation, now, note } = setup;
      const { args, scope } = inputs;
      log = openCommandLog(
        { file, isResumed: from !== undefined, retryUnknown: safety.retryUnknown ?? false, now, note },
        { operation, origin, input, targets, named: { args, scope } },
      );
    },
    run: (place, work) => (log ? log.run(place, work) : work(false)),
    settled: (index, settled) => log?.settled(index, settled),
    watch: (event) => log?.watch(event),
    callOptions: () => log?.callOptions() ?? {},
    withNext(error) {
      if (!log || !(error instanceof Failure)) return error;
      const next =
        safety.resume === undefined
          ? `to continue, run it again with --resume ${shellWord(safety.journal ?? "")} instead of --journal`
          : "to continue, run it again";
      return error.with({ hint: [error.hint, next].filter(Boolean).join("; ") });
    },
  };
}

/** Reads the log to resume once; it is locked from then on. */
function readOnce(journals: () => Promise<LogFiles>): (path: string) => Promise<LogFile> {
  let found: Promise<LogFile> | undefined;
  return (path) => {
    found ??= journals().then((files) => files.resume(path));
    return found;
  };
}

function refuseFlags({ globals, args = {} }: JournalingOptions, inputs: Inputs): void {
  const { journal, resume, retryUnknown } = globals.safety;
  const { retryUnsafe } = globals.client;
  if (journal !== undefined && resume !== undefined) {
    throw usage("--journal starts a file and --resume continues one: pass one of them");
  }
  if (retryUnknown && resume === undefined) throw usage("--retry-unknown needs --resume");
  if (retryUnsafe && journal === undefined && resume === undefined && targetCount(args, inputs) > 1) {
    throw usage("--retry-unsafe with several targets needs a journal", "pass --journal PATH as well");
  }
}

function targetCount(args: Readonly<Record<string, Arg>>, inputs: Inputs): number {
  const many = Object.entries(args).find(([, arg]) => "arity" in arg && arg.arity === "many");
  const targets = many && inputs.args[many[0]];
  return Array.isArray(targets) ? targets.length : 1;
}

/** Without words, the journal names the targets. */
export const isByJournal = (words: readonly string[], { safety }: Globals): boolean =>
  words.length === 0 && safety.resume !== undefined;

export const namesTargetList = (command: AnyCommand, words: readonly string[], globals: Globals): boolean =>
  namesList(command, words) || isByJournal(words, globals);
