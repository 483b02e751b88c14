/** R33, R57: what the service says in an error is text for people, not for their terminal. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import { type Reply, type RunOptions, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { useOnce } from "../helpers/set-ups.js";
import { HOSTILE, rawCharacters } from "./text.js";

const cli = useOnce(() => testCli());

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };
const TTY: RunOptions = { tty: true, width: 100, color: true, env: { DOCS_PAGER: "", CI: "1" } };
const WORDS = `all is lost ${HOSTILE}`;

const REPLIES: [string, Reply, number][] = [
  ["error.message", { status: 400, body: { error: { code: 400, message: WORDS } } }, 5],
  ["an error text", { status: 403, body: { error: WORDS } }, 4],
  ["message", { status: 409, body: { message: WORDS } }, 5],
  ["errors", { status: 422, body: { errors: [{ message: WORDS }, WORDS] } }, 5],
  ["a page", { status: 500, text: `<html><title>${WORDS}</title>`, headers: { "content-type": "text/html" } }, 6],
  ["plain text", { status: 401, text: WORDS, headers: { "content-type": `text/${HOSTILE}` } }, 4],
  ["a redirect", { status: 302, headers: { location: `https://evil.example/${HOSTILE}` } }, 5],
  ["a good answer that is none", { status: 200, text: WORDS }, 10],
  ["members of the wrong kind", { status: 200, body: { [HOSTILE]: 1, items: { [HOSTILE]: 1 }, object: { a: 1 } } }, 10],
];

/** One of each kind: a list, an item, each class of write, several targets, a raw call. */
const SOME = [
  ...LINES.filter((_, at) => at % 4 === 0),
  { line: "api /v1/orgs/o1" },
  { line: "api -X POST /v1/orgs/o1/teams -f title=x" },
  { line: "teams edit t3QuiTd9yR8G95e1tUaj t3aVFS211n5tKAH88D12 --title New" },
  { line: "teams delete t3QuiTd9yR8G95e1tUaj --yes --must-exist" },
];

describe.each(REPLIES)("R33 R57 %s", (name, reply, code) => {
  const chosen = sampleCases(`hostile errors: ${name}`, SOME, {
    nameOf: ({ line }) => line,
    few: 4,
    rooms: ["src/cli/output", "src/http/answer", "src/shared/text"],
  });
  test.each(chosen)("docs $line", async ({ line }) => {
    for (const [format, options] of [
      ["", TTY],
      ["", {}],
      [" --debug --debug-body", {}],
      [" --json", {}],
      [" --json --debug --debug-body", TTY],
    ] as const) {
      const ran = await cli.run(line + format, { files, intercept: () => reply, ...options });
      expect({
        format,
        stdout: rawCharacters(ran.stdout, { ours: true }),
        stderr: rawCharacters(ran.stderr, { ours: true }),
      }).toEqual({ format, stdout: [], stderr: [] });
      if (reply.status !== 200) expect([code, 6, 7, 9]).toContain(ran.code);
      if (format === " --json" && ran.code !== 0) {
        const said = JSON.parse(ran.stderr.trimEnd().split("\n").at(-1) ?? "");
        expect(said.error.message.length).toBeLessThan(400);
      }
    }
  });
});

describe("R57 things that a failure names", () => {
  const named = (items: unknown[]) => (request: { path: string }) =>
    /\/teams(?:\?|$)/.test(request.path)
      ? { status: 200, body: { items, count: items.length, next: {} } }
      : { status: 404, body: { error: { message: "not here" } } };

  test.each([TTY, {}])("several of one title are told without their escapes", async (options) => {
    const items = ["a", "b"].map((id) => ({ object: "team", id: `${id}${HOSTILE}`, title: "Same" }));
    const ran = await cli.run("teams view Same", { ...options, intercept: named(items) });
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain("\\x1b");
    expect(rawCharacters(ran.stdout + ran.stderr, { ours: true })).toEqual([]);
  });

  test.each([TTY, {}])("what was typed is told without its escapes", async (options) => {
    for (const line of [
      `teams view '${HOSTILE}'`,
      `'${HOSTILE}'`,
      `teams list '--${HOSTILE}'`,
      `teams list -o '${HOSTILE}'`,
    ]) {
      const ran = await cli.run(line, { ...options, intercept: named([]) });
      expect(ran.code).not.toBe(0);
      if (!line.startsWith("teams view")) expect(ran.stderr).toMatch(/\\(?:x1b|u001b)/);
      expect(rawCharacters(ran.stdout + ran.stderr, { ours: true })).toEqual([]);
    }
  });
});

describe("R22 R57 a cursor", () => {
  const cursor = `a&limit=1#/../..?x=${HOSTILE.replace("\ud800", "")}`;
  const reply = (next: unknown): Reply => ({ status: 200, body: { items: [{ object: "team", id: "t1" }], next } });

  test("is sent back as it came, to the same path, and told without its escapes", async () => {
    for (const format of ["", " --json"]) {
      let count = 0;
      const ran = await cli.run(`teams list${format}`, {
        intercept: () => {
          count += 1;
          return count === 1 ? reply({ page: cursor }) : { status: 410, body: { message: WORDS } };
        },
      });
      expect(ran.code).toBe(3);
      expect(rawCharacters(ran.stdout + ran.stderr)).toEqual([]);
      expect(ran.sent.map(({ path }) => path.split("?")[0])).toEqual([
        "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams",
        "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams",
      ]);
      const query = new URLSearchParams(ran.sent[1]?.path.split("?")[1]);
      expect([query.getAll("page"), query.getAll("limit")]).toEqual([[cursor], ["1000"]]);
      if (format !== "") expect(JSON.parse(ran.stderr).error.nextPage).toBe(cursor);
    }
  });

  test("that goes on with --page is quoted for a shell and free of escapes", async () => {
    const evil = `x'; touch /tmp/evil #\u001b[2J`;
    const ran = await cli.run("teams list --limit 1", { ...TTY, intercept: () => reply({ page: evil }) });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toBe(`Teams\nthere are more items: continue with --page 'x'\\''; touch /tmp/evil #\\x1b[2J'\n`);
  });
});
