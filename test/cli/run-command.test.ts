/** A command from its words to its end, against a client that answers from a table. */

import { describe, expect, it } from "vitest";
import { readGlobals } from "../../src/cli/argv/globals.js";
import type { Ends } from "../../src/cli/ends.js";
import { createMessages } from "../../src/cli/output/stream.js";
import type { Terminal } from "../../src/cli/output/types.js";
import { runParsed } from "../../src/cli/run/run-command.js";
import type { Settings } from "../../src/cli/settings.js";
import { createClient } from "../../src/http/client.js";
import type { ClientEvent } from "../../src/http/types.js";
import { parse } from "./helpers.js";
import { NOW, PIPE, sink, TTY } from "./output/helpers.js";

interface World {
  answers?: Record<string, unknown>;
  events?: ClientEvent[];
  terminal?: Terminal;
  env?: Record<string, string>;
  settings?: Partial<Settings>;
}

const never = () => {
  throw new Error("not part of this test");
};

async function run(line: string, { answers = {}, events = [], terminal = PIPE, env = {}, settings }: World = {}) {
  const parsed = await parse(line);
  if (parsed.type !== "command") throw new Error(`${line} is no command`);
  const [stdout, stderr, sent, opened] = [sink(), sink(), [] as string[], [] as string[]];
  const messages = createMessages(stderr);
  const ends: Ends = {
    env,
    terminal,
    stdout,
    stderr,
    messages,
    signal: new AbortController().signal,
    now: () => NOW,
    sleep: async () => {},
    settings: async () => ({
      profile: "default",
      sandbox: false,
      output: undefined,
      baseUrl: "https://api.example.com",
      org: "o1",
      space: "s1",
      site: "t1",
      me: undefined,
      ...settings,
    }),
    client: async (_, observers) => {
      for (const event of events) for (const observe of observers) observe(event);
      return createClient({
        baseUrl: "https://api.example.com",
        token: () => "token",
        observers,
        transport: async ({ method, url }) => {
          const { pathname } = new URL(url);
          sent.push(`${method} ${pathname}`);
          const answer = answers[pathname];
          const body = new TextEncoder().encode(JSON.stringify(answer ?? { error: { message: "not here" } }));
          const headers = { "content-type": "application/json", "content-length": String(body.length) };
          return { status: answer === undefined ? 404 : 200, headers, body };
        },
      });
    },
    checkExternal: async () => new Map(),
    download: never,
    profiles: never as unknown as Ends["profiles"],
    sandbox: never as unknown as Ends["sandbox"],
    serveTools: never,
    files: { read: async () => "", document: async () => "", output: never },
    browse: async (url) => void opened.push(url),
    records: { dir: undefined, now: () => NOW, print: never, snapshots: { rehearse: never, openWithoutCopy: never } },
  };
  ends.profiles = () => ({}) as ReturnType<Ends["profiles"]>;
  ends.sandbox = () => ({}) as ReturnType<Ends["sandbox"]>;
  const failure: unknown = await runParsed(parsed, readGlobals(parsed.globals), ends).then(
    () => undefined,
    (error: unknown) => error,
  );
  messages.release();
  return { stdout: stdout.text(), stderr: stderr.text(), sent, opened, failure };
}

const CR = "/v1/spaces/s1/change-requests";
const cr = (id: string) => ({ id, number: 42, subject: "S", urls: { app: `https://app.example.com/cr/${id}` } });
const answers = { [`${CR}/a`]: cr("a"), [`${CR}/b`]: cr("b"), [CR]: { items: [cr("a")] } };

describe("the page of a thing", () => {
  it.each<[string, string]>([
    ["cr view a --url", "https://app.example.com/cr/a\n"],
    ["cr view a b --url", "https://app.example.com/cr/a\nhttps://app.example.com/cr/b\n"],
    ["cr view a --url --json", '{"url":"https://app.example.com/cr/a"}\n'],
    ["cr view a --url -o jsonl", '{"url":"https://app.example.com/cr/a"}\n'],
    ["cr view a --url -o yaml", "url: https://app.example.com/cr/a\n"],
    [
      "cr view a b --url --json",
      '[{"target":"a","url":"https://app.example.com/cr/a"},{"target":"b","url":"https://app.example.com/cr/b"}]\n',
    ],
    ["cr view a b --url -o tsv", "https://app.example.com/cr/a\nhttps://app.example.com/cr/b\n"],
    ["cr view a --url -q .url", "https://app.example.com/cr/a\n"],
  ])("docs %s", async (line, stdout) => {
    expect(await run(line, { answers })).toMatchObject({ failure: undefined, stdout, opened: [] });
  });

  it("--web opens it and says so", async () => {
    expect(await run("cr view a --web", { answers })).toMatchObject({
      stdout: "",
      stderr: "Opening https://app.example.com/cr/a in the browser\n",
      opened: ["https://app.example.com/cr/a"],
    });
  });

  it("may not exist", async () => {
    const { failure } = await run("cr view a --url", { answers: { [`${CR}/a`]: { id: "a" } } });
    expect(failure).toMatchObject({ kind: "not-found", message: "a has no page in the app" });
  });
});

