/** Tools that find what is wrong, and who may do what. */
import * as z from "zod/mini";
import type { AnyEndpoint, ResponseOf } from "../../catalog/endpoint.js";
import type { Row } from "../../checks/report.js";
import type { Job } from "../../checks/run.js";
import type { Outcome } from "../../checks/types.js";
import { usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { SEVERITIES, TAGS } from "../../shared/choices.js";
import { gapOf as gapIn } from "../../shared/list-gap.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { ITEM, LIST_INPUT, listPage, pick, placeOf, readWhole, shorten, text, type WholeList } from "../lists.js";
import { defineTool, type Params, type ToolDependencies } from "../types.js";

/** Hosts give up after a minute, and lose what was found: milliseconds of reading, so that the answer comes before that. */
const TIME = 30_000;
const OUT_OF_TIME = "not read yet: the time limit of one call was reached";

export const check = defineTool({
  name: "check",
  title: "Check an organization",
  description:
    "Run the rules of docs checks: broken links, stale change requests, empty collections and more. Returns the problems, with the command that a person can run to fix each. Reads a lot: name rules, a tag or a space if you can. After 30 seconds it returns the findings so far (partial); the same call again continues from there.",
  input: () =>
    z.strictObject({
      ...placeOf("org", "space"),
      rules: z.optional(z.array(text("rule", 100)).check(z.maxLength(50), z.describe("ids; default: all that are on"))),
      tag: z.optional(z.enum(TAGS)),
      severity: z.optional(z.enum(SEVERITIES).check(z.describe("only rules of this severity or a higher one"))),
      limit: LIST_INPUT().limit,
      offset: z.optional(z.int().check(z.minimum(0), z.describe("next_offset of the previous answer, to continue"))),
    }),
  async endpoints() {
    const [{ RULES }, { KINDS }, ...own] = await Promise.all([
      import("../../checks/rules/index.js"),
      import("../../checks/subjects.js"),
      import("../../catalog/change-requests.js"),
      import("../../catalog/sites.js"),
      import("../../catalog/spaces.js"),
    ]);
    const [{ getChangeRequest }, { getSite }, { getSpace }] = own;
    const needs = RULES.flatMap((rule) => rule.needs.map((need) => ("endpoint" in need ? need.endpoint : need)));
    const lists = Object.values(KINDS).map(({ endpoint }) => endpoint);
    return [getChangeRequest, getSite, getSpace, ...needs, ...lists];
  },
  async run({ rules: ids, tag, severity, limit = 20, offset = 0, ...given }, dependencies) {
    const [{ RULES }, { chooseRules }, { reportOf }] = await Promise.all([
      import("../../checks/rules/index.js"),
      import("../../checks/choose.js"),
      import("../../checks/report.js"),
    ]);
    const { resolveParams, command, now } = dependencies;
    const { organizationId: organization = "" } = await resolveParams(["organizationId"], given);
    const { memory } = dependencies;
    if (memory?.isWhole && offset === 0) memory.forget();
    const client = memory?.remembering(dependencies.client) ?? dependencies.client;
    const scope = await readScope(given, { organization, client, resolveParams });
    const rules = chooseRules(RULES, { ids: ids ?? [], tags: tag === undefined ? undefined : [tag], severity });
    const at = dependencies.dataAt ?? now();
    const { outcomes, isLate } = await runInTime({ organization, scope, rules, now: at }, { ...dependencies, client });
    const commandOf = ({ words }: { words: readonly string[] }) => command(words);
    const { rows, counts } = reportOf(outcomes, { organization, at: new Date(at).toISOString(), commandOf });
    const late = rows.filter(({ message }) => message.endsWith(OUT_OF_TIME));
    const wrong = rows.filter(
      (row) => row.status === "fail" || (row.status === "not-evaluable" && !late.includes(row)),
    );
    const asOf = dependencies.dataAt ?? memory?.readAt() ?? at;
    const hasMore = offset + limit < wrong.length;
    if (memory && !isLate) {
      if (hasMore) memory.isWhole = true;
      else memory.forget();
    }
    return {
      ...(isLate && { partial: partialOf(late) }),
      as_of: new Date(asOf).toISOString(),
      counts: { ...counts, "not-evaluable": counts["not-evaluable"] - late.length },
      findings: wrong.slice(offset, offset + limit).map((row) => shorten(row, ITEM)),
      ...(hasMore && { next_offset: offset + limit }),
    };
  },
});

/** The space that is checked alone. @throws Failure usage if it is in another organization */
async function readScope(
  given: Record<string, unknown>,
  {
    organization,
    client,
    resolveParams,
  }: Pick<ToolDependencies, "client" | "resolveParams"> & { organization: string },
) {
  if (given.space === undefined) return undefined;
  const { spaceId = "" } = await resolveParams(["spaceId"], given);
  const { getSpace } = await import("../../catalog/spaces.js");
  const spaceItem = await client.call(getSpace, { params: { spaceId } });
  if (spaceItem.organization && spaceItem.organization !== organization) {
    throw usage("the space is in another organization", `pass org ${spaceItem.organization}`);
  }
  return { space: spaceId, spaceItem };
}

/** A thing that is not read when the time is over is not evaluable. */
async function runInTime(
  job: Omit<Job, "client">,
  { client, now, progress }: Pick<ToolDependencies, "now" | "progress"> & { client: Reader },
): Promise<{ outcomes: Outcome[]; isLate: boolean }> {
  const [{ runRules }, { Unknown }] = await Promise.all([
    import("../../checks/run.js"),
    import("../../checks/not-evaluable.js"),
  ]);
  const until = now() + TIME;
  let expected = 0;
  // Not everything that is not read in time has a finding that says so: a comment in a page that ignores one has none.
  let isLate = false;
  const outcomes = await runRules({
    ...job,
    client,
    expect: ({ likely }) => {
      expected = likely;
    },
    // Before each request: whatever it throws stands for the answer.
    progress: (sent) => {
      progress?.(sent, Math.max(sent, expected));
      if (now() <= until) return;
      isLate = true;
      throw new Unknown(OUT_OF_TIME);
    },
  });
  return { outcomes, isLate };
}

/** The message to a program whose check ran out of time. */
const partialOf = (late: readonly Row[]) => ({
  why: `stopped after ${TIME / 1000} seconds; these are the findings so far`,
  next: "call check again with the same input to continue, or name rules or a space",
  rules_not_finished: [...new Set(late.map(({ rule }) => rule))],
});

/** The most pages of links that one call reads to find broken ones. */
const MOST_PAGES = 20;

// Loaded when called, not at startup.
const loadLinks = async () => {
  const [{ listSpaceLinks }, pages] = await Promise.all([
    import("../../catalog/spaces.js"),
    import("../../catalog/pages.js"),
  ]);
  return {
    ofSpace: listSpaceLinks,
    ofPage: pages.listSpacePageLinks,
    inCr: pages.listChangeRequestPageLinks,
    toPage: pages.listSpacePageBacklinks,
  };
};

export const links = defineTool({
  name: "links",
  title: "Links and backlinks",
  description:
    "Links of a space, or of one page; broken: only those whose target does not exist; to: the pages that link to the page.",
  input: () =>
    z.strictObject({
      ...placeOf("space", "change_request", "page"),
      broken: z.optional(z.boolean().check(z.describe("only broken links"))),
      to: z.optional(z.boolean().check(z.describe("with page: what links to it"))),
      limit: LIST_INPUT().limit,
      cursor: LIST_INPUT().cursor,
    }),
  endpoints: async () => Object.values(await loadLinks()),
  async run({ broken = false, to = false, limit = 20, cursor, ...given }, dependencies) {
    const endpoint = endpointFor(await loadLinks(), given, to);
    const params = await dependencies.resolveParams(endpoint.params, given);
    const found: unknown[] = [];
    let incomplete: unknown;
    let at = cursor;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const listed = await listPage(dependencies.client, endpoint, {
        params,
        fields: ["*"],
        limit,
        cursor: at,
        whole: true,
      });
      // `listPage` returns an array.
      const items = (listed.items as unknown[]).filter((item) => !broken || mayBeBroken(item));
      // The next call reads a page again that no longer fits.
      if (found.length + items.length > limit) break;
      found.push(...items);
      incomplete = listed.incomplete;
      at = typeof listed.next_cursor === "string" ? listed.next_cursor : undefined;
      if (!broken || at === undefined) break;
    }
    return {
      items: found.map(linkOf),
      ...(at !== undefined && { next_cursor: at }),
      ...(incomplete !== undefined && { incomplete }),
    };
  },
});

