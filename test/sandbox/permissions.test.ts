import { beforeEach, describe, expect, it } from "vitest";
import { createRevision } from "../../src/sandbox/content/revisions.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { type Call, ORG, OTHER_ORG, putCollection, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { ADA, putPeople } from "./people-helper.js";

const ORG_PATH = `/v1/orgs/${ORG}`;

const service = useTestSandbox({ load });

/**
 * At the root: Guide (read), Open (no level), Shelf (comment) with Deep (no level) in Box (no level). Team W (Bo owns it,
 * Cy is in it) was given Deep to edit, team V (Ed) Guide to read and Open to create.
 */
function load(context: HandlerContext): void {
  const { store } = context;
  smallOrganization(context);
  putPeople(context);
  putSpace(context, { id: "open", title: "Open" });
  putCollection(context, { id: "shelf", title: "Shelf" });
  putCollection(context, { id: "box", title: "Box", parent: "shelf" });
  putCollection(context, { id: "attic", title: "Attic" });
  putSpace(context, { id: "deep", title: "Deep", parent: "box" });
  level(context, "space", "open", undefined);
  level(context, "space", "deep", undefined);
  level(context, "collection", "shelf", "comment");
  level(context, "collection", "box", undefined);
  for (const [team, people] of [
    ["W", { bo1: "owner", cy1: "member" }],
    ["V", { ed1: "member" }],
  ] as const) {
    store.put("team", team, ORG, { object: "team", id: team, title: team, members: 0, spaces: 0, permissions: {} });
    for (const [user, role] of Object.entries(people)) {
      store.put("team-membership", `${team}/${user}`, team, { user, role });
    }
  }
  give(context, "W", "deep", "edit");
  give(context, "V", SPACE, "read");
  give(context, "V", "open", "create");
}

const level = ({ store }: HandlerContext, kind: string, id: string, defaultLevel: string | undefined) =>
  store.update<object>(kind, id, (value) => ({ ...value, defaultLevel }));
const give = ({ store }: HandlerContext, team: string, space: string, permission: string) =>
  store.put("team-space", `${team}/${space}`, team, { space, permission });

const LADDER = ["view", "comment", "edit", "merge", "triggerGitSync", "admin"];
const NAMES = ["read", "comment", "edit", "review", "create", "admin"];
/** The level that a `permissions` member of a space tells. */
const told = (permissions: Record<string, boolean>) => NAMES[LADDER.filter((name) => permissions[name]).length - 1];

async function levels(call: Call, user: string): Promise<Record<string, (string | number | undefined)[]>> {
  const spaces = (await call("GET", `${ORG_PATH}/spaces`)).json.items;
  const member = (await call("GET", `${ORG_PATH}/members/${user}/spaces`)).json.items;
  const found: Record<string, (string | number | undefined)[]> = {};
  for (const id of [SPACE, "open", "deep"]) {
    const listed = spaces.find((space: { id: string }) => space.id === id);
    const item = member.find((one: { space: { id: string } }) => one.space.id === id);
    const got = await call("GET", `/v1/spaces/${id}`);
    found[id] = [
      item?.permission,
      item && told(item.space.permissions),
      listed && told(listed.permissions),
      got.status === 200 ? told(got.json.permissions) : got.status,
    ];
  }
  return found;
}

const four = (text: string) => [text, text, text, text];
const none = [undefined, undefined, undefined, 404];

