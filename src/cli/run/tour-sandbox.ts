/** The tour runs this program again for each step, on data of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../errors.js";
import { ownProgram, runForeground } from "../../system/child-process.js";
import { beforeEnd, holdSignals, softSignal } from "../../system/signals.js";

/** The variables of the person's environment that would lead a step to another service, or change its look. */
const REMOVED_VARIABLES = /^DOCS_(PROFILE|BASE_URL|TOKEN|ORG|SPACE|SITE|SNAPSHOT|PROJECT|PROMPT_DISABLED)$/;

/** A tour under way, in a sandbox of its own. */
interface StartedTour {
  /** Shows the question and waits for a key: Enter, or q. @throws Failure canceled for Ctrl-C and the end of the input */
  key(question: string): Promise<"go" | "quit">;
  /** Runs this program with these arguments; its failure is its own. */
  run(args: readonly string[]): Promise<void>;
  /** Deletes the sandbox. */
  end(): Promise<void>;
}

export function startTour(): StartedTour {
  const folder = mkdtempSync(join(tmpdir(), "docs-tour-"));
  const release = holdSignals();
  const end = (): void => rmSync(folder, { recursive: true, force: true });
  beforeEnd(end);
  const places = ["XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "DOCS_CONFIG_DIR", "HOME"];
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !REMOVED_VARIABLES.test(name))),
    ...Object.fromEntries(places.map((name) => [name, folder])),
    // The output stays on the screen, above the next step.
    DOCS_PAGER: "",
  };
  return {
    key: readKey,
    async run(args) {
      const own = ownProgram();
      await runForeground(own.file, [...own.args, ...args], env);
      if (softSignal.aborted) throw canceledTour();
    },
    async end() {
      end();
      release();
    },
  };
}

const canceledTour = (): Failure => new Failure("canceled", "canceled: the tour's sandbox is deleted");

/** Arrows and the like begin with Esc. */
const OTHER_KEYS = /\u001b[[O][0-9;]*[A-Za-z~]/g;

/** One key press; Enter and space go on, q and Esc quit, the rest is passed over. */
function readKey(question: string): Promise<"go" | "quit"> {
  const { stdin, stderr } = process;
  return new Promise((done, fail) => {
    const settle = (act: () => void, shown: string): void => {
      stdin.off("data", onData).off("end", onEnd);
      softSignal.removeEventListener("abort", onEnd);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write(`${shown}\n`);
      act();
    };
    const onEnd = (): void => settle(() => fail(canceledTour()), "");
    const onData = (data: Buffer): void => {
      const keys = data.toString().replace(OTHER_KEYS, "");
      const [key] = /[qQ\r\n \u0003\u0004\u001b]/.exec(keys) ?? [];
      if (key === undefined) return;
      if (key === "\u0003" || key === "\u0004") onEnd();
      else if (/[qQ\u001b]/.test(key)) settle(() => done("quit"), "q");
      else settle(() => done("go"), "");
    };
    stderr.write(question);
    softSignal.addEventListener("abort", onEnd, { once: true });
    stdin.setRawMode(true);
    stdin.on("data", onData).on("end", onEnd).resume();
  });
}
