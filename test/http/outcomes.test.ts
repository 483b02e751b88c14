import { describe, expect, it } from "vitest";
import { mergeChangeRequest, pullChangeRequest } from "../../src/catalog/change-requests.js";
import { addSectionToGroup } from "../../src/catalog/section-groups.js";
import { publishSite } from "../../src/catalog/sites.js";
import {
  deleteSpace,
  duplicateSpace,
  getSpace,
  moveSpace,
  restoreSpace,
  transferSpace,
  updateSpace,
} from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import { failing, json, loss, scripted, text } from "./support.js";

const space = { params: { spaceId: "s1" } };
const cr = { params: { spaceId: "s1", changeRequestId: "42" } };
const team = { params: { organizationId: "o1" }, body: { title: "Writers" } };
const reset = loss(
  { phase: "response", sent: true, code: "ECONNRESET" },
  "api.example.com: no answer came: connection closed",
);
const refused = json(500, { message: "oops" });
const AT = "2024-05-06T07:08:09.000Z";

describe("a lost change of state is looked up", () => {
  it("R11 merge: proven by revisionMerged", async () => {
    const { client, lines, notes } = scripted([reset, json(200, { id: "c1", revision: "r1", revisionMerged: "r9" })]);
    expect(await client.call(mergeChangeRequest, cr)).toEqual({ revision: "r9" });
    expect(lines()).toEqual(["POST /v1/spaces/s1/change-requests/42/merge", "GET /v1/spaces/s1/change-requests/42"]);
    expect(notes()).toEqual([
      "the answer was lost (api.example.com: no answer came: connection closed), but the service shows the change",
    ]);
  });

  it("R11 merge: disproven is a failure that was not applied", async () => {
    const { client } = scripted([json(500, { message: "oops" }), json(200, { id: "c1", revisionMerged: null })]);
    expect(await failing(client.call(mergeChangeRequest, cr))).toMatchObject({
      kind: "service",
      message: "the service answered 500: oops",
      outcome: "not_applied",
    });
  });

  it("R11 R12 merge: unknown when the lookup fails too", async () => {
    const { client, lines } = scripted([reset, json(403, { message: "no" })]);
    const error = await failing(client.call(mergeChangeRequest, cr, { checkCommand: "docs cr view 42 --space s1" }));
    expect(error).toMatchObject({
      kind: "unknown-outcome",
      outcome: "unknown",
      message: `outcome unknown: POST /v1/spaces/s1/change-requests/42/merge was sent at ${AT} and may have been applied (api.example.com: no answer came: connection closed)`,
      hint: "check whether it happened: docs cr view 42 --space s1",
      details: { method: "POST", path: "/v1/spaces/s1/change-requests/42/merge", sentAt: AT },
    });
    expect(lines().length).toBe(2);
  });

  it("R11 an update of a change request has no proof: unknown, without a lookup", async () => {
    const { client, lines } = scripted([reset]);
    expect(await failing(client.call(pullChangeRequest, cr))).toMatchObject({ kind: "unknown-outcome" });
    expect(lines()).toEqual(["POST /v1/spaces/s1/change-requests/42/update"]);
  });

  it("R11 restore: the space that was looked up is the answer", async () => {
    const { client } = scripted([reset, json(200, { id: "s1", deletedAt: null })]);
    expect(await client.call(restoreSpace, space)).toEqual({ id: "s1", deletedAt: null });
    const other = scripted([refused, json(200, { id: "s1", deletedAt: "2024-01-01T00:00:00Z" })]);
    expect(await failing(other.client.call(restoreSpace, space))).toMatchObject({
      kind: "service",
      outcome: "not_applied",
    });
  });

  it("R11 publish: proven by published", async () => {
    const site = { params: { organizationId: "o1", siteId: "t1" } };
    const { client, lines } = scripted([reset, json(200, { id: "t1", published: true })]);
    expect(await client.call(publishSite, site)).toEqual({ id: "t1", published: true });
    expect(lines()[1]).toBe("GET /v1/orgs/o1/sites/t1");
    const other = scripted([refused, json(200, { id: "t1", published: false })]);
    expect(await failing(other.client.call(publishSite, site))).toMatchObject({ outcome: "not_applied" });
  });

  it("R11 move: the parent must equal the one asked for", async () => {
    const move = { ...space, body: { parent: "p2" } };
    expect(await scripted([reset, json(200, { id: "s1", parent: "p2" })]).client.call(moveSpace, move)).toEqual({
      id: "s1",
      parent: "p2",
    });
    const other = scripted([refused, json(200, { id: "s1", parent: "p1" })]);
    expect(await failing(other.client.call(moveSpace, move))).toMatchObject({ outcome: "not_applied" });
  });

  it("R11 move: a position proves nothing", async () => {
    const { client, requests } = scripted([reset]);
    const body = { position: { after: { type: "space", space: "s2" } } } as const;
    expect(await failing(client.call(moveSpace, { ...space, body }))).toMatchObject({ kind: "unknown-outcome" });
    expect(requests.length).toBe(1);
  });

  it("R11 move: the parent proves nothing where a position was asked for too", async () => {
    const { client, requests } = scripted([reset]);
    const body = { parent: "p1", position: { after: { type: "space", space: "s2" } } } as const;
    expect(await failing(client.call(moveSpace, { ...space, body }))).toMatchObject({ kind: "unknown-outcome" });
    expect(requests.length).toBe(1);
  });

  it("R11 transfer: the organization must equal the one asked for", async () => {
    const body = { organization: "o2" };
    const { client } = scripted([reset, json(200, { id: "s1", organization: "o2" })]);
    expect(await client.call(transferSpace, { ...space, body })).toEqual({ id: "s1", organization: "o2" });
    const other = scripted([refused, json(200, { id: "s1", organization: "o1" })]);
    expect(await failing(other.client.call(transferSpace, { ...space, body }))).toMatchObject({
      outcome: "not_applied",
    });
  });

  it("R11 a section in a group: the group's sections must hold it", async () => {
    const input = {
      params: { organizationId: "o1", siteId: "t1", siteSectionGroupId: "g1" },
      body: { sectionId: "x2" },
    };
    const groups = (sections: object[]) =>
      json(200, {
        items: [
          { id: "g0", sections: [{ id: "x2" }] },
          { id: "g1", sections },
        ],
      });
    const { client, lines } = scripted([reset, groups([{ id: "x1" }, { id: "x2" }])]);
    expect(await client.call(addSectionToGroup, input)).toEqual({ id: "g1", sections: [{ id: "x1" }, { id: "x2" }] });
    expect(lines()[1]).toBe("GET /v1/orgs/o1/sites/t1/section-groups?limit=1000");
    const other = scripted([refused, groups([{ id: "x1" }])]);
    expect(await failing(other.client.call(addSectionToGroup, input))).toMatchObject({ outcome: "not_applied" });
    const gone = scripted([reset, json(200, { items: [] })]);
    expect(await failing(gone.client.call(addSectionToGroup, input))).toMatchObject({ kind: "unknown-outcome" });
  });

  it("R11 looks nothing up where the request never left", async () => {
    const { client, lines } = scripted([loss({ phase: "connect", sent: false }), json(200, { result: "merge" })]);
    expect(await client.call(mergeChangeRequest, cr)).toEqual({ result: "merge" });
    expect(lines().every((line) => line.startsWith("POST"))).toBe(true);
  });
});

