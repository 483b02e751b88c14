/** Undo rules: the organization, its members and teams, single sign-on. */
import { PEOPLE } from "../../resources/people.js";
import { plainRules } from "./plain-rules.js";
import type { UndoRules } from "./types.js";

const ORGANIZATION = plainRules("Org", PEOPLE.organization);
const MEMBER = plainRules("Member", PEOPLE.member);
const TEAM = plainRules("Team", PEOPLE.team);
const SAML_PROVIDER = plainRules("SamlProvider", PEOPLE.saml_provider);

const TEAM_MEMBER = { get: "listTeamMembers", item: { "organization.id": "$params.userId" } } as const;

const LAST = { if: "not last", why: "restored members are listed last" } as const;

export const organization: UndoRules = {
  updateOrg: ORGANIZATION.edit({
    members: { logo: { at: "urls.logo", opaque: true }, emailDomains: { empty: [] } },
  }),
  deleteLinkInvite: {
    undo: "impossible",
    change: "remove",
    thing: "invite link",
    why: "the service's interface can neither read nor create invite links",
  },
  updateMember: MEMBER.edit(),
  removeMember: MEMBER.remove(["role"], { why: "the person must be invited again" }),
  setMemberSso: MEMBER.act("require single sign-on of", "single sign-on of a member cannot be turned off again", {
    sso: true,
  }),
  createTeam: TEAM.create(),
  updateTeam: TEAM.edit(),
  deleteTeam: TEAM.remove(["title"], {
    why: "a new team has another id, and no members or spaces until they are added",
    inverse: [{ endpoint: "createTeam", body: { title: "$before.title" } }],
  }),
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
    reads: { as: "fields", of: TEAM_MEMBER, members: { role: { at: "team.role" } } },
    inverse: [
      { endpoint: "removeTeamMember", when: "absent" },
      { endpoint: "setTeamMember", when: "present", body: "before" },
    ],
  },
  removeTeamMember: {
    undo: "exact",
    change: "remove",
    thing: "team member",
    reads: { as: "gone", of: TEAM_MEMBER, keep: ["team.role"] },
    inverse: [{ endpoint: "setTeamMember", when: "present", body: { role: "$before.team.role" } }],
    caveats: [LAST],
    sideEffects: ["order"],
  },
  createSamlProvider: SAML_PROVIDER.create(),
  updateSamlProvider: SAML_PROVIDER.edit({ members: { defaultTeam: { at: "defaultTeam.id" } } }),
  deleteSamlProvider: SAML_PROVIDER.remove(["label"], {
    why: "a new provider has other addresses, which the identity provider must be given",
  }),
};
