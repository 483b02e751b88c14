/** Approval of plans with real SSH keys: exactly the file that was looked at, by somebody other than who made it. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import type { RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

const NAME = "Ingrid Solheim <ingrid.solheim@halden-robotics.example>";
let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
  for (const name of ["ann", "bo", "eve"]) keyOf(name);
  const line = (name: string, email: string) => `${email} ${readFileSync(path(`${name}.pub`), "utf8")}`;
  // Who makes the plans of these tests is ingrid; eve is in no list.
  const maker = "ingrid.solheim@halden-robotics.example";
  writeFileSync(path("allowed"), line("ann", "ann@halden.example") + line("bo", maker));
});

const path = (name: string): string => join(cli.folder, name);

function keyOf(name: string): void {
  const made = spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path(name)], {
    input: "y\n",
  });
  expect(made.status).toBe(0);
}

const make = (options: RunOptions = {}) =>
  run(`spaces edit ${SAMPLE.space} --title Approved --plan ${file}`, { me: SAMPLE.member, ...options });
const approve = (name: string) => run(`plans approve ${file} --key ${path(name)} --yes --json`);
const apply = () => run(`plans apply ${file} --yes --require-approval ${path("allowed")}`);
const titleNow = async (): Promise<string> => (await cli.json(`spaces view ${SAMPLE.space}`)).title;

it("a plan is applied once somebody else has approved it, and the state says who", async () => {
  const before = await titleNow();
  await make();
  const plan = JSON.parse(readFileSync(file, "utf8"));
  expect(plan.by).toEqual({ me: SAMPLE.member, name: NAME, account: "ann@laptop" });
  const bare = await apply();
  expect([bare.code, bare.stderr]).toEqual([5, expect.stringContaining("is not approved: there is no")]);
  const approved = await approve("ann");
  expect([approved.code, JSON.parse(approved.stdout)]).toEqual([0, { plan: plan.id, signature: `${file}.sig` }]);
  expect(await titleNow()).toBe(before);
  const ran = await apply();
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("approved by ann@halden.example")]);
  expect(await titleNow()).toBe("Approved");
  const [first = ""] = readFileSync(`${file}.state`, "utf8").split("\n");
  expect(JSON.parse(first)).toMatchObject({
    record: "run",
    by: { me: SAMPLE.member, name: NAME, account: "ann@laptop" },
    approvedBy: "ann@halden.example",
  });
});

it.each<[string, () => void]>([
  ["the plan with one byte more", () => writeFileSync(file, `${readFileSync(file, "utf8")}\n`)],
  [
    "the plan with another value",
    () => writeFileSync(file, readFileSync(file, "utf8").replaceAll("Approved", "Approvec")),
  ],
  ["the signature with another byte", () => flip(`${file}.sig`)],
  ["a list of signers without them", () => writeFileSync(path("allowed"), "")],
])("what was changed since is refused: %s", async (_, change) => {
  const before = await titleNow();
  await make();
  await approve("ann");
  change();
  const ran = await apply();
  expect([ran.code, ran.stderr]).toEqual([
    5,
    expect.stringContaining("is not a signature of this plan by a signer in"),
  ]);
  expect(await titleNow()).toBe(before);
});

function flip(name: string): void {
  const lines = readFileSync(name, "utf8").split("\n");
  const line = lines[3] ?? "";
  lines[3] = `${line.slice(0, 20)}${line[20] === "A" ? "B" : "A"}${line.slice(21)}`;
  writeFileSync(name, lines.join("\n"));
}

it("a list of signers that is not there is told as such", async () => {
  await make();
  await approve("ann");
  rmSync(path("allowed"));
  const ran = await apply();
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`cannot read ${path("allowed")}`)]);
  expect(await titleNow()).not.toBe("Approved");
});

it("the approval of who made it does not count, nor that of a stranger", async () => {
  await make();
  await approve("bo");
  const own = await apply();
  expect([own.code, own.stderr]).toEqual([5, expect.stringContaining("only by its author")]);
  await approve("eve");
  const stranger = await apply();
  expect([stranger.code, stranger.stderr]).toEqual([5, expect.stringContaining("by a signer in")]);
});

it("a plan that does not say who made it cannot be approved by somebody else", async () => {
  await make({ me: null });
  await approve("ann");
  const ran = await apply();
  expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("does not name its author")]);
});

it("asks before it signs, and a key that is none signs nothing", async () => {
  await make();
  const no = await run(`plans approve ${file} --key ${path("ann")}`, { answers: [false], width: 100 });
  expect([no.code, no.questions]).toEqual([130, [expect.stringMatching(/^Approve plan [0-9a-f]{12}\?$/)]]);
  const script = await run(`plans approve ${file} --key ${path("ann")}`);
  expect(script.code).toBe(2);
  const broken = await run(`plans approve ${file} --key ${path("allowed")} --yes`);
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("ssh-keygen did not sign")]);
});
