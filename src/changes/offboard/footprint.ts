/** Collects what a person leaves behind in an organization, and how they could come back. */
import { wholeLists } from "../../absence/absence.js";
import { listChangeRequests, updateChangeRequest } from "../../catalog/change-requests.js";
import { listSpaceComments } from "../../catalog/comments.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  removeMember,
  updateMember,
} from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { listTeamMembers, removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { roleName } from "../../shared/choices.js";
import { getPath } from "../../shared/paths.js";
import { readAll } from "../site/read.js";
import type { Evidence, Fact, GuardResult } from "../types.js";

export interface Footprint {
  user: { id: string; email: string; name: string };
  /** Null is a guest; absent if the service does not say. */
  role?: string | null | undefined;
  /** `soleOwner`: they own it, and every other owner leaves, too, or is disabled. */
  teams: { id: string; title: string; role: string; soleOwner: boolean }[];
  /** Live ones that they began or contributed to. */
  changeRequests: {
    spaceId: string;
    space: string;
    id: string;
    number: number;
    status: string;
    subject: string;
    own: boolean;
  }[];
  openComments: { space: string; comments: number }[];
  spaces: { id: string; title: string; level: string }[];
  /** They are an administrator, and every other one leaves, too, or is disabled. */
  lastAdministrator: boolean;
  /** How they could come back, one line each. */
  waysBack: string[];
  /** Unreadable parts, one line each. */
  unread: string[];
  /** Titles of spaces in which they may have drafts: their change requests could not be read. */
  unreadDrafts: string[];
}

interface Place {
  api: Reader;
  organizationId: string;
}

type Item = Readonly<Record<string, unknown>>;

const textAt = (item: unknown, path: string): string => {
  const value = getPath(item, path);
  return typeof value === "string" ? value : "";
};

/**
 * `leaving`: ids of all who leave at once, `userId` among them.
 * @throws Failure not-found for somebody who is not a member; cannot-tell for teams and spaces that are not all listed; of
 * the requests
 */
export async function readFootprint(place: Place, userId: string, leaving: ReadonlySet<string>): Promise<Footprint> {
  const { api, organizationId } = place;
  // A thing that is missing from these lists would be left behind unseen. A list that is asked for in part may count all.
  const whole = { api: wholeLists(api), organizationId };
  const params = { organizationId, userId };
  const member = await api.call(getMember, { params });
  const unread: string[] = [];
  const [teams, spaces, admins] = await Promise.all([
    readTeams(whole, userId, leaving),
    readAll(whole.api, listMemberSpaces, { params }),
    readAll(api, listMembers, { params: { organizationId }, query: { role: "admin" } }),
  ]);
  const email = member.user?.email ?? "";
  return {
    user: { id: userId, email, name: member.user?.displayName ?? "" },
    role: member.role,
    teams,
    ...(await findWork(place, userId, spaces, unread)),
    spaces: spaces.map((one) => ({
      id: textAt(one, "space.id"),
      title: textAt(one, "space.title"),
      level: textAt(one, "permission"),
    })),
    lastAdministrator: member.role === "admin" && admins.every(({ id, disabled }) => disabled || leaving.has(id ?? "")),
    waysBack: await readWaysToReturn(whole, email, unread),
    unread,
  };
}

async function readTeams(
  { api, organizationId }: Place,
  userId: string,
  leaving: ReadonlySet<string>,
): Promise<Footprint["teams"]> {
  const found = await readAll(api, listMemberTeams, { params: { organizationId, userId } });
  return Promise.all(
    found.map(async (one) => {
      const [id, role] = [textAt(one, "team.id"), textAt(one, "member.role")];
      const owners =
        role === "owner"
          ? (await readAll(api, listTeamMembers, { params: { organizationId, teamId: id } })).filter(
              (each) => textAt(each, "team.role") === "owner",
            )
          : [];
      const isStaying = (each: Item) =>
        !leaving.has(textAt(each, "organization.id")) && getPath(each, "organization.disabled") !== true;
      return { id, title: textAt(one, "team.title"), role, soleOwner: role === "owner" && !owners.some(isStaying) };
    }),
  );
}

/** The counters of the spaces save requests for empty lists. */
async function findWork({ api }: Place, user: string, spaces: readonly Item[], unread: string[]) {
  const changeRequests: Footprint["changeRequests"] = [];
  const openComments: Footprint["openComments"] = [];
  const unreadDrafts: string[] = [];
  for (const item of spaces) {
    const [spaceId, space] = [textAt(item, "space.id"), textAt(item, "space.title")];
    const params = { spaceId };
    const live = (["open", "draft"] as const).filter((status) => getPath(item, `space.${COUNTERS[status]}`) !== 0);
    const isRead = await attempt(unread, `change requests of ${space}`, async () => {
      for (const status of live) {
        const found = await readAll(api, listChangeRequests, { params, query: { status, contributor: user } });
        for (const { id, number, subject, createdBy } of found) {
          changeRequests.push({
            spaceId,
            space,
            id: id ?? "",
            number: number ?? 0,
            status,
            subject: subject ?? "",
            own: createdBy?.id === user,
          });
        }
      }
    });
    if (!isRead && live.includes("draft")) unreadDrafts.push(space);
    if (getPath(item, "space.comments") === 0) continue;
    await attempt(unread, `comments in ${space}`, async () => {
      const found = await readAll(api, listSpaceComments, { params, query: { status: "open", authors: [user] } });
      if (found.length > 0) openComments.push({ space, comments: found.length });
    });
  }
  return { changeRequests, openComments, unreadDrafts };
}

const COUNTERS = { open: "changeRequestsOpen", draft: "changeRequestsDraft" } as const;

/** Notes reads that the role does not allow, and goes on; whether all was read. */
async function attempt(unread: string[], what: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || !["forbidden", "not-found", "refused", "cannot-tell"].includes(error.kind))
      throw error;
    unread.push(`${what}: ${error.message}`);
    return false;
  }
}

