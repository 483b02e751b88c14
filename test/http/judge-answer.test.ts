/** R94: one verdict on every answer to a write: confirmed, contradicted or unknown, after one look at most. */
import { describe, expect, it } from "vitest";
import { mergeChangeRequest, updateChangeRequest } from "../../src/catalog/change-requests.js";
import { updateSpaceComment } from "../../src/catalog/comments.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { updateMember } from "../../src/catalog/members.js";
import { updateOrg } from "../../src/catalog/organizations.js";
import { addSiteSpace } from "../../src/catalog/site-spaces.js";
import { updateSite } from "../../src/catalog/sites.js";
import { deleteSpace, duplicateSpace, getSpace, listOrgSpaces, updateSpace } from "../../src/catalog/spaces.js";
import { removeTeamMember } from "../../src/catalog/team-members.js";
import { createTeam, deleteTeam, getTeam, updateTeam } from "../../src/catalog/teams.js";
import type { WireResponse } from "../../src/http/types.js";
import { ended, failing, json, loss, scripted, text } from "./support.js";

const TEAM = { organizationId: "o1", teamId: "t1" };
const team = (title: string) => ({ params: TEAM, body: { title } });
const PATCH = "PATCH /v1/orgs/o1/teams/t1";
const GET = "GET /v1/orgs/o1/teams/t1";
const old = json(200, { id: "t1", title: "Readers" });
const renamed = json(200, { id: "t1", title: "Writers" });
const NO_SERVICE =
  "outcome unknown: PATCH /v1/orgs/o1/teams/t1 was sent at 2024-05-06T07:08:09.000Z and may have been applied";

describe("an answer that is confirmed", () => {
  it.each<[string, AnyEndpoint, { params: object; body?: object }, WireResponse]>([
    ["as it was sent", updateTeam, team("Writers"), renamed],
    ["without spaces around it", updateTeam, team("  Caf\u00e9 "), json(200, { id: "t1", title: "Cafe\u0301" })],
    ["an id alone", updateTeam, team("Writers"), json(200, { id: "t1" })],
    ["the value alone", updateTeam, team("Writers"), json(200, { title: "Writers" })],
    [
      "a host in capitals",
      updateOrg,
      { params: { organizationId: "o1" }, body: { hostname: "Docs.Acme.COM" } },
      json(200, { id: "o1", hostname: "docs.acme.com" }),
    ],
    [
      "a list in another order",
      updateOrg,
      { params: { organizationId: "o1" }, body: { emailDomains: ["b.example", "a.example"] } },
      json(200, { id: "o1", emailDomains: ["a.example", "b.example"] }),
    ],
    [
      "a logo elsewhere",
      updateOrg,
      { params: { organizationId: "o1" }, body: { logo: "https://a.example/1.png" } },
      json(200, { id: "o1", logo: "https://cdn.example/9.png" }),
    ],
    [
      "null that is left out",
      updateMember,
      { params: { organizationId: "o1", userId: "u1" }, body: { role: null } },
      json(200, { id: "u1" }),
    ],
    [
      "a member by the id of the user",
      updateMember,
      { params: { organizationId: "o1", userId: "u1" }, body: { role: "read" } },
      json(200, { id: "m1", user: { id: "u1" }, role: "read" }),
    ],
    [
      "a change request by its number",
      updateChangeRequest,
      { params: { spaceId: "s1", changeRequestId: "42" }, body: { subject: "A" } },
      json(200, { id: "c1", number: 42, subject: "A" }),
    ],
    [
      "a comment in another form",
      updateSpaceComment,
      { params: { spaceId: "s1", commentId: "k1" }, body: { body: { markdown: "*a*" } } },
      json(200, { id: "k1", body: { markdown: "_a_" } }),
    ],
    [
      "a comment that is resolved",
      updateSpaceComment,
      { params: { spaceId: "s1", commentId: "k1" }, body: { resolved: true } },
      json(200, { id: "k1", status: "resolved" }),
    ],
    [
      "a comment that is open again",
      updateSpaceComment,
      { params: { spaceId: "s1", commentId: "k1" }, body: { resolved: false } },
      json(200, { id: "k1", status: "active" }),
    ],
    [
      "a team with a count of members",
      createTeam,
      { params: { organizationId: "o1" }, body: { title: "A", members: ["u1"] } },
      json(201, { id: "t9", title: "A", members: 1 }),
    ],
    [
      "a space in a site",
      addSiteSpace,
      { params: { organizationId: "o1", siteId: "p1" }, body: { spaceId: "s1" } },
      json(201, { id: "x1", space: { id: "s1" } }),
    ],
    [
      "a proxy as an object",
      updateSite,
      { params: { organizationId: "o1", siteId: "p1" }, body: { proxy: "acme.com/docs" } },
      json(200, { id: "p1", proxy: { origin: "https://acme.com/docs" } }),
    ],
    [
      "a merge",
      mergeChangeRequest,
      { params: { spaceId: "s1", changeRequestId: "42" } },
      json(200, { result: "merge", revision: "r9" }),
    ],
    ["204 to a deletion", deleteTeam, { params: TEAM }, text(204, "")],
    ["JSON to a deletion", deleteTeam, { params: TEAM }, json(200, { deleted: true })],
    ["what it was removed from", removeTeamMember, { params: { ...TEAM, userId: "u1" } }, json(200, { id: "t1" })],
    ["the deleted thing", deleteTeam, { params: TEAM }, json(200, { id: "t1", title: "Readers" })],
  ])("%s", async (_, endpoint, input, response) => {
    const { lines, notes, error } = await ended(endpoint, input, [response]);
    expect(error).toBeUndefined();
    expect([lines.length, notes]).toEqual([1, []]);
  });
});

