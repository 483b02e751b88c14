import { describe, expect, it } from "vitest";
import { type Globals, readGlobals } from "../../src/cli/argv/globals.js";
import type { Target } from "../../src/cli/command.js";
import type { Removal } from "../../src/cli/context.js";
import { createCommandOutput } from "../../src/cli/run/command-output.js";
import { NO_JOURNAL } from "../../src/cli/run/journaling.js";
import { removeTargets } from "../../src/cli/run/remove-targets.js";
import { Failure } from "../../src/errors.js";
import { fakeAsk } from "./helpers.js";
import { PIPE, speak, TTY } from "./output/helpers.js";

const ID = "aB3dE6gH9jK2mN5pQ8sT";

const target = (id: string): Target => ({ id, label: id, params: {} as Target["params"] });
const notFound = () => new Failure("not-found", "the service answered 404");

interface Case {
  ids?: string[];
  /** Flags that keep from harm. */
  globals?: Globals["safety"];
  output?: Globals["output"];
  /** Answers of a person; without them nobody can be asked. */
  answers?: boolean[];
  /** Titles of what exists. */
  existing?: Record<string, string>;
  /** 404 in place of 204 for what does not exist. */
  tells?: boolean;
  /** What is not found may be out of sight. */
  hidden?: boolean;
  /** Titles that lists showed. */
  known?: Record<string, string>;
  removal?: Partial<Removal<Target>>;
  /** An earlier run sent it, and the outcome is not known. */
  sentBefore?: boolean;
  /** False: one command puts it back. */
  asks?: boolean;
}

