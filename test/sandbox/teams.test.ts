import { describe, expect, it } from "vitest";
import { ORG, OTHER_ORG } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { ADA, loadPeople } from "./people-helper.js";

const TEAMS = `/v1/orgs/${ORG}/teams`;

const service = useTestSandbox({ load: loadPeople });

async function create(title: string, members?: string[]): Promise<string> {
  return (await service.call("PUT", TEAMS, { title, ...(members && { members }) })).json.id;
}

const titles = (answer: { json: { items: { title: string }[] } }) => answer.json.items.map(({ title }) => title);
const membersOf = async (team: string) =>
  (await service.call("GET", `${TEAMS}/${team}/members`)).json.items.map(
    (item: { organization: { id: string }; team: { role: string } }) => `${item.organization.id} ${item.team.role}`,
  );
const teamsOf = async (user: string) => (await service.call("GET", `/v1/orgs/${ORG}/members/${user}`)).json.teams;

describe("teams", () => {
  it("creates a team, 201", async () => {
    const answer = await service.call("PUT", TEAMS, { title: "Writers", members: ["bo1", "cy1"] });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      object: "team",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      title: "Writers",
      members: 2,
      spaces: 0,
      createdAt: "2026-01-15T10:00:00.000Z",
      permissions: { admin: true, view: true },
    });
    expect(await membersOf(answer.json.id)).toEqual(["bo1 member", "cy1 member"]);
    expect(await teamsOf("bo1")).toBe(1);
  });

  it("PUT /teams creates and answers 201 each time (not idempotent)", async () => {
    const first = await service.call("PUT", TEAMS, { title: "Twins" });
    const second = await service.call("PUT", TEAMS, { title: "Twins" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.id).not.toBe(first.json.id);
    expect(titles(await service.call("GET", TEAMS))).toEqual(["Twins", "Twins"]);
  });

  it("title 1-64, required on create and on PATCH", async () => {
    const team = await create("a");
    const longest = "x".repeat(64);
    for (const [method, path] of [
      ["PUT", TEAMS],
      ["PATCH", `${TEAMS}/${team}`],
    ] as const) {
      expect((await service.call(method, path, { title: longest })).json.title).toBe(longest);
      for (const body of [{}, { title: "" }, { title: `${longest}x` }]) {
        expect((await service.call(method, path, body)).status).toBe(400);
      }
    }
  });

  it("create.members are organization member ids (e-mails are not mentioned there)", async () => {
    const answer = await service.call("PUT", TEAMS, { title: "Writers", members: ["bo1", "cy@harbor.example"] });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error: { code: 400, message: 'members: no member "cy@harbor.example"' } });
    expect(titles(await service.call("GET", TEAMS))).toEqual([]);
    expect(await teamsOf("bo1")).toBe(0);
  });

  it("gets, renames and deletes a team", async () => {
    const team = await create("Writers", ["bo1"]);
    const renamed = await service.call("PATCH", `${TEAMS}/${team}`, { title: "Editors" });
    expect([renamed.status, renamed.json.title, renamed.json.members]).toEqual([200, "Editors", 1]);
    const got = await service.call("GET", `${TEAMS}/${team}`);
    expect([got.status, got.json.title]).toEqual([200, "Editors"]);
    expect((await service.call("DELETE", `${TEAMS}/${team}`)).status).toBe(204);
    expect((await service.call("DELETE", `${TEAMS}/${team}`)).status).toBe(204);
    expect((await service.call("GET", `${TEAMS}/${team}`)).status).toBe(404);
    expect(await teamsOf("bo1")).toBe(0);
  });

  it("title filter: contains, any case", async () => {
    await create("Field service");
    await create("Firmware");
    expect(titles(await service.call("GET", `${TEAMS}?title=FIE`))).toEqual(["Field service"]);
    expect(titles(await service.call("GET", `${TEAMS}?title=nobody`))).toEqual([]);
  });

  it("owner filter: only teams that member can manage (role owner)", async () => {
    const one = await create("One", ["bo1", "cy1"]);
    await create("Two", ["bo1"]);
    await service.call("PUT", `${TEAMS}/${one}/members/bo1`, { role: "owner" });
    expect(titles(await service.call("GET", `${TEAMS}?owner=bo1`))).toEqual(["One"]);
    expect(titles(await service.call("GET", `${TEAMS}?owner=cy1`))).toEqual([]);
  });

  it("pages through teams", async () => {
    for (const title of ["One", "Two", "Three"]) await create(title);
    const first = await service.call("GET", `${TEAMS}?limit=2`);
    expect([titles(first), first.json.count]).toEqual([["One", "Two"], 3]);
    const rest = await service.call("GET", `${TEAMS}?limit=2&page=${encodeURIComponent(first.json.next.page)}`);
    expect([titles(rest), rest.json.next]).toEqual([["Three"], undefined]);
  });

  it("answers 404 for a team or an organization that is not there", async () => {
    const team = await create("Writers");
    expect((await service.call("GET", `/v1/orgs/${OTHER_ORG}/teams/${team}`)).status).toBe(404);
    expect((await service.call("GET", "/v1/orgs/none/teams")).status).toBe(404);
    expect((await service.call("PUT", "/v1/orgs/none/teams", { title: "x" })).status).toBe(404);
    expect((await service.call("PATCH", `${TEAMS}/none`, { title: "x" })).status).toBe(404);
    expect((await service.call("GET", `${TEAMS}/none/members`)).status).toBe(404);
    expect((await service.call("PUT", `${TEAMS}/none/members`, {})).status).toBe(404);
    expect((await service.call("PUT", `${TEAMS}/none/members/bo1`, {})).status).toBe(404);
    expect((await service.call("PUT", `${TEAMS}/${team}/members/none`, {})).status).toBe(404);
  });
});