describe("levels", () => {
  it("are the same in lists, permissions and the spaces of a member", async () => {
    expect(await levels(service.call, ADA)).toEqual({
      [SPACE]: four("admin"),
      open: four("admin"),
      deep: four("admin"),
    });
  });

  it.each([
    ["bo1", "edit: the default levels, or the own role; the team raises", "read", "edit", "edit"],
    ["ed1", "review: a grant below the level takes nothing away", "read", "create", "comment"],
    ["cy1", "guest: what a team was given", undefined, undefined, "edit"],
  ])("are those that a grant, a team and a role give: %s, %s", async (user, _why, guide, open, deep) => {
    const own = await levels(await service.as(user), user);
    const expected = (text: string | undefined) => (text === undefined ? none : four(text));
    expect(own).toEqual({ [SPACE]: expected(guide), open: expected(open), deep: expected(deep) });
  });

  it("are the same in the references of links", async () => {
    await service.change((context) => {
      const pages = [
        { id: "p", title: "P", markdown: "[q](q.md)" },
        { id: "q", title: "Q", markdown: "[p](p.md)" },
      ];
      const revision = createRevision(context, { space: "deep", type: "edits", pages });
      context.store.update<object>("space", "deep", (space) => ({ ...space, revision }));
    });
    for (const [user, level] of [
      ["bo1", "edit"],
      ["cy1", "edit"],
      ["ed1", "comment"],
    ] as const) {
      const call = await service.as(user);
      const { space, organization } = (await call("GET", "/v1/spaces/deep/links")).json.items[0].targetReference;
      expect([user, told(space.permissions), organization.permissions.admin]).toEqual([user, level, false]);
      const [location] = (await call("GET", "/v1/spaces/deep/content/page/p/backlinks")).json.items;
      expect([user, told(location.space.permissions)]).toEqual([user, level]);
    }
  });

  it("follow a change at once", async () => {
    const bo = await service.as("bo1");
    await service.change((context) => level(context, "collection", "box", "review"));
    expect((await levels(bo, "bo1")).deep).toEqual(four("review"));
    await service.change((context) => level(context, "space", "deep", "read"));
    expect((await levels(bo, "bo1")).deep).toEqual(four("edit"));
    await service.call("DELETE", `${ORG_PATH}/teams/W`);
    expect(await service.change(({ store }) => store.count("team-space", "W"))).toBe(0);
    expect((await levels(bo, "bo1")).deep).toEqual(four("read"));
  });
});

describe("guests", () => {
  let cy: Call;
  beforeEach(async () => {
    cy = await service.as("cy1");
  });
  const ids = async (path: string) => (await cy("GET", path)).json.items.map(({ id }: { id: string }) => id);

  it("see what they were given, the way there, and their own teams", async () => {
    expect(await ids("/v1/orgs")).toEqual([ORG]);
    expect(await ids(`${ORG_PATH}/spaces`)).toEqual(["deep"]);
    expect(await ids(`${ORG_PATH}/collections`)).toEqual(["shelf", "box"]);
    expect(await ids("/v1/collections/box/spaces")).toEqual(["deep"]);
    expect((await cy("GET", "/v1/collections/shelf")).json.permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    });
    expect((await cy("GET", "/v1/collections/attic")).status).toBe(404);
    expect((await cy("GET", `${ORG_PATH}/teams/W`)).json.permissions).toEqual({ admin: false, view: true });
    expect((await cy("GET", `${ORG_PATH}/teams/V`)).status).toBe(404);
    expect((await cy("GET", `${ORG_PATH}/members/cy1`)).json.spaces).toBe(1);
  });

  it("know nothing of the organization but its name", async () => {
    const { permissions, title } = (await cy("GET", ORG_PATH)).json;
    expect([title, Object.keys(permissions).filter((name) => permissions[name])]).toEqual(["Harbor", ["view"]]);
    for (const path of ["members", "members/bo1", "teams", "sites", "saml", "openapi", "translations"]) {
      expect([path, (await cy("GET", `${ORG_PATH}/${path}`)).status]).toEqual([path, 403]);
    }
    expect((await cy("GET", `${ORG_PATH}/members`)).json.error.message).toBe(
      'you need the permission "listMembers" on the organization for this',
    );
  });

  it("work where they were given edit, and may not copy it", async () => {
    expect((await cy("POST", "/v1/spaces/deep/change-requests", { subject: "x" })).status).toBe(201);
    expect((await cy("POST", "/v1/spaces/deep/change-requests/1/merge")).status).toBe(403);
    expect((await cy("POST", "/v1/spaces/deep/duplicate")).status).toBe(403);
    expect((await cy("PATCH", `/v1/spaces/${SPACE}/change-requests/1`, { status: "archived" })).status).toBe(404);
  });
});

