import { describe, expect, it } from "vitest";
import { createCompletedWrites } from "../../src/cli/run/command-output.js";
import { debugLine, waitLine } from "../../src/cli/run/context.js";
import { EXIT_MEANINGS, exitCodeOf, inSandbox, reportFailure } from "../../src/cli/run/failure-report.js";
import { Failure, type FailureKind } from "../../src/errors.js";
import { SIGNAL_CODES } from "../../src/system/signals.js";

const CODES: Record<FailureKind, number> = {
  config: 1,
  io: 1,
  usage: 2,
  "invalid-input": 2,
  "not-found": 3,
  "not-in-snapshot": 3,
  "no-token": 4,
  unauthorized: 4,
  forbidden: 4,
  refused: 5,
  redirect: 5,
  conflict: 5,
  network: 6,
  tls: 6,
  timeout: 6,
  service: 6,
  "unknown-outcome": 7,
  "rate-limited": 8,
  "wait-failed": 8,
  "after-write": 1,
  "wait-timeout": 8,
  partial: 9,
  "cannot-tell": 9,
  findings: 11,
  "invalid-answer": 10,
  "too-large": 10,
  canceled: 130,
};

describe("exit codes", () => {
  it.each(Object.entries(CODES))("%s ends with %i", (kind, code) => {
    expect(exitCodeOf(new Failure(kind as FailureKind, "x"))).toBe(code);
  });

  it("are explained", () => {
    expect(EXIT_MEANINGS.map(([code]) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "129, 130, 141, 143"]);
    expect(SIGNAL_CODES).toEqual({ SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 });
  });

  it.each([new TypeError("x"), "x", undefined, null])("anything else is a bug: %o", (error) => {
    expect(exitCodeOf(error)).toBe(1);
  });
});

describe("R80 a failure after a write", () => {
  const FIRST = "Create a thing";
  const afterWrite = (error: unknown, first: string | undefined, ...shown: string[]) => {
    const said: string[] = [];
    const say = (how: string) => (message: unknown) => void said.push(`${how}: ${message}`);
    const completed = createCompletedWrites();
    for (const target of ["a", "b"].slice(0, shown.length)) {
      completed.add(target, `Created ${target}`);
      if (shown.includes(`${target} is shown`)) completed.markShown(target);
    }
    const out = { done: say("done"), complain: say("complain"), failed: say("failed") };
    return { ended: completed.after(error, first, out), said };
  };
  // The keys of a constant object.
  const kinds = (Object.keys(CODES) as FailureKind[]).filter((kind) => kind !== "partial" && kind !== "canceled");

  it.each(kinds)("of kind %s tells what was done, and promises no more that nothing was", (kind) => {
    const error = new Failure(kind, "no", { hint: "h", status: 500, details: { a: 1 } });
    const { ended, said } = afterWrite(error, FIRST);
    expect(said).toEqual([`failed: Done: ${FIRST}`]);
    expect(ended).toMatchObject({
      ...{ kind: kind === "io" ? "io" : "after-write", message: "no", hint: "h", status: 500, outcome: "applied" },
      details: { a: 1, done: [`Done: ${FIRST}`] },
      cause: error,
    });
  });

  it.each<[string, unknown, string[]]>([
    ["canceled", new Failure("canceled", "canceled"), [`complain: Done: ${FIRST}`]],
    ["a bug", new TypeError("x"), [`done: Done: ${FIRST}`]],
    ["one that tells how far it came", new Failure("partial", "no"), []],
    ["one of a known outcome", new Failure("refused", "no", { outcome: "not_applied" }), []],
  ])("that is %s stays what it is", (_, error, expected) => {
    const { ended, said } = afterWrite(error, FIRST);
    expect(ended).toBe(error);
    expect(said).toEqual(expected);
  });

  it("tells each thing that was done once, by its own words", () => {
    const told = (...shown: string[]) => afterWrite(new Failure("usage", "no"), FIRST, ...shown).said;
    expect(told("a", "b")).toEqual(["failed: Created a", "failed: Created b"]);
    expect(told("a is shown", "b")).toEqual(["failed: Created b"]);
    expect(told("a is shown", "b is shown")).toEqual([]);
  });

  it("is any other where no write was confirmed", () => {
    const error = new Failure("usage", "no");
    expect(afterWrite(error, undefined)).toEqual({ ended: error, said: [] });
  });
});

describe("for people", () => {
  it.each<[string, unknown, string]>([
    ["a message", new Failure("usage", "no"), "docs: no\n"],
    ["with the next step", new Failure("usage", "no", { hint: "see: docs --help" }), "docs: no\n  see: docs --help\n"],
    [
      "the next step of its kind",
      new Failure("network", "a.example: no such host"),
      "docs: a.example: no such host\n  check the network, the proxy settings and the base URL\n",
    ],
    ["a step of its own goes first", new Failure("tls", "bad", { hint: "h" }), "docs: bad\n  h\n"],
    ["several lines", new Failure("usage", ["two", "a\nb", "c"], { hint: "h" }), "docs: two\n  a\\nb\n  c\n  h\n"],
    ["canceled", new Failure("canceled", "canceled"), "canceled\n"],
    [
      "canceled with something to look at",
      new Failure("canceled", "canceled", { hint: "see: docs cr list" }),
      "docs: canceled\n  see: docs cr list\n",
    ],
    [
      "a bug",
      new TypeError("x is not a function"),
      "docs: unexpected error: TypeError: x is not a function\n  this is a bug: run again with --debug and report it\n",
    ],
    [
      "no error at all",
      "text",
      "docs: unexpected error: text\n  this is a bug: run again with --debug and report it\n",
    ],
    [
      "R57 hostile text",
      new Failure("refused", "a\u001b[31mb\r\u202ec\tI", { hint: "\u0007x\ny\u009b" }),
      "docs: a\\x1b[31mb\\x0d\\u202ec\\tI\n  \\x07x\\ny\\x9b\n",
    ],
  ])("prints %s as text", (_, error, text) => {
    expect(reportFailure(error, false)).toBe(text);
  });
});