describe("team members", () => {
  it("Membership item is {organization: Member, team: {role}, permissions: {view}}: no top-level id", async () => {
    const team = await create("Writers", [ADA]);
    const { status, json } = await service.call("GET", `${TEAMS}/${team}/members`);
    expect(status).toBe(200);
    expect(json.count).toBe(1);
    expect(json.items[0]).toEqual({
      organization: expect.objectContaining({ object: "member", id: ADA, role: "admin", teams: 1, spaces: 1 }),
      team: { role: "member" },
      permissions: { view: true },
    });
  });

  it("Bulk members PUT: add and remove take user ids or e-mails", async () => {
    const team = await create("Writers", ["di1", "ed1"]);
    const answer = await service.call("PUT", `${TEAMS}/${team}/members`, {
      add: ["bo1", "CY@harbor.example"],
      remove: ["di1", "ed@harbor.example", "stranger@harbor.example"],
    });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await membersOf(team)).toEqual(["bo1 member", "cy1 member"]);
    expect((await service.call("GET", `${TEAMS}/${team}`)).json.members).toBe(2);
    expect([await teamsOf("cy1"), await teamsOf("di1")]).toEqual([1, 0]);
  });

  it("memberships maps a user to {role}", async () => {
    const team = await create("Writers", ["bo1"]);
    const body = { memberships: { bo1: { role: "owner" }, "cy@harbor.example": { role: "member" } } };
    expect((await service.call("PUT", `${TEAMS}/${team}/members`, body)).status).toBe(204);
    expect(await membersOf(team)).toEqual(["bo1 owner", "cy1 member"]);
  });

  it("in both add and remove -> removed; 204", async () => {
    const team = await create("Writers", ["bo1"]);
    const body = { add: ["bo1", "cy1"], remove: ["bo@harbor.example"], memberships: { bo1: { role: "owner" } } };
    expect((await service.call("PUT", `${TEAMS}/${team}/members`, body)).status).toBe(204);
    expect(await membersOf(team)).toEqual(["cy1 member"]);
    expect(await teamsOf("bo1")).toBe(0);
  });

  it("refuses to add strangers, and changes nothing then", async () => {
    const team = await create("Writers", ["bo1"]);
    const answer = await service.call("PUT", `${TEAMS}/${team}/members`, { add: ["cy1", "nobody"] });
    expect([answer.status, answer.json.error.message]).toEqual([400, 'add: no member "nobody"']);
    const roles = await service.call("PUT", `${TEAMS}/${team}/members`, { memberships: { nobody: { role: "owner" } } });
    expect(roles.status).toBe(400);
    const role = await service.call("PUT", `${TEAMS}/${team}/members`, { memberships: { bo1: { role: "boss" } } });
    expect(role.status).toBe(400);
    expect(await membersOf(team)).toEqual(["bo1 member"]);
  });

  it("adds one member, member by default, and changes the role", async () => {
    const team = await create("Writers");
    const path = `${TEAMS}/${team}/members/bo1`;
    expect((await service.call("PUT", path, {})).status).toBe(204);
    expect(await membersOf(team)).toEqual(["bo1 member"]);
    await service.call("PUT", path, { role: "owner" });
    await service.call("PUT", path, {});
    expect(await membersOf(team)).toEqual(["bo1 owner"]);
    expect((await service.call("PUT", path, { role: "admin" })).status).toBe(400);
    expect((await service.call("GET", `${TEAMS}/${team}`)).json.members).toBe(1);
  });

  it("removes a member, 204 also when the user was not in the team", async () => {
    const team = await create("Writers", ["bo1"]);
    for (const user of ["bo1", "bo1", "nobody"]) {
      expect((await service.call("DELETE", `${TEAMS}/${team}/members/${user}`)).status).toBe(204);
    }
    expect((await service.call("DELETE", `${TEAMS}/none/members/bo1`)).status).toBe(204);
    expect(await membersOf(team)).toEqual([]);
    expect(await teamsOf("bo1")).toBe(0);
  });
});
