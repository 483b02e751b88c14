/** Keys that act at once, and how they leave the terminal. */
import { PassThrough, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readKey } from "../../src/cli/ask/keys.js";
import { createPlainAsk } from "../../src/cli/ask/plain-ask.js";

const KEYS = [
  { key: "n", name: "next", also: ["right"] },
  { key: "m", name: "merge" },
  { key: "q", name: "quit", also: ["escape"] },
];

function terminal() {
  const modes: boolean[] = [];
  const stopped = new AbortController();
  let shown = "";
  const stderr = new Writable({
    write(chunk, _, done) {
      shown += String(chunk);
      done();
    },
  });
  const input = Object.assign(new PassThrough(), {
    isRaw: false,
    setRawMode(mode: boolean) {
      modes.push(mode);
      return input;
    },
  });
  const ask = (width = 60) => readKey(KEYS, { stderr, signal: stopped.signal, width }, input);
  return { input, modes, ask, stopped, stderr, shown: () => shown };
}

/** What is pressed, once the keys are waited for. */
async function press(input: PassThrough, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await new Promise((done) => setImmediate(done));
    input.write(text);
  }
}

test.each([
  ["a key", ["n"], "n"],
  ["a key after others that mean nothing", ["x", "\r", "N", "\u0019", "\u001bq", "m"], "m"],
  ["an arrow", ["\u001b[C"], "n"],
  ["Esc", ["\u001b"], "q"],
])("%s is enough, without Enter", async (_, texts, chosen) => {
  const { input, ask, modes, shown } = terminal();
  const [key] = await Promise.all([ask(), press(input, ...texts)]);
  expect(key).toBe(chosen);
  expect(modes).toEqual([true, false]);
  expect(shown()).toBe(`[n] next [m] merge [q] quit ${KEYS.find((one) => one.key === chosen)?.name}\n`);
  expect(input.listenerCount("keypress") + input.listenerCount("end")).toBe(0);
  expect(input.isPaused()).toBe(true);
});

test.each([
  [27 + 1 + "merge".length, "[n] next [m] merge [q] quit next\n"],
  [27 + "merge".length, "[n] next [m] merge [q] quit\nnext\n"],
])("on %i columns the name of the key is not broken", async (width, lines) => {
  const { input, ask, shown } = terminal();
  await Promise.all([ask(width), press(input, "n")]);
  expect(shown()).toBe(lines);
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("R36 %s cancels and leaves the terminal as it was", async (_, text) => {
  const { input, ask, modes } = terminal();
  const asked = ask();
  await press(input, text);
  await expect(asked).rejects.toMatchObject({ kind: "canceled" });
  expect(modes).toEqual([true, false]);
  expect(input.listenerCount("keypress")).toBe(0);
});

test("R36 so do a signal and the end of the input", async () => {
  const ended = terminal();
  const asked = ended.ask();
  ended.input.end();
  await expect(asked).rejects.toMatchObject({ kind: "canceled" });
  expect(ended.modes).toEqual([true, false]);
  const stopped = terminal();
  const waiting = stopped.ask();
  stopped.stopped.abort();
  await expect(waiting).rejects.toMatchObject({ kind: "canceled" });
  expect(stopped.modes).toEqual([true, false]);
  // After it, nothing is asked any more.
  await expect(stopped.ask()).rejects.toMatchObject({ kind: "canceled" });
  expect(stopped.modes).toEqual([true, false]);
});

test("each key stays beside its label on a narrow terminal", async () => {
  const { input, ask, shown } = terminal();
  await Promise.all([ask(20), press(input, "q")]);
  expect(shown()).toBe("[n] next [m] merge\n[q] quit quit\n");
});

test("plain prompts take the key or its label as text, and redraw nothing", async () => {
  const { input, stderr, stopped, shown } = terminal();
  const plain = createPlainAsk({ stderr, signal: stopped.signal }, input);
  const asked = plain.key(KEYS);
  await press(input, "what\n", "Merge\n");
  expect(await asked).toBe("m");
  expect(shown()).toContain("n next, m merge, q quit\n");
  expect(shown()).toContain("Type one of: n, m, q\n");
  const left = plain.key(KEYS);
  input.end();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
});

describe("a paste in a plain question", () => {
  const asked = async (...pieces: string[]) => {
    const { input, modes, stderr, stopped, shown } = terminal();
    const ask = createPlainAsk({ stderr, signal: stopped.signal }, Object.assign(input, { isTTY: true }));
    const [answer] = await Promise.all([ask.text("Comment"), press(input, ...pieces)]);
    expect(modes).toEqual([true, false]);
    expect(shown().startsWith("\u001b[?2004h")).toBe(true);
    expect(shown().endsWith("\u001b[?2004l")).toBe(true);
    expect(input.listenerCount("data")).toBe(0);
    return answer;
  };

  test.each([
    ["keeps its lines", ["\u001b[200~one\rtwo\r\nthree\n\u001b[201~", "\r"], "one\ntwo\nthree\n"],
    ["is followed by what is typed", ["a ", "\u001b[200~b\rc\u001b[201~", " d", "\r"], "a b\nc d"],
    ["may come in pieces", ["\u001b[20", "0~one\r", "tw", "o\u001b[2", "01~", "\r"], "one\ntwo"],
    ["has a beginning and an end in one piece", ["\u001b[200~x\u001b[201~-\u001b[200~y\rz\u001b[201~\r"], "x-y\nz"],
    ["of one line changes nothing", ["\u001b[200~a ␤ b\u001b[201~", "\r"], "a ␤ b"],
    ["is not what is typed: Enter ends it", ["one\r"], "one"],
  ])("%s", async (_, pieces, text) => {
    expect(await asked(...pieces)).toBe(text);
  });
});

test("a number that is not in the list, and that one line has, picks that line", async () => {
  const { input, stderr, stopped } = terminal();
  const ask = createPlainAsk({ stderr, signal: stopped.signal }, input);
  const all = ["Charge · 42", "Torque · 43", "Notes · 143"].map((name) => ({ name, value: name }));
  const find = async (term: string) => all.filter(({ name }) => name.includes(term));
  const [first] = await Promise.all([ask.pick("Which?", find), press(input, "42\r")]);
  expect(first).toBe("Charge · 42");
  const [marked] = await Promise.all([ask.pick("Which?", find), press(input, "#42\r")]);
  expect(marked).toBe("Charge · 42");
  // Two lines have it: it is a search, and the list is asked again.
  const [second] = await Promise.all([ask.pick("Which?", find), press(input, "43\r", "2\r")]);
  expect(second).toBe("Notes · 143");
});