/** A link without a status is shown, so that nobody takes it for one that works. */
const mayBeBroken = (item: unknown): boolean => ["broken", undefined, null].includes(statusOf(item));

// Any other value is no status of a broken link.
const statusOf = (item: unknown) => getPath(item, "status") as string | undefined | null;

/** @throws Failure usage */
function endpointFor(
  { ofSpace, ofPage, inCr, toPage }: Awaited<ReturnType<typeof loadLinks>>,
  { page, change_request: change }: { page?: unknown; change_request?: unknown },
  to: boolean,
): AnyEndpoint {
  if (page === undefined) {
    if (to || change !== undefined) throw usage("page is missing: links to a page and of a change request need one");
    return ofSpace;
  }
  if (to) return toPage;
  return change === undefined ? ofPage : inCr;
}

/** References contain whole organizations and spaces: ids and names are enough. */
function linkOf(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { status, targetReference, locationReferences } = item;
  const places = Array.isArray(locationReferences) ? locationReferences : [];
  if (targetReference === undefined) return shorten(referenceOf(item), ITEM);
  return shorten({ status, target: referenceOf(targetReference), in: places.map(referenceOf) }, ITEM);
}

function referenceOf(reference: unknown): unknown {
  if (!isObject(reference)) return reference;
  const { organization: _o, space: _s, versionContext: _v, ...rest } = reference;
  const space = getPath(reference, "space.title");
  return { ...rest, ...(typeof space === "string" && { space }) };
}

