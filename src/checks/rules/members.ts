/** Rules about members. */
import { listMembers } from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { count } from "../../shared/wrap.js";
import { requireKnown, Unknown } from "../not-evaluable.js";
import type { ItemOf } from "../subjects.js";
import { defineRule } from "../types.js";

type Person = ItemOf<"member">;

/** True for a person who can sign in. */
export const isActive = ({ disabled }: Person): boolean => disabled !== true;

const isGuest = ({ role }: Person): boolean => role === null || role === undefined;

/** @throws Unknown if the role of somebody is not said: who has none is a guest, which is null */
export function requireRoles(people: readonly Person[]): void {
  if (people.some(({ role }) => role === undefined)) throw new Unknown("the service does not show everybody's role");
}

export const memberGuest = defineRule({
  id: "member-guest",
  severity: "info",
  tag: "access",
  summary: "Somebody without a role in the organization has access to some of its spaces",
  why: "Guests join for one task, and their access is often not removed afterward.",
  fix: "docs members spaces USER",
  example: "a guest with access to 3 spaces",
  of: "member",
  decidedBy: ["spaces"],
  needs: [],
  check({ item, thing }) {
    if (!isGuest(item) || !isActive(item) || !item.spaces) return [];
    return [
      {
        message: `a guest with access to ${count(item.spaces, "space")}`,
        since: item.joinedAt,
        fix: { words: ["members", "spaces", thing.id] },
      },
    ];
  },
});

export const memberInactive = defineRule({
  id: "member-inactive",
  severity: "warning",
  tag: "access",
  summary: "A member has not been seen for a long time",
  why: "Nobody notices if an unused account is misused; and it may cost a seat.",
  fix: "docs members remove USER",
  example: "not seen for 120 days",
  of: "member",
  needs: [],
  days: 90,
  check({ item, thing }, { isOld, age }) {
    if (!isActive(item) || !isOld(item.lastSeenAt)) return [];
    return [
      {
        message: `not seen for ${age(item.lastSeenAt)} days`,
        since: item.lastSeenAt,
        fix: { words: ["members", "remove", thing.id] },
      },
    ];
  },
});

export const memberNeverSeen = defineRule({
  id: "member-never-seen",
  severity: "info",
  tag: "access",
  summary: "A member joined long ago and was never seen",
  why: "An unused invitation still lets in anyone who gets access to that mailbox.",
  fix: "docs members remove USER",
  example: "joined 45 days ago, and was never seen",
  of: "member",
  decidedBy: ["joinedAt"],
  needs: [],
  days: 30,
  check({ item, thing }, { isOld, age }) {
    if (!isActive(item) || item.lastSeenAt || !isOld(item.joinedAt)) return [];
    return [
      {
        message: `joined ${age(item.joinedAt)} days ago, and was never seen`,
        since: item.joinedAt,
        fix: { words: ["members", "remove", thing.id] },
      },
    ];
  },
});

export const memberDisabledInTeam = defineRule({
  id: "member-disabled-in-team",
  severity: "warning",
  tag: "access",
  summary: "A disabled member is still in teams",
  why: "Enabling the account again restores all this access at once, and a disabled owner cannot manage the team.",
  fix: "docs members teams USER",
  example: "disabled, and still in 2 teams",
  of: "member",
  decidedBy: ["disabled", "teams"],
  needs: [],
  check({ item, thing }) {
    if (isActive(item) || !item.teams) return [];
    return [
      {
        message: `disabled, and still in ${count(item.teams, "team")}`,
        fix: { words: ["members", "teams", thing.id] },
      },
    ];
  },
});

/** `mail.example.com` belongs to `example.com`. */
const isWithin = (domain: string, own: string): boolean => domain === own || domain.endsWith(`.${own}`);

