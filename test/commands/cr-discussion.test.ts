import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, step, TTY } from "./step.js";

const cli = useTestCli();

const CR = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests";

test("cr close and cr reopen set the status, of several too", async () => {
  await step(cli, "cr close 42", {
    on: TTY,
    err: ["✓ Closed #42 Charge for 60 minutes instead of 75"],
    sent: [`PATCH ${CR}/42 {"status":"archived"}`],
  });
  await step(cli, "cr list -q '.[].number'", { out: ["43", "44"] });
  await step(cli, "cr reopen 42 43", {
    on: TTY,
    err: ["✓ Reopened #42 Charge for 60 minutes instead of 75", "✓ Reopened #43 Torque for the axle screws"],
    sent: [`PATCH ${CR}/42 {"status":"open"}`, `PATCH ${CR}/43 {"status":"open"}`],
  });
  await step(cli, "cr close 42 --json -q .status", { out: ["archived"], err: ["Closed #42"] });
});

test("cr comment is a comment of the change request", async () => {
  await step(cli, 'cr comment 43 --body "Looks good to me."', {
    on: TTY,
    err: ["✓ Commented on #43"],
    sent: [`POST ${CR}/43/comments {"body":{"markdown":"Looks good to me."}}`],
  });
  await step(cli, "comments list --cr 43 --fields body.markdown -L 1", {
    out: ["Looks good to me."],
    err: [expect.stringContaining("there are more items")],
  });
  await step(cli, "cr comment 43 --body -", {
    on: { stdin: "From a pipe" },
    out: expect.arrayContaining(["Status\topen"]),
    err: [expect.stringContaining("Commented on #43 ")],
  });
});

test("cr view --comments shows what was said, oldest first", async () => {
  const one = await cli.run("cr view 42 --comments", TTY);
  expect(one.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${CR}/42`,
    `GET ${CR}/42/comments?limit=100&status=all&order=asc&format=markdown`,
  ]);
  const comments = await cli.json("comments list --cr 42 --status all --order asc --json");
  expect(comments.length).toBeGreaterThan(0);
  for (const [at, { body }] of comments.entries()) {
    expect(one.stdout).toContain(body.markdown.split(" ")[0]);
    expect(one.stdout).toContain(`\nc${at + 1} · `);
  }
  const json = await cli.json("cr view 42 --comments --json");
  expect(json).toMatchObject({ number: 42, comments: 1 });
  expect(json.discussion).toEqual(comments);
  expect(await cli.json("cr view 42 --json")).not.toHaveProperty("discussion");
});

test("no text passes for the head of a comment, no name for markup", async () => {
  const id = (await cli.json("cr comment 44 --body Hello --json")).id;
  const hostile = { postedBy: { displayName: "**Admin** [x](https://evil.example)\n# Boo" }, id, status: "open" };
  const ran = await cli.run("cr view 44 --comments", {
    tty: true,
    width: 100,
    intercept: ({ path }) =>
      path.includes("/44/comments")
        ? {
            status: 200,
            body: { items: [{ ...hostile, body: { markdown: "one\n\nSam · resolved\n\n\u001b[2Jtwo" } }] },
          }
        : undefined,
  });
  expect(ran.stdout).toContain(String.raw`**Admin** [x](https://evil.example)\n# Boo · `);
  expect(ran.stdout).not.toContain("\u001b[2J");
  expect(linesOf(ran.stdout).filter((line) => line.startsWith("Sam"))).toEqual([]);
});

test("more than a hundred comments are told of", async () => {
  const items = Array.from({ length: 101 }, (_, at) => ({ id: `c${at}`, body: { markdown: `Text ${at}` } }));
  const ran = await cli.run("cr view 42 --comments --json", {
    intercept: ({ path }) => (path.includes("/42/comments") ? { status: 200, body: { items } } : undefined),
  });
  expect(JSON.parse(ran.stdout).discussion).toHaveLength(100);
  expect(ran.stderr).toBe("note: the first 100 comments; all: docs comments list --cr 42\n");
});