async function readWaysToReturn({ api, organizationId }: Place, email: string, unread: string[]): Promise<string[]> {
  const ways: string[] = [];
  const params = { organizationId };
  await attempt(unread, "SAML providers", async () => {
    for (const { label, id, defaultRole, status } of await readAll(api, listSamlProviders, { params })) {
      ways.push(
        `SAML provider ${label ?? id} (${status ?? "unknown state"}) admits its users as ${roleName(defaultRole) ?? "a member"}: remove their account there`,
      );
    }
  });
  await attempt(unread, "the organization", async () => {
    const org = await api.call(getOrg, { params });
    const domain = email.split("@")[1]?.toLowerCase();
    const isOpen = domain !== undefined && (org.emailDomains ?? []).some((one) => one.toLowerCase() === domain);
    if (isOpen)
      ways.push(
        `anyone with an address at ${domain} can join as ${roleName(org.defaultRole) ?? "a member"}: close the mailbox or remove the domain`,
      );
    if (org.inviteLinks) ways.push("invite links are on: anyone with one can join, and no endpoint lists them");
  });
  return ways;
}

/** Describes what somebody leaves behind, for people to read and for the plan that is made of it. */
export function footprintEvidence(one: Footprint): Evidence {
  const { user, role, teams, changeRequests, openComments, spaces, lastAdministrator, waysBack, unread } = one;
  // Of a list that could not be read, nobody knows that it is empty.
  const fact = (name: string, values: string[]): Fact => ({
    name,
    values: values.length === 0 && unread.length > 0 ? ["none that could be read"] : values,
  });
  const roleText = `${roleName(role) ?? "not known"}${lastAdministrator ? ", and no other administrator remains" : ""}`;
  return {
    about: `${user.name || user.id} <${user.email}> (${user.id})`,
    facts: [
      { name: "role", values: [roleText] },
      fact(
        "teams",
        teams.map(
          ({ title, role: teamRole, soleOwner }) =>
            `${title}: ${soleOwner ? "owner, and no other owner remains" : teamRole}`,
        ),
      ),
      fact(
        "open and draft change requests",
        changeRequests.map(
          ({ space, number, status, subject, own }) =>
            `#${number} of ${space}: ${subject || "no subject"} (${status}${own ? "" : ", created by somebody else"})`,
        ),
      ),
      fact(
        "open comments",
        openComments.map(({ space, comments: number }) => `${space}: ${number}`),
      ),
      fact(
        "spaces reached",
        spaces.map(({ title, level }) => `${title}: ${level}`),
      ),
      { name: "access that would remain", values: waysBack.length > 0 ? waysBack : ["none that can be read"] },
      ...(unread.length > 0 ? [{ name: "could not be read", values: unread }] : []),
    ],
  };
}

