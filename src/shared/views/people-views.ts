/** Views of the organization and of the people in it. */
import { CREATED, ID, inOrg, ofKind, TITLE, type View } from "./view.js";

export const PEOPLE_VIEWS: readonly View[] = [
  {
    name: "organization",
    about: "the organization itself, one row",
    from: ofKind("organization"),
    scopes: ["orgs/{organizationId}"],
    columns: [
      ID,
      TITLE,
      ["hostname", "$.hostname", "host of what is published"],
      ["default_role", "$.defaultRole", "role of new members; null: guests"],
      ["sso", "$.sso", "1: single sign-on is enforced", "boolean"],
      ["plan", "$.plan", "product"],
      CREATED,
    ],
  },
  {
    name: "members",
    about: "members of the organization",
    from: ofKind("member"),
    scopes: inOrg("members"),
    columns: [
      ID,
      ["name", "$.user.displayName", "name"],
      ["email", "$.user.email", "e-mail address"],
      ["role", "$.role", "admin, create, review, edit, comment or read; null: a guest"],
      ["disabled", "$.disabled", "1: cannot sign in", "boolean"],
      ["sso", "$.sso", "1: signs in with single sign-on", "boolean"],
      ["spaces", "$.spaces", "number of spaces", "integer"],
      ["teams", "$.teams", "number of teams", "integer"],
      ["joined_at", "$.joinedAt", "time", "time"],
      ["last_seen_at", "$.lastSeenAt", "time", "time"],
    ],
  },
  {
    name: "member_spaces",
    about: "what each member may do in each space, whatever grants it",
    from: ofKind("member-space"),
    scopes: inOrg("members/{userId}/spaces"),
    columns: [
      ["member", "substr(o.scope, instr(o.scope, '/') + 1)", "members.id"],
      ["space", "$.space.id", "spaces.id"],
      ["permission", "$.permission", "admin, create, review, edit, comment or read"],
    ],
  },
  {
    name: "teams",
    about: "teams",
    from: ofKind("team"),
    scopes: inOrg("teams"),
    columns: [
      ID,
      TITLE,
      ["members", "$.members", "number of members", "integer"],
      ["spaces", "$.spaces", "number of spaces", "integer"],
      CREATED,
    ],
  },
  {
    name: "team_members",
    about: "who is in which team",
    from: ofKind("team-membership"),
    scopes: inOrg("teams/{teamId}/members"),
    columns: [
      ["team", "o.scope", "teams.id"],
      ["member", "$.user", "members.id"],
      ["role", "$.role", "owner or member"],
    ],
  },
  {
    name: "saml_providers",
    about: "providers of single sign-on",
    from: ofKind("saml-provider"),
    scopes: inOrg("saml"),
    columns: [
      ID,
      ["label", "$.label", "name"],
      ["entity_id", "$.entityID", "entity id"],
      ["default_team", "$.defaultTeam", "teams.id"],
      ["default_role", "$.defaultRole", "role of new members"],
      ["status", "$.status", "status"],
      CREATED,
    ],
  },
];
