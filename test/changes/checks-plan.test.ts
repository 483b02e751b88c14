import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import type { TestCli } from "../helpers/run.js";
import { putSpace } from "../helpers/sandbox.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
useCli((made) => {
  cli = made;
});

it("plans what mends findings, and names the others", async () => {
  const file = join(cli.folder, "fixes.plan");
  await cli.run("orgs edit --invite-links");
  const line = `checks run org-invite-links team-one-owner --plan ${file}`;
  const ran = await onlyChanged(cli, () => cli.run(line), { files: /^fixes\.plan$/ });
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
  const applied = await onlyChanged(cli, () => cli.run(`plans apply ${file} --yes`), {
    answers: /^\/v1\/orgs(\/[^/]+)?$/,
    files: /^((plans|history)(\/.*)?|fixes\.plan\..*)$/,
  });
  expect(applied).toMatchObject({ code: 0 });
  expect(await cli.json("orgs view")).toMatchObject({ inviteLinks: false });
});

const EMPTY = "emptySpace0000000001";

/** An empty space, and one where everybody is an administrator; the sample has an empty collection. */
async function makeRisky(): Promise<void> {
  cli.sandbox.change((context) => {
    putSpace(context, { id: EMPTY, title: "Attic", org: SAMPLE.org });
  });
  await cli.out("spaces edit --default-level admin");
}

const readPlan = (file: string): Plan => JSON.parse(readFileSync(file, "utf8"));

it("R88: leaves out what removes something or takes access away, and names it", async () => {
  await makeRisky();
  const file = join(cli.folder, "fixes.plan");
  const line = `checks run space-empty collection-empty space-level-broad --plan ${file}`;
  const ran = await cli.run(line);
  expect(ran.code).toBe(0);
  expect(readPlan(file).steps).toEqual([]);
  expect(readPlan(file).left).toContainEqual(
    "space-empty: Attic: has no pages: deletes the space; it can be restored for 7 days; planned only with --include-removals",
  );
  expect(ran.stderr).toMatch(
    /3 findings not planned without --include-removals .*: space-empty, collection-empty, space-level-broad/,
  );
  const all = join(cli.folder, "all.plan");
  expect((await cli.run(`${line.replace("fixes.plan", "all.plan")} --include-removals`)).code).toBe(0);
  expect(readPlan(all).steps.map(({ endpoint, condition }) => [endpoint, condition?.rule])).toEqual([
    ["deleteSpace", "space-empty"],
    ["deleteCollection", "collection-empty"],
    ["updateSpace", "space-level-broad"],
  ]);
  expect((await cli.run("checks run --include-removals")).code).toBe(2);
});

it.each<[string, string, (params: Plan["steps"][number]["params"]) => unknown]>([
  [
    "space-empty",
    "it has an open or draft change request",
    () => cli.out(`cr create --space ${EMPTY} --subject Words`),
  ],
  ["space-empty", "it has comments", () => cli.out(`comments create --space ${EMPTY} --body Why`)],
  ["space-empty", "it is on a site", () => cli.out(`site-spaces add --content ${EMPTY}`)],
  [
    "collection-empty",
    "collection-empty no longer finds a problem there",
    ({ collectionId }) =>
      cli.sandbox.change((context) =>
        putSpace(context, { id: "inLone00000000000001", title: "New", org: SAMPLE.org, parent: String(collectionId) }),
      ),
  ],
])("R88: a plan of %s is not applied once %s", async (rule, reason, change) => {
  await makeRisky();
  const file = join(cli.folder, "fixes.plan");
  await cli.out(`checks run ${rule} --plan ${file} --include-removals`);
  const [step] = readPlan(file).steps;
  expect(step?.condition?.rule).toBe(rule);
  await change(step?.params ?? {});
  const ran = await cli.run(`plans apply ${file} --yes`);
  expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([9, []]);
  expect(ran.stderr).toContain(`the reason for it no longer applies: ${reason}; not sent`);
});

