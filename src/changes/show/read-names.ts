/** Reads the names of the people and things that the steps of a plan have ids of: one list of each kind, or few single reads. */
import { createAbsence, readList } from "../../absence/absence.js";
import { listOrgCollections } from "../../catalog/collections.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { getMember, listMembers } from "../../catalog/members.js";
import { listSiteSectionGroups } from "../../catalog/section-groups.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { listTeams } from "../../catalog/teams.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { idProblem } from "../../shared/ids.js";
import { forEachLimited } from "../../shared/limiter.js";
import { endsRun } from "../../shared/outage-rule.js";
import { getPath } from "../../shared/paths.js";
import { nameStep, withoutName } from "../apply/apply.js";
import { createListReads } from "../list-reads.js";
import type { Plan, Step } from "../types.js";
import { createWorld } from "../world.js";
import type { Names, Person } from "./step-fields.js";
import { membershipChanges } from "./tally.js";

export interface NamesRead {
  names: Names;
  /** Unreadable parts, one line each. */
  unread: string[];
}

/** So many people are read one by one, more by their list. */
const FEW = 5;

interface Source {
  what: string;
  endpoint: AnyEndpoint;
  params: Record<string, string>;
}

export async function readNames(client: Reader, { organization, steps, me = [] }: Plan): Promise<NamesRead> {
  const people = new Map<string, Person>();
  const titles = new Map<string, string>();
  const unread: string[] = [];
  const users = [...new Set([...steps.flatMap(usersOf), ...me])].filter((id) => idProblem(id) === undefined);
  const sources: Source[] = [...membersFor(users, organization), ...listsFor(steps, organization)];
  for (const source of sources) {
    try {
      for (const item of await readItems(client, source)) addName(item, people, titles);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "canceled") throw error;
      unread.push(`names of ${source.what}: ${error.message}`);
      if (isOutage(error)) break;
    }
  }
  return { names: { people, titles }, unread };
}

const isOutage = ({ kind }: Failure): boolean => endsRun(kind) || kind === "network" || kind === "timeout";

interface TargetsRead {
  plan: Plan;
  /** Unreadable parts, one line each. */
  unread: string[];
}

/** Things that are read at once. */
const AT_ONCE = 4;

/**
 * A plan from a file under the names that the service has for its targets: a file may call a thing by the name of another
 * one. What it says is shown as what it says. Without a client, and where nothing can be read, a target is its id.
 */
export async function nameTargets(
  client: Reader | undefined,
  plan: Plan,
  { now, redact }: { now: () => number; redact: <T>(value: T) => T },
): Promise<TargetsRead> {
  const { organization } = plan;
  const unread = new Set<string>();
  const steps = plan.steps.map(withoutName);
  const { reader } = client ? createListReads({ client, organization, now, known: new Map() }) : { reader: undefined };
  const world = reader && createWorld(reader, createAbsence(reader, organization));
  let isDown = world === undefined;
  await forEachLimited(plan.steps.entries(), AT_ONCE, async ([at, step]) => {
    if (isDown || !world) return;
    try {
      steps[at] = (await nameStep(step, step, { plan, redact }, world, world)).step;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "canceled") throw error;
      unread.add(`the name of what step ${step.id} is about: ${error.message}`);
      isDown ||= isOutage(error);
    }
  });
  return {
    plan: { ...plan, steps: steps.map((step, at) => withClaim(step, plan.steps[at]?.thing)) },
    unread: [...unread],
  };
}

const withClaim = (step: Step, claimed: string | undefined): Step =>
  claimed === undefined || claimed === step.thing
    ? step
    : { ...step, evidence: [{ name: "target", values: [claimed] }, ...(step.evidence ?? [])] };

async function readItems(client: Reader, { endpoint, params }: Source): Promise<readonly object[]> {
  if (endpoint.items) return (await readList(client, endpoint, params)).items;
  return [(await client.call(endpoint, { params })) as object];
}

function addName(item: object, people: Map<string, Person>, titles: Map<string, string>): void {
  const text = (path: string): string => {
    const value = getPath(item, path);
    return typeof value === "string" ? value : "";
  };
  const id = text("id");
  const [name, email] = [text("user.displayName"), text("user.email")];
  const title = text("title") || text("space.title");
  if (id === "") return;
  if (name !== "" || email !== "") people.set(id, { name, email });
  else if (title !== "") titles.set(id, title);
}

/** Ids of the people whom a step is about; people may be named by address, too. */
function usersOf({ params, body }: Step): string[] {
  const { added, changed, removed } = membershipChanges(body);
  const own = typeof params.userId === "string" ? [params.userId] : [];
  return [...own, ...added, ...changed, ...removed].filter((user) => !user.includes("@"));
}

function membersFor(users: readonly string[], organizationId: string): Source[] {
  if (users.length > FEW) return [{ what: "members", endpoint: listMembers, params: { organizationId } }];
  return users.map((userId) => ({ what: `member ${userId}`, endpoint: getMember, params: { organizationId, userId } }));
}

const MEMBERS_OF_SITES = /section|siteSpace|after/i;

/** The lists that have the titles of what the steps name. */
function listsFor(steps: readonly Step[], organizationId: string): Source[] {
  const org = { organizationId };
  const isNamed = (pattern: RegExp) => steps.some((step) => namesIn(step).some((name) => pattern.test(name)));
  const sites = new Set(
    steps.flatMap((step) => {
      const { siteId } = step.params;
      const isPart = namesIn(step).some((name) => MEMBERS_OF_SITES.test(name));
      return typeof siteId === "string" && isPart && idProblem(siteId) === undefined ? [siteId] : [];
    }),
  );
  return [
    ...(isNamed(/^teamId$/) ? [{ what: "teams", endpoint: listTeams, params: org }] : []),
    ...(isNamed(/^(?:space|spaceId|spaces|space\.id|after)$/)
      ? [{ what: "spaces", endpoint: listOrgSpaces, params: org }]
      : []),
    ...(isNamed(/^(?:collection|collectionId|parent|after)$/)
      ? [{ what: "collections", endpoint: listOrgCollections, params: org }]
      : []),
    ...[...sites].flatMap((siteId): Source[] =>
      [
        ["site spaces", listSiteSpaces] as const,
        ["sections", listSiteSections] as const,
        ["section groups", listSiteSectionGroups] as const,
      ].map(([what, endpoint]) => ({ what, endpoint, params: { ...org, siteId } })),
    ),
  ];
}

/** Names of the parameters and fields of a step; not those of the parameter whose thing its title names already. */
function namesIn({ params, body, before, after, thing }: Step): string[] {
  const isTitled = thing.includes('"');
  return [
    ...Object.keys(params).filter((name) => !isTitled || name === "teamId"),
    ...Object.keys({ ...body, ...before, ...after }),
  ];
}
