import { beforeEach, expect, test } from "vitest";
import { joinTeam } from "../../src/sandbox/rights/access.js";
import { ORG, putSpace, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

// Lists whose items have no id of their own: something that was listed goes before the next page is asked for.

const box = useTestSandbox();
let me: string;

const PEOPLE = ["ida", "jon", "kim", "lea"];

beforeEach(async () => {
  await box.change((context) => {
    const { store } = context;
    me = context.actor;
    for (const id of PEOPLE) {
      const user = { object: "user", id, displayName: id, email: `${id}@harbor.example` };
      const member = {
        object: "member",
        id,
        role: "read",
        user,
        disabled: false,
        joinedAt: "2025-06-01T08:00:00.000Z",
      };
      store.put("member", `${ORG}/${id}`, ORG, { ...member, sso: false, spaces: 0, teams: 0 });
    }
    for (const id of ["red", "green", "blue", "grey"]) {
      const team = { object: "team", id, title: id, members: 0, spaces: 0, createdAt: "2025-06-01T08:00:00.000Z" };
      store.put("team", id, ORG, team);
      joinTeam(context, ORG, { team: id, user: me });
    }
    for (const user of PEOPLE) joinTeam(context, ORG, { team: "red", user });
    for (const id of ["second", "third", "fourth"]) putSpace(context, { id, title: id });
  });
});

/** What pages of two hold when `between` runs after the first one. */
async function walk(path: string, idOf: (item: never) => string, between: () => unknown): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page: string | undefined = ""; page !== undefined; ) {
    const { status, json } = await box.call("GET", `${path}?limit=2${page && `&page=${page}`}`);
    expect(status).toBe(200);
    pages.push(json.items.map(idOf));
    if (pages.length === 1) await between();
    page = json.next?.page;
  }
  return pages;
}

test("members of a team", async () => {
  const idOf = ({ organization }: { organization: { id: string } }) => organization.id;
  const leave = () => box.call("DELETE", `/v1/orgs/${ORG}/teams/red/members/ida`);
  const pages = await walk(`/v1/orgs/${ORG}/teams/red/members`, idOf, leave);
  expect(pages).toEqual([[me, "ida"], ["jon", "kim"], ["lea"]]);
});

test("spaces of a member", async () => {
  const idOf = ({ space }: { space: { id: string } }) => space.id;
  const remove = () => box.call("DELETE", "/v1/spaces/second");
  const pages = await walk(`/v1/orgs/${ORG}/members/${me}/spaces`, idOf, remove);
  expect(pages).toEqual([
    [SPACE, "second"],
    ["third", "fourth"],
  ]);
});

test("teams of a member", async () => {
  const idOf = ({ team }: { team: { id: string } }) => team.id;
  const remove = () => box.call("DELETE", `/v1/orgs/${ORG}/teams/green`);
  const pages = await walk(`/v1/orgs/${ORG}/members/${me}/teams`, idOf, remove);
  expect(pages).toEqual([
    ["red", "green"],
    ["blue", "grey"],
  ]);
});

test("a cursor of another list of the same organization is 400, never an empty page", async () => {
  const { json } = await box.call("GET", `/v1/orgs/${ORG}/teams?limit=2`);
  for (const path of [`members/${me}/teams`, `members/${me}/spaces`, "members", "spaces"]) {
    const answer = await box.call("GET", `/v1/orgs/${ORG}/${path}?limit=2&page=${json.next.page}`);
    expect([path, answer.status]).toEqual([path, 400]);
  }
});
