/** What is claimed, known or complete has to be denied, too, where it is not so. */
import { describe, expect, it } from "vitest";
import { transferCollection } from "../../src/catalog/collections.js";
import { updateSpace } from "../../src/catalog/spaces.js";
import { resolveReferences } from "../../src/changes/apply/results.js";
import { bindClient } from "../../src/changes/binding/bind.js";
import type { Footprint } from "../../src/changes/offboard/footprint.js";
import { verify } from "../../src/changes/offboard/verify-result.js";
import { readChanges } from "../../src/changes/reviews/changes.js";
import { readReview } from "../../src/changes/reviews/review-rows.js";
import { makeSync, readRows } from "../../src/changes/teams/sync.js";
import type { Step } from "../../src/changes/types.js";
import { Failure, type FailureKind } from "../../src/errors.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { OTHER } from "./binding-helper.js";
import { clientOf } from "./plan-helper.js";

const box = useTestSandbox({ load: loadSample });

describe("placeholders", () => {
  const names = ["first", "second", "third"];
  const reference = (name: string) => ({ $from: "s1", path: name });
  const [first, second, third] = names.map(reference);
  const PLACES: [string, unknown, unknown][] = [
    ["side by side", { first, second, third }, { first: 1, second: 1, third: 1 }],
    ["in a list", [first, second, third], [1, 1, 1]],
    ["within each other", { a: first, b: { c: [second, { d: third }] } }, { a: 1, b: { c: [1, { d: 1 }] } }],
  ];

  it.each(PLACES)("%s are filled in once all of them are known", (_, value, filled) => {
    const known = (all: readonly string[]) => new Map([["s1", Object.fromEntries(all.map((name) => [name, 1]))]]);
    expect(resolveReferences(value, known(names))).toEqual(filled);
    for (const missing of names) {
      const others = names.filter((name) => name !== missing);
      expect(resolveReferences(value, known(others)), `without ${missing}`).toBeUndefined();
    }
  });
});

describe("what is in a collection", () => {
  it("is of another organization once its collection is", async () => {
    const { client } = clientOf(box);
    const root = `/v1/orgs/${SAMPLE.org}`;
    const collection = (await box.call("POST", `${root}/collections`, { title: "Guides" })).json.id;
    const space = (await box.call("POST", `/v1/spaces/${SAMPLE.space}/duplicate`)).json.id;
    expect((await box.call("POST", `/v1/spaces/${space}/move`, { parent: collection })).status).toBe(200);
    const rename = { params: { spaceId: space }, body: { title: "Mine" } };
    const transfer = { params: { collectionId: collection }, body: { organization: OTHER.org } };
    const steps = [
      { endpoint: "updateSpace", ...rename },
      { endpoint: "transferCollection", ...transfer },
      { endpoint: "updateSpace", ...rename },
      // Only what a request is made of is looked at.
    ].map((one, at) => ({ id: `s${at}`, reads: [], ...one })) as unknown as Step[];
    const bound = await bindClient(client, SAMPLE.org, steps, Date.now);
    await bound.call(updateSpace, rename);
    await bound.call(transferCollection, transfer);
    const refusal = `space ${space} belongs to organization ${OTHER.org}`;
    await expect(bound.call(updateSpace, rename)).rejects.toThrow(refusal);
  });
});

