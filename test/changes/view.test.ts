import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePlan } from "../../src/changes/format/parse.js";
import { planLines } from "../../src/changes/show/lines.js";
import type { Step } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
useCli((made, plan) => {
  cli = made;
  file = plan;
});

it("shows steps in their order, with before and after, and what cannot be undone", async () => {
  await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  await cli.run(`team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --plan ${file} --append`);
  await cli.run(`cr merge 42 --plan ${file} --append`);
  const shown = await cli.out(`plans view ${file}`, { tty: true, width: 80 });
  expect(shown).toContain(
    `~ 1. change space "Tern User Guide": title\n     @ PATCH /v1/spaces/${SAMPLE.space}\n     title: "Tern User Guide" → "Handbook"\n`,
  );
  expect(shown).toMatch(
    /- 2\. remove team member "[^"]+" of team "[^"]+"\n {5}@ DELETE \S+\n {5}team\.role: "member"\n/,
  );
  expect(shown).toContain("undo: impossible: a merge cannot be undone");
  expect(shown).toContain('Guards\n  removals: team "Field service" loses 1 of 4 members (25 %), 1 at most (25 %)\n');
  expect(await cli.out(`plans view ${file} --offline`, { tty: true, width: 80 })).toContain(
    "Guards, measured when it is applied\n  team t3aVFS211n5tKAH88D12 loses 1 member\n",
  );
  expect(shown).toContain("Cannot be undone (1 of 3 steps)\n  3. merge change request");
  // The summary comes before the steps.
  expect(shown).toMatch(
    /^Plan \w{12}: 0 to add, 1 to change, 1 to remove, 1 other action\n {2}space: 1 to change\n {2}team member: 1 to remove\n/,
  );
  expect(shown).toContain("\nUndo: 1 exact, 1 near, 1 impossible\n\nCannot be undone");
  // Ids are not broken.
  for (const line of shown.split("\n").filter((one) => !one.startsWith("     @ "))) {
    expect(line.length).toBeLessThanOrEqual(80);
  }
  expect(await cli.run(`plans view ${file} --exit-code`)).toMatchObject({ code: 11 });
});

it("hostile titles of a plan reach no terminal as they are", async () => {
  const title = "change \u001b[31mred\u001b]0;owned\u0007\u202e";
  const step = { id: "s1", endpoint: "createTeam", params: { organizationId: "o1" }, body: { title } };
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: "o1", steps: [step] }));
  for (const options of [{ tty: true }, {}]) {
    const shown = await cli.out(`plans view ${file}`, options);
    expect(shown).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(shown).toContain("red");
  }
});

it("a plan with nothing in it says so", async () => {
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: "o1", steps: [] }));
  expect(await cli.out(`plans view ${file}`, { tty: true })).toContain("Nothing to do.");
  expect(await cli.run(`plans view ${file} --exit-code`)).toMatchObject({ code: 0 });
});

it("a plan for another service, or half of one, is not applied", async () => {
  const plan = { format: 1, origin: "https://api.example.com", organization: SAMPLE.org, steps: [] };
  writeFileSync(file, JSON.stringify(plan));
  const other = await cli.run(`plans apply ${file} --yes`);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining("another service (https://api.example.com, not sandbox)"),
  ]);
  writeFileSync(file, JSON.stringify({ ...plan, origin: "sandbox", organization: "another" }));
  expect((await cli.run(`plans apply ${file} --yes`)).stderr).toContain("another organization (another, not");
  writeFileSync(file, JSON.stringify({ ...plan, origin: "sandbox", complete: false }));
  expect((await cli.run(`plans apply ${file} --yes`)).stderr).toContain("the plan is not complete");
});

