import { expect, test } from "vitest";
import { crAuthorGone } from "../../src/checks/rules/change-requests.js";
import { RULES } from "../../src/checks/rules/index.js";
import { orgSsoOff } from "../../src/checks/rules/sign-on.js";
import { spaceEmpty } from "../../src/checks/rules/spaces.js";
import { CERTIFICATE, EXPIRED_CERTIFICATE } from "../helpers/certificate.js";
import { DAY, ORG, type Organization, organization, SPACE } from "./harness.js";

const CRS = `/v1/spaces/${SPACE}/change-requests`;

const fixOf = async (org: Organization, rule: Parameters<Organization["run"]>[0], scope = {}) =>
  (await org.run(rule, { scope })).failing[0]?.fix;

const DELETES = { change: { endpoint: "deleteSpace", params: { spaceId: SPACE } } };

test.each<[string, string, (org: Organization) => Promise<unknown>]>([
  [
    "an open or draft change request",
    "it has an open or draft change request",
    (org) => org.send("POST", CRS, { subject: "Words" }),
  ],
  [
    "a comment, even if it is resolved",
    "it has comments",
    async (org) => {
      const { id } = await org.send("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Why?" } });
      await org.send("PUT", `/v1/spaces/${SPACE}/comments/${id}`, { resolved: true });
    },
  ],
  [
    "a site that shows it",
    "it is on a site",
    async (org) => {
      const { id } = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Site" });
      await org.send("POST", `/v1/orgs/${ORG}/sites/${id}/site-spaces`, { spaceId: SPACE });
    },
  ],
  [
    "a repository",
    "it is synced with a repository",
    async (org) =>
      org.change(({ store }) =>
        store.update<object>("space", SPACE, (space) => ({ ...space, gitSync: { repoName: "tern/guide" } })),
      ),
  ],
])("R88: an empty space with %s is not to be deleted", async (_, reason, make) => {
  const org = await organization();
  expect(await fixOf(org, spaceEmpty)).toMatchObject({ words: ["spaces", "delete", SPACE], ...DELETES });
  await make(org);
  // Restricted to one space, and to any site, it is the same.
  for (const scope of [{}, { space: SPACE }]) {
    const fix = await fixOf(org, spaceEmpty, scope);
    expect(fix).toEqual({ words: ["spaces", "view", SPACE], unplanned: reason });
  }
});

test.each([
  ["change requests", /\/change-requests\?/],
  ["comments", /\/comments\?/],
  ["sites", /\/sites(\?|$)/],
])("R88: an empty space whose %s cannot be read is not to be deleted", async (_, pattern) => {
  const org = await organization();
  org.reply(pattern, 403);
  const ran = await org.run(spaceEmpty);
  expect([ran.messages, ran.failing[0]?.fix?.change]).toEqual([["has no pages"], undefined]);
  expect(ran.failing[0]?.fix?.unplanned).toContain("could not be determined");
});

const provider = { object: "saml-provider", id: "idp1", label: "Okta", status: "active", certificate: CERTIFICATE };

/** An organization where a member signs in with a provider, as a service may answer it. */
async function signingOn(own: object, sso = true): Promise<Organization> {
  const org = await organization();
  const { items } = await org.send("GET", `/v1/orgs/${ORG}/members`);
  org.reply(/\/saml/, 200, { count: 1, items: [{ ...provider, ...own }] });
  org.reply(/\/members/, 200, { count: 1, items: [{ ...items[0], sso }] });
  return org;
}

test("R88: single sign-on is required where somebody can use it", async () => {
  expect(await fixOf(await signingOn({}), orgSsoOff)).toEqual({
    words: ["orgs", "edit", ORG, "--sso"],
    change: { endpoint: "updateOrg", params: { organizationId: ORG }, body: { sso: true } },
  });
});

test.each<[string, string, object, boolean]>([
  ["is not active", "it is not active", { status: "expired" }, true],
  ["has a status that nobody knows", "it is not active", { status: undefined }, true],
  ["has an expired certificate", "its certificate is not valid for a week", { certificate: EXPIRED_CERTIFICATE }, true],
  [
    "has a chain of certificates, one of them expired",
    "its certificate is not valid for a week",
    { certificate: `${CERTIFICATE}\n${EXPIRED_CERTIFICATE}` },
    true,
  ],
  ["has no certificate", "its certificate: it is empty", { certificate: null }, true],
  ["was never used", "nobody has signed in with it yet", {}, false],
])("R88: single sign-on is not required with a provider that %s", async (_, reason, own, sso) => {
  const fix = await fixOf(await signingOn(own, sso), orgSsoOff);
  expect(fix).toEqual({ words: ["saml", "list"], unplanned: reason });
});

test("R88: a certificate has to be valid for a week, not a day", async () => {
  const end = Date.parse("2120-01-01T00:00:00Z");
  const org = await signingOn({});
  org.advance(end - Date.parse("2026-01-15T10:00:00Z") - 9 * DAY);
  expect((await fixOf(org, orgSsoOff))?.change).toBeDefined();
  org.advance(3 * DAY);
  expect((await fixOf(org, orgSsoOff))?.unplanned).toBe("its certificate is not valid for a week");
});

test("R88: who uses single sign-on cannot be read: it is not required", async () => {
  const org = await organization();
  org.reply(/\/saml/, 200, { count: 1, items: [provider] });
  org.reply(/\/members/, 403);
  expect((await fixOf(org, orgSsoOff))?.unplanned).toContain("could not be determined");
});

test("R83: an author who is not found is gone only to those who see all members", async () => {
  const org = await organization();
  const { id } = await org.send("POST", CRS, { subject: "Words" });
  org.reply(/\/members\//, 404);
  const scope = { space: SPACE, changeRequest: id };
  expect((await org.run(crAuthorGone, { scope })).status).toBe("fail");
  await org.change(({ store }) =>
    store.update<object>("organization", ORG, (value) => ({ ...value, permissions: { view: true, admin: false } })),
  );
  expect((await org.run(crAuthorGone, { scope })).status).toBe("not-evaluable");
});

test("R88: each rule with a request says what it means, and when it is sent", () => {
  const planned = RULES.flatMap(({ id, planned }) => (planned ? [[id, planned.risk]] : []));
  expect(Object.fromEntries(planned)).toEqual({
    "space-empty": "removes",
    "space-locked-long": undefined,
    "collection-empty": "removes",
    "comments-old": undefined,
    "cr-outdated": undefined,
    "cr-stale": undefined,
    "cr-draft-old": undefined,
    "cr-author-gone": undefined,
    "org-invite-links": undefined,
    "org-default-role-broad": undefined,
    "space-level-broad": "locks out",
    "org-sso-off": "locks out",
  });
});
