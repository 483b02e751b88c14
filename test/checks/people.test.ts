import { expect, test } from "vitest";
import {
  adminSingle,
  adminsMany,
  memberDisabledInTeam,
  memberForeignDomain,
  memberGuest,
  memberInactive,
  memberNeverSeen,
  memberNoSso,
} from "../../src/checks/rules/members.js";
import { spaceNoOwner } from "../../src/checks/rules/organization.js";
import { teamEmpty, teamNoOwner, teamOneOwner, teamSameTitle } from "../../src/checks/rules/teams.js";
import { putPeople } from "../sandbox/people-helper.js";
import { DAY, expectBothOutcomes, ORG, type Organization, organization, putSpace, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url);

const ORGANIZATION = `/v1/orgs/${ORG}`;
const member = (id: string) => `${ORGANIZATION}/members/${id}`;

/** Ada (admin), Bo (edit), Cy (guest), Di (disabled), Ed (never seen, joined 45 days ago). */
async function withPeople(): Promise<Organization> {
  const org = await organization();
  await org.change(putPeople);
  return org;
}

const people = ({ failing }: { failing: { object: { title: string } | null }[] }) =>
  failing.map(({ object }) => object?.title).sort();

test("member-guest: who has no role, reaches spaces and can sign in", async () => {
  const org = await withPeople();
  expect((await org.run(memberGuest)).status).toBe("pass");
  org.reply(/members/, 200, {
    count: 5,
    items: [
      { object: "member", id: "g0", disabled: false, spaces: 1, user: { displayName: "Without" } },
      { object: "member", id: "g4", role: null, disabled: false, spaces: 0, user: { displayName: "Nowhere" } },
      { object: "member", id: "g1", role: null, disabled: false, spaces: 3, user: { displayName: "Guest" } },
      { object: "member", id: "g2", role: null, disabled: true, spaces: 3, user: { displayName: "Gone" } },
      { object: "member", id: "g3", role: "read", disabled: false, spaces: 3, user: { displayName: "Reader" } },
    ],
  });
  const ran = await org.run(memberGuest);
  expect(people(ran)).toEqual(["Guest", "Without"]);
  expect(ran.messages.sort()).toEqual(["a guest with access to 1 space", "a guest with access to 3 spaces"]);
});

test("member-inactive: nobody who is disabled, or was never seen", async () => {
  const org = await withPeople();
  expect((await org.run(memberInactive)).status).toBe("pass");
  org.advance(88 * DAY);
  // Bo was seen 5 days before the clock began, Cy 3 days, Di is disabled, Ed was never seen.
  const ran = await org.run(memberInactive);
  expect(people(ran)).toEqual(["Bo Lund", "Cy Marsh"]);
  expect(ran.messages[0]).toBe("not seen for 91 days");
  expect((await org.run(memberInactive, { days: 120 })).status).toBe("pass");
});

test("member-never-seen", async () => {
  const org = await withPeople();
  const ran = await org.run(memberNeverSeen);
  expect(people(ran)).toEqual(["Ed Boyle"]);
  expect(ran.messages).toEqual(["joined 45 days ago, and was never seen"]);
  expect((await org.run(memberNeverSeen, { days: 60 })).status).toBe("pass");
});

test("member-disabled-in-team", async () => {
  const org = await withPeople();
  expect((await org.run(memberDisabledInTeam)).status).toBe("pass");
  await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1", "di1"] });
  const ran = await org.run(memberDisabledInTeam);
  expect(people(ran)).toEqual(["Di Okoro"]);
  expect(ran.messages).toEqual(["disabled, and still in 1 team"]);
});

test("member-foreign-domain: no guests, no subdomains, nothing where the organization has no domains", async () => {
  const org = await withPeople();
  expect((await org.run(memberForeignDomain)).status).toBe("pass");
  await org.send("PATCH", ORGANIZATION, { emailDomains: ["dock.example"] });
  const ran = await org.run(memberForeignDomain);
  expect(people(ran)).toEqual(["Ada Quill", "Bo Lund", "Ed Boyle"]);
  expect(ran.messages[0]).toBe("ada@harbor.example is in none of the domains dock.example");
  await org.send("PATCH", ORGANIZATION, { emailDomains: ["example"] });
  expect((await org.run(memberForeignDomain)).status).toBe("pass");
});

