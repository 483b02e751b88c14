import { beforeEach, describe, expect, it, vi } from "vitest";
import { ORG, OTHER_ORG, putCollection, putSpace, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { ADA, loadPeople } from "./people-helper.js";

const MEMBERS = `/v1/orgs/${ORG}/members`;

const service = useTestSandbox({ load: loadPeople });

const ids = async (query: string) =>
  (await service.call("GET", `${MEMBERS}${query}`)).json.items.map(({ id }: { id: string }) => id);

describe("members", () => {
  it("Default order desc by joinedAt", async () => {
    expect(await ids("")).toEqual(["ed1", "bo1", "cy1", "di1", ADA]);
    expect(await ids("?order=asc")).toEqual([ADA, "di1", "cy1", "bo1", "ed1"]);
  });

  it("sort by lastSeenAt lists only active members", async () => {
    expect(await ids("?sort=lastSeenAt")).toEqual([ADA, "cy1", "bo1"]);
    expect(await ids("?sort=lastSeenAt&order=asc")).toEqual(["bo1", "cy1", ADA]);
  });

  it("filters by role and by text in name or email, any case", async () => {
    expect(await ids("?role=edit")).toEqual(["bo1"]);
    expect(await ids("?search=bOYle")).toEqual(["ed1"]);
    expect(await ids("?search=cy%40harbor")).toEqual(["cy1"]);
    expect(await ids("?search=nobody")).toEqual([]);
  });

  it("keeps the order of equal ones, pages it, and looks at what it answers only", async () => {
    await service.change(({ store }) => {
      for (let n = 0; n < 1500; n++) {
        const user = { object: "user", id: `g${n}`, displayName: "Guest", email: `g${n}@harbor.example` };
        const joinedAt = "2025-10-01T00:00:00.000Z";
        store.put("member", `${ORG}/g${n}`, ORG, {
          object: "member",
          id: `g${n}`,
          role: null,
          user,
          disabled: false,
          joinedAt,
        });
      }
    });
    const { json } = await service.call("GET", `${MEMBERS}?limit=3`);
    expect([json.count, json.items.map(({ id }: { id: string }) => id)]).toEqual([1505, ["ed1", "g0", "g1"]]);
    expect(await ids(`?limit=2&page=${json.next.page}`)).toEqual(["g2", "g3"]);
    const parse = vi.spyOn(JSON, "parse");
    await service.call("GET", `${MEMBERS}?limit=5`);
    const read = parse.mock.calls.map(([text]) => text).filter((text) => text.startsWith('{"object":"member"'));
    parse.mockRestore();
    // And of the one who asks.
    const page = ["ed1", "g0", "g1", "g2", "g3"];
    expect([...new Set(read.map((text) => JSON.parse(text).id))].sort()).toEqual([...page, ADA].sort());
  });

  it("refuses an unknown role, sort or order", async () => {
    for (const query of ["role=boss", "sort=name", "order=up", "limit=0"]) {
      expect((await service.call("GET", `${MEMBERS}?${query}`)).status).toBe(400);
    }
  });

  it("Member.id is the {userId} of the paths", async () => {
    const { status, json } = await service.call("GET", `${MEMBERS}/bo1`);
    expect(status).toBe(200);
    expect(json).toEqual({
      object: "member",
      id: "bo1",
      role: "edit",
      user: { object: "user", id: "bo1", displayName: "Bo Lund", email: "bo@harbor.example" },
      disabled: false,
      joinedAt: "2025-09-01T00:00:00.000Z",
      lastSeenAt: "2026-01-10T00:00:00.000Z",
      sso: false,
      spaces: 1,
      teams: 0,
    });
  });

  it("role null = guest; a PATCH without a role changes nothing", async () => {
    const guest = await service.call("PATCH", `${MEMBERS}/bo1`, { role: null });
    expect([guest.status, guest.json.role, guest.json.spaces]).toEqual([200, null, 0]);
    expect((await service.call("PATCH", `${MEMBERS}/bo1`, {})).json.role).toBe(null);
    expect((await service.call("PATCH", `${MEMBERS}/bo1`, { role: "create" })).json.role).toBe("create");
    expect((await service.call("GET", `${MEMBERS}/bo1`)).json.role).toBe("create");
    expect((await service.call("PATCH", `${MEMBERS}/bo1`, { role: "guest" })).status).toBe(400);
  });

  it("POST sso makes an SSO member and takes no body", async () => {
    const answer = await service.call("POST", `${MEMBERS}/bo1/sso`);
    expect([answer.status, answer.json.id, answer.json.sso]).toEqual([200, "bo1", true]);
    expect((await service.call("GET", `${MEMBERS}/bo1`)).json.sso).toBe(true);
  });

  it("removing a member takes them out of their teams; deleting twice is 204 twice", async () => {
    const team = (await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Writers", members: ["bo1", "cy1"] }))
      .json;
    expect((await service.call("DELETE", `${MEMBERS}/bo1`)).status).toBe(204);
    expect((await service.call("DELETE", `${MEMBERS}/bo1`)).status).toBe(204);
    expect((await service.call("GET", `${MEMBERS}/bo1`)).status).toBe(404);
    expect((await service.call("GET", `/v1/orgs/${ORG}/teams/${team.id}`)).json.members).toBe(1);
    const left = await service.call("GET", `/v1/orgs/${ORG}/teams/${team.id}/members`);
    expect(left.json.items.map((item: { organization: { id: string } }) => item.organization.id)).toEqual(["cy1"]);
  });

  it("lets only admins change members; a changed own role shows in permissions", async () => {
    await service.call("PATCH", `${MEMBERS}/ed1`, { role: "admin" });
    expect((await service.call("PATCH", `${MEMBERS}/${ADA}`, { role: "read" })).json.role).toBe("read");
    expect((await service.call("GET", `/v1/spaces/${SPACE}`)).json.permissions.admin).toBe(false);
    expect((await service.call("PATCH", `${MEMBERS}/bo1`, { role: "admin" })).status).toBe(403);
    expect((await service.call("POST", `${MEMBERS}/bo1/sso`)).status).toBe(403);
    expect((await service.call("DELETE", `${MEMBERS}/bo1`)).status).toBe(403);
    expect((await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Mine" })).status).toBe(403);
    expect((await service.call("POST", `/v1/orgs/${ORG}/saml`, {})).status).toBe(403);
    expect((await service.call("POST", `/v1/orgs/${ORG}/collections`, {})).status).toBe(403);
    expect((await service.call("GET", `${MEMBERS}/bo1`)).json.role).toBe("edit");
  });

  it("keeps one admin, 409: a disabled one does not count", async () => {
    await service.call("PATCH", `${MEMBERS}/di1`, { role: "admin" });
    const kept = "an organization needs at least one admin: make another member one first";
    const demoted = await service.call("PATCH", `${MEMBERS}/${ADA}`, { role: "create" });
    expect([demoted.status, demoted.json.error.message]).toEqual([409, kept]);
    expect((await service.call("PATCH", `${MEMBERS}/${ADA}`, { role: null })).status).toBe(409);
    expect((await service.call("DELETE", `${MEMBERS}/${ADA}`)).status).toBe(409);
    expect((await service.call("PATCH", `${MEMBERS}/${ADA}`, {})).status).toBe(200);
    expect((await service.call("GET", `${MEMBERS}/${ADA}`)).json.role).toBe("admin");
    await service.call("PATCH", `${MEMBERS}/ed1`, { role: "admin" });
    expect((await service.call("DELETE", `${MEMBERS}/${ADA}`)).status).toBe(204);
  });

  it("answers 404 for a member or an organization that is not there", async () => {
    for (const [method, path, body] of [
      ["GET", `${MEMBERS}/none`],
      ["PATCH", `${MEMBERS}/none`, { role: "read" }],
      ["POST", `${MEMBERS}/none/sso`],
      ["GET", `${MEMBERS}/none/spaces`],
      ["GET", `${MEMBERS}/none/teams`],
      ["GET", `/v1/orgs/${OTHER_ORG}/members/bo1`],
      ["GET", "/v1/orgs/none/members"],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
  });
});

describe("spaces and teams of a member", () => {
  const list = async (user: string, query = "") =>
    (await service.call("GET", `${MEMBERS}/${user}/spaces${query}`)).json.items.map(
      (item: { permission: string; space: { id: string } }) => `${item.space.id} ${item.permission}`,
    );

  beforeEach(() =>
    service.change((context) => {
      putCollection(context, { id: "shelf", title: "Shelf" });
      putSpace(context, { id: "newer", title: "Newer", parent: "shelf" });
      context.store.update<object>("space", "newer", (space) => ({
        ...space,
        createdAt: "2025-10-01T00:00:00.000Z",
        defaultLevel: undefined,
      }));
      context.store.update<object>("collection", "shelf", (collection) => ({ ...collection, defaultLevel: "comment" }));
    }),
  );

  it("lists spaces with the permission, newest first unless order is asc", async () => {
    expect(await list("bo1")).toEqual(["newer comment", `${SPACE} read`]);
    expect(await list("bo1", "?order=asc")).toEqual([`${SPACE} read`, "newer comment"]);
    expect(await list(ADA)).toEqual(["newer admin", `${SPACE} admin`]);
    expect((await service.call("GET", `${MEMBERS}/bo1`)).json.spaces).toBe(2);
  });

  it("shows guests what their teams were given, and disabled members nothing", async () => {
    const { id } = (await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Writers", members: ["cy1", "di1"] }))
      .json;
    await service.change(({ store }) =>
      store.put("team-space", `${id}/newer`, id, { space: "newer", permission: "edit" }),
    );
    expect(await list("cy1")).toEqual(["newer edit"]);
    expect(await list("di1")).toEqual([]);
    expect((await service.call("GET", `${MEMBERS}/cy1`)).json.spaces).toBe(1);
    expect((await service.call("GET", `/v1/orgs/${ORG}/teams/${id}`)).json.spaces).toBe(1);
  });

  it("counts what a guest was given here, once, and nothing of a disabled member", async () => {
    const member = async (id: string) => (await service.call("GET", `${MEMBERS}/${id}`)).json.spaces;
    await service.change(({ store }) => {
      const put = (team: string, org: string, user: string, ...spaces: string[]) => {
        store.put("team", team, org, { object: "team", id: team, title: team, members: 1, spaces: 0 });
        store.put("team-membership", `${team}/${user}`, team, { user, role: "member" });
        for (const space of spaces) store.put("team-space", `${team}/${space}`, team, { space, permission: "read" });
      };
      put("one", ORG, "cy1", "newer", SPACE);
      put("two", ORG, "cy1", "newer");
      put("three", ORG, "di1", "newer");
      put("elsewhere", OTHER_ORG, "cy1", "far");
    });
    await service.change((context) => putSpace(context, { id: "far", title: "Far", org: OTHER_ORG }));
    expect([await member("cy1"), await member("di1")]).toEqual([2, 0]);
    await service.call("DELETE", "/v1/spaces/newer");
    expect(await member("cy1")).toBe(1);
    expect((await service.call("GET", `/v1/orgs/${ORG}/teams/two`)).json.spaces).toBe(0);
  });

  it("lists teams with the member's role, title filter: contains, any case", async () => {
    const first = (await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Writers", members: ["bo1"] })).json.id;
    await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Drivers", members: ["bo1"] });
    await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Others", members: ["cy1"] });
    await service.call("PUT", `/v1/orgs/${ORG}/teams/${first}/members/bo1`, { role: "owner" });
    const all = (await service.call("GET", `${MEMBERS}/bo1/teams`)).json;
    expect(all.items).toEqual([
      { team: expect.objectContaining({ object: "team", title: "Writers", members: 1 }), member: { role: "owner" } },
      { team: expect.objectContaining({ object: "team", title: "Drivers" }), member: { role: "member" } },
    ]);
    const some = (await service.call("GET", `${MEMBERS}/bo1/teams?title=WRIT`)).json;
    expect(some.items.map((item: { team: { title: string } }) => item.team.title)).toEqual(["Writers"]);
  });
});
