/** `teams sync` on the sample. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onlyChanged } from "../helpers/nothing-else.js";
import type { Ran, RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const at = (name: string): string => `${name}@halden-robotics.example`;
const AIKO = "uHosc9Bt3Cghxy16F4UK";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const SAM = "u5s6yviydT27vWkB4r3J";
const FIRMWARE_TEAM = "t5D77ErA53CC6A8eGrh6";
/** The list that Sam is in, too: it counts the teams of each. */
const FIELD = "t3aVFS211n5tKAH88D12";
const DOCUMENTATION = "t3QuiTd9yR8G95e1tUaj";
const KEPT_PLANS = /^(plans|history)(\/|$)/;
const run = (csv: string, flags = "--yes", options: RunOptions = {}) =>
  cli.run(`teams sync teams.csv ${flags}`, { files: { "teams.csv": csv }, ...options });
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

  it.each([
    ["UTF-16", Buffer.from("\uFEFFteam,user\nFirmware,x@example.com\n", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("team,user\nFirmware,x@example.com\n", "utf16le")],
    ["Windows-1252", Buffer.from("team,user\nFörder,x@example.com\n", "latin1")],
  ])("a table in %s is refused with how to save it", async (_, bytes) => {
    const file = join(cli.folder, "teams.csv");
    writeFileSync(file, bytes);
    for (const line of [`teams sync ${file} --yes`, `reviews apply ${file} --yes`]) {
      const ran = await cli.run(line);
      expect([ran.code, ran.sent]).toEqual([2, []]);
      expect(ran.stderr).toContain("save it as UTF-8; in a spreadsheet: CSV UTF-8");
    }
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
