/** `teams sync` on the sample. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeAll } from "../../src/system/shutdown.js";
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
  it("finds a title whose accents the table writes in another way", async () => {
    await cli.run("teams create --title \u00c9quipe");
    const ran = await run(`team,user,role\ne\u0301quipe,${at("sam.whitfield")},owner\n`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining("no such team")]);
    expect(writes(ran).map(([, , body]) => body)).toEqual([{ add: [SAM], memberships: { [SAM]: { role: "owner" } } }]);
  });

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

  it.each(["", "--prune --adopt", "--prune --adopt --skip-unknown"])(
    "an address that two members have is nobody's, and nobody leaves for it: %s",
    async (flags) => {
      const shared = at("sam.whitfield");
      const rewrite = (body: unknown) => {
        const { items } = body as { items?: { id?: string; object?: string; user?: object }[] };
        if (items?.[0]?.object !== "member") return body;
        return {
          items: items.map((one) => (one.id === AIKO ? { ...one, user: { ...one.user, email: shared } } : one)),
        };
      };
      const ran = await run(`team,user,role\nFirmware,${shared.toUpperCase()},owner\n`, `--yes ${flags}`, { rewrite });
      expect([ran.code, writes(ran)], ran.stderr).toEqual([9, []]);
      expect(ran.stderr).toContain(
        `line 2: several members have the address ${JSON.stringify(shared.toUpperCase())}: use the id`,
      );
    },
  );

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

  it("--skip-unknown passes over who and what is not there", async () => {
    const ran = await run(
      `team,user\nFirmware,${at("gone")}\nNo team,${at("sam.whitfield")}\nFirmware,${at("sam.whitfield")}\n`,
      "--yes --skip-unknown",
    );
    expect([ran.code, writes(ran)]).toEqual([0, [["PUT", "t5D77ErA53CC6A8eGrh6/members", { add: [SAM] }]]]);
    expect(ran.stderr).toContain("skipped 2 rows");
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

  it("rows that contradict each other stop everything before the first change, and are all named at once", async () => {
    const sam = at("sam.whitfield");
    const ran = await run(
      [
        "team,user,role",
        `Firmware,${sam},owner`,
        `Firmware,${SAM},member`,
        `Documentation,${at("priya.raman")},owner`,
        `Documentation,${at("PRIYA.raman")},member`,
        "",
      ].join("\n"),
    );
    expect([ran.code, writes(ran)]).toEqual([2, []]);
    expect(ran.stderr).toContain(
      [
        "contains contradictions; nothing was sent:",
        `    line 3: ${SAM} is owner of Firmware in line 2, and member here`,
        `    line 5: ${at("PRIYA.raman")} is owner of Documentation in line 4, and member here`,
      ].join("\n"),
    );
  });

  it("a team that cannot be read stops no other, and its rows are named", async () => {
    const file = `team,user\nFirmware,${at("tomasz.nowak")}\nDocumentation,${at("sam.whitfield")}\n`;
    const ran = await run(file, "--yes", {
      intercept: ({ path }) =>
        path.includes("/teams/t5D77ErA53CC6A8eGrh6/members")
          ? { status: 403, body: { error: { code: 403, message: "no" } } }
          : undefined,
    });
    expect([ran.code, writes(ran).map(([, path]) => path)]).toEqual([9, ["t3QuiTd9yR8G95e1tUaj/members"]]);
    expect(ran.stderr).toMatch(/1 row could not be used:\n\s+line 2: /);
  });

  it("a plan is written though guards are not met, says all of them with lines, and waits for their flags", async () => {
    const plan = join(cli.folder, "teams.plan");
    const file = [
      "team,user,role",
      `Customer support,${at("elif.demir")},member`,
      `Field service,${at("tomasz.nowak")},`,
      `Field service,${at("grace.okafor")},`,
      `No team,${at("grace.okafor")},`,
      "",
    ].join("\n");
    const ran = await run(file, `--prune --adopt --plan ${plan}`);
    expect([ran.code, writes(ran)]).toEqual([5, []]);
    expect(ran.stderr).toContain('not in the plan: line 5: "No team": there is no such team');
    expect(ran.stderr).toMatch(/guards not met; the plan was written, but cannot be applied as it is:/);
    expect(ran.stderr).toMatch(
      /too many removals: team "Field service" loses \d of \d members .*--max-removals \d+%, or --allow-team/,
    );
    const shown = await cli.out(`plans view ${plan}`, { tty: true, width: 200 });
    expect(shown).toMatch(/\nCannot be applied as it is: \d guards? not met\.\n/);
    expect(shown).toMatch(/\nGuards\n {2}NOT MET /);
    await closeAll();
    expect(await cli.run(`plans apply ${plan} --yes`)).toMatchObject({ code: 5 });
  });

  it("--allow-team lifts the limit of one team, by title or id, and of no other", async () => {
    const file = `team,user\nField service,${at("tomasz.nowak")}\nField service,${at("grace.okafor")}\n`;
    const refused = await run(file, "--yes --prune --adopt --allow-team Firmware");
    expect([refused.code, writes(refused)]).toEqual([5, []]);
    const lifted = await run(file, '--yes --prune --adopt --allow-team "field service"');
    expect([lifted.code, lifted.stderr]).toEqual([0, expect.not.stringContaining("too many")]);
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
    expect(ran.stderr).toContain("an empty file never removes anyone");
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