it("R88: a plan whose reason cannot be read is not applied; one whose reason holds is", async () => {
  await makeRisky();
  const file = join(cli.folder, "fixes.plan");
  await cli.out(`checks run space-empty --plan ${file} --include-removals`);
  const denied = await cli.run(`plans apply ${file} --yes`, {
    intercept: ({ path }) => (path.includes("/comments?") ? { status: 403, body: {} } : undefined),
  });
  expect([denied.code, denied.sent.filter(({ method }) => method !== "GET")]).toEqual([9, []]);
  expect(denied.stderr).toContain("cannot tell: remove space");
  expect(denied.stderr).toContain(
    "cannot tell whether the reason for it still applies: it could not be determined whether it is in use",
  );
  expect(readFileSync(`${file}.state`, "utf8")).not.toContain('"changed"');
  await closeAll();
  const applied = await cli.run(`plans apply ${file} --yes`);
  expect([applied.code, applied.sent.filter(({ method }) => method !== "GET").map(({ path }) => path)]).toEqual([
    0,
    [`/v1/spaces/${EMPTY}`],
  ]);
});

it("R88: the threshold that found it is the one that counts", async () => {
  const file = join(cli.folder, "fixes.plan");
  await cli.run(`checks run cr-stale --older-than 1d --plan ${file}`);
  const { steps } = readPlan(file);
  expect(steps[0]?.condition).toEqual({ rule: "cr-stale", days: 1 });
  const applied = await cli.run(`plans apply ${file} --yes`);
  expect(applied.code).toBe(0);
});

it("R88: a plan whose step has lost its condition, or has another, is refused", async () => {
  const file = join(cli.folder, "fixes.plan");
  await cli.run(`checks run cr-stale --older-than 1d --plan ${file}`);
  const plan = readPlan(file);
  for (const condition of [undefined, { rule: "cr-stale", days: 0 }]) {
    writeFileSync(file, JSON.stringify({ ...plan, steps: plan.steps.map((step) => ({ ...step, condition })) }));
    const ran = await cli.run(`plans apply ${file} --yes`);
    expect(ran).toMatchObject({ code: 2, sent: [] });
    expect(ran.stderr).toContain("it is the id of another plan");
  }
});

const DENIED = { status: 403, body: { error: { code: 403, message: "not yours" } } };
const HTML = { status: 200, text: "<html></html>", headers: { "content-type": "text/html" } };

it("R87: with rules that could not be evaluated, the plan is written, and that is not success", async () => {
  await cli.run("orgs edit --invite-links");
  const file = join(cli.folder, "fixes.plan");
  const ran = await cli.run(`checks run org-invite-links space-locked-long --plan ${file}`, {
    intercept: ({ path }) => (path.includes("/spaces?") ? DENIED : undefined),
  });
  expect([ran.code, readPlan(file).steps.map(({ endpoint }) => endpoint)]).toEqual([9, ["updateOrg"]]);
  expect(ran.stderr).toMatch(/1 finding could not be determined:\n {4}space-locked-long: .*403/);
  expect(readPlan(file).left).toContainEqual(expect.stringMatching(/^space-locked-long: .*403/));
});

it("R87: a fix whose target could not be read is named, and that is not success", async () => {
  const file = join(cli.folder, "fixes.plan");
  const ran = await cli.run(`checks run space-locked-long --plan ${file}`, {
    intercept: ({ path }) => (/\/spaces\/\w+$/.test(path) ? HTML : undefined),
  });
  expect([ran.code, readPlan(file).steps]).toEqual([9, []]);
  expect(ran.stderr).toContain("1 finding could not be determined:");
});

it("a token that is revoked while fixes are planned stops, without a plan", async () => {
  const file = join(cli.folder, "fixes.plan");
  const ran = await cli.run(`checks run space-locked-long --plan ${file}`, {
    intercept: ({ path }) => (/\/spaces\/\w+$/.test(path) ? { ...DENIED, status: 401 } : undefined),
  });
  expect([ran.code, existsSync(file)]).toEqual([4, false]);
});

it("R87: a removal whose reason could not be read is not left out in silence", async () => {
  await makeRisky();
  const file = join(cli.folder, "fixes.plan");
  const ran = await cli.run(`checks run space-empty --plan ${file} --include-removals`, {
    intercept: ({ path }) => (path.includes("/comments?") ? DENIED : undefined),
  });
  expect([ran.code, readPlan(file).steps]).toEqual([9, []]);
  expect(ran.stderr).toContain("it could not be determined whether it is in use");
});