describe("what it notes is there for a reason, and not without it", () => {
  type Draft = Record<string, unknown> & { steps: (Partial<Step> & Record<string, unknown>)[] };

  const shown = async (): Promise<string[]> =>
    (await cli.out(`plans view ${file}`, { tty: true, width: 400 }))
      .split("\n")
      .slice(1)
      .filter((line) => !/^(?:command|Undo): |^ {2}[a-z ]+: (?:\d|[^:]*\bto (?:add|change|remove))/.test(line));

  const change = (more: (draft: Draft) => object) => (): void => {
    const { id: _, ...draft } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...draft, ...more(draft) }));
  };
  const andThen = (line: string) => () => cli.out(`${line} --plan ${file} --append`);
  const TITLE = '     title: "Harbor API" → "X"';

  /** What is done with a plan of one change, and the lines that come. */
  const NOTES: Record<string, [act: () => unknown, lines: (string | RegExp)[]]> = {
    "half a plan": [
      change(() => ({ complete: false })),
      ["Not complete: making it failed halfway, so it cannot be applied."],
    ],
    "what it leaves": [
      change(() => ({ left: ['team "A" is new'] })),
      ["Not in this plan, according to the file", '  team "A" is new', ""],
    ],
    "flags about people that no step is about": [change(() => ({ maxRemovals: 0.5, me: ["u1"] })), []],
    "a step that cannot be undone": [
      andThen("cr merge 42"),
      [
        "Cannot be undone (1 of 2 steps)",
        /^ {2}2\. merge change request .*: a merge cannot be undone/,
        /^~ 2\. merge change request/,
        /^ {5}@ POST /,
        '     status: "open" → "merged"',
        /^ {5}undo: impossible: a merge cannot be undone; /,
        "",
      ],
    ],
    "one that is nearly undone": [
      andThen("spaces delete p6XAtCw2ZM66CYe1Dw4C"),
      [
        /^- 2\. remove space "Harbor API"/,
        /^ {5}@ DELETE /,
        '     title: "X"',
        '     according to the file: target: space "X"',
        /^ {5}undo: near: it can be restored for 7 days/,
      ],
    ],
    "a membership less": [
      andThen("team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J"),
      [
        "Guards",
        '  removals: team "Field service" loses 1 of 4 members (25 %), 1 at most (25 %)',
        /^- 2\. remove team member/,
        /^ {5}@ DELETE /,
        '     team.role: "member"',
        /^ {5}undo: near: restored members are listed last/,
        "",
      ],
    ],
  };

  it.each(Object.entries(NOTES))("%s", async (_, [act, lines]) => {
    await cli.out(`spaces edit p6XAtCw2ZM66CYe1Dw4C --title X --plan ${file}`);
    const before = await shown();
    expect(before).toContain(TITLE);
    expect(before.join("\n")).not.toMatch(/not compared|without checking|undo:|Not complete/);
    await act();
    const after = await shown();
    const known = [...before];
    const more = after.filter((line) => {
      const at = known.indexOf(line);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
    expect(known).toEqual([]);
    const expected = lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line)));
    expect(more).toEqual(expected);
  });

  it.each([
    [{}, []],
    [{ maxRemovals: 0.2 }, []],
    [{ maxRemovals: 0.5 }, ["  --max-removals 50%"]],
    [{ me: ["u1"] }, ["  --touch-me, if you are one of them: u1"]],
  ])("flags that a plan about people asks for, where no guard was measured: %j", (more, flags) => {
    const params = { organizationId: SAMPLE.org, teamId: "t1" };
    const steps = [{ id: "s1", endpoint: "updateTeamMembers", params, body: { remove: ["u1"] } }];
    const draft = { format: 1, origin: "sandbox", organization: SAMPLE.org, steps, ...more };
    const lines = planLines(parsePlan(JSON.stringify(draft), "a.plan"), { width: 80 });
    expect(lines.filter((line) => line.startsWith("  --"))).toEqual(flags);
  });

  it.each([
    ["at the limit", 118, '"'],
    ["above it", 119, "… (121 characters)"],
  ])("a long value %s", async (_, length, end) => {
    const body = { description: "t".repeat(length) };
    const params = { organizationId: SAMPLE.org, siteId: SAMPLE.site, siteSectionId: "ePnY5bz4286QHs81sB1N" };
    const step = { id: "s1", endpoint: "updateSiteSection", params, body, before: { description: null } };
    writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps: [step] }));
    const line = (await shown()).find((one) => one.startsWith("     description: "));
    expect(line).toMatch(/not set → "t+/);
    expect(line?.endsWith(`t${end}`)).toBe(true);
  });
});

describe("for whoever was not there", () => {
  const noted = async (): Promise<string> => (await cli.run(`plans view ${file}`, { tty: true })).stderr;

  it("says what became of the plan on this machine", async () => {
    await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
    await cli.run(`teams create --title Writers --plan ${file} --append`);
    expect(await noted()).not.toContain("applied");
    await cli.run(`plans apply ${file} --yes`);
    await closeAll();
    expect(await noted()).toContain(
      "2 of 2 steps applied; last run 2026-01-15T10:00:00.000Z by Ingrid Solheim <ingrid.solheim@halden-robotics.example>, member",
    );
    await cli.run(`plans undo ${file} --yes`);
    await closeAll();
    expect(await noted()).toContain("0 of 2 steps applied, 2 undone; last run ");
  });

  it("says who made it and with which command, in a comment, too", async () => {
    await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
    const comment = await cli.out(`plans view ${file} -o markdown`);
    expect(comment).toMatch(
      /\n- made by `Ingrid Solheim <[^`]*>, member \w+, ann@laptop`\n- command `docs spaces edit /,
    );
    expect(await cli.out(`plans view ${file}`, { tty: true, width: 200 })).toMatch(
      /\nmade by: Ingrid .*\ncommand: docs /,
    );
  });
});
