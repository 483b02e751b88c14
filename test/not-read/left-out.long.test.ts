/** R100: a member that answers leave out turns no finding into a pass. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { RULES } from "../../src/checks/rules/index.js";
import type { Finding } from "../../src/checks/types.js";
import type { Organization } from "../checks/harness.js";
import { sampleCases } from "../helpers/sample.js";
import { failingOrganization, wrongFor } from "./failing-organization.js";
import { endpointAt } from "./faults.js";

type Rule = (typeof RULES)[number];

/** Members of an answer by their paths; `*` stands for every item of an array. */
function membersOf(value: unknown, at = "", found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) membersOf(item, `${at}*.`, found);
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) {
      found.add(at + name);
      membersOf(member, `${at}${name}.`, found);
    }
  return found;
}

/** The same answer without the member. */
function without(value: unknown, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  if (Array.isArray(value)) return name === "*" ? value.map((item) => without(item, rest.join("."))) : value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    rest.length === 0
      ? members.filter(([own]) => own !== name)
      : members.map(([own, member]) => [own, own === name ? without(member, rest.join(".")) : member]),
  );
}

/** Members of every answer that a rule reads, as `METHOD path: member`. */
async function readBy(org: Organization, rule: Rule): Promise<Map<string, Set<string>>> {
  const wrong = wrongFor(rule);
  const found = new Map<string, Set<string>>();
  org.between((path, answer) => {
    const given = wrong(path, answer);
    const name = endpointAt(path).path;
    found.set(name, membersOf(given.json, "", found.get(name)));
    return given;
  });
  await org.run(rule);
  return found;
}

let org: Organization;
beforeAll(async () => {
  org = await failingOrganization(afterAll);
});

/** Members whose absence is an answer: most things have none, and a service may leave it out then. */
const MAY_BE_ABSENT = [
  "include-broken-link: /v1/spaces/{spaceId}/links items.*.targetReference.reusableContent",
  "include-broken-link: /v1/spaces/{spaceId}/links items.*.targetReference.reusableContent.id",
  "page-hidden-orphan: /v1/spaces/{spaceId}/content/pages pages.*.hidden",
  "page-noindex: /v1/spaces/{spaceId}/content/pages pages.*.noRobotsIndex",
  "cover-missing: /v1/spaces/{spaceId}/content/pages pages.*.cover",
  "cover-missing: /v1/spaces/{spaceId}/content/pages pages.*.cover.ref",
  "cover-missing: /v1/spaces/{spaceId}/content/pages pages.*.cover.ref.file",
  "git-sync-behind: /v1/orgs/{organizationId}/spaces items.*.gitSync",
  "git-sync-behind: /v1/orgs/{organizationId}/spaces items.*.gitSync.updatedAt",
  "cr-author-gone: /v1/spaces/{spaceId}/change-requests items.*.createdBy",
  "cr-author-gone: /v1/spaces/{spaceId}/change-requests items.*.createdBy.id",
  "member-inactive: /v1/orgs/{organizationId}/members items.*.lastSeenAt",
  "member-foreign-domain: /v1/orgs/{organizationId} emailDomains",
  "condition-unknown-attribute: /v1/orgs/{organizationId}/sites/{siteId}/site-spaces items.*.condition",
  "condition-unknown-attribute: /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema jsonSchema",
  "condition-unknown-attribute: /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema jsonSchema.properties",
  "condition-unknown-attribute: /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema jsonSchema.additionalProperties",
  "condition-no-schema: /v1/orgs/{organizationId}/sites/{siteId}/site-spaces items.*.condition",
  "condition-adaptive-off: /v1/orgs/{organizationId}/sites items.*.adaptiveContent",
  "condition-adaptive-off: /v1/orgs/{organizationId}/sites items.*.adaptiveContent.enabled",
  "condition-adaptive-off: /v1/orgs/{organizationId}/sites/{siteId}/site-spaces items.*.condition",
  "default-content-unpublished: /v1/orgs/{organizationId} defaultContent",
  "default-content-unpublished: /v1/orgs/{organizationId} defaultContent.site",
  "spec-failed: /v1/orgs/{organizationId}/openapi items.*.lastProcessErrorCode",
  "spec-insecure-source: /v1/orgs/{organizationId}/openapi items.*.sourceURL",
  "spec-secret-in-address: /v1/orgs/{organizationId}/openapi items.*.sourceURL",
  "org-billing-failed: /v1/orgs/{organizationId} billing",
  "org-billing-failed: /v1/orgs/{organizationId} billing.hasPaymentFailed",
  "org-blocked: /v1/orgs/{organizationId} blocked",
];

const unknownIn = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ status, object, message }) => (status === "not-evaluable" ? [`${object?.id}: ${message}`] : []));

/** What a rule no longer finds, and does not call unknown, where a member is left out of all answers of an endpoint. */
async function lossesOf(rule: Rule): Promise<string[]> {
  const wrong = wrongFor(rule);
  const read = await readBy(org, rule);
  org.between(wrong);
  const whole = await org.run(rule);
  const lost: string[] = [];
  for (const [endpoint, members] of read) {
    for (const member of members) {
      org.between((path, answer) => {
        const given = wrong(path, answer);
        return endpointAt(path).path === endpoint ? { ...given, json: without(given.json, member) } : given;
      });
      const { findings, failing } = await org.run(rule);
      const isTold = unknownIn(findings).some((one) => !unknownIn(whole.findings).includes(one));
      if (!isTold && failing.length < whole.failing.length) lost.push(`${rule.id}: ${endpoint} ${member}`);
    }
  }
  return lost;
}

const chosen = sampleCases("members left out", RULES, { nameOf: ({ id }) => id, few: 6, rooms: ["src/checks"] });

test.each(chosen.map((rule) => ({ id: rule.id, rule })))(
  "R100: $id passes nothing for a member left out",
  async ({ rule }) => {
    const lost = await lossesOf(rule);
    const known = MAY_BE_ABSENT.filter((one) => one.startsWith(`${rule.id}: `));
    expect(lost.sort()).toEqual(known.sort());
  },
  // One rule reads answers of two hundred members, and runs once for each.
  600_000,
);