async function run({
  ids = ["a"],
  globals = {},
  output = {},
  answers,
  existing = { a: "Alpha" },
  tells,
  hidden,
  known = {},
  removal,
  sentBefore,
  asks = true,
}: Case) {
  const spoken = speak(answers ? TTY : PIPE);
  const all = { ...readGlobals({}), safety: globals, output };
  const events: string[] = [];
  const asked: string[] = [];
  const failure: unknown = await removeTargets(
    {
      out: createCommandOutput({
        ...{ out: spoken.out, browse: async () => {}, globals: all, endpoints: [] },
        ...(sentBefore && { journaling: { ...NO_JOURNAL, run: (_, work) => work(true) } }),
      }),
      globals: all,
      ask: fakeAsk(answers, asked),
      known: new Map(Object.entries(known)),
      loss: async () => undefined,
      asks,
      unseen: {
        isId: async ({ id }) => id === ID,
        suggest: async () => ({ hint: "did you mean: Alpha (a)", details: { near: [{ id: "a", title: "Alpha" }] } }),
      },
    },
    ids.map(target),
    {
      what: "space",
      read: async ({ id }) => {
        events.push(`read ${id}`);
        const title = existing[id];
        if (title === undefined) throw notFound();
        return { id, title };
      },
      title: (item) => String(item.title),
      send: async ({ id }, options) => {
        events.push(`${options.onlyProve ? "prove" : "send"} ${id}`);
        if (options.onlyProve && hidden) throw new Failure("cannot-tell", `cannot tell whether space ${id} exists`);
        if (tells && existing[id] === undefined) options.onAbsent?.(true);
      },
      ...removal,
    },
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { events, asked, failure, stdout: spoken.stdout(), stderr: spoken.stderr() };
}

describe("R39 before anything is sent", () => {
  it("refuses where nobody can be asked", async () => {
    const { events, failure } = await run({});
    expect(failure).toMatchObject({
      kind: "usage",
      message: "confirmation is required when not running interactively",
      hint: "pass --confirm ID-OR-TITLE, or an id with --yes",
    });
    expect(events).toEqual([]);
  });

  it.each<[string, Case, string]>([
    ["one with its title", {}, 'Delete space "Alpha"?'],
    ["one without a title", { removal: { read: undefined as never } }, "Delete space a?"],
    ["the title only where it says more than the id", { existing: { a: "a" } }, "Delete space a?"],
    ["several", { ids: ["a", "b"], existing: { a: "Alpha", b: "Beta" } }, 'Delete 2 spaces: "Alpha", "Beta"?'],
    [
      "two of one title",
      { ids: ["a", "b", "c"], existing: { a: "Alpha", b: "Alpha", c: "Beta" } },
      'Delete 3 spaces: "Alpha" (a), "Alpha" (b), "Beta"?',
    ],
    ["--ids", { ids: ["a"], output: { ids: true } }, 'Delete space "Alpha" (a)?'],
    [
      "several replies",
      { ids: ["a", "b"], removal: { what: "reply", read: undefined as never } },
      "Delete 2 replies: a, b?",
    ],
    ["what is lost", { removal: { warning: "It is gone." } }, 'Delete space "Alpha"? It is gone.'],
    [
      "another verb",
      { removal: { verb: ["Remove", "Removed"], from: "from team t" } },
      'Remove space "Alpha" from team t?',
    ],
    ["only what is there", { ids: ["a", "gone"] }, 'Delete space "Alpha"?'],
  ])("asks: %s", async (_, given, question) => {
    expect((await run({ answers: [true], ...given })).asked).toEqual([question]);
  });

  it("changes nothing after no", async () => {
    const { events, failure } = await run({ answers: [false] });
    expect(failure).toMatchObject({ kind: "canceled", message: "canceled: nothing was changed" });
    expect(events).toEqual(["read a"]);
  });

  it.each(["a", "Alpha"])("--confirm %s goes on", async (confirm) => {
    expect((await run({ globals: { confirm } })).events).toEqual(["read a", "send a"]);
  });

  it.each(["A", "alpha", "", "b"])("--confirm %j does not", async (confirm) => {
    const { events, failure } = await run({ globals: { confirm } });
    expect(failure).toMatchObject({
      kind: "usage",
      message: `--confirm ${JSON.stringify(confirm)} is neither the id nor the title of space "Alpha" (a)`,
    });
    expect(events).toEqual(["read a"]);
  });

  it("--confirm names one target", async () => {
    const { events, failure } = await run({ ids: ["a", "b"], globals: { confirm: "a" } });
    expect(failure).toMatchObject({ kind: "usage", message: "--confirm names one target: pass --yes for several" });
    expect(events).toEqual([]);
  });

  it("--confirm of another target stops --yes too", async () => {
    const { events, failure } = await run({ globals: { yes: true, confirm: "b" } });
    expect(failure).toMatchObject({ message: '--confirm "b" is neither the id nor the title of space "Alpha" (a)' });
    expect(events).toEqual(["read a"]);
  });

  it("R96 --yes reads, and does not ask", async () => {
    expect(await run({ globals: { yes: true }, answers: [] })).toMatchObject({
      events: ["read a", "send a"],
      asked: [],
    });
  });

  it("ends when the target cannot be read for another reason", async () => {
    const read = () => Promise.reject(new Failure("forbidden", "no"));
    expect(await run({ answers: [true], removal: { read } })).toMatchObject({
      events: [],
      failure: { kind: "forbidden" },
    });
  });
});

describe("R13 what is said afterwards", () => {
  it.each<[string, Case, string]>([
    ["seen before: a fact", { answers: [true] }, '✓ Deleted space "Alpha"\n'],
    ["with --ids", { answers: [true], output: { ids: true } }, '✓ Deleted space "Alpha" (a)\n'],
    ["seen with --yes: a fact", { globals: { yes: true } }, 'Deleted space "Alpha" (a)\n'],
    [
      "not seen, as nothing can read it",
      { globals: { yes: true }, removal: { read: undefined as never } },
      "Sent the deletion of space a; the service does not say whether it existed\n",
    ],
    ["listed before: a fact", { globals: { yes: true }, known: { a: "Alpha" } }, 'Deleted space "Alpha" (a)\n'],
    [
      "seen where it was",
      {
        globals: { yes: true },
        known: { a: "Ada" },
        removal: { what: "member", verb: ["Remove", "Removed"], from: "from team t", place: "in team t" },
      },
      'Removed member "Alpha" (a) from team t\n',
    ],
    [
      "told by 404",
      { globals: { yes: true }, existing: {}, tells: true, removal: { read: undefined as never } },
      "Already absent: space a\n",
    ],
    ["an id", { ids: [ID], globals: { yes: true }, existing: {} }, `Already absent: space ${ID}\n`],
    ["a word", { globals: { yes: true, ifExists: true }, existing: {} }, "Already absent: space a\n"],
  ])("names what was removed, or was gone already: %s", async (_, given, words) => {
    expect(await run(given)).toMatchObject({ failure: undefined, stdout: "", stderr: words });
  });

  it.each<[string, Case]>([
    ["with --yes", { globals: { yes: true } }],
    ["confirmed", { globals: { confirm: "a" } }],
    ["asked for", { answers: [] }],
  ])("R96 a word that names nothing is not found, and nothing is sent: %s", async (_, given) => {
    const ran = await run({ existing: {}, ...given });
    expect(ran.events).toEqual(["read a", "prove a"]);
    expect(ran.failure).toMatchObject({
      ...{ kind: "not-found", message: "space a does not exist", outcome: "not_applied" },
      ...{ hint: "did you mean: Alpha (a)", details: { near: [{ id: "a", title: "Alpha" }] } },
    });
  });

  it("what one command puts back is read, and removed without a question", async () => {
    expect(await run({ asks: false, answers: [] })).toMatchObject({ events: ["read a", "send a"], asked: [] });
    expect((await run({ asks: false, existing: {} })).failure).toMatchObject({ kind: "not-found" });
  });

  it("does not send for what it knows is absent", async () => {
    expect((await run({ ids: [ID], answers: [], existing: {} })).events).toEqual([`read ${ID}`, `prove ${ID}`]);
  });

  it.each<[string, Case]>([
    ["requested", { answers: [true] }],
    ["confirmed", { globals: { confirm: "a" } }],
    ["that must exist", { globals: { yes: true, mustExist: true } }],
  ])("R83 what is out of sight is not called absent: %s", async (_, given) => {
    const ran = await run({ ...given, existing: {}, hidden: true });
    expect(ran).toMatchObject({ failure: { kind: "cannot-tell" }, events: ["read a", "prove a"], stderr: "" });
  });

  it.each<[string, Case]>([
    ["read", { globals: { yes: true, mustExist: true }, existing: {} }],
    [
      "told by 404",
      { globals: { yes: true, mustExist: true }, existing: {}, tells: true, removal: { read: undefined as never } },
    ],
    ["a transfer", { globals: { confirm: "a" }, existing: {}, removal: { columns: [] } }],
  ])("--must-exist: %s", async (_, given) => {
    expect((await run(given)).failure).toMatchObject({ kind: "not-found", message: "space a does not exist" });
  });

  it("--must-exist: what an earlier run asked for and nobody finds any more is done", async () => {
    const given: Case = { globals: { yes: true, mustExist: true }, existing: {}, sentBefore: true };
    expect(await run(given)).toMatchObject({
      failure: undefined,
      events: ["read a", "prove a"],
      stderr: "Deleted space a\n",
    });
  });

  it("goes through several, each with its line", async () => {
    const { events, failure, stderr } = await run({ ids: ["a", "gone"], globals: { yes: true, mustExist: true } });
    expect(events.slice(0, 2)).toEqual(["read a", "read gone"]);
    expect(events.slice(2).sort()).toEqual(["prove gone", "send a"]);
    expect(failure).toMatchObject({ kind: "partial", message: "1 ok, 1 failed, 0 unknown, 0 not started" });
    expect(stderr).toBe(
      'Deleted space "Alpha" (a)\nfailed: gone: space gone does not exist (did you mean: Alpha (a))\n',
    );
  });

  it("shows what a transfer answered", async () => {
    const columns = [{ header: "ID", path: "id" }];
    const given: Case = {
      globals: { yes: true },
      removal: { verb: ["Transfer", "Transferred"], columns, send: async () => ({ id: "a" }) },
    };
    expect(await run(given)).toMatchObject({
      failure: undefined,
      stdout: "ID\ta\n",
      stderr: 'Transferred space "Alpha" (a)\n',
    });
  });
});

it("a dry run neither reads nor asks", async () => {
  expect(await run({ globals: { dryRun: true } })).toMatchObject({ events: ["send a"], asked: [], failure: undefined });
});
