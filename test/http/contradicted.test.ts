/** R94: an answer with another value than was sent is looked at once, and is never passed off as done. */
import { describe, expect, it } from "vitest";
import { mergeChangeRequest, pullChangeRequest } from "../../src/catalog/change-requests.js";
import { updateSpaceComment } from "../../src/catalog/comments.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { setMemberSso, updateMember } from "../../src/catalog/members.js";
import { updateOrg } from "../../src/catalog/organizations.js";
import { updateShareLink } from "../../src/catalog/share-links.js";
import { publishSite, updateSite } from "../../src/catalog/sites.js";
import { restoreSpace } from "../../src/catalog/spaces.js";
import { updateTeam } from "../../src/catalog/teams.js";
import { ended, json } from "./support.js";

const TEAM = { organizationId: "o1", teamId: "t1" };
const team = (title: string) => ({ params: TEAM, body: { title } });
const PATCH = "PATCH /v1/orgs/o1/teams/t1";
const GET = "GET /v1/orgs/o1/teams/t1";
const old = json(200, { id: "t1", title: "Readers" });
const renamed = json(200, { id: "t1", title: "Writers" });

describe("an answer with another value than was sent", () => {
  const org = { params: { organizationId: "o1" }, body: { inviteLinks: false } };
  const ON = { id: "o1", inviteLinks: true };

  it.each<[string, AnyEndpoint, { params: object; body?: object }, object, string]>([
    ["a text", updateTeam, team("Writers"), { id: "t1", title: "Readers" }, 'title is still "Readers"'],
    ["a switch", updateOrg, org, ON, "inviteLinks is still true"],
    ["a switch that is null", updateOrg, org, { id: "o1", inviteLinks: null }, "inviteLinks is still null"],
    [
      "null",
      updateMember,
      { params: { organizationId: "o1", userId: "u1" }, body: { role: null } },
      { id: "u1", role: "admin" },
      'role is still "admin"',
    ],
    [
      "null for an object",
      updateSite,
      { params: { organizationId: "o1", siteId: "p1" }, body: { proxy: null } },
      { id: "p1", proxy: { origin: "a" } },
      'proxy is still {"origin":"a"}',
    ],
    [
      "a list",
      updateOrg,
      { params: { organizationId: "o1" }, body: { emailDomains: ["a.example"] } },
      { id: "o1", emailDomains: [] },
      "emailDomains is still []",
    ],
    [
      "an object",
      updateSite,
      { params: { organizationId: "o1", siteId: "p1" }, body: { adaptiveContent: { enabled: true } } },
      { id: "p1", adaptiveContent: { enabled: false } },
      'adaptiveContent is still {"enabled":false}',
    ],
    [
      "resolve",
      updateSpaceComment,
      { params: { spaceId: "s1", commentId: "k1" }, body: { resolved: true } },
      { id: "k1", status: "open" },
      'status is still "open"',
    ],
    [
      "reopen",
      updateSpaceComment,
      { params: { spaceId: "s1", commentId: "k1" }, body: { resolved: false } },
      { id: "k1", status: "resolved" },
      'status is still "resolved"',
    ],
    [
      "publish",
      publishSite,
      { params: { organizationId: "o1", siteId: "p1" } },
      { id: "p1", published: false },
      "published is still false",
    ],
    [
      "sso",
      setMemberSso,
      { params: { organizationId: "o1", userId: "u1" } },
      { id: "u1", sso: false },
      "sso is still false",
    ],
    [
      "restore",
      restoreSpace,
      { params: { spaceId: "s1" } },
      { id: "s1", deletedAt: "2026-01-01" },
      'deletedAt is still "2026-01-01"',
    ],
  ])("is contradicted if it shows in both: %s", async (_, endpoint, input, shown, says) => {
    const { lines, error } = await ended(endpoint, input, [json(200, shown)]);
    expect(lines).toHaveLength(2);
    expect(error).toMatchObject({
      kind: "refused",
      outcome: "not_applied",
      message: `the service answered 200, but ${says}`,
    });
  });

  it("in a list: the item of a list shows it", async () => {
    const link = { params: { organizationId: "o1", siteId: "p1", shareLinkId: "l1" }, body: { active: false } };
    const shown = { id: "l1", active: true };
    const { lines, error } = await ended(updateShareLink, link, [
      json(200, shown),
      json(200, { items: [{ id: "l0", active: false }, shown] }),
    ]);
    expect(lines[1]).toBe("GET /v1/orgs/o1/sites/p1/share-links?limit=1000");
    expect(error).toMatchObject({ kind: "refused", message: "the service answered 200, but active is still true" });
  });

  it("is confirmed if it shows as it was sent by now", async () => {
    const { notes, answer } = await ended(updateTeam, team("Writers"), [old, renamed]);
    expect(answer).toEqual({ id: "t1", title: "Writers" });
    expect(notes).toEqual([
      'the service answered 200, but title is still "Readers"; reading it again shows the change',
    ]);
  });

  it("is unknown if a third value shows, or nothing can be read", async () => {
    for (const look of [json(200, { id: "t1", title: "Others" }), json(500, {}), json(404, {})]) {
      const { error } = await ended(updateTeam, team("Writers"), [old, look]);
      expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    }
  });

  it("is unknown if a part of it was applied", async () => {
    const both = { params: { organizationId: "o1" }, body: { title: "Acme", inviteLinks: false } };
    const { error } = await ended(updateOrg, both, [json(200, { ...ON, title: "Acme" })]);
    expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
  });

  it.each([
    ["another spelling", "Tech & Docs", "tech-docs", undefined],
    ["another value than before", "Guide", "Guide (2)", { title: "Readers" }],
  ])("is what the service made of it: %s", async (_, sent, made, before) => {
    const { lines, notes, answer } = await ended(
      updateTeam,
      team(sent),
      [json(200, { id: "t1", title: made })],
      before,
    );
    expect(lines).toEqual([PATCH, GET]);
    expect(notes).toEqual([`the service made title ${JSON.stringify(made)} of ${JSON.stringify(sent)}`]);
    expect(answer).toEqual({ id: "t1", title: made });
  });

  it("is not what the service made of it if it is what was there", async () => {
    const { error } = await ended(updateTeam, team("docs"), [json(200, { id: "t1", title: "Docs" })], {
      title: "Docs",
    });
    expect(error).toMatchObject({ kind: "refused", outcome: "not_applied" });
  });
});

