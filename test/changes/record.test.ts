import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { hashOf } from "../../src/shared/values.js";
import { useCli } from "./plan-helper.js";

let file: string;
const { run } = useCli((_, plan) => {
  file = plan;
});

const saved = (): Plan => JSON.parse(readFileSync(file, "utf8"));

it("gives a step that is added an id of its own, also where steps were taken out by hand", async () => {
  for (const title of ["One", "Two"])
    await run(`teams create --title ${title} --plan ${file} ${title === "Two" ? "--append" : ""}`);
  const { id: _, totals: __, ...plan } = saved();
  writeFileSync(file, JSON.stringify({ ...plan, steps: plan.steps.slice(1) }));
  await run(`teams create --title Three --plan ${file} --append`);
  expect(saved().steps.map(({ id, body }) => [id, body?.title])).toEqual([
    ["s2", "Two"],
    ["s3", "Three"],
  ]);
});

it("foresees what the service does with somebody who is both removed and given a role: they are removed", async () => {
  const [team, user] = ["t3aVFS211n5tKAH88D12", "u5s6yviydT27vWkB4r3J"];
  await run(`team-members edit ${team} --remove ${user} --role ${user}=owner --plan ${file}`);
  expect(saved().steps[0]?.reads.map(({ becomes }) => becomes)).toEqual([hashOf(null)]);
});

it("adds nothing to a plan of another organization, or of another service", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { id: _, totals: __, ...plan } = saved();
  for (const [member, value] of [
    ["organization", "anotherOrganization1"],
    ["origin", "https://docs.example.com"],
  ] as const) {
    const text = JSON.stringify({ ...plan, [member]: value });
    writeFileSync(file, text);
    const { code, stderr } = await run(`spaces edit ${SAMPLE.space} --emoji 1f600 --plan ${file} --append`);
    expect([member, code, stderr]).toEqual([
      member,
      2,
      expect.stringMatching(new RegExp(`is of another (organization|service) \\(${value}\\); nothing was added`)),
    ]);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});