const POOR: readonly (readonly [string, WireResponse, string])[] = [
  ["HTML", text(200, "<!doctype html><title>Sign in</title>"), "the service answered 200 with HTML"],
  ["text", text(200, "OK"), "the service answered 200 with text"],
  ["nothing", text(200, ""), "the service answered 200 with an empty body"],
  ["202", json(202, { id: "t1", title: "Writers" }), "the service answered 202"],
  ["203", json(203, { id: "t1", title: "Writers" }), "the service answered 203"],
  ["206", json(206, { id: "t1", title: "Writers" }), "the service answered 206"],
  ["207", json(207, { id: "t1", title: "Writers" }), "the service answered 207"],
  ["an error", json(200, { error: { message: "no" } }), 'the service answered 200 with an error: "no"'],
  ["{}", json(200, {}), "the service answered 200 with nothing that shows it"],
  [
    "another team",
    json(200, { id: "t2", title: "Writers" }),
    'the service answered with another team: "t2" instead of "t1"',
  ],
];

describe("an answer that proves nothing is looked at once", () => {
  it.each(POOR)("%s: confirmed if the team has the title", async (_, response, reason) => {
    const { lines, notes, answer } = await ended(updateTeam, team("Writers"), [response, renamed]);
    expect(lines).toEqual([PATCH, GET]);
    expect(notes).toEqual([`${reason}; reading it again shows the change`]);
    expect(answer).toEqual({ id: "t1", title: "Writers" });
  });

  it.each(POOR)("%s: unknown if it has another, or cannot be read", async (_, response, reason) => {
    for (const look of [
      old,
      json(403, {}),
      json(404, {}),
      json(200, { id: "t3", title: "Writers" }),
      text(200, "<p>"),
    ]) {
      const { lines, error } = await ended(updateTeam, team("Writers"), [response, look]);
      expect(lines).toEqual([PATCH, GET]);
      expect(error).toMatchObject({
        kind: "unknown-outcome",
        outcome: "unknown",
        message: `${NO_SERVICE} (${reason})`,
      });
    }
  });

  it("JSON that was cut off: after all attempts", async () => {
    const cut = text(200, '{"id":"t1","ti');
    const { lines, notes } = await ended(updateTeam, team("Writers"), [cut, cut, cut, cut, renamed]);
    expect(lines).toEqual([PATCH, PATCH, PATCH, PATCH, GET]);
    expect(notes).toEqual(["the answer is not valid JSON; reading it again shows the change"]);
    const { error } = await ended(updateTeam, team("Writers"), [cut, cut, cut, cut, old]);
    expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
  });

  it("a creation is looked at by the id that was answered, and is never sent twice", async () => {
    const input = { params: { organizationId: "o1" }, body: { title: "Writers" } };
    const late = json(202, { id: "t9", title: "Writers" });
    const made = await ended(createTeam, input, [late, json(200, { id: "t9", title: "Writers" })]);
    expect(made.lines).toEqual(["PUT /v1/orgs/o1/teams", "GET /v1/orgs/o1/teams/t9"]);
    expect(made.answer).toEqual({ id: "t9", title: "Writers" });
    const missing = await ended(createTeam, input, [late, json(404, {})]);
    expect(missing.error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    for (const response of [text(201, "<p>"), text(201, '{"id":'), json(201, {}), json(201, { error: "no" })]) {
      const { lines, error } = await ended(createTeam, input, [response]);
      expect([lines.length, error]).toMatchObject([1, { kind: "unknown-outcome", outcome: "unknown" }]);
    }
  });

  it("a copy with the id of its original is none", async () => {
    const { error } = await ended(duplicateSpace, { params: { spaceId: "s1" } }, [
      json(201, { id: "s1" }),
      json(404, {}),
    ]);
    expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
  });

  it("a deletion is not looked at here: whoever sends it knows the list", async () => {
    for (const response of [
      text(200, "<p>"),
      json(202, {}),
      text(202, ""),
      json(200, { error: "no" }),
      json(206, {}),
      json(200, { id: "s2" }),
    ]) {
      const { lines, error } = await ended(deleteSpace, { params: { spaceId: "s1" } }, [response]);
      expect([lines, error]).toMatchObject([["DELETE /v1/spaces/s1"], { kind: "unknown-outcome", outcome: "unknown" }]);
    }
  });
});

describe("an answer to a read about another thing", () => {
  it.each<[string, AnyEndpoint, object, object, string]>([
    ["a space", getSpace, { spaceId: "s1" }, { id: "s2" }, 'another space: "s2" instead of "s1"'],
    ["a team", getTeam, TEAM, { id: "t2" }, 'another team: "t2" instead of "t1"'],
  ])("is not valid: %s", async (_, endpoint, params, answered, says) => {
    const { client } = scripted([json(200, answered)]);
    const error = await failing(client.call(endpoint, { params } as never));
    expect(error).toMatchObject({ kind: "invalid-answer", message: `the service answered with ${says}` });
  });

  it("is not valid: an item of a list of another organization", async () => {
    const items = [
      { id: "s1", organization: "o1" },
      { id: "s2", organization: "o2" },
    ];
    const { client } = scripted([json(200, { items })]);
    const read = async () => {
      for await (const _ of client.list(listOrgSpaces, { params: { organizationId: "o1" } }).pages());
    };
    expect(await failing(read())).toMatchObject({
      kind: "invalid-answer",
      message: 'the service answered with another organization: "o2" instead of "o1"',
    });
  });

  it("a list that is answered 203 or 206 is no whole list", async () => {
    for (const status of [203, 206]) {
      const { client, lines } = scripted([json(status, { items: [] })]);
      const pages = client.list(listOrgSpaces, { params: { organizationId: "o1" } }).pages();
      expect(await failing(pages[Symbol.asyncIterator]().next())).toMatchObject({ kind: "invalid-answer" });
      expect(lines()).toHaveLength(1);
    }
  });
});

it("Ctrl-C while it looks leaves the outcome unknown", async () => {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new Error("SIGINT"));
    throw loss({ phase: "aborted", sent: true });
  };
  const { client } = scripted([text(200, "<p>"), stop], { signal: controller.signal });
  expect(await failing(client.call(updateSpace, { params: { spaceId: "s1" }, body: { title: "x" } }))).toMatchObject({
    kind: "canceled",
    outcome: "unknown",
  });
});
