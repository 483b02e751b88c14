import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("the fix of a finding in a page opens the page", async () => {
  const rows: { status: string; fix: string }[] = JSON.parse((await cli.run("checks run links-broken --json")).stdout);
  const fixes = rows.filter(({ status }) => status === "fail").map(({ fix }) => fix);
  expect(fixes.length).toBeGreaterThan(1);
  for (const fix of fixes.slice(0, 2)) {
    expect(fix).toMatch(/^docs pages view \w+ --space \w+ --web$/);
    const ran = await cli.run(fix.replace(/^docs /, ""));
    expect([ran.code, ran.opened]).toEqual([0, [expect.stringMatching(/^https:\/\/docs\.sandbox\.invalid\/o\//)]]);
  }
});
