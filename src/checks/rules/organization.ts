/** Rules about an organization: its access, and its billing. */
import { listMemberSpaces, listMembers } from "../../catalog/members.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { requireKnown } from "../not-evaluable.js";
import { defineRule } from "../types.js";
import { isActive, requireRoles } from "./members.js";

/** Roles that are too powerful to give to everybody. */
const BROAD: readonly string[] = ["admin", "create"];

export const orgInviteLinks = defineRule({
  id: "org-invite-links",
  severity: "warning",
  tag: "access",
  summary: "Invite links are allowed",
  why: "Anyone with such a link can join, and a link is forwarded more easily than an invitation by email.",
  fix: "docs orgs edit ORG --no-invite-links",
  planned: {
    consequence: "nobody can join by an invite link; current members stay",
    condition: "invite links are still allowed",
  },
  example: "invite links are allowed",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (!requireKnown(item.inviteLinks, "whether invite links are allowed")) return [];
    return [
      {
        message: "invite links are allowed",
        fix: {
          words: ["orgs", "edit", thing.id, "--no-invite-links"],
          change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { inviteLinks: false } },
        },
      },
    ];
  },
});

export const orgDefaultRoleBroad = defineRule({
  id: "org-default-role-broad",
  severity: "warning",
  tag: "access",
  summary: "New members may create spaces or administer the organization",
  why: "Everybody who joins by a domain, a link or single sign-on gets this role at once.",
  fix: "docs orgs edit ORG --default-role read",
  planned: {
    consequence: "new members can only read; current members keep their roles",
    condition: "new members still get the role admin or create",
  },
  example: "new members get the role create",
  of: "organization",
  decidedBy: ["defaultRole"],
  needs: [],
  check({ item, thing }) {
    if (!BROAD.includes(item.defaultRole ?? "")) return [];
    return [
      {
        message: `new members get the role ${item.defaultRole}`,
        fix: {
          words: ["orgs", "edit", thing.id, "--default-role", "read"],
          change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { defaultRole: "read" } },
        },
      },
    ];
  },
});

export const spaceLevelBroad = defineRule({
  id: "space-level-broad",
  severity: "warning",
  tag: "access",
  summary: "Everybody in the organization may administer a space, or create content in it",
  why: "With this level anyone may give others access, or replace content without a review.",
  fix: "docs spaces edit SPACE --default-level read",
  planned: {
    consequence: "people without their own role in the space can only read it",
    condition: "everybody still has the level admin or create",
    risk: "locks out",
  },
  example: "everybody in the organization has the level admin",
  of: "space",
  decidedBy: ["defaultLevel"],
  needs: [],
  check({ item, thing }) {
    if (!BROAD.includes(item.defaultLevel ?? "")) return [];
    return [
      {
        message: `everybody in the organization has the level ${item.defaultLevel}`,
        fix: {
          words: ["spaces", "edit", thing.id, "--default-level", "read"],
          change: { endpoint: "updateSpace", params: { spaceId: thing.id }, body: { defaultLevel: "read" } },
        },
      },
    ];
  },
});

export const spaceNoOwner = defineRule({
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

export const orgBillingFailed = defineRule({
  id: "org-billing-failed",
  severity: "error",
  tag: "organization",
  summary: "The last payment failed",
  why: "Without payment, sites lose features or go offline, and only one person gets the mail about it.",
  fix: "docs orgs view ORG --web",
  example: "the last payment failed",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (item.billing?.hasPaymentFailed !== true) return [];
    return [{ message: "the last payment failed", fix: { words: ["orgs", "view", thing.id, "--web"] } }];
  },
});

export const orgBlocked = defineRule({
  id: "org-blocked",
  severity: "error",
  tag: "organization",
  summary: "The service has blocked the organization",
  why: "Published sites may already be unreachable.",
  fix: "docs orgs view ORG --web",
  example: "blocked by the service: phishing",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (!item.blocked) return [];
    const reason = item.blocked.reason ? `: ${item.blocked.reason}` : "";
    return [{ message: `blocked by the service${reason}`, fix: { words: ["orgs", "view", thing.id, "--web"] } }];
  },
});