// Loaded when called, not at startup.
const loadAccess = async () => {
  const [{ getMember, listMemberSpaces, listMemberTeams }, { getSpace }] = await Promise.all([
    import("../../catalog/members.js"),
    import("../../catalog/spaces.js"),
  ]);
  return { getMember, listMemberSpaces, listMemberTeams, getSpace };
};

type AccessEndpoints = Awaited<ReturnType<typeof loadAccess>>;

export const explainAccess = defineTool({
  name: "explain_access",
  title: "Explain access",
  description:
    "Explain what a member may do in a space: role in the organization, permission in the space, teams, and the level that the space gives everybody.",
  input: () =>
    z.strictObject({
      member: text("id, email or name; @me is the owner of the token, if known"),
      ...placeOf("org", "space"),
    }),
  endpoints: async () => Object.values(await loadAccess()),
  async run(given, dependencies) {
    const { client, resolveParams } = dependencies;
    const { getMember, getSpace, listMemberTeams } = await loadAccess();
    const params = await resolveParams(getMember.params, given);
    const { spaceId = "" } = await resolveParams(getSpace.params, given);
    const [member, space, spaces, teams] = await Promise.all([
      client.call(getMember, { params }),
      client.call(getSpace, { params: { spaceId } }),
      readSpaces(params, dependencies),
      readWhole(client, listMemberTeams, { params }),
    ]);
    if (space.organization && space.organization !== params.organizationId) {
      throw usage("the space is in another organization than the member", `pass org ${space.organization}`);
    }
    const permission = permissionIn(spaceId, spaces, member.spaces);
    const teamsGap = gapOf(teams, member.teams);
    return {
      member: shorten(pick(member, ["user.id", "user.displayName", "user.email", "role", "disabled"]), ITEM),
      space: shorten(pick(space, ["id", "title", "visibility", "defaultLevel", "parent"]), ITEM),
      permission_in_space: permission.level,
      teams: teams.items
        .slice(0, MOST_TEAMS)
        .map((team) => shorten(pick(team, ["team.id", "team.title", "member.role"]), ITEM)),
      ...(teams.items.length > MOST_TEAMS && { more_teams: teams.items.length - MOST_TEAMS }),
      ...(teamsGap !== undefined && { teams_incomplete: teamsGap }),
      reasons: reasonsFor(member, space, permission, teams.items.length),
    };
  },
});

type Member = ResponseOf<AccessEndpoints["getMember"]>;
type Space = ResponseOf<AccessEndpoints["getSpace"]>;

const RANK = ["read", "comment", "edit", "review", "create", "admin"];

function reasonsFor(member: Member, space: Space, permission: Permission, teams: number): string[] {
  const { role, disabled } = member;
  const level = space.defaultLevel;
  const isMore = RANK.indexOf(permission.level) > Math.max(RANK.indexOf(role ?? ""), RANK.indexOf(level ?? ""));
  return [
    ...(disabled ? ["the member is disabled and cannot sign in"] : []),
    ...(role === "admin" ? ["an admin of the organization may do everything in every space"] : []),
    ...(role === null ? ["a guest sees only spaces that a team of the guest or the guest may access"] : []),
    ...(level && role !== null ? [`the space gives every member the level ${level}`] : []),
    ...(permission.level === "none" ? ["the space is not among the spaces of the member"] : []),
    ...(permission.unknown === undefined ? [] : [`the permission in the space is not known: ${permission.unknown}`]),
    ...(isMore && teams > 0 && role !== "admin"
      ? ["the permission is higher than that of role and space: probably from a team"]
      : []),
    "the service does not show which spaces a team may access",
  ];
}

const MOST_TEAMS = 50;

interface Permission {
  /** `none`: all spaces of the member were listed, and this one is not among them. */
  level: string;
  /** Why it is `unknown`. */
  unknown?: string;
}

async function readSpaces(params: Params, { client }: ToolDependencies): Promise<WholeList> {
  const { listMemberSpaces } = await loadAccess();
  return readWhole(client, listMemberSpaces, { params });
}

/** Describes the gap of a list. `counted`: how many the member has, as the member says. */
const gapOf = ({ items, gap }: WholeList, counted: number | null | undefined): string | undefined =>
  gap ?? gapIn({ listed: items.length, counted: counted ?? 0 });

function permissionIn(spaceId: string, list: WholeList, counted: number | null | undefined): Permission {
  const found = list.items.find((item) => getPath(item, "space.id") === spaceId);
  const gap = gapOf(list, counted);
  if (!found) return gap === undefined ? { level: "none" } : { level: "unknown", unknown: gap };
  const level = getPath(found, "permission");
  return typeof level === "string" ? { level } : { level: "unknown", unknown: "the service does not show it" };
}
