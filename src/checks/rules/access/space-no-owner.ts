import { listMemberSpaces, listMembers } from "../../../catalog/members.js";
import { listOrgSpaces } from "../../../catalog/spaces.js";
import { defineRule } from "../../types.js";
import { isActive, requireRoles } from "../members/people.js";

export default defineRule({
  id: "space-no-owner",
  severity: "info",
  tag: "access",
  summary: "Nobody but administrators of the organization administers a space",
  why: "Nobody is in charge of its pages: questions of readers, and pages that grow old, are left to people who look after everything.",
  fix: "docs spaces view SPACE",
  example: "only administrators of the organization administer it",
  // The spaces of members are read once, and not again for each space.
  of: "organization",
  needs: [listOrgSpaces, listMembers, { endpoint: listMemberSpaces, when: "the member is no administrator" }],
  off: "it reads the spaces of every member",
  async check({ params }, { facts }) {
    const [spaces, members] = await Promise.all([facts.subjects("space"), facts.subjects("member")]);
    requireRoles(members.subjects.map(({ item }) => item));
    const people = members.subjects.filter(({ item }) => isActive(item) && item.role !== "admin");
    const lists = await Promise.all(
      people.map(({ params: { userId = "" } }) => facts.list(listMemberSpaces, { ...params, userId })),
    );
    const administered = lists.flat().filter(({ permission }) => permission === "admin");
    const owned = new Set(administered.map(({ space }) => space?.id));
    return spaces.subjects
      .filter(({ thing, item }) => !owned.has(thing.id) && item.defaultLevel !== "admin")
      .map(({ thing }) => ({
        message: "only administrators of the organization administer it",
        thing,
        key: thing.id,
        fix: { words: ["spaces", "view", thing.id] },
      }));
  },
});
