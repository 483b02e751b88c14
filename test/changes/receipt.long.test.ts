/** Evidence of what was applied: written by every command that applies a plan, and verified later. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let receipt: string;
const { run } = useCli((made) => {
  cli = made;
  receipt = join(cli.folder, "receipt.json");
});

const plan = () => join(cli.folder, "some.plan");
const written = () => JSON.parse(readFileSync(receipt, "utf8"));
const verified = async () => {
  const ran = await run(`plans verify ${receipt} --json`);
  return [ran.code, JSON.parse(ran.stdout).map(({ what, holds }: { what: string; holds: unknown }) => [what, holds])];
};

async function applied(): Promise<void> {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan()}`);
  await run(`teams create --title Writers --plan ${plan()} --append`);
  await run(`cr merge 42 --plan ${plan()} --append`);
  expect(await run(`plans apply ${plan()} --yes --receipt ${receipt}`)).toMatchObject({ code: 0 });
}

it("says what was done, by whom, and what is known of it", async () => {
  await applied();
  const { id } = JSON.parse(readFileSync(plan(), "utf8"));
  expect(written()).toMatchObject({
    format: 1,
    plan: id,
    service: "sandbox",
    organization: SAMPLE.org,
    tool: "docs 1.2.3",
    by: { me: SAMPLE.member, account: "ann@laptop" },
    at: "2026-01-15T10:00:00.000Z",
    notDone: [],
    done: [{ outcome: "done" }, { step: 'create team "Writers"', outcome: "done" }, { outcome: "done" }],
  });
  expect(written().verified.map(({ holds }: { holds: unknown }) => holds)).toEqual([true, true, expect.anything()]);
});

it("is verified a day later: what holds, and what somebody has changed since", async () => {
  await applied();
  cli.advance(86_400_000);
  const [code, rows] = await verified();
  expect([code, rows.slice(0, 2)]).toEqual([
    expect.any(Number),
    [
      [expect.stringContaining("change space"), true],
      ['create team "Writers"', true],
    ],
  ]);
  await run(`spaces edit ${SAMPLE.space} --title Theirs`);
  const [later, then] = await verified();
  expect([later, then[0]]).toEqual([11, [expect.stringContaining("change space"), false]]);
});

it("does not take what is out of sight for changed", async () => {
  await applied();
  const ran = await run(`plans verify ${receipt} --json`, {
    intercept: ({ path }) =>
      path.startsWith(`/v1/spaces/${SAMPLE.space}`) ? { status: 403, body: { error: { code: 403 } } } : undefined,
  });
  expect([ran.code, JSON.parse(ran.stdout)[0].holds]).toEqual([9, null]);
});

it("leaves out a step that a later one of the same thing has replaced", async () => {
  await run(`spaces edit ${SAMPLE.space} --title One --plan ${plan()}`);
  await run(`spaces edit ${SAMPLE.space} --title Two --plan ${plan()} --append`);
  await run(`plans apply ${plan()} --yes --receipt ${receipt}`);
  const [code, rows] = await verified();
  expect([code, rows.length]).toEqual([0, 1]);
});

it("is refused once the plan in it was changed, and where it is none", async () => {
  await applied();
  const text = readFileSync(receipt, "utf8");
  const { document, ...rest } = JSON.parse(text);
  writeFileSync(receipt, JSON.stringify({ ...rest, document: { ...document, made: "2020-01-01T00:00:00.000Z" } }));
  const changed = await run(`plans verify ${receipt}`);
  expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining("was changed")]);
  for (const bad of ["", "{}", "[1]", JSON.stringify(rest), text.replaceAll('"came"', '"camel"').slice(0, -5)]) {
    writeFileSync(receipt, bad);
    expect(await run(`plans verify ${receipt}`)).toMatchObject({ code: 2 });
  }
});

it("takes the place of no file, and nothing is sent then", async () => {
  writeFileSync(receipt, "mine");
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan()}`);
  const ran = await run(`plans apply ${plan()} --yes --receipt ${receipt}`);
  expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([2, []]);
  expect(readFileSync(receipt, "utf8")).toBe("mine");
});

it("has what was not done, and why", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan()}`);
  await run(`spaces edit ${SAMPLE.space} --title Theirs`);
  expect(await run(`plans apply ${plan()} --yes --receipt ${receipt}`)).toMatchObject({ code: 9 });
  expect(written()).toMatchObject({
    done: [],
    notDone: [{ outcome: "changed", says: expect.stringContaining("title") }],
  });
  expect(await verified()).toEqual([9, [[expect.stringContaining("change space"), null]]]);
});

it("with a step that was not done never holds as a whole", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan()}`);
  await run(`teams create --title Writers --plan ${plan()} --append`);
  const refuse = ({ method }: { method: string }) => (method === "PUT" ? { status: 403, body: {} } : undefined);
  const ran = await run(`plans apply ${plan()} --yes --receipt ${receipt}`, { intercept: refuse });
  expect([ran.code, written().notDone.length]).toEqual([9, 1]);
  const after = await run(`plans verify ${receipt}`);
  expect([after.code, after.stderr]).toEqual([9, expect.stringContaining("1 step of the plan was not done")]);
  expect(after.stderr).not.toContain("Everything still holds");
  expect((await verified())[1]).toEqual([
    [expect.stringContaining("change space"), true],
    ['create team "Writers"', null],
  ]);
  await run(`spaces edit ${SAMPLE.space} --title Theirs`);
  const changed = await run(`plans verify ${receipt}`);
  expect([changed.code, changed.stderr]).toEqual([
    11,
    expect.stringContaining("1 of 1 change no longer holds; 1 step of the plan was not done"),
  ]);
});

it("that claims that what was there before is what came does not hold", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan()}`);
  await run(`spaces edit ${SAMPLE.space} --title Theirs`);
  await run(`plans apply ${plan()} --yes --receipt ${receipt}`);
  const text = written();
  const [read] = text.document.steps[0].reads;
  writeFileSync(receipt, JSON.stringify({ ...text, results: { s1: { outcome: "done", came: [read.was] } } }));
  await run(`spaces edit ${SAMPLE.space} --title 'Tern User Guide'`);
  expect((await verified())[0]).toBe(11);
});

it.each<[string, string, RunOptions]>([
  [
    "teams sync",
    "teams sync teams.csv --yes",
    { files: { "teams.csv": "team,email\nDocumentation,sam.whitfield@halden-robotics.example\n" } },
  ],
  ["undo", "undo --yes", {}],
])("is written by %s, too", async (_, line, options) => {
  await run(`spaces edit ${SAMPLE.space} --title Handbok`, { history: "always" });
  const ran = await run(`${line} --receipt ${receipt}`, options);
  expect(ran.stderr).toContain(`Wrote ${receipt}`);
  expect(written().done.length + written().notDone.length).toBeGreaterThan(0);
});

it("is of what is applied, and not of a plan that is written", async () => {
  const ran = await run(`teams sync teams.csv --plan ${plan()} --receipt ${receipt}`, {
    files: { "teams.csv": "team,email\nDocumentation,sam.whitfield@halden-robotics.example\n" },
  });
  expect([ran.code, existsSync(receipt)]).toEqual([2, false]);
});