export const memberForeignDomain = defineRule({
  id: "member-foreign-domain",
  severity: "warning",
  tag: "access",
  summary: "A member's address is in none of the organization's email domains",
  why: "People who leave lose their company's address, and with it their access; a private address keeps it. Guests are expected to have other addresses.",
  fix: "docs members edit USER --role guest",
  example: "ada@example.net is in none of the domains example.com, example.org",
  of: "member",
  decidedBy: ["role"],
  needs: [getOrg],
  async check({ item, params, thing }, { facts }) {
    if (isGuest(item) || !isActive(item)) return [];
    const domain = /@([^@\s]+)$/.exec(requireKnown(item.user?.email, "the address of the member"))?.[1]?.toLowerCase();
    if (domain === undefined) return [];
    const { emailDomains } = await facts.one(getOrg, params);
    const own = (emailDomains ?? []).map((one) => one.toLowerCase().replace(/^@/, "")).filter((one) => one !== "");
    if (own.length === 0 || own.some((one) => isWithin(domain, one))) return [];
    return [
      {
        message: `${item.user?.email} is in none of the domains ${own.join(", ")}`,
        since: item.joinedAt,
        fix: { words: ["members", "edit", thing.id, "--role", "guest"] },
      },
    ];
  },
});

export const memberNoSso = defineRule({
  id: "member-no-sso",
  severity: "warning",
  tag: "access",
  summary: "The organization requires single sign-on, and a member does not use it",
  why: "A member who bypasses the identity provider is not locked out when they leave. Guests sign in elsewhere.",
  fix: "docs members sso USER",
  example: "does not sign in by single sign-on, which the organization requires",
  of: "member",
  decidedBy: ["role", "sso"],
  needs: [getOrg],
  async check({ item, params, thing }, { facts }) {
    if (item.sso !== false || isGuest(item) || !isActive(item)) return [];
    const { sso } = await facts.one(getOrg, params);
    if (sso === undefined) throw new Unknown("the service does not show the sso of the organization");
    if (sso !== true) return [];
    return [
      {
        message: "does not sign in by single sign-on, which the organization requires",
        fix: { words: ["members", "sso", thing.id] },
      },
    ];
  },
});

/** Up to this many are fine in any organization: some may be ill or on vacation. */
const ENOUGH = 5;
const SHARE = 0.1;

export const adminsMany = defineRule({
  id: "admins-many",
  severity: "info",
  tag: "access",
  summary: `More than ${ENOUGH} members, and more than a tenth of all, are administrators`,
  why: "Each of them can delete everything and add anyone, and so can anyone who gets one of their tokens.",
  fix: "docs members list --role admin",
  example: "12 of 40 members are administrators",
  of: "organization",
  needs: [listMembers],
  async check({ params }, { facts }) {
    const members = (await facts.list(listMembers, params)).filter(isActive);
    requireRoles(members);
    const admins = members.filter(({ role }) => role === "admin").length;
    if (admins <= ENOUGH || admins <= members.length * SHARE) return [];
    return [
      {
        message: `${admins} of ${members.length} members are administrators`,
        fix: { words: ["members", "list", "--role", "admin"] },
      },
    ];
  },
});

export const adminSingle = defineRule({
  id: "admin-single",
  severity: "warning",
  tag: "access",
  summary: "Only one member is an administrator",
  why: "If that person leaves or is locked out, nobody can add members, change single sign-on or pay.",
  fix: "docs members edit USER --role admin",
  example: "only Ada Lovelace is an administrator",
  of: "organization",
  needs: [listMembers],
  async check({ params }, { facts }) {
    const members = (await facts.list(listMembers, params)).filter(isActive);
    requireRoles(members);
    const [admin, second] = members.filter(({ role }) => role === "admin");
    // An organization of one has nobody else.
    if (!admin || second || members.length < 2) return [];
    return [
      {
        message: `only ${admin.user?.displayName || admin.user?.email || admin.id} is an administrator`,
        fix: { words: ["members", "list"] },
      },
    ];
  },
});
