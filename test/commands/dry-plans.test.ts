/** `--dry-run` of what makes a plan: it reads, shows the plan, and neither sends nor writes anything. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());
const at = (name: string) => `${cli.folder}/${name}`;
const SAM = "sam.whitfield@halden-robotics.example";
const SITE = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ";

beforeAll(async () => {
  writeFileSync(at("teams.csv"), `team,user,role\nFirmware,${SAM},\n`);
  const site = await cli.out("sites export");
  writeFileSync(at("site.yaml"), site.replace(/^title: .*$/m, "title: Other").replace(/^site: .*\n/m, ""));
  await cli.run(`snapshots create ${at("org.docs")}`);
  await cli.run("spaces edit tG4nVx8YqLz2RkWd7JmS --title New");
});

describe("shows the plan", () => {
  test.each([
    ["teams sync FOLDER/teams.csv", "PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t5D77ErA53CC6A8eGrh6/members"],
    [`members offboard ${SAM}`, "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u5s6yviydT27vWkB4r3J"],
    ["sites apply FOLDER/site.yaml --site sD9wPb3HfKc6XnTj1VqZ", `PATCH ${SITE}`],
    ["sites plan FOLDER/site.yaml --site sD9wPb3HfKc6XnTj1VqZ", `PATCH ${SITE}`],
    ["snapshots restore FOLDER/org.docs --settings", "PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS"],
    ["checks run collection-empty --include-removals --plan FOLDER/none.plan", "DELETE /v1/collections/"],
  ])("docs %s", async (line, request) => {
    const ran = await cli.run(`${line.replaceAll("FOLDER", cli.folder)} --dry-run`);
    expect([ran.stdout, ran.stderr]).toEqual([expect.stringContaining(request), expect.not.stringMatching(/^docs:/m)]);
    expect(ran.code).toBe(0);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(existsSync(at("none.plan"))).toBe(false);
  });

  test("as JSON, and in no file", async () => {
    const { stdout, sent } = await cli.run(`teams sync ${at("teams.csv")} --plan ${at("none.plan")} --dry-run --json`);
    expect(JSON.parse(stdout)).toMatchObject({ format: 1, steps: [{ change: "change" }] });
    expect([existsSync(at("none.plan")), sent.filter(({ method }) => method !== "GET")]).toEqual([false, []]);
  });

  test("and adds no id to the file of a site", async () => {
    const before = readFileSync(at("site.yaml"), "utf8");
    const ran = await cli.run(`sites apply ${at("site.yaml")} --site sD9wPb3HfKc6XnTj1VqZ --adopt --dry-run`);
    expect([ran.code, readFileSync(at("site.yaml"), "utf8")]).toEqual([0, before]);
    expect(ran.stderr).toContain("note: would name site sD9wPb3HfKc6XnTj1VqZ in ");
  });
});

test("guards that are not met refuse the dry run, too", async () => {
  const csv = at("few.csv");
  writeFileSync(csv, "team,user,role\nDocumentation,uHosc9Bt3Cghxy16F4UK,owner\n");
  const { code, stderr, sent } = await cli.run(`teams sync ${csv} --prune --adopt --dry-run`);
  expect([code, stderr]).toEqual([5, expect.stringContaining("too many removals")]);
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});
