import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("more than a hundred comments are told of", async () => {
  const items = Array.from({ length: 101 }, (_, at) => ({ id: `c${at}`, body: { markdown: `Text ${at}` } }));
  const ran = await cli.run("cr view 42 --comments --json", {
    intercept: ({ path }) => (path.includes("/42/comments") ? { status: 200, body: { items } } : undefined),
  });
  expect(JSON.parse(ran.stdout).discussion).toHaveLength(100);
  expect(ran.stderr).toBe("note: the first 100 comments; all: docs comments list --cr 42\n");
});
