import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/plans/types.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { closeAll } from "../../src/wiring/closing.js";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

it("plans what mends findings, and names the others", async () => {
  const file = join(cli.folder, "fixes.plan");
  await cli.run("orgs edit --invite-links");
  const ran = await cli.run(`checks run org-invite-links team-one-owner --plan ${file}`);
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote")]);
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  const plan: Plan = JSON.parse(readFileSync(file, "utf8"));
  expect(plan.steps).toMatchObject([
    {
      endpoint: "updateOrg",
      params: { organizationId: SAMPLE.org },
      before: { inviteLinks: true },
      after: { inviteLinks: false },
      undo: "exact",
    },
  ]);
  expect(plan.left).toContainEqual(expect.stringMatching(/^team-one-owner: .*no single request fixes it$/));
  expect(await cli.run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await cli.json("orgs view")).toMatchObject({ inviteLinks: false });
});
