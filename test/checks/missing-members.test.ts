/** R100: a rule whose deciding member is missing from an answer is not evaluable, and no finding turns into a pass. */
import { expect, test } from "vitest";
import { crNoSubject } from "../../src/checks/rules/change-requests.js";
import { orgInviteLinks } from "../../src/checks/rules/organization.js";
import { orgSsoOff } from "../../src/checks/rules/sign-on.js";
import { shareLinkOld, shareLinkUnnamed } from "../../src/checks/rules/sites.js";
import type { AnyRule } from "../../src/checks/types.js";
import { DAY, ORG, type Organization, organization, SPACE } from "./harness.js";

const CRS = `/v1/spaces/${SPACE}/change-requests`;

async function openChangeRequest(org: Organization): Promise<void> {
  const { id } = await org.send("POST", CRS, {});
  await org.send("PATCH", `${CRS}/${id}`, { status: "open" });
}

async function shareSite(org: Organization): Promise<void> {
  const { id } = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Docs", visibility: "share-link" });
  await org.send("POST", `/v1/orgs/${ORG}/sites/${id}/share-links`, {});
  org.advance(400 * DAY);
}

const nothing = async () => {};

const CASES: readonly [rule: AnyRule, member: string, prepare: (org: Organization) => Promise<void>, fails: boolean][] =
  [
    [orgInviteLinks, "inviteLinks", nothing, true],
    [orgSsoOff, "sso", nothing, false],
    [crNoSubject, "status", openChangeRequest, true],
    [shareLinkOld, "active", shareSite, true],
    [shareLinkUnnamed, "active", shareSite, false],
  ];

/** The JSON without a member, wherever it is. */
const without = (json: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(json, (key, value) => (key === name ? undefined : value)));

test.each(CASES.map((one) => [one[0].id, ...one] as const))(
  "R100: %s, and its member missing",
  async (_, rule, member, prepare, fails) => {
    const org = await organization();
    await prepare(org);
    expect((await org.run(rule)).status).toBe(fails ? "fail" : "pass");
    org.between((_, { status, json }) => ({ status, json: without(json, member) }));
    expect(await org.run(rule)).toMatchObject({ status: "not-evaluable", messages: [] });
  },
);