test("member-foreign-domain: the domain of a name that only ends alike is foreign", async () => {
  const org = await withPeople();
  await org.send("PATCH", ORGANIZATION, { emailDomains: ["bor.example"] });
  expect(people(await org.run(memberForeignDomain))).toContain("Ada Quill");
});

test("member-no-sso: only where single sign-on is required", async () => {
  const org = await withPeople();
  expect((await org.run(memberNoSso)).status).toBe("pass");
  await org.send("PATCH", ORGANIZATION, { sso: true });
  expect(people(await org.run(memberNoSso))).toEqual(["Ada Quill", "Bo Lund", "Ed Boyle"]);
  await org.send("POST", `${member("bo1")}/sso`);
  expect(people(await org.run(memberNoSso))).toEqual(["Ada Quill", "Ed Boyle"]);
});

test("admin-single: not in an organization of one", async () => {
  expect((await (await organization()).run(adminSingle)).status).toBe("pass");
  const org = await withPeople();
  const ran = await org.run(adminSingle);
  expect(ran.messages).toEqual(["only Ada Quill is an administrator"]);
  await org.send("PATCH", member("bo1"), { role: "admin" });
  expect((await org.run(adminSingle)).status).toBe("pass");
  // A disabled one cannot help.
  await org.send("PATCH", member("bo1"), { role: "edit" });
  await org.send("PATCH", member("di1"), { role: "admin" });
  expect((await org.run(adminSingle)).status).toBe("fail");
});

test("admins-many: more than five, and more than a tenth", async () => {
  const org = await organization();
  const items = (admins: number, others: number) => ({
    count: admins + others,
    items: Array.from({ length: admins + others }, (_, at) => ({
      object: "member",
      id: `m${at}`,
      role: at < admins ? "admin" : "read",
      disabled: false,
      user: { displayName: `M ${at}` },
    })),
  });
  org.reply(/members/, 200, items(6, 53));
  expect((await org.run(adminsMany)).messages).toEqual(["6 of 59 members are administrators"]);
  for (const [admins, others] of [
    [5, 1],
    [6, 54],
  ] as const) {
    const other = await organization();
    other.reply(/members/, 200, items(admins, others));
    expect((await other.run(adminsMany)).status).toBe("pass");
  }
});

test("team-no-owner and team-one-owner count owners who can sign in", async () => {
  const org = await withPeople();
  const { id } = await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1", "di1", "ed1"] });
  const role = (user: string, role: string) => org.send("PUT", `${ORGANIZATION}/teams/${id}/members/${user}`, { role });
  const run = async () => [(await org.run(teamNoOwner)).messages, (await org.run(teamOneOwner)).messages];
  for (const user of ["bo1", "di1", "ed1"]) await role(user, "member");
  expect(await run()).toEqual([["none of its 2 members is an owner"], []]);
  await role("di1", "owner");
  expect(await run()).toEqual([["none of its 2 members is an owner"], []]);
  await role("bo1", "owner");
  expect(await run()).toEqual([[], ["Bo Lund is its only owner, with 2 members"]]);
  await role("ed1", "owner");
  expect(await run()).toEqual([[], []]);
  // Who is alone in a team has nobody to share it with.
  const { id: own } = await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Own", members: ["bo1"] });
  await org.send("PUT", `${ORGANIZATION}/teams/${own}/members/bo1`, { role: "owner" });
  expect(await run()).toEqual([[], []]);
});

test.each([
  [{ displayName: "Bo", email: "bo@harbor.example" }, "Bo"],
  [{ displayName: "", email: "bo@harbor.example" }, "bo@harbor.example"],
  [{ email: "bo@harbor.example" }, "bo@harbor.example"],
  [{ displayName: "" }, "somebody"],
  [undefined, "somebody"],
])("team-one-owner names %j as %s", async (user, name) => {
  const org = await withPeople();
  await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1"] });
  const membership = (id: string, role: string) => ({ organization: { id, disabled: false, user }, team: { role } });
  org.reply(/teams\/\w+\/members/, 200, { count: 2, items: [membership("bo1", "owner"), membership("ed1", "member")] });
  expect((await org.run(teamOneOwner)).messages).toEqual([`${name} is its only owner, with 2 members`]);
});

