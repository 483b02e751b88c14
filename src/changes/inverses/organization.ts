/** Undo rules: the organization, its members and teams, single sign-on. */
import type { UndoRules } from "./types.js";

const MEMBER = { get: "listTeamMembers", item: { "organization.id": "$params.userId" } } as const;

const LAST = { if: "not last", why: "restored members are listed last" } as const;

export const organization: UndoRules = {
  updateOrg: {
    undo: "exact",
    change: "change",
    thing: "organization",
    reads: {
      as: "fields",
      of: { get: "getOrg" },
      members: { logo: { at: "urls.logo", opaque: true }, emailDomains: { empty: [] } },
    },
    inverse: [{ endpoint: "updateOrg", body: "before" }],
  },
  deleteLinkInvite: {
    undo: "impossible",
    change: "remove",
    thing: "invite link",
    why: "the service's interface can neither read nor create invite links",
  },
  updateMember: {
    undo: "exact",
    change: "change",
    thing: "member",
    reads: { as: "fields", of: { get: "getMember" } },
    inverse: [{ endpoint: "updateMember", body: "before" }],
  },
  removeMember: {
    undo: "impossible",
    change: "remove",
    thing: "member",
    why: "the person must be invited again",
    reads: { as: "gone", of: { get: "getMember" }, keep: ["role"] },
  },
  setMemberSso: {
    undo: "impossible",
    change: "act",
    thing: "member",
    verb: "require single sign-on of",
    why: "single sign-on of a member cannot be turned off again",
    reads: { as: "state", of: { get: "getMember" }, becomes: { sso: true } },
  },
  createTeam: {
    undo: "exact",
    change: "create",
    thing: "team",
    reads: { as: "new", of: { get: "listTeams", item: { title: "$body.title" } } },
    inverse: [{ endpoint: "deleteTeam", params: { teamId: "$answer.id" } }],
  },
  updateTeam: {
    undo: "exact",
    change: "change",
    thing: "team",
    reads: { as: "fields", of: { get: "getTeam" } },
    inverse: [{ endpoint: "updateTeam", body: "before" }],
  },
  deleteTeam: {
    undo: "approximate",
    change: "remove",
    thing: "team",
    why: "a new team has another id, and no members or spaces until they are added",
    reads: { as: "gone", of: { get: "getTeam" }, keep: ["title"] },
    inverse: [{ endpoint: "createTeam", body: { title: "$before.title" } }],
  },
  updateTeamMembers: {
    undo: "exact",
    change: "change",
    thing: "team",
    verb: "change the members of",
    reads: { as: "members", of: { get: "listTeamMembers" } },
    inverse: "members",
    caveats: [LAST],
    sideEffects: ["order"],
  },
  setTeamMember: {
    undo: "exact",
    change: "change",
    thing: "team member",
    reads: { as: "fields", of: MEMBER, members: { role: { at: "team.role" } } },
    inverse: [
      { endpoint: "removeTeamMember", when: "absent" },
      { endpoint: "setTeamMember", when: "present", body: "before" },
    ],
  },
  removeTeamMember: {
    undo: "exact",
    change: "remove",
    thing: "team member",
    reads: { as: "gone", of: MEMBER, keep: ["team.role"] },
    inverse: [{ endpoint: "setTeamMember", when: "present", body: { role: "$before.team.role" } }],
    caveats: [LAST],
    sideEffects: ["order"],
  },
  createSamlProvider: {
    undo: "exact",
    change: "create",
    thing: "SAML provider",
    reads: { as: "new", of: { get: "listSamlProviders", item: { label: "$body.label" } } },
    inverse: [{ endpoint: "deleteSamlProvider", params: { samlProviderId: "$answer.id" } }],
  },
  updateSamlProvider: {
    undo: "exact",
    change: "change",
    thing: "SAML provider",
    reads: {
      as: "fields",
      of: { get: "getSamlProvider" },
      members: { defaultTeam: { at: "defaultTeam.id" } },
    },
    inverse: [{ endpoint: "updateSamlProvider", body: "before" }],
  },
  deleteSamlProvider: {
    undo: "impossible",
    change: "remove",
    thing: "SAML provider",
    why: "a new provider has other addresses, which the identity provider must be given",
    reads: { as: "gone", of: { get: "getSamlProvider" }, keep: ["label"] },
  },
};
