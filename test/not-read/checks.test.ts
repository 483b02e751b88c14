/** Each rule says no, says yes, and does not say what it cannot know. */
import { expect, test } from "vitest";
import { RULES } from "../../src/checks/rules/index.js";
import { kindOf } from "../../src/checks/subjects.js";
import type { AnyRule } from "../../src/checks/types.js";
import { parseArgv } from "../../src/cli/argv/program.js";
import { NOUNS } from "../../src/commands/index.js";
import type { Organization } from "../checks/harness.js";
import { failingOrganization, wrongFor } from "./failing-organization.js";
import { endpointAt, REFUSALS } from "./faults.js";
import { soundOrganization } from "./sound-organization.js";

type Failed = [rule: AnyRule, ran: Awaited<ReturnType<Organization["run"]>>][];

/** Each rule, with what it finds where all is wrong. */
async function failAll(): Promise<Failed> {
  const org = await failingOrganization();
  const found: Failed = [];
  for (const rule of RULES) {
    org.between(wrongFor(rule));
    found.push([rule, await org.run(rule)]);
  }
  return found;
}

let failed: Promise<Failed> | undefined;
/** Run by the test that comes first. */
const allFailed = (): Promise<Failed> => (failed ??= failAll());

test("every rule finds what is wrong", async () => {
  const silent = (await allFailed()).filter(([, { status }]) => status !== "fail");
  expect(silent.map(([{ id }, { status, findings }]) => `${id}: ${status} ${findings[0]?.message ?? ""}`)).toEqual([]);
});

/** Without those that only say where it is. */
const flagsOf = (words: readonly string[]) =>
  words.filter((word) => word.startsWith("--") && !["--space", "--site"].includes(word)).sort();

test("a fix is the command that its rule promises, and one that can be typed", async () => {
  const wrong: string[] = [];
  for (const [rule, { failing }] of await allFailed()) {
    for (const { fix } of failing) {
      const words = fix?.words ?? [];
      const parsed = await parseArgv([...words], NOUNS).catch((error: Error) => error.message);
      if (typeof parsed === "string") wrong.push(`${rule.id}: ${words.join(" ")}: ${parsed}`);
      if (words.some((word) => word.trim() === "")) wrong.push(`${rule.id}: an empty word`);
      const promised = rule.fix.split(" ").slice(1);
      // What is not to be done is only shown.
      if (fix?.unplanned !== undefined || words.slice(0, 2).join(" ") !== promised.slice(0, 2).join(" ")) continue;
      if (`${flagsOf(words)}` !== `${flagsOf(promised)}`) wrong.push(`${rule.id}: ${words.join(" ")}, not ${rule.fix}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every rule passes where all is well, with something to check", async () => {
  const org = await soundOrganization();
  const wrong: string[] = [];
  for (const rule of RULES) {
    const { status, looked, findings } = await org.run(rule);
    if (status !== "pass" || looked === 0)
      wrong.push(`${rule.id}: ${status}, ${looked}, ${findings[0]?.message ?? ""}`);
  }
  expect(wrong).toEqual([]);
});

test("R87: every rule is not evaluable if the list of its things is denied", async () => {
  const org = await soundOrganization();
  const sound: string[] = [];
  for (const rule of RULES) {
    const { endpoint } = kindOf(rule.of);
    org.between((path, answer) => (endpointAt(path) === endpoint ? REFUSALS.denied(answer) : answer));
    const { status } = await org.run(rule);
    if (status !== "not-evaluable") sound.push(`${rule.id}: ${status}`);
  }
  expect(sound).toEqual([]);
});
