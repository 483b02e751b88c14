import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Signals } from "../../src/cli/ends.js";
import { createCountText, createOutput, createProgress } from "../../src/cli/output/output.js";
import type { Terminal } from "../../src/cli/output/types.js";
import { sink, TTY } from "./output/helpers.js";

const ANIMATED: Terminal = { ...TTY, animate: true };

function watched(terminal = ANIMATED, quiet = false) {
  const log: string[] = [];
  const spin = async (text: string) => {
    log.push(`start ${text}`);
    return {
      set text(value: string) {
        log.push(`text ${value}`);
      },
      clear: () => void log.push("clear"),
      stop: () => void log.push("stop"),
    };
  };
  const listening: (() => void)[] = [];
  const signals = {
    tell(say: () => void) {
      listening.push(say);
      return () => void listening.splice(listening.indexOf(say), 1);
    },
  } as Signals; // Nothing else of it is asked for.
  const print = (lines: readonly string[]) => void log.push(...lines);
  const progress = createProgress({ terminal, quiet, stderr: sink(), spin, now: () => 0, signals, print });
  return { log, progress, listening };
}

/** As much of a terminal as a spinner needs. */
function terminalSink() {
  const stream = sink();
  return Object.assign(stream, {
    isTTY: true,
    columns: 80,
    cursorTo: () => true,
    moveCursor: () => true,
    clearLine: () => stream.write("<wiped>"),
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("progress", () => {
  it("shows nothing for what takes less than a second", async () => {
    const { log, progress } = watched();
    progress.start("Fetching");
    await vi.advanceTimersByTimeAsync(999);
    progress.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(log).toEqual([]);
  });

  it("shows a spinner after a second, with the newest text, and takes it away", async () => {
    const { log, progress } = watched();
    progress.start("one");
    progress.start("two\u001b\nlines");
    await vi.advanceTimersByTimeAsync(1000);
    expect(log).toEqual(["start two\\x1b\\nlines", "text two\\x1b\\nlines"]);
    progress.start("three");
    progress.stop();
    progress.stop();
    expect(log.slice(2)).toEqual(["text three", "stop"]);
  });

  it("never shows a spinner that was stopped while it was loaded", async () => {
    const log: string[] = [];
    let loaded: ((spinner: { text: string; clear(): void; stop(): void }) => void) | undefined;
    const progress = createProgress({
      terminal: ANIMATED,
      quiet: false,
      stderr: sink(),
      now: () => 0,
      print: () => {},
      spin: () =>
        new Promise((resolve) => {
          loaded = resolve;
        }),
    });
    progress.start("slow");
    await vi.advanceTimersByTimeAsync(1000);
    progress.stop();
    loaded?.({ text: "", clear: () => {}, stop: () => void log.push("stop") });
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(["stop"]);
  });

  it.each([
    ["--quiet", ANIMATED, true],
    ["no terminal, or CI", TTY, false],
    ["accessible output", { ...ANIMATED, accessible: true }, false],
  ])("R38 shows nothing with %s", async (_name, terminal, quiet) => {
    const { log, progress } = watched(terminal, quiet);
    progress.start("Fetching");
    await vi.advanceTimersByTimeAsync(5000);
    expect(log).toEqual([]);
  });

  it("R38 draws on standard error and is gone before words and data are written", async () => {
    const [stdout, stderr] = [sink(), terminalSink()];
    const out = createOutput({ terminal: ANIMATED, stdout, stderr, options: { quiet: false, now: () => 0 } });
    out.progress.start("Working");
    // Its timers are those that the test moves; what draws is loaded first.
    await vi.waitFor(() => expect(stderr.text()).toContain("Working"), 30_000);
    expect(stdout.text()).toBe("");
    await out.text("data");
    const drawn = stderr.text();
    // The line is wiped and the cursor is back.
    expect(drawn.endsWith("<wiped>\u001b[?25h")).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(stderr.text()).toBe(drawn);
    expect(stdout.text()).toBe("data\n");
  });
});

describe("long work", () => {
  it.each([
    [400, 80, [5, 3_095], "Read 5 of about 3,100 requests"],
    [2_000, 80, [0, 3_100], "Read 0 of about 3,100 requests"],
    [10_000, 80, [1_000, 1_100], "Read 1,000 of about 2,100 requests, 100 a second, about 11 s left"],
    [60_000, 80, [60, 600], "Read 60 of about 660 requests, 1.0 a second, about 10 min left"],
    [60_000, 60, [60, 600], "Read 60 of about 660 requests, about 10 min left"],
    [60_000, 80, [1_234], "Read 1,234 requests, 21 a second"],
  ] as const)("after %i ms in %i columns of %j", (passed, width, [done, left], text) => {
    let time = 1_000;
    const textOf = createCountText(() => time, width, { verb: "Read", what: "requests" });
    time += passed;
    expect(textOf(done, left)).toBe(text);
  });

  it("says what is known exactly, and of what, if that is not named before", () => {
    const now = () => 0;
    expect(createCountText(now, 80, { verb: "Checking:", of: "of", what: "addresses" })(1, 1_999)).toBe(
      "Checking: 1 of 2,000 addresses",
    );
    expect(createCountText(now, 80, { verb: "Finished", of: "of" })(1, 1_999)).toBe("Finished 1 of 2,000");
  });

  it("has its line until it ends: single requests do not show, a wait does, and messages leave it", async () => {
    const { log, progress } = watched();
    const counter = progress.count({ verb: "Applied", of: "of", what: "steps" });
    counter.at(1, 9);
    await vi.advanceTimersByTimeAsync(1000);
    progress.start("Delete a team…");
    progress.done();
    progress.stop();
    progress.wait("429, waiting 3 s");
    counter.at(2, 8);
    counter.end();
    progress.start("Delete a team…");
    expect(log).toEqual([
      ...["start Applied 1 of 10 steps", "text Applied 1 of 10 steps", "clear"],
      ...["text 429, waiting 3 s", "text Applied 2 of 10 steps", "stop"],
    ]);
  });

  it("says what Ctrl-C leaves, also where no spinner is shown, until it ends", () => {
    const { log, progress, listening } = watched(TTY);
    const work = { verb: "Read", what: "requests", ifStopped: ["nothing was kept", "to begin again: docs checks run"] };
    progress.count(work).end();
    expect(listening).toEqual([]);
    progress.count(work).at(1, 2);
    for (const say of listening) say();
    expect(log).toEqual(["docs: stopped", "nothing was kept", "to begin again: docs checks run"]);
    const quiet = watched(ANIMATED, true);
    quiet.progress.count(work);
    expect(quiet.listening).toEqual([]);
  });
});