test("R100: a short list of a team, or one without roles, is no team without an owner", async () => {
  const org = await withPeople();
  const { id } = await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1", "di1", "ed1"] });
  for (const user of ["di1", "ed1"]) {
    await org.send("PUT", `${ORGANIZATION}/teams/${id}/members/${user}`, { role: "member" });
  }
  await org.send("PUT", `${ORGANIZATION}/teams/${id}/members/bo1`, { role: "owner" });
  type Membership = { organization: { id: string }; team?: { role?: string } };
  const answering = (change: (items: Membership[]) => Membership[]) =>
    org.between((path, { status, json }) => {
      if (!path.includes(`/teams/${id}/members`)) return { status, json };
      const items = change((json as { items: Membership[] }).items);
      return { status, json: { count: items.length, items } };
    });
  answering((items) => items.filter(({ organization }) => organization.id !== "bo1"));
  expect(await org.run(teamNoOwner)).toMatchObject({ status: "not-evaluable", messages: [] });
  answering((items) => items.map(({ team: _team, ...one }) => one));
  expect(await org.run(teamNoOwner)).toMatchObject({ status: "not-evaluable", messages: [] });
  expect(await org.run(teamOneOwner)).toMatchObject({ status: "not-evaluable", messages: [] });
  answering((items) => items);
  expect((await org.run(teamNoOwner)).status).toBe("pass");
});

test("team-no-owner: a denied list is not evaluable, and does not pass", async () => {
  const org = await withPeople();
  await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1"] });
  org.reply(/teams\/\w+\/members/, 403);
  expect(await org.run(teamNoOwner)).toMatchObject({
    status: "not-evaluable",
    messages: [],
    findings: [{ status: "not-evaluable", fingerprint: null, object: { kind: "team", title: "Crew" } }],
  });
});

test("team-empty and team-same-title", async () => {
  const org = await withPeople();
  await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1"] });
  expect((await org.run(teamEmpty)).status).toBe("pass");
  expect((await org.run(teamSameTitle)).status).toBe("pass");
  await org.send("PUT", `${ORGANIZATION}/teams`, { title: " crew ", members: [] });
  expect(people(await org.run(teamEmpty))).toEqual([" crew "]);
  const same = await org.run(teamSameTitle);
  expect(same.failing).toHaveLength(2);
  expect(same.messages[0]).toBe("1 other team has the same title");
  expect(new Set(same.failing.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test("space-no-owner: somebody who can sign in, other than administrators of the organization, administers it", async () => {
  const org = await withPeople();
  await org.change((context) => putSpace(context, { id: "s-2", title: "Other" }));
  const alone = await org.run(spaceNoOwner);
  expect(people(alone)).toEqual(["Guide", "Other"]);
  expect(alone.messages[0]).toBe("only administrators of the organization administer it");
  expect(alone.sent.filter((line) => /members\/\w+\/spaces/.test(line))).toHaveLength(3);
  const administers = (permission: string) => ({
    count: 1,
    items: [{ permission, space: { object: "space", id: SPACE } }],
  });
  org.reply(/members\/di1\/spaces/, 200, administers("admin"));
  org.reply(/members\/cy1\/spaces/, 200, administers("create"));
  expect(people(await org.run(spaceNoOwner))).toEqual(["Guide", "Other"]);
  org.reply(/members\/bo1\/spaces/, 200, {
    items: [...administers("admin").items, { permission: "edit", space: { object: "space", id: "s-2" } }],
  });
  expect(people(await org.run(spaceNoOwner))).toEqual(["Other"]);
  await org.send("PATCH", "/v1/spaces/s-2", { defaultLevel: "admin" });
  expect((await org.run(spaceNoOwner)).status).toBe("pass");
  org.reply(/members\/ed1\/spaces/, 403);
  expect((await org.run(spaceNoOwner)).status).toBe("not-evaluable");
});