describe("a merge", () => {
  const cr = { params: { spaceId: "s1", changeRequestId: "42" } };
  const open = json(200, { id: "c1", number: 42, status: "open" });
  const merged = json(200, { id: "c1", number: 42, revisionMerged: "r9" });

  it.each([
    ["{}", {}, "unknown-outcome", "unknown"],
    ["queued", { result: "queued" }, "unknown-outcome", "unknown"],
    ["failed", { result: "failed" }, "refused", "not_applied"],
    ["conflict", { result: "conflict" }, "refused", "not_applied"],
  ])("answered %s is looked at", async (_, answered, kind, outcome) => {
    const missed = await ended(mergeChangeRequest, cr, [json(200, answered), open]);
    expect(missed.lines).toEqual([
      "POST /v1/spaces/s1/change-requests/42/merge",
      "GET /v1/spaces/s1/change-requests/42",
    ]);
    expect(missed.error).toMatchObject({ kind, outcome });
    const done = await ended(mergeChangeRequest, cr, [json(200, answered), merged]);
    expect(done.answer).toEqual({ revision: "r9" });
  });

  it("with conflicts is told as it is, unless it shows as merged", async () => {
    const conflicts = json(200, { result: "conflicts" });
    const { lines, answer } = await ended(mergeChangeRequest, cr, [conflicts, open]);
    expect([lines.length, answer]).toEqual([2, { result: "conflicts" }]);
    const done = await ended(mergeChangeRequest, cr, [conflicts, merged]);
    expect(done.answer).toEqual({ revision: "r9" });
  });

  it("an update has no proof but its answer", async () => {
    const { lines, error } = await ended(pullChangeRequest, cr, [json(200, {})]);
    expect([lines.length, error]).toMatchObject([1, { kind: "unknown-outcome" }]);
  });
});
