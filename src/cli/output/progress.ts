import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Progress, Terminal } from "./types.js";

const DELAY = 1000;

interface Spinner {
  text: string;
  stop(): void;
}

interface ProgressOptions {
  terminal: Terminal;
  quiet: boolean;
  stderr: NodeJS.WritableStream;
  /** Injected by tests; default: ora, loaded when the first spinner is due. */
  spin?: (text: string) => Promise<Spinner>;
}

const silent: Progress = { start: () => {}, stop: () => {} };

/** A spinner on standard error for anything that takes longer than a second. */
export function createProgress({ terminal, quiet, stderr, spin = oraOn(stderr, terminal) }: ProgressOptions): Progress {
  if (quiet || terminal.accessible || terminal.animate !== true) return silent;
  let timer: NodeJS.Timeout | undefined;
  let spinner: Spinner | undefined;
  let current = "";
  // Counts starts and stops, so that a spinner that loads too late is never shown.
  let turn = 0;
  const show = async (asked: number): Promise<void> => {
    const made = await spin(current);
    if (asked !== turn) return made.stop();
    made.text = current;
    spinner = made;
  };
  return {
    start(text) {
      current = sanitizeLine(text);
      if (spinner !== undefined) spinner.text = current;
      if (timer !== undefined || spinner !== undefined) return;
      turn += 1;
      const asked = turn;
      timer = setTimeout(() => {
        // Failing to show a spinner must not end the work it would announce.
        show(asked).catch(() => {});
      }, DELAY);
      // A pending spinner should not keep the process alive.
      timer.unref();
    },
    stop() {
      turn += 1;
      clearTimeout(timer);
      timer = undefined;
      spinner?.stop();
      spinner = undefined;
    },
  };
}

function oraOn(stream: NodeJS.WritableStream, terminal: Terminal): (text: string) => Promise<Spinner> {
  return async (text) => {
    const { default: ora } = await import("ora");
    const color = terminal.colorStderr ?? terminal.color;
    // discardStdin would take over the keyboard, which prompts and Ctrl-C need.
    const frames = terminal.ascii ? ({ spinner: "line" } as const) : {};
    return ora({
      ...frames,
      text,
      stream,
      isEnabled: true,
      discardStdin: false,
      color: color ? "cyan" : false,
    }).start();
  };
}
