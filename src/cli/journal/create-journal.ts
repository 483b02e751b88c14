/** The journal of a run, if one was requested. Without the flags this does nothing and loads nothing. */

import { Failure, usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { hashOf } from "../../shared/values.js";
import type { Globals } from "../argv/globals.js";
import type { Arg } from "../kinds.js";
import type { Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import type { Inputs } from "../targets/command-inputs.js";
import type { Journal } from "./journal.js";
import type { Journaling } from "./no-journal.js";
import type { JournalFiles } from "./types.js";

type Resumed = ReturnType<JournalFiles["resume"]>;

export interface JournalingSetup {
  globals: Pick<Globals, "safety" | "client" | "additions">;
  /** `docs spaces edit` */
  operation: string;
  args: Readonly<Record<string, Arg>> | undefined;
  settings: Pick<Settings, "sandbox" | "baseUrl">;
  runtime: Pick<Runtime, "journals" | "now">;
  out: Pick<Out, "note">;
}

/** Loads the journal's module just before the first target is changed. */
export function createJournaling(setup: JournalingSetup): Journaling {
  const { globals } = setup;
  const { safety } = globals;
  const asked = (safety.journal ?? safety.resume) !== undefined && !safety.dryRun;
  let inputs: Inputs | undefined;
  let journal: Journal | undefined;
  const resume = readOnce(setup.runtime);
  return {
    async recorded() {
      if (safety.resume === undefined) return undefined;
      const { namedIn } = await import("./recorded-targets.js");
      return namedIn((await resume(safety.resume)).text, { operation: setup.operation, origin: originOf(setup) });
    },
    begin(given) {
      refuseFlags(setup, given);
      inputs = given;
    },
    async open(targets) {
      if (!asked || !inputs) return;
      const [{ openJournal }, files] = await Promise.all([import("./journal.js"), setup.runtime.journals()]);
      const known = safety.resume === undefined ? undefined : await resume(safety.resume);
      const input = hashOf({ ...inputs, additions: globals.additions });
      const { operation, runtime, out } = setup;
      const { args, scope } = inputs;
      journal = openJournal(
        {
          journal: safety.journal,
          resume: safety.resume,
          retryUnknown: safety.retryUnknown ?? false,
          files: { ...files, ...(known && { resume: () => known }) },
          now: runtime.now,
          note: (message) => out.note(message),
        },
        { operation, origin: originOf(setup), input, targets, named: { args, scope } },
      );
    },
    run: (place, work) => (journal ? journal.run(place, work) : work(false)),
    settled: (index, settled) => journal?.settled(index, settled),
    watch: (event) => journal?.watch(event),
    callOptions: () => journal?.callOptions() ?? {},
    withNext(error) {
      if (!journal || !(error instanceof Failure)) return error;
      const next =
        safety.resume === undefined
          ? `to continue, run it again with --resume ${shellWord(safety.journal ?? "")} in place of --journal`
          : "to continue, run it again";
      return error.with({ hint: [error.hint, next].filter(Boolean).join("; ") });
    },
  };
}

/** Reads the journal to resume once; it is locked from then on. */
function readOnce({ journals }: JournalingSetup["runtime"]): (path: string) => Promise<Resumed> {
  let found: Promise<Resumed> | undefined;
  return (path) => {
    found ??= journals().then((files) => files.resume(path));
    return found;
  };
}

const originOf = ({ settings }: JournalingSetup): string => (settings.sandbox ? "sandbox" : (settings.baseUrl ?? ""));

function refuseFlags({ globals, args = {} }: JournalingSetup, inputs: Inputs): void {
  const { journal, resume, retryUnknown } = globals.safety;
  const { retryUnsafe } = globals.client;
  if (journal !== undefined && resume !== undefined) {
    throw usage("--journal starts a file and --resume continues one: pass one of them");
  }
  if (retryUnknown && resume === undefined) throw usage("--retry-unknown needs --resume");
  if (retryUnsafe && journal === undefined && resume === undefined && targetCount(args, inputs) > 1) {
    throw usage("--retry-unsafe with several targets needs a journal", "pass --journal <path> as well");
  }
}

function targetCount(args: Readonly<Record<string, Arg>>, inputs: Inputs): number {
  const many = Object.entries(args).find(([, arg]) => "arity" in arg && arg.arity === "many");
  const targets = many && inputs.args[many[0]];
  return Array.isArray(targets) ? targets.length : 1;
}
