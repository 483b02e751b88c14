import { expect, test } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import type { Ran } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const cli = useTestCli();

const NOTHING = "nothing was imported from https://example.com/guide: FETCH_ERROR";

test("content import that imports nothing ends with 5", async () => {
  const line = "content import https://example.com/guide --source website";
  const hint = "the sandbox opens no connections: use a file: address with --source markdown";
  await step(cli, line, { err: [`docs: ${NOTHING}`, `  ${hint}`], code: 5 });
  await step(cli, `${line} --wait`, { err: [`docs: ${NOTHING}`, `  ${hint}`], code: 5 });
  const silent = { revision: "r1", importedResources: 0, totalResources: 0 };
  const intercept = () => ({ status: 201, body: silent });
  await step(cli, `${line} --wait --json`, {
    on: { intercept },
    err: [
      `{"error":{"kind":"refused","message":"nothing was imported from https://example.com/guide: the service gave no reason","hint":"${hint}","outcome":"not_applied"}}`,
    ],
    code: 5,
  });
});

test("content import that imports a part ends with 9, one that may go on with 5", async () => {
  const line = "content import https://example.com/guide --source website --json";
  const answer = (importedResources: number, error?: string) => ({
    intercept: () => ({ status: 201, body: { revision: "r1", importedResources, totalResources: 3, error } }),
  });
  const outcomeOf = ({ stderr }: Ran) => {
    const { kind, message, outcome } = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "").error;
    return { kind, outcome, reason: message.split(": ").at(-1) };
  };
  // A reason does not undo what is in.
  expect(outcomeOf(await cli.run(line, answer(2, "TIMEOUT")))).toEqual({
    kind: "partial",
    outcome: "applied",
    reason: "TIMEOUT",
  });
  expect(outcomeOf(await cli.run(line, answer(0, "TIMEOUT")))).toEqual({
    kind: "refused",
    outcome: "not_applied",
    reason: "TIMEOUT",
  });
  const part = await cli.run(line, answer(2));
  expect(part.code).toBe(9);
  expect(JSON.parse(part.stdout)).toMatchObject({ revision: "r1" });
  expect(JSON.parse(part.stderr.trimEnd().split("\n").at(-1) ?? "").error).toMatchObject({
    kind: "partial",
    message: expect.stringContaining("2 of 3 resources were imported from https://example.com/guide"),
    outcome: "applied",
    imported: 2,
    total: 3,
  });
  expect(await cli.run(line, answer(3))).toMatchObject({
    code: 0,
    stderr: "Imported 3 of 3 resources (revision r1)\n",
  });
  const pending = await cli.run(line, answer(0));
  expect(pending).toMatchObject({ code: 5, stdout: "" });
  expect(JSON.parse(pending.stderr).error).toMatchObject({
    kind: "refused",
    outcome: "unknown",
    hint: expect.stringContaining("--wait"),
  });
});

test("content import --wait waits for what was found and is not in yet", async () => {
  const line = "content import https://example.com/guide --source website --wait --wait-timeout 2 -q .revision";
  const found = { revision: "r1", importedResources: 0, totalResources: 3 };
  const until = (last: string) => {
    let reads = 0;
    return ({ method }: { method: string }) => {
      if (method === "POST") return { status: 201, body: found };
      reads += 1;
      return { status: 200, body: { object: "revision", id: reads > 1 ? last : "r1" } };
    };
  };
  const content = "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content?metadata=false&computed=false";
  const done = await step(cli, line, { on: { intercept: until("r2") }, out: ["r1"], err: [] });
  expect(done.sent.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([content, content]);
  const late = await cli.run(line, { intercept: until("r1") });
  expect(late).toMatchObject({ code: 8, stdout: "" });
  expect(late.stderr).toContain("the import of https://example.com/guide is still 0 of 3 resources after 2 s");
});

test("content import changes the texts of the change request, and nothing else", async () => {
  const line = 'content import "data:text/markdown;name=start.md,# Start" --source markdown --cr 43';
  const { id } = await cli.json("cr view 43");
  // Lists of spaces and people have the counters of the space.
  const own = new RegExp(`/(change-requests(/(43|${id}))?|members/[^/]+/spaces|spaces(/${SAMPLE.space})?)(\\?|$)`);
  expect(await onlyChanged(cli, () => cli.run(line), { answers: own })).toMatchObject({ code: 0 });
});

test("content import", async () => {
  await step(cli, "content import https://example.com/guide --source website --cr 43", {
    err: [`docs: ${NOTHING}`, "  the sandbox opens no connections: use a file: address with --source markdown"],
    code: 5,
    sent: [
      'POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/content/import {"url":"https://example.com/guide","source":"website"}',
    ],
  });
  await step(cli, "content import https://example.com/guide", {
    err: ["docs: --source is required", "  see: docs content import --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "content import https://example.com/guide --source website --dry-run", {
    out: [
      "POST https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/import",
      "{",
      '  "url": "https://example.com/guide",',
      '  "source": "website"',
      "}",
      "",
      "curl -g -X POST -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"url\":\"https://example.com/guide\",\"source\":\"website\"}' 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/import'",
    ],
    sent: [],
  });
  await step(cli, "content import", {
    on: TTY,
    err: ["docs: missing: address to import from", "  see: docs content import --help"],
    code: 2,
  });
});
