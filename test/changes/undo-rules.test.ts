import { describe, expect, it, test } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { endpointNamed, isWriting } from "../../src/changes/endpoints.js";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import type { UndoRule } from "../../src/changes/inverses/types.js";
import { shownAfter } from "../../src/changes/make/step.js";
import { contract } from "../endpoints/all.js";

const writing = Object.entries(endpoints).filter(([, endpoint]) => isWriting(endpoint));

it("has one rule for each endpoint that changes something, and no other", () => {
  expect(writing.length).toBeGreaterThan(70);
  expect(Object.keys(UNDO_RULES).sort()).toEqual(writing.map(([name]) => name).sort());
});

const rows = Object.entries(UNDO_RULES);

it("every change of a part of a site names the part by what the request has", () => {
  const ofSite = rows.filter(([name]) => endpointNamed(name).path.includes("{siteId}") && name !== "deleteSite");
  expect(ofSite.length).toBeGreaterThan(15);
  for (const [name, { part, change }] of ofSite) {
    const { params, body } = endpointNamed(name);
    const known = [...params, ...Object.keys(body?.().shape ?? {})];
    expect([name, part?.of]).toEqual([name, change === "create" ? undefined : expect.toBeOneOf(known)]);
  }
});

describe("each rule", () => {
  test.each(rows)("%s says why, unless it is exact", (_, { undo, why }: UndoRule) => {
    expect(why === undefined).toBe(undo === "exact");
    expect(why).not.toBe("");
  });

  test.each(rows)("%s says how it is taken back, unless it cannot be", (_, { undo, inverse: back }: UndoRule) => {
    expect(back === undefined).toBe(undo === "impossible");
  });

  test.each(rows)("%s names endpoints of the catalog: reads that read, and calls that change", (_, rule: UndoRule) => {
    const reads = rule.reads ? [rule.reads.of, ...(rule.reads.as === "order" ? [rule.reads.list] : [])] : [];
    expect(reads.map(({ get }) => endpointNamed(get).method)).toEqual(reads.map(() => "GET"));
    const calls = Array.isArray(rule.inverse) ? rule.inverse : [];
    expect(calls.map(({ endpoint }) => isWriting(endpointNamed(endpoint)))).toEqual(calls.map(() => true));
  });

  test.each(rows)("%s names members of the body that there are", (name, { reads: sees }: UndoRule) => {
    const members = sees?.as === "fields" ? Object.keys(sees.members ?? {}) : [];
    const shape = members.length > 0 ? endpointNamed(name).body?.().shape : {};
    expect(members.filter((member) => !(member in shape))).toEqual([]);
  });
});

/** As the service is known to be: these are promises to people. */
const CLASSES: Record<string, readonly string[]> = {
  exact: [
    "updateSpace",
    "updateOrg",
    "setTeamMember",
    "removeTeamMember",
    "updateTeamMembers",
    "moveSpace",
    "createTeam",
  ],
  near: ["deleteSpace", "duplicateSpace", "transferSpace", "addSectionToGroup", "createSpaceComment", "putOpenapiSpec"],
  approximate: ["deleteTeam", "deleteCollection", "deleteSiteSection", "deleteSpaceComment", "deleteTranslation"],
  impossible: [
    ...["publishSite", "mergeChangeRequest", "pullChangeRequest", "importSpaceContent", "applySpaceTemplate"],
    ...["setMemberSso", "removeMember", "deleteLinkInvite", "deleteSite", "deleteShareLink", "deleteSamlProvider"],
  ],
};

it.each(Object.entries(CLASSES))("%s is what it is for these", (undo, names) => {
  expect(names.map((name) => [name, UNDO_RULES[name]?.undo])).toEqual(names.map((name) => [name, undo]));
});

it("each change is told with the name of what it changes", () => {
  const things = contract.flatMap(({ id, thing }) => (thing === undefined ? [] : [[id, thing]]));
  expect(Object.fromEntries(rows.map(([name, { thing }]) => [name, thing]))).toEqual(Object.fromEntries(things));
});

test.each<[string, Partial<UndoRule>, (object | undefined)[], object | null]>([
  ["what is read, if all of it is known", { change: "change" }, [{ title: "Read" }], { title: "Read" }],
  ["the body, if nothing is read", { change: "change" }, [], { title: "Sent" }],
  [
    "the body, if a part of what is read is not known",
    { change: "change" },
    [{ title: "Read" }, undefined],
    { title: "Sent" },
  ],
  [
    "the body of something new",
    { change: "create", reads: { as: "new", of: "createSpace" } as never },
    [{}],
    { title: "Sent" },
  ],
  ["nothing of what is removed", { change: "remove" }, [{ title: "Read" }], null],
])("after a step is %s", (_, rule, after, expected) => {
  // The other members of rules and of what is read play no part here.
  const observed = after.map((one) => ({ before: {}, after: one }));
  expect(shownAfter(rule as UndoRule, observed as never, { title: "Sent" })).toEqual(expected);
});
