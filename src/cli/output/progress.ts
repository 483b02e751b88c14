import { sanitizeLine } from "../../shared/text/sanitize.js";
import { grouped } from "../../shared/wrap.js";
import type { Signals } from "../runtime.js";
import type { CountedWork, Counter, Progress, Terminal } from "./types.js";

const DELAY = 1000;

interface Spinner {
  text: string;
  /** Wipes its line until it is drawn again. */
  clear(): void;
  stop(): void;
}

interface ProgressOptions {
  terminal: Terminal;
  quiet: boolean;
  stderr: NodeJS.WritableStream;
  now: () => number;
  signals?: Signals | undefined;
  /** Prints a message: its first line, and what belongs to it. */
  print: (lines: readonly string[]) => void;
  /** Injected by tests; default: ora, loaded when the first spinner is due. */
  spin?: (text: string) => Promise<Spinner>;
}

type Line = Pick<Progress, "start" | "stop"> & { clear(): void };

const silent: Line = { start: () => {}, stop: () => {}, clear: () => {} };

/** A spinner on standard error for anything that takes longer than a second. Long work has it for itself until it ends. */
export function createProgress(options: ProgressOptions): Progress {
  const { terminal, quiet, signals, print, now } = options;
  const line = quiet || terminal.accessible || terminal.animate !== true ? silent : createLine(options);
  let counted: string | undefined;
  return {
    start: (text) => counted ?? line.start(text),
    wait: line.start,
    stop: () => (counted === undefined ? line.stop() : line.clear()),
    done: () => counted ?? line.stop(),
    count({ ifStopped, ...work }): Counter {
      const textOf = createCountText(now, terminal.width, work);
      const end = () => {
        counted = undefined;
        line.stop();
      };
      const unlisten =
        ifStopped === undefined || quiet
          ? undefined
          : signals?.tell(() => {
              end();
              print(["docs: stopped", ...ifStopped]);
            });
      return {
        at(done, left) {
          counted = textOf(done, left);
          line.start(counted);
        },
        end() {
          end();
          unlisten?.();
        },
      };
    },
  };
}

function createLine({ terminal, stderr, spin = oraOn(stderr, terminal) }: ProgressOptions): Line {
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
    clear: () => spinner?.clear(),
    stop() {
      turn += 1;
      clearTimeout(timer);
      timer = undefined;
      spinner?.stop();
      spinner = undefined;
    },
  };
}

/** The columns of a spinner in front of its text, and the last column, which some terminals wrap. */
const MARGIN = 3;

/** `Read 445 of about 3,100 requests, 12 a second, about 4 min left`; the rate is left out where that does not fit. */
export function createCountText(
  now: () => number,
  width: number,
  { verb, of = "of about", what }: Omit<CountedWork, "ifStopped">,
): (done: number, left: number | undefined) => string {
  const begun = now();
  return (done, left) => {
    const seconds = (now() - begun) / 1000;
    const rate = seconds < 1 || done === 0 ? undefined : done / seconds;
    const all = left === undefined ? "" : ` ${of} ${grouped(done + left)}`;
    const speed = rate === undefined ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`;
    const rest = rate === undefined || left === undefined ? "" : `, ${duration(left / rate)}`;
    const start = `${verb} ${grouped(done)}${all}${what === undefined ? "" : ` ${what}`}`;
    const whole = `${start}${speed}${rest}`;
    return whole.length > width - MARGIN ? `${start}${rest}` : whole;
  };
}

const duration = (seconds: number): string =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;

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
