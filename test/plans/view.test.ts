import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { closeAll } from "../../src/wiring/closing.js";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
let file: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "some.plan");
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

it("shows steps in their order, with before and after, and what cannot be undone", async () => {
  await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  await cli.run(`team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --plan ${file} --append`);
  await cli.run(`cr merge 42 --plan ${file} --append`);
  const shown = await cli.out(`plans view ${file}`, { tty: true, width: 80 });
  expect(shown).toContain('~ 1. change space "Tern User Guide": title\n     title: "Tern User Guide" → "Handbook"\n');
  expect(shown).toMatch(/- 2\. remove team member "[^"]+" of team "[^"]+"\n {5}team\.role: "member"\n/);
  expect(shown).toContain("undo: impossible: a merge cannot be taken back");
  expect(shown).toMatch(
    /Rails\n {2}removals: team "[^"]+" loses 1 of \d+ members \([\d.]+ %\), 1 at\s+most \(25 %\)\n/,
  );
  expect(shown).toContain("Cannot be undone (1 of 3)\n  merge change request");
  for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect(await cli.run(`plans view ${file} --exit-code`)).toMatchObject({ code: 11 });
});

it("hostile titles of a plan reach no terminal as they are", async () => {
  const step = { id: "s1", endpoint: "updateSpace", params: { spaceId: "s1" }, body: { title: "x" } };
  const title = "change \u001b[31mred\u001b]0;owned\u0007\u202e";
  writeFileSync(
    file,
    JSON.stringify({ format: 1, origin: "sandbox", organization: "o1", steps: [{ ...step, title }] }),
  );
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
