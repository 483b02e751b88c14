import { expect, test } from "vitest";
import { widthOf } from "../../src/cli/output/text/fit.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

const ORG = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p";

const lists =
  (items: Record<string, object[]>): RunOptions["intercept"] =>
  ({ path }) => {
    const [plain = ""] = path.split("?");
    const name = Object.keys(items).find((end) => plain.endsWith(end));
    return name === undefined ? undefined : { status: 200, body: { items: items[name] } };
  };

test("many spaces: those that were changed last are looked into, the others are told of", async () => {
  const spaces = Array.from({ length: 25 }, (_, at) => ({
    id: `space${at}xxxxxxxxxxxxxx`,
    title: `Space ${at}`,
    changeRequestsOpen: 1,
    changeRequestsDraft: 1,
    comments: 0,
    updatedAt: `2026-01-${String(at + 1).padStart(2, "0")}T00:00:00Z`,
  }));
  const intercept = lists({ [`${ORG}/spaces`]: spaces, "/change-requests": [] });
  const ran = await cli.run("status", { tty: true, width: 80, intercept });
  expect(ran.sent.length).toBeLessThanOrEqual(24);
  const looked = ran.sent.flatMap(({ path }) => /spaces\/(space\d+)x/.exec(path)?.[1] ?? []);
  expect(new Set(looked).size).toBe(10);
  expect(looked).toContain("space24");
  expect(looked).not.toContain("space14");
  expect(ran.stdout).toContain("15 more spaces have open and draft change requests: docs spaces list\n");
});

test.each([60, 80, 120])(
  "hostile texts at %i columns: one line each, nothing for the terminal to act on",
  async (width) => {
    const title = `\u001b[2J\u202eTitle\nof 日本語 ${"long ".repeat(40)}`;
    const intercept = lists({
      [`${ORG}/spaces`]: [{ id: "s1", title, comments: 2, changeRequestsOpen: 1 }],
      "/change-requests": [
        { number: 1, subject: title, status: "open", outdated: true, updatedAt: "\u001b]0;x\u0007" },
      ],
      "/openapi": [{ slug: title, lastProcessErrorCode: title }],
      "/translations": [{ id: title, language: title, status: "\u001b[31mfailed" }],
      "/sites": [{ id: "t1", title, visibility: title }],
    });
    const ran = await cli.run("status", { tty: true, width, intercept });
    const lines = linesOf(ran.stdout);
    expect(lines).toHaveLength(12);
    expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
    expect(ran.stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  },
);

test("spaces without a number of comments are none without comments", async () => {
  const rewrite = (body: unknown) => {
    const { items = [] } = body as { items?: Record<string, unknown>[] };
    for (const item of items) if (item.object === "space") delete item.comments;
    return body;
  };
  const ran = await cli.run("status --json", { rewrite });
  expect([ran.code, JSON.parse(ran.stdout).openComments]).toEqual([9, null]);
  expect(ran.stderr).toContain("8 spaces were answered without a number of comments");
});