describe("members who are gone", () => {
  it.each(["removed", "disabled"])("%s: read nothing of the organization", async (how) => {
    const bo = await service.as("bo1");
    expect((await bo("GET", ORG_PATH)).status).toBe(200);
    if (how === "removed") await service.call("DELETE", `${ORG_PATH}/members/bo1`);
    else {
      await service.change(({ store }) =>
        store.update<object>("member", `${ORG}/bo1`, (value) => ({ ...value, disabled: true })),
      );
    }
    expect((await bo("GET", "/v1/orgs")).json.items).toEqual([]);
    for (const path of [ORG_PATH, `${ORG_PATH}/spaces`, `${ORG_PATH}/members/bo1`, `/v1/spaces/${SPACE}`]) {
      expect([path, (await bo("GET", path)).status]).toEqual([path, 404]);
    }
    expect((await bo("GET", "/v1/collections/shelf")).status).toBe(404);
    expect((await bo("DELETE", `/v1/spaces/${SPACE}`)).status).toBe(204);
    expect((await service.call("GET", `/v1/spaces/${SPACE}`)).status).toBe(200);
  });
});

describe("teams", () => {
  it("an owner's team says admin, and can be changed; other teams not", async () => {
    const bo = await service.as("bo1");
    const { items } = (await bo("GET", `${ORG_PATH}/teams`)).json;
    expect(items.map(({ permissions }: { permissions: object }) => permissions)).toEqual([
      { admin: true, view: true },
      { admin: false, view: true },
    ]);
    expect((await bo("PATCH", `${ORG_PATH}/teams/W`, { title: "Writers" })).json.permissions.admin).toBe(true);
    expect((await bo("PUT", `${ORG_PATH}/teams/W/members/ed1`, {})).status).toBe(204);
    expect((await bo("PATCH", `${ORG_PATH}/teams/V`, { title: "Mine" })).status).toBe(403);
    expect((await bo("DELETE", `${ORG_PATH}/teams/V`)).status).toBe(403);
  });
});

describe("comments", () => {
  it("are changed by their author while the author may comment", async () => {
    const [bo, ed] = [await service.as("bo1"), await service.as("ed1")];
    const path = "/v1/spaces/deep/comments";
    const { id, postedBy, permissions } = (await bo("POST", path, { body: { markdown: "Bo's" } })).json;
    expect([postedBy.id, permissions]).toEqual(["bo1", { view: true, edit: true, reply: true, delete: true }]);
    expect((await ed("GET", `${path}/${id}`)).json.permissions).toMatchObject({ edit: false, reply: true });
    expect((await ed("PUT", `${path}/${id}`, { body: { markdown: "Ed's" } })).status).toBe(403);
    expect((await ed("PUT", `${path}/${id}`, { addedReactions: ["👍"] })).status).toBe(200);
    expect((await bo("PUT", `${path}/${id}`, { body: { markdown: "Bo's own" } })).status).toBe(200);
  });
});

describe("what goes elsewhere", () => {
  it("takes the level to create content there", async () => {
    const ed = await service.as("ed1");
    await service.change((context) => {
      give(context, "V", "open", "admin");
      give(context, "V", "deep", "admin");
    });
    const move = (space: string, parent: string) => ed("POST", `/v1/spaces/${space}/move`, { parent });
    expect((await move("open", "shelf")).status).toBe(403);
    expect((await ed("POST", `${ORG_PATH}/collections`, { parent: "shelf" })).status).toBe(403);
    await service.change((context) => level(context, "collection", "shelf", "create"));
    expect((await move("open", "shelf")).json).toMatchObject({ parent: "shelf", permissions: { admin: true } });
    expect((await ed("POST", `${ORG_PATH}/collections`, { parent: "shelf" })).status).toBe(201);
    expect((await ed("POST", `${ORG_PATH}/collections`, {})).status).toBe(403);
    expect(await service.change(({ store }) => store.count("team-space", "V"))).toBe(3);
    await service.call("POST", "/v1/spaces/open/transfer", { organization: OTHER_ORG });
    expect((await service.call("POST", "/v1/spaces/open/transfer", { organization: ORG })).status).toBe(200);
    expect((await ed("GET", "/v1/spaces/open")).json.permissions).toMatchObject({ merge: true, admin: false });
    expect(await service.change(({ store }) => store.count("team-space", "V"))).toBe(2);
    const out = await ed("POST", "/v1/spaces/deep/transfer", { organization: OTHER_ORG });
    expect([out.status, out.json.error.message]).toEqual([404, `organization "${OTHER_ORG}" not found`]);
  });
});