describe("the format that a profile asks for", () => {
  const listed = async (line: string, output: Settings["output"], terminal = PIPE) =>
    (await run(line, { answers, settings: { output }, terminal })).stdout;

  it("is used where none is typed", async () => {
    expect(await listed("cr list", "csv")).toMatch(/^number,subject,/);
    expect(await listed("cr list --json", "csv")).toBe(`[${JSON.stringify(cr("a"))}]\n`);
    expect(await listed("cr list -o jsonl", "csv")).toBe(`${JSON.stringify(cr("a"))}\n`);
    expect(await listed("cr list -q .[].id", "csv")).toBe("a\n");
  });

  it("never draws a table into a pipe", async () => {
    expect(await listed("cr list", "table")).toBe(await listed("cr list", undefined));
    expect(await listed("cr list", "table", TTY)).toMatch(/NUMBER/);
  });
});

describe("R38 nobody is asked", () => {
  it.each<[string, World]>([
    ["spaces delete x", {}],
    ["spaces delete x --no-input", { terminal: TTY }],
    ["spaces delete x", { terminal: TTY, env: { CI: "true" } }],
    ["spaces delete x", { terminal: TTY, env: { DOCS_PROMPT_DISABLED: "1" } }],
    ["spaces delete x", { terminal: { ...TTY, stdinIsTTY: false } }],
    ["spaces delete x", { terminal: { ...TTY, stderrIsTTY: false } }],
    ["comments create --space sX7tR2mQ9vLk4Zb8NcWd", { terminal: TTY, env: { CI: "1" } }],
    ["cr merge", {}],
    ["cr list", { settings: { space: undefined } }],
  ])("docs %s, %o", async (line, world) => {
    expect(await run(line, world)).toMatchObject({ failure: { kind: "usage" }, sent: [], stdout: "" });
  });
});

describe("words of the client", () => {
  const events: ClientEvent[] = [
    { type: "note", message: "the answer was lost (reset), but the service shows the change" },
    { type: "note", message: "the service counts 3", debug: true },
    { type: "wait", method: "GET", path: CR, ms: 4999, why: "429", count: 1, of: 10 },
    { type: "wait", method: "GET", path: CR, ms: 12_000, why: "429", count: 2, of: 10 },
  ];

  it("R11, R15 tells notes, and waits that are long", async () => {
    expect((await run("cr list", { answers, events })).stderr).toBe(
      `note: the answer was lost (reset), but the service shows the change\ndocs: 429, waiting 12 s (2 of 10), GET ${CR}\n`,
    );
  });

  it("R15 is silent with --quiet", async () => {
    expect((await run("cr list --quiet", { answers, events })).stderr).toBe("");
  });

  it.each<[string, Record<string, string>]>([
    ["cr list --debug", {}],
    ["cr list", { DOCS_DEBUG: "1" }],
  ])("%s tells all, %o", async (line, env) => {
    const { stderr } = await run(line, { answers, events, env });
    expect(stderr).toContain("- the service counts 3\n");
    expect(stderr).toContain(`> GET ${CR} 0 bytes\n`);
    expect(stderr).toMatch(/^< 200 GET \S+ \d+ bytes in \d+ ms$/m);
  });

  it.each(["0", "false", ""])("DOCS_DEBUG=%s is off", async (value) => {
    expect((await run("cr list", { answers, env: { DOCS_DEBUG: value } })).stderr).toBe("");
  });
});

describe("formats", () => {
  it.each<[string, string]>([
    ["cr list", '[{"id":"a"}]\n'],
    ["cr list -o tsv", "a\n"],
    ["cr list -q '.[].id'", "a\n"],
  ])("the profile asks for JSON: docs %s", async (line, stdout) => {
    const list = { [CR]: { items: [{ id: "a" }] } };
    const ran = await run(`${line} ${line.includes("-q") ? "" : "--fields id"}`, {
      answers: list,
      settings: { output: "json" },
    });
    expect(ran).toMatchObject({ failure: undefined, stdout });
  });

  it("a filter gets JSON where the profile asks for a table", async () => {
    const list = { [CR]: { items: [{ id: "a" }] } };
    const ran = await run("cr list -q '.[].id'", { answers: list, settings: { output: "table" } });
    expect(ran).toMatchObject({ failure: undefined, stdout: "a\n" });
  });

  it("a dry run as JSON holds the request and its curl", async () => {
    const ran = await run("cr edit 42 --subject T --dry-run --json", { answers });
    expect(ran.failure).toBeUndefined();
    expect(ran.sent.every((request) => request.startsWith("GET "))).toBe(true);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      method: "PATCH",
      url: `https://api.example.com${CR}/42`,
      body: { subject: "T" },
      curl: expect.stringContaining("$DOCS_TOKEN"),
    });
  });

  it("a dry run of several prints each, and sends none", async () => {
    const ran = await run("comments delete m1 m2 --dry-run", {});
    expect(ran.failure).toBeUndefined();
    expect(ran.sent.every((request) => request.startsWith("GET "))).toBe(true);
    expect(ran.stdout.match(/^DELETE .*$/gm)).toEqual([
      "DELETE https://api.example.com/v1/spaces/s1/comments/m1",
      "DELETE https://api.example.com/v1/spaces/s1/comments/m2",
    ]);
  });
});

it("names the list to look in when something is not there", async () => {
  expect((await run("comments view x --cr 42", {})).failure).toMatchObject({
    kind: "not-found",
    hint: expect.stringContaining("docs comments list --cr 42"),
  });
});
