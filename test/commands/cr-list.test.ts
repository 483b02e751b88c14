import { expect, test } from "vitest";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("a list of spaces of which none can be read fails with the first cause, and stops after five outages", async () => {
  const spaces = Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, title: `Space ${at}` }));
  const failing =
    (status: number) =>
    ({ path }: Sent): Reply =>
      path.includes("/orgs/") ? { status: 200, body: { items: spaces } } : { status, body: {} };
  expect((await cli.run("cr list --all-spaces", { intercept: failing(403) })).code).toBe(4);
  const down = await cli.run("cr list --all-spaces --retries 0", { intercept: failing(500) });
  expect(down.code).toBe(6);
  expect(down.sent.length).toBeLessThan(12);
});
