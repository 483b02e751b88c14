import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOutput } from "../../src/cli/output/output.js";
import { createProgress } from "../../src/cli/output/progress.js";
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
      stop: () => void log.push("stop"),
    };
  };
  return { log, progress: createProgress({ terminal, quiet, stderr: sink(), spin }) };
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
    let loaded: ((spinner: { text: string; stop(): void }) => void) | undefined;
    const progress = createProgress({
      terminal: ANIMATED,
      quiet: false,
      stderr: sink(),
      spin: () =>
        new Promise((resolve) => {
          loaded = resolve;
        }),
    });
    progress.start("slow");
    await vi.advanceTimersByTimeAsync(1000);
    progress.stop();
    loaded?.({ text: "", stop: () => void log.push("stop") });
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
