/** A change is answered with what it made: another value, or another thing, is not passed off as what was sent. */
import { describe, expect, it } from "vitest";
import { updateChangeRequest } from "../../src/catalog/change-requests.js";
import { updateMember } from "../../src/catalog/members.js";
import { updateOrg } from "../../src/catalog/organizations.js";
import { updateTeam } from "../../src/catalog/teams.js";
import { json, scripted } from "./support.js";

const team = (title: string) => ({ params: { organizationId: "o1", teamId: "t1" }, body: { title } });

describe("the answer to a change", () => {
  it.each([
    ["Writers", { id: "t1", title: "Readers" }, ['the service answered title "Readers", "Writers" was sent']],
    ["Writers", { id: "t2", title: "Writers" }, ['the service answered "t2" instead of "t1"']],
    // Only what it shows can be compared.
    ["Writers", { id: "t1" }, []],
    ["Writers", {}, []],
    // Services normalize.
    ["  Caf\u00e9  Writers ", { id: "t1", title: "cafe\u0301 writers" }, []],
    ["Tech & Docs", { id: "t1", title: "tech-docs" }, []],
  ])("%j answered with %j", async (title, answer, expected) => {
    const { client, notes } = scripted([json(200, answer)]);
    expect(await client.call(updateTeam, team(title))).toEqual(answer);
    expect(notes()).toEqual(expected);
  });

  it("is compared by values that are neither texts nor addresses, too", async () => {
    const body = { sso: true, ai: false, logo: "https://a.example/logo.png", hostname: "acme" };
    const answer = { id: "o1", sso: false, ai: false, logo: "https://cdn.example/1.png", hostname: null };
    const { client, notes } = scripted([json(200, answer)]);
    await client.call(updateOrg, { params: { organizationId: "o1" }, body });
    expect(notes()).toEqual(["the service answered sso false, true was sent"]);
  });

  it("names things by numbers and by their users as well", async () => {
    const change = scripted([json(200, { id: "c1", subject: "One" })]);
    const params = { spaceId: "s1", changeRequestId: "42" };
    await change.client.call(updateChangeRequest, { params, body: { subject: "One" } });
    const member = scripted([json(200, { id: "m1", user: { id: "u1" }, role: "admin" })]);
    await member.client.call(updateMember, { params: { organizationId: "o1", userId: "u1" }, body: { role: "read" } });
    expect([change.notes(), member.notes()]).toEqual([[], ['the service answered role "admin", "read" was sent']]);
  });
});