describe("what is known after a failure", () => {
  it("R1 R12 a lost creation is never sent again", async () => {
    const { client, requests } = scripted([reset, json(201, { id: "t1" })]);
    expect(await failing(client.call(createTeam, team, { checkCommand: "docs teams list --org o1" }))).toMatchObject({
      kind: "unknown-outcome",
      outcome: "unknown",
      hint: "check whether it happened: docs teams list --org o1",
      details: { method: "PUT", path: "/v1/orgs/o1/teams", sentAt: AT },
    });
    expect(requests.length).toBe(1);
  });

  it("R1 R94 a creation whose answer is broken is unknown, and not sent again", async () => {
    const { client, requests } = scripted([text(201, '{"id":"t')]);
    expect(await failing(client.call(createTeam, team))).toMatchObject({
      kind: "unknown-outcome",
      outcome: "unknown",
      message: `outcome unknown: PUT /v1/orgs/o1/teams was sent at ${AT} and may have been applied (the answer is not valid JSON)`,
    });
    expect(requests.length).toBe(1);
  });

  it("R1 R94 a change of state whose answer is broken is looked at once", async () => {
    const { client, requests } = scripted([text(200, '{"rev'), json(200, { id: "c1", revisionMerged: null })]);
    expect(await failing(client.call(mergeChangeRequest, cr))).toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("may have been applied (the answer is not valid JSON)"),
    });
    expect(requests.length).toBe(2);
  });

  it("asks for the base URL, and names the command that tells, when a page answers a write", async () => {
    const { client } = scripted([text(200, "<html>Welcome</html>")]);
    expect(await failing(client.call(mergeChangeRequest, cr, { checkCommand: "docs cr view 42" }))).toMatchObject({
      message: expect.stringContaining("may have been applied (the service answered 200 with HTML)"),
      hint: "is the base URL right? check whether it happened: docs cr view 42",
    });
  });

  it("R14 --retry-unsafe sends a creation again", async () => {
    const { client, requests } = scripted([reset, json(500, {}), json(201, { id: "s2" })], { retryUnsafe: true });
    expect(await client.call(duplicateSpace, space)).toEqual({ id: "s2" });
    expect(requests.length).toBe(3);
    const failed = scripted([reset], { retryUnsafe: true });
    expect(await failing(failed.client.call(duplicateSpace, space))).toMatchObject({ kind: "unknown-outcome" });
    expect(failed.requests.length).toBe(4);
  });

  it("R14 sends no Idempotency-Key", async () => {
    const { client, requests } = scripted([json(201, { id: "t1" })]);
    await client.call(createTeam, team);
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "authorization",
      "content-type",
      "user-agent",
    ]);
  });

  it("R1 an idempotent write is repeated; lost for good it says that it may have been applied", async () => {
    const { client, requests } = scripted([reset]);
    expect(await failing(client.call(updateSpace, { ...space, body: { title: "x" } }))).toMatchObject({
      kind: "network",
      outcome: "unknown",
      hint: "it may have been applied; it is safe to run it again",
    });
    expect(requests.length).toBe(4);
  });

  it("R12 an earlier lost attempt is not forgotten when the last one never left", async () => {
    const refused = loss({ phase: "connect", sent: false });
    const { client } = scripted([reset, refused, refused, refused]);
    expect(await failing(client.call(updateSpace, { ...space, body: { title: "x" } }))).toMatchObject({
      outcome: "unknown",
    });
  });

  it("R9 a deadline after a creation was sent is an unknown outcome", async () => {
    const late = () => {
      clock.advance(10_000);
      throw loss({ phase: "timeout", sent: true }, "api.example.com: the request timed out after 10 s");
    };
    const { client, clock } = scripted([late], { deadline: 10_000 });
    expect(await failing(client.call(createTeam, team))).toMatchObject({ kind: "unknown-outcome" });
    const read = scripted(
      [
        () => {
          read.clock.advance(10_000);
          throw loss({ phase: "timeout", sent: true });
        },
      ],
      { deadline: 10_000 },
    );
    expect(await failing(read.client.call(getSpace, space))).toMatchObject({ kind: "timeout" });
    expect(read.requests.length).toBe(1);
  });

  it("R13 a DELETE answered 404 found nothing to delete, and no lost attempt can have deleted it", async () => {
    const { client, notes } = scripted([json(404, { error: { message: "no such space" } })]);
    const missing: boolean[] = [];
    const onAbsent = (wasAbsent: boolean) => void missing.push(wasAbsent);
    expect(await client.call(deleteSpace, space, { onAbsent })).toBeUndefined();
    expect(missing).toEqual([true]);
    expect(notes()).toEqual(["not found: it is absent, or this token cannot see it"]);
  });

  it("R13 a DELETE answered 204 tells nothing of that", async () => {
    const { client, notes } = scripted([text(204, "")]);
    let absent = 0;
    expect(await client.call(deleteSpace, space, { onAbsent: () => (absent += 1) })).toBeUndefined();
    expect([absent, notes()]).toEqual([0, []]);
  });
});