describe("in the sandbox", () => {
  const nouns = [{ name: "cr" }, { name: "pages" }, { name: "auth" }, { name: "profiles" }];

  it.each([
    ["see: docs cr list", "see: docs --sandbox cr list"],
    [
      "docs cr view 42, docs cr diff 42 or docs pages list",
      "docs --sandbox cr view 42, docs --sandbox cr diff 42 or docs --sandbox pages list",
    ],
    ["in the app: docs pages view X --web", "in the app: docs --sandbox pages view X --url"],
    ["docs --sandbox cr list", "docs --sandbox cr list"],
    ["docs auth status shows it", "docs --sandbox auth status shows it"],
    ["log in: docs auth login, docs profiles list", "log in: docs auth login, docs profiles list"],
    ["docs credits, ./docs cr, docs", "docs credits, ./docs cr, docs"],
  ])("%s is suggested as %s", (hint, shown) => {
    expect(inSandbox(new Failure("usage", ["no docs cr", hint], { hint }), nouns)).toMatchObject({
      lines: ["no docs cr", shown],
      hint: shown,
    });
  });

  it("leaves bugs, and failures without a next step", () => {
    const bug = new TypeError("docs cr list");
    expect(inSandbox(bug, nouns)).toBe(bug);
    expect(inSandbox(new Failure("usage", "no"), nouns)).toMatchObject({ hint: undefined });
  });
});

describe("for programs", () => {
  it.each<[string, unknown, string]>([
    ["a message", new Failure("usage", "no"), '{"error":{"kind":"usage","message":"no"}}\n'],
    [
      "everything that is known",
      new Failure("unknown-outcome", "m", {
        hint: "h",
        status: 502,
        outcome: "unknown",
        details: { itemsPrinted: 3, nextPage: "c" },
      }),
      '{"error":{"kind":"unknown-outcome","message":"m","hint":"h","status":502,"outcome":"unknown","itemsPrinted":3,"nextPage":"c"}}\n',
    ],
    [
      "a bug",
      new RangeError("x"),
      '{"error":{"kind":"unexpected","message":"unexpected error: RangeError: x","hint":"this is a bug: run again with --debug and report it"}}\n',
    ],
    [
      "R57 hostile text, lossless",
      new Failure("refused", "a\u001b\u009b\u202e\u2028"),
      '{"error":{"kind":"refused","message":"a\\u001b\\u009b\\u202e\\u2028"}}\n',
    ],
  ])("prints %s as JSON", (_, error, text) => {
    expect(reportFailure(error, true)).toBe(text);
  });

  it("has the messages that were held, after a bug as well", () => {
    expect(JSON.parse(reportFailure(new Failure("usage", "no"), true, ["a\nb"])).error.notes).toEqual(["a\nb"]);
    expect(JSON.parse(reportFailure(new RangeError("x"), true, ["a"])).error).toMatchObject({
      kind: "unexpected",
      notes: ["a"],
    });
  });
});

describe("lines of --debug", () => {
  const GET = { method: "GET", path: "/v1/orgs" };

  it.each<[Parameters<typeof debugLine>[0], string]>([
    [{ type: "request", ...GET, attempt: 1, bytes: 0 }, "> GET /v1/orgs 0 bytes"],
    [{ type: "request", ...GET, attempt: 2, bytes: 10 }, "> GET /v1/orgs (attempt 2) 10 bytes"],
    [{ type: "response", ...GET, status: 200, ms: 12.4, bytes: 99 }, "< 200 GET /v1/orgs 99 bytes in 12 ms"],
    [{ type: "failure", ...GET, message: "reset", ms: 1000.6 }, "! GET /v1/orgs: reset after 1001 ms"],
    [{ type: "wait", ...GET, ms: 250, why: "503", count: 1, of: 3 }, "~ 503, waiting 250 ms (1 of 3), GET /v1/orgs"],
    [{ type: "note", message: "hm" }, "- hm"],
  ])("say in words what happened: %o", (event, line) => {
    expect(debugLine(event)).toBe(line);
  });

  it("R15 a wait names why, how long, which and where", () => {
    const event = {
      type: "wait",
      method: "GET",
      path: "/v1/orgs/o",
      ms: 12_000,
      why: "429",
      count: 2,
      of: 10,
    } as const;
    expect(waitLine(event)).toBe("429, waiting 12 s (2 of 10), GET /v1/orgs/o");
  });
});
