/** Not read is not absent: each rule, with each of its reads in turn denied, failing, shortened, repeated and empty. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { RULES } from "../../src/checks/rules/index.js";
import type { Finding } from "../../src/checks/types.js";
import type { Organization } from "../checks/harness.js";
import { sampleCases } from "../helpers/sample.js";
import { failingOrganization, wrongFor } from "./failing-organization.js";
import { endpointAt, faultsOf } from "./faults.js";

const keyOf = ({ status, object, message }: Finding) => `${status} ${object?.id}: ${message}`;
const failing = (findings: readonly Finding[]) => findings.filter(({ status }) => status === "fail");

/** What a rule states without having read it. */
async function claimsOf(org: Organization, rule: (typeof RULES)[number]): Promise<string[]> {
  const wrong = wrongFor(rule);
  org.between(wrong);
  const whole = await org.run(rule);
  const known = new Set(failing(whole.findings).map(keyOf));
  const read = new Set(whole.sent.map(endpointAt));
  const claims: string[] = [];
  for (const endpoint of read) {
    for (const [name, fault] of Object.entries(faultsOf(endpoint))) {
      org.between((path, answer) => {
        const before = wrong(path, answer);
        return endpointAt(path) === endpoint ? fault(before, endpoint.items ?? "") : before;
      });
      const { status, findings } = await org.run(rule);
      const found = failing(findings);
      const what = `${rule.id}, ${endpoint.path} ${name}`;
      if (status === "pass") claims.push(`${what}: pass`);
      claims.push(...found.filter((one) => !known.has(keyOf(one))).map((one) => `${what}: ${one.message}`));
      // A request of a fix rests on everything that its rule reads.
      claims.push(...found.filter(({ fix }) => fix?.change).map((one) => `${what}: ${one.message}, and its fix`));
      const isLess = found.length < known.size;
      if (isLess && !findings.some((one) => one.status === "not-evaluable")) claims.push(`${what}: fewer findings`);
    }
  }
  return claims;
}

let org: Organization;
beforeAll(async () => {
  org = await failingOrganization(afterAll);
});

const chosen = sampleCases("checks not read", RULES, { nameOf: ({ id }) => id, few: 4, rooms: ["src/checks"] });

test.each(chosen.map((rule) => ({ id: rule.id, rule })))(
  "R87: $id states nothing that it has not read",
  async ({ rule }) => {
    expect(await claimsOf(org, rule)).toEqual([]);
  },
);