describe("a receipt of somebody who left", () => {
  const ask = (path: string) => box.call("GET", path);
  const ROOT = `/v1/orgs/${SAMPLE.org}`;

  const person: Footprint = {
    user: { id: "u3WMpp8eY71ya62DhAPx", email: "tomasz.nowak@halden-robotics.example", name: "Tomasz Nowak" },
    teams: [{ id: "t3aVFS211n5tKAH88D12", title: "Field", role: "owner", soleOwner: true }],
    changeRequests: [],
    openComments: [],
    spaces: [],
    lastAdministrator: false,
    waysBack: [],
    unread: [],
    unreadDrafts: [],
  };

  it.each([false, true])("denies all that has not happened; as a guest: %s", async (demote) => {
    const held = async () => {
      // Somebody else changes it between two commands.
      const { client } = clientOf(box);
      const checks = await verify({ api: client, organizationId: SAMPLE.org }, [person], demote);
      return checks.filter(({ what }) => !what.endsWith("has an owner")).map(({ holds }) => holds);
    };
    const { id } = person.user;
    const of = (value: boolean) => Array.from({ length: 1 + person.teams.length }, () => value);
    expect(await held()).toEqual(of(false));
    for (const team of person.teams) await box.call("DELETE", `${ROOT}/teams/${team.id}/members/${id}`);
    expect(await held()).toEqual([false, ...person.teams.map(() => true)]);
    if (demote) await box.call("PATCH", `${ROOT}/members/${id}`, { role: null });
    else await box.call("DELETE", `${ROOT}/members/${id}`);
    expect(await held()).toEqual(of(true));
  });

  it.each<[FailureKind, known: boolean]>([
    ["cannot-tell", true],
    ["forbidden", true],
    ["not-found", true],
    ["invalid-answer", true],
    ["too-large", true],
    ["refused", true],
    ["network", false],
    ["service", false],
    ["unauthorized", false],
  ])("a failure of kind %s at one address leaves the others known: %s", async (kind, known) => {
    const { client } = clientOf(box);
    let asked = 0;
    const call: typeof client.call = async (endpoint, input) => {
      asked += 1;
      // The service answers the first question with it.
      if (asked === 1) throw new Failure(kind, "a reason");
      return client.call(endpoint, input);
    };
    const checks = await verify({ api: { ...client, call }, organizationId: SAMPLE.org }, [person], false);
    expect(checks[0]).toMatchObject({ holds: null, why: expect.stringMatching(/^a reason$|^cannot tell /) });
    const others = checks.slice(1).map(({ why }) => why?.startsWith("not checked: ") !== true);
    expect(others).toEqual(others.map(() => known));
    expect(others.length).toBeGreaterThan(1);
  });

  it("denies that a team has an owner where it has none", async () => {
    const { client } = clientOf(box);
    const check = async () => {
      const checks = await verify({ api: client, organizationId: SAMPLE.org }, [person], false);
      return checks.filter(({ what }) => what.endsWith("has an owner")).map(({ holds }) => holds);
    };
    for (const [role, holds] of [
      ["owner", true],
      ["member", false],
    ] as const) {
      for (const team of person.teams) {
        const all = (await ask(`${ROOT}/teams/${team.id}/members?limit=100`)).json.items;
        for (const one of all)
          await box.call("PUT", `${ROOT}/teams/${team.id}/members/${one.organization.id}`, { role });
      }
      expect(await check()).toEqual(person.teams.map(() => holds));
    }
  });
});

describe("a decision about a role", () => {
  const HEAD = "decision,reviewer,reason,name,email,access,to,grant,user,id";
  const ORGANIZATION = ["admin", "create", "review", "edit", "comment", "read"].map((role) => [role, role]);
  it.each([
    ...[...ORGANIZATION, ["guest", null]].map(([role, sent]) => ["organization", role, sent]),
    ["team", "owner", "owner"],
    ["team", "member", "member"],
  ])("in the %s, to %s, is sent as %s", async (kind, role, sent) => {
    const grant = kind === "team" ? (role === "owner" ? "member" : "owner") : role === "admin" ? "read" : "admin";
    const row = `role:${role},ann,moved,Bo,bo@x.example,${kind},There,${grant},u1,${kind === "team" ? "t1" : "o1"}`;
    const { changes, left } = await readChanges(readReview(`${HEAD}\n${row}\n`, "review.csv"), {
      organizationId: "o1",
      members: [{ id: "u1", role: grant }],
      inTeam: async () => [{ organization: { id: "u1" }, team: { role: grant } }],
      titleOf: async () => "There",
    });
    expect(left).toEqual([]);
    expect(changes.map(({ body }) => body)).toEqual([{ role: sent }]);
  });
});

describe("a row of teams that cannot be used", () => {
  const now = {
    members: ["ann", "bo", "cy"].map((name) => ({ id: name, user: { email: `${name}@x.example` } })),
    teams: [
      { id: "t1", title: "Writers" },
      { id: "t2", title: "Readers" },
    ],
    inTeam: async () => ["ann", "bo"].map((id) => ({ organization: { id }, team: { role: "member" } })),
  };
  const removedFrom = async (bad: string): Promise<string[]> => {
    const rows = readRows(`team,user,role\nWriters,ann,member\nReaders,ann,member\n${bad}\n`, "teams.csv");
    const { changes } = await makeSync(rows, now, { prune: true, skipUnknown: false });
    return changes.filter(({ body }) => (body.remove ?? []).includes("bo")).map(({ title }) => title);
  };

  it.each([
    ["none", "Writers,cy,member", ["Writers", "Readers"]],
    ["of one team", "Writers,cy,boss", ["Readers"]],
    ["of one team, by its id", "t1,cy,boss", ["Readers"]],
    ["of one team, in other letters", "WRITERS,nobody,member", ["Readers"]],
    ["of a team that is not there", "Printers,cy,boss", ["Writers", "Readers"]],
    ["of no team", ",cy,member", []],
  ])("%s: keeps everybody in the teams that it may be about", async (_, bad, removed) => {
    expect(await removedFrom(bad)).toEqual(removed);
  });
});
