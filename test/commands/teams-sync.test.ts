/** `teams sync` on the sample. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onlyChanged } from "../helpers/nothing-else.js";
import { type Ran, type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

const at = (name: string): string => `${name}@halden-robotics.example`;
const AIKO = "uHosc9Bt3Cghxy16F4UK";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const SAM = "u5s6yviydT27vWkB4r3J";
const FIRMWARE_TEAM = "t5D77ErA53CC6A8eGrh6";
/** The list that Sam is in, too: it counts the teams of each. */
const FIELD = "t3aVFS211n5tKAH88D12";
const DOCUMENTATION = "t3QuiTd9yR8G95e1tUaj";
const KEPT_PLANS = /^plans(\/|$)/;
const run = (csv: string, flags = "--yes") => cli.run(`teams sync teams.csv ${flags}`, { files: { "teams.csv": csv } });
const writes = ({ sent }: Ran) =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path.replace(/.*\/teams\//, ""), body]);

describe("teams sync", () => {
  it("is one request a team, and none the second time", async () => {
    const csv = `team,user,role\nFirmware,${at("sam.whitfield")},\nfirmware,${at("jonas.weber")},owner\nDocumentation,${AIKO},member\nDocumentation,${at("JONAS.weber")},member\n`;
    const answers = new RegExp(
      `/(members|teams|members/[^/]+/teams|members/${SAM}(/spaces)?|teams/(${FIRMWARE_TEAM}|${FIRMWARE_TEAM}/members|${DOCUMENTATION}/members|${FIELD}/members))$`,
    );
    const ran = await onlyChanged(cli, () => run(csv), { answers, files: KEPT_PLANS });
    expect(ran.stderr).not.toContain("docs:");
    expect(writes(ran)).toEqual([
      ["PUT", "t5D77ErA53CC6A8eGrh6/members", { add: [SAM], memberships: { [JONAS]: { role: "owner" } } }],
      ["PUT", "t3QuiTd9yR8G95e1tUaj/members", { memberships: { [AIKO]: { role: "member" } } }],
    ]);
    expect([ran.code, writes(await run(csv))]).toEqual([0, []]);
  });

  it("a bad row stops only itself, and nobody leaves its team for it", async () => {
    const ran = await run(
      `team,user,role\nFirmware,${at("sam.whitfield")},\nFirmware,${at("sam.whitfeld")},\nFirmware,${at("noor.rahimi")},boss\nNo team,${at("noor.rahimi")},\n,${at("noor.rahimi")},\n`,
      "--yes --prune --adopt",
    );
    expect(ran.code).toBe(9);
    expect(writes(ran)).toEqual([["PUT", "t5D77ErA53CC6A8eGrh6/members", { add: [SAM] }]]);
    for (const words of [
      `line 3: "${at("sam.whitfeld")}" is not a member of the organization`,
      'line 4: role "boss" is neither owner nor member',
      'line 5: "No team": there is no such team',
      "line 6: no team",
      'nobody is removed from team "Firmware"',
    ]) {
      expect(ran.stderr).toContain(words);
    }
  });

  it("--skip-unknown passes over who and what is not there", async () => {
    const ran = await run(
      `team,user\nFirmware,${at("gone")}\nNo team,${at("sam.whitfield")}\nFirmware,${at("sam.whitfield")}\n`,
      "--yes --skip-unknown",
    );
    expect([ran.code, writes(ran)]).toEqual([0, [["PUT", "t5D77ErA53CC6A8eGrh6/members", { add: [SAM] }]]]);
    expect(ran.stderr).toContain("2 rows were skipped");
  });

  it("changes neither of two teams with that title", async () => {
    await cli.out("teams create --title Firmware");
    const ran = await onlyChanged(cli, () =>
      run(`team,user\nfirmware,${at("sam.whitfield")}\n`, "--yes --prune --adopt"),
    );
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("2 teams have this title: use the id")]);
    expect(ran.stderr).not.toContain("Nothing to do");
  });

  it("--plan writes the plan and sends nothing", async () => {
    const file = `${cli.folder}/teams.plan`;
    const csv = `team,user\nFirmware,${at("sam.whitfield")}\n`;
    const ran = await onlyChanged(cli, () => run(csv, `--plan ${file}`), { files: /^teams\.plan$/ });
    expect([ran.code, writes(ran)]).toEqual([0, []]);
    const applied = await cli.run(`plans apply ${file} --yes`);
    expect(writes(applied)).toEqual([["PUT", "t5D77ErA53CC6A8eGrh6/members", { add: [SAM] }]]);
  });
});

describe("rails", () => {
  const FIRMWARE = `team,user\nFirmware,${at("priya.raman")}\nFirmware,${at("noor.rahimi")}\n`;

  it("rows that contradict each other stop everything before the first request", async () => {
    const ran = await run(
      `team,user,role\nFirmware,${at("sam.whitfield")},owner\nFirmware,${at("SAM.whitfield")},member\n`,
    );
    expect([ran.code, ran.sent]).toEqual([2, []]);
    expect(ran.stderr).toContain("line 3:");
    const byId = await run(`team,user,role\nFirmware,${at("sam.whitfield")},owner\nFirmware,${SAM},member\n`);
    expect([byId.code, writes(byId)]).toEqual([2, []]);
  });

  it("nobody is removed on the first run, unless the file is adopted", async () => {
    const first = await run(FIRMWARE, "--yes --prune");
    expect([first.code, writes(first)]).toEqual([5, []]);
    expect(first.stderr).toContain("--adopt");
    const adopted = await run(FIRMWARE, "--yes --prune --adopt");
    expect(writes(adopted)).toEqual([["PUT", "t5D77ErA53CC6A8eGrh6/members", { remove: [JONAS] }]]);
    // From now on it is not the first one.
    expect((await run(FIRMWARE, "--yes --prune")).code).toBe(0);
  });

  it("an empty file removes nobody", async () => {
    const ran = await run("team,user\n", "--yes --prune --adopt");
    expect([ran.code, ran.sent]).toEqual([5, []]);
    expect(ran.stderr).toContain("an empty file never removes anybody");
  });

  it("a team keeps its last owner, and most of its people", async () => {
    const owner = await run(
      `team,user\nCustomer support,${at("elif.demir")}\n`,
      "--yes --prune --adopt --max-removals 100%",
    );
    expect([owner.code, writes(owner)]).toEqual([5, []]);
    expect(owner.stderr).toContain("never the last owner");
    const many = `team,user\nField service,${at("tomasz.nowak")}\nField service,${at("grace.okafor")}\n`;
    const most = await run(many, "--yes --prune --adopt");
    expect([most.code, writes(most)]).toEqual([5, []]);
    expect(most.stderr).toContain("too many removals");
    expect((await run(many, "--yes --prune --adopt --max-removals 50%")).code).toBe(0);
    expect((await run(many, "--max-removals 101%")).code).toBe(2);
  });
});
