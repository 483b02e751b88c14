/** Undo matrix: the organization, its members and teams, single sign-on. */
import type { Rows } from "./types.js";

const MEMBER = { get: "listTeamMembers", item: { "organization.id": "$params.userId" } } as const;

export const organization: Rows = {
  updateOrg: {
    undo: "exact",
    change: "change",
    thing: "organization",
    sees: {
      as: "fields",
      of: { get: "getOrg" },
      members: { logo: { at: "urls.logo", opaque: true }, emailDomains: { empty: [] } },
    },
    back: [{ endpoint: "updateOrg", body: "before" }],
  },
  deleteLinkInvite: {
    undo: "impossible",
    change: "remove",
    thing: "invite link",
    why: "invite links can be neither read nor created over the service's interface",
  },
  updateMember: {
    undo: "exact",
    change: "change",
    thing: "member",
    sees: { as: "fields", of: { get: "getMember" } },
    back: [{ endpoint: "updateMember", body: "before" }],
  },
  removeMember: {
    undo: "impossible",
    change: "remove",
    thing: "member",
    why: "the person has to be invited again",
    sees: { as: "gone", of: { get: "getMember" }, keep: ["role"] },
  },
  setMemberSso: {
    undo: "impossible",
    change: "act",
    thing: "member",
    verb: "require single sign-on of",
    why: "single sign-on of a member cannot be turned off again",
    sees: { as: "state", of: { get: "getMember" }, becomes: { sso: true } },
  },
  createTeam: {
    undo: "exact",
    change: "create",
    thing: "team",
    sees: { as: "new", of: { get: "listTeams", item: { title: "$body.title" } } },
    back: [{ endpoint: "deleteTeam", params: { teamId: "$answer.id" } }],
  },
  updateTeam: {
    undo: "exact",
    change: "change",
    thing: "team",
    sees: { as: "fields", of: { get: "getTeam" } },
    back: [{ endpoint: "updateTeam", body: "before" }],
  },
  deleteTeam: {
    undo: "approximate",
    change: "remove",
    thing: "team",
    why: "a new team has another id, and no members or spaces until they are added",
    sees: { as: "gone", of: { get: "getTeam" }, keep: ["title"] },
    back: [{ endpoint: "createTeam", body: { title: "$before.title" } }],
  },
  updateTeamMembers: {
    undo: "exact",
    change: "change",
    thing: "team",
    verb: "change members of",
    sees: { as: "members", of: { get: "listTeamMembers" } },
    back: "members",
    traces: ["order"],
  },
  setTeamMember: {
    undo: "exact",
    change: "change",
    thing: "team member",
    sees: { as: "fields", of: MEMBER, members: { role: { at: "team.role" } } },
    back: [
      { endpoint: "removeTeamMember", when: "absent" },
      { endpoint: "setTeamMember", when: "present", body: "before" },
    ],
  },
  removeTeamMember: {
    undo: "exact",
    change: "remove",
    thing: "team member",
    sees: { as: "gone", of: MEMBER, keep: ["team.role"] },
    back: [{ endpoint: "setTeamMember", when: "present", body: { role: "$before.team.role" } }],
    traces: ["order"],
  },
  createSamlProvider: {
    undo: "exact",
    change: "create",
    thing: "SAML provider",
    sees: { as: "new", of: { get: "listSamlProviders", item: { label: "$body.label" } } },
    back: [{ endpoint: "deleteSamlProvider", params: { samlProviderId: "$answer.id" } }],
  },
  updateSamlProvider: {
    undo: "exact",
    change: "change",
    thing: "SAML provider",
    sees: {
      as: "fields",
      of: { get: "getSamlProvider" },
      members: { defaultTeam: { at: "defaultTeam.id" } },
    },
    back: [{ endpoint: "updateSamlProvider", body: "before" }],
  },
  deleteSamlProvider: {
    undo: "impossible",
    change: "remove",
    thing: "SAML provider",
    why: "a new provider has other addresses, which the identity provider does not know",
    sees: { as: "gone", of: { get: "getSamlProvider" }, keep: ["label"] },
  },
};