// The steps that it takes for people to leave.

interface OffboardRequest {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

interface Leaving {
  organizationId: string;
  /** The member who takes over teams that would be without an owner. */
  heir?: { id: string; name: string } | undefined;
  /** They stay as guests. */
  demote: boolean;
  archiveDrafts: boolean;
}

/** @throws Failure refused for an heir who leaves, too */
export function offboardRequests(
  people: readonly Footprint[],
  { organizationId, heir, demote, archiveDrafts }: Leaving,
): OffboardRequest[] {
  const leaving = new Set(people.map(({ user }) => user.id));
  if (heir && leaving.has(heir.id))
    throw refuseOffboarding(`${heir.name} is being offboarded, too, and cannot take over`);
  const requests: OffboardRequest[] = [];
  for (const teamId of heir ? ownedAlone(people).keys() : []) {
    const params = { organizationId, teamId, userId: heir?.id ?? "" };
    requests.push({ endpoint: setTeamMember, params, body: { role: "owner" } });
  }
  for (const person of people) requests.push(...stepsOf(person, { organizationId, demote, archiveDrafts }));
  return requests;
}

/** Titles by id of the teams that nobody else owns who stays. */
const ownedAlone = (people: readonly Footprint[]): Map<string, string> =>
  new Map(
    people.flatMap(({ teams }) => teams.filter(({ soleOwner }) => soleOwner)).map(({ id, title }) => [id, title]),
  );

/** How teams keep an owner, where none is named yet. */
export const NAME_HEIR = "name a successor: --heir USER";

/** Teams that nobody takes over, as far as no other guard names them: one whose only owner was disabled had none already. */
export function orphanGuards(people: readonly Footprint[], guards: readonly GuardResult[]): GuardResult[] {
  const teams = [...ownedAlone(people).values()].map((title) => `team ${JSON.stringify(title)}`);
  return teams
    .filter((team) => !guards.some(({ broken, says }) => broken && says.startsWith(`${team} `)))
    .map((team) => ({
      rail: "never the last owner",
      says: `${team} would be without an owner`,
      broken: true,
      way: NAME_HEIR,
    }));
}

function stepsOf(
  person: Footprint,
  { organizationId, demote, archiveDrafts }: Omit<Leaving, "heir">,
): OffboardRequest[] {
  const userId = person.user.id;
  const drafts = archiveDrafts ? person.changeRequests.filter(({ status, own }) => own && status === "draft") : [];
  const last: OffboardRequest = demote
    ? {
        endpoint: updateMember,
        params: { organizationId, userId },
        body: { role: null },
      }
    : {
        endpoint: removeMember,
        params: { organizationId, userId },
      };
  return [
    ...drafts.map(
      ({ spaceId, id }): OffboardRequest => ({
        endpoint: updateChangeRequest,
        params: { spaceId, changeRequestId: id },
        body: { status: "archived" },
      }),
    ),
    ...person.teams.map(
      ({ id }): OffboardRequest => ({
        endpoint: removeTeamMember,
        params: { organizationId, teamId: id, userId },
      }),
    ),
    last,
  ];
}

const refuseOffboarding = (says: string): Failure =>
  new Failure("refused", `${says}; nothing was sent`, { outcome: "not_applied" });
