/** A step says "exact" only where its undo leaves nothing behind: for each circumstance one case where it holds, and one where it does not. */
import { describe, expect, it } from "vitest";
import { endpointNamed } from "../../src/changes/endpoints.js";
import { CIRCUMSTANCES } from "../../src/changes/inverses/types.js";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { applied } from "./exact-helper.js";
import { plannerOf, useCli } from "./plan-helper.js";
import { differences, stateOf } from "./state-of.js";

const organizationId = SAMPLE.org;
const siteId = SAMPLE.site;
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const [FIRST, SECOND, LAST] = ["uijB1jTMgrv82zGKneW6", "uh37jonX22428ws4qB6R", "u4ZZnH5G9tKzy5NnAxaX"];
const [ROBOTS, FLEET, DEVELOPERS] = ["ePnY5bz4286QHs81sB1N", "e3w5wrLbFu5YnBs1w1Z3", "e9wwZ81xpiN1wVFC1a85"];
const SOFTWARE = "g9Zk69pwo7ZbFpG91Mm2";
/** Site spaces of the first section, whose default is the first; and the only ones of the others. */
const [TERN, GERMAN, OLD] = ["wK753MQjk728HC5r1Zw6", "w3t2772867dpfQ9GJ11v", "w5w5ukJs4omN22u4893H"];
const [HARBOR, API] = ["wir2P2d974594vcR291F", "wg657D3U7XBG3Sp6pXhW"];
const MANUAL = "pkNn494pi8HgB36Wxyf8";
const PLAIN = "pH687TGJrAsS6q4u8VM9";

let cli: TestCli;
useCli((made) => {
  cli = made;
});

interface Case {
  endpoint: string;
  params: Record<string, string>;
  body?: Record<string, unknown>;
  first?: (cli: TestCli) => unknown;
  /** A command that shows what is left, where that does not show at once. */
  later?: string;
  undo: "exact" | "near" | "impossible";
  /** It may be as before: nobody promises that it is. */
  perhaps?: true;
  why?: RegExp;
}

const site = (endpoint: string, body: Record<string, unknown>, more: object = {}) => ({
  endpoint,
  params: { organizationId, siteId, ...more },
  body,
});
const member = (userId = "") => ({ organizationId, teamId: FIRMWARE, userId });
const moved = (siteSpaceId: string | undefined, body: object) => site("moveSiteSpace", { ...body }, { siteSpaceId });
const beside = (side: "before" | "after", id: string | undefined) => ({
  position: { [side]: { type: "site-space", siteSpace: id } },
});
const shows = (body: Record<string, unknown>, siteSpaceId = OLD) => site("updateSiteSpace", body, { siteSpaceId });

/** In the app only. */
const withOwnTitle = ({ sandbox }: TestCli) =>
  sandbox.change(({ store }) => store.update<object>("site-space", OLD, (value) => ({ ...value, title: "Other" })));

const STAYS = /^the space that is made for it stays$/;
const GROUPED = /^its sections stay in its place, in no group$/;
const INHERITED = /^its level may have been inherited, and is set explicitly$/;
const LISTED_LAST = /^restored members are listed last$/;

const CASES: Readonly<Record<string, Record<string, Case>>> = {
  sends: {
    "a site with a space of its own": {
      ...site("createSite", { title: "X", newSpace: true }),
      undo: "near",
      why: STAYS,
    },
    "a site that says it wants none": { ...site("createSite", { title: "X", newSpace: false }), undo: "exact" },
    "a site alone": { ...site("createSite", { title: "X" }), undo: "exact" },
    "a group with sections": {
      ...site("createSiteSectionGroup", { title: "X", sections: [ROBOTS] }),
      undo: "near",
      why: GROUPED,
    },
    "a group with an empty list": { ...site("createSiteSectionGroup", { title: "X", sections: [] }), undo: "exact" },
    "a group alone": { ...site("createSiteSectionGroup", { title: "X" }), undo: "exact" },
  },
  inherits: {
    "a space with the level of its collection": {
      endpoint: "updateSpace",
      params: { spaceId: MANUAL },
      body: { defaultLevel: "read" },
      later: "collections edit cer3z2utja62R25RVbUm --default-level edit",
      undo: "near",
      why: INHERITED,
    },
    "the same, where another field changes": {
      endpoint: "updateSpace",
      params: { spaceId: MANUAL },
      body: { title: "X" },
      undo: "exact",
    },
    "a space with a level of its own": {
      endpoint: "updateSpace",
      params: { spaceId: SAMPLE.space },
      body: { defaultLevel: "edit" },
      undo: "exact",
    },
    "a collection at the root with the level of the organization": {
      endpoint: "updateCollection",
      params: { collectionId: "cS7ormSW7G774f2RtAZg" },
      body: { defaultLevel: "edit" },
      later: "orgs edit --default-role edit --yes",
      undo: "near",
      why: INHERITED,
    },
    "a collection at the root with another": {
      endpoint: "updateCollection",
      params: { collectionId: "c7WuyRt44QJyE3zm4taW" },
      body: { defaultLevel: "read" },
      undo: "exact",
    },
  },
  "not last": {
    "the first of a team": { endpoint: "removeTeamMember", params: member(FIRST), undo: "near", why: LISTED_LAST },
    "the last of a team": { endpoint: "removeTeamMember", params: member(LAST), undo: "exact" },
    "the last two in their order": {
      endpoint: "updateTeamMembers",
      params: member(),
      body: { remove: [SECOND, LAST] },
      undo: "exact",
    },
    "the last two the other way round": {
      endpoint: "updateTeamMembers",
      params: member(),
      body: { remove: [LAST, SECOND] },
      undo: "near",
      why: LISTED_LAST,
    },
    "the first and the last": {
      endpoint: "updateTeamMembers",
      params: member(),
      body: { remove: [FIRST, LAST] },
      undo: "near",
      why: LISTED_LAST,
    },
    "another role, and nobody leaves": {
      endpoint: "updateTeamMembers",
      params: member(),
      body: { memberships: { [FIRST]: { role: "member" } } },
      undo: "exact",
    },
  },
  "default leaves": {
    "the default of its section": {
      ...moved(TERN, beside("after", HARBOR)),
      undo: "near",
      why: /^another one becomes and remains the default of its section$/,
    },
    "the default within its section": { ...moved(TERN, beside("after", OLD)), undo: "exact" },
    "another one": { ...moved(GERMAN, beside("after", HARBOR)), undo: "exact" },
  },
  "path taken": {
    "where it goes": {
      ...moved(GERMAN, beside("after", HARBOR)),
      first: ({ out }) => out(`site-spaces edit ${GERMAN} --path harbor`),
      undo: "near",
      why: /^its path is taken at its destination, so it keeps the new one$/,
    },
    "elsewhere only": {
      ...moved(GERMAN, beside("after", HARBOR)),
      first: ({ out }) => out(`site-spaces edit ${GERMAN} --path api`),
      undo: "exact",
    },
  },
  "own title": {
    "one that is not that of its space": {
      ...shows({ spaceId: MANUAL }),
      first: withOwnTitle,
      undo: "near",
      why: /^its own title is lost$/,
    },
    "the same, with its space kept": {
      ...shows({ path: "x" }),
      first: withOwnTitle,
      undo: "exact",
    },
    "that of its space": { ...shows({ spaceId: MANUAL }), undo: "exact" },
  },
  "space gone": {
    "the one that it shows": {
      ...shows({ spaceId: MANUAL }),
      first: ({ out }) => out(`spaces delete ${PLAIN} --yes`),
      undo: "impossible",
      why: /^the space that it shows no longer exists$/,
    },
    "another one": {
      ...shows({ spaceId: MANUAL }),
      first: ({ out }) => out("spaces delete pV7syPAA4Y8STC95bomz --yes"),
      undo: "exact",
    },
  },
};

const section = (siteSectionId: string | undefined, side: "before" | "after", other: string | undefined) =>
  site("moveSiteSection", { position: { [side]: { type: "site-section", siteSection: other } } }, { siteSectionId });
const ungrouped = (id: string | undefined) => `section-groups remove ${SOFTWARE} ${id}`;
const NO_KIN = /^it has no neighbor of its kind: it may end up in another position$/;

/** The way back of a move is a place beside a neighbor. */
const PLACES: Record<string, Case> = {
  "beside the one before it": { ...section(DEVELOPERS, "before", FLEET), undo: "exact" },
  "beside the one after it": { ...section(FLEET, "after", ROBOTS), undo: "exact" },
  "alone in its group": {
    ...section(FLEET, "after", ROBOTS),
    first: async ({ out }) => {
      await out(ungrouped(DEVELOPERS));
      await out(`sections move ${ROBOTS} --after ${DEVELOPERS}`);
    },
    undo: "near",
    perhaps: true,
    why: NO_KIN,
  },
  "alone in its section": {
    ...moved(HARBOR, beside("after", API)),
    undo: "impossible",
    why: /^it has no neighbor to be placed beside$/,
  },
  "alone in its collection": {
    endpoint: "moveSpace",
    params: { spaceId: PLAIN },
    body: { position: { after: { type: "space", space: MANUAL } } },
    undo: "exact",
  },
};

const space = (body: Record<string, unknown>) => ({ endpoint: "updateSpace", params: { spaceId: PLAIN }, body });
const REFUSED = /^it was empty before, and the service refuses an empty emoji$/;

const EMPTY_BEFORE: Record<string, Case> = {
  "what may be set to nothing again": {
    ...site("updateSiteSection", { description: "X" }, { siteSectionId: ROBOTS }),
    undo: "exact",
  },
  "what the service refuses as nothing": { ...space({ emoji: "1f600" }), undo: "impossible", why: REFUSED },
  "that, and something else": { ...space({ emoji: "1f600", title: "X" }), undo: "near", why: REFUSED },
  "something that was there": { ...space({ title: "X" }), undo: "exact" },
};

async function planOf({ endpoint, params, body, first }: Case): Promise<Plan> {
  await first?.(cli);
  const planner = plannerOf(cli);
  const own = endpointNamed(endpoint).params as readonly string[];
  const given = Object.fromEntries(own.map((name) => [name, params[name] ?? ""]));
  await planner.add({ endpoint: endpointNamed(endpoint), params: given, ...(body && { body }) });
  return planner.finish({ named: [SAMPLE.member], maxRemovals: 1 });
}

it("every circumstance has cases for and against", () => {
  const answers = CIRCUMSTANCES.map(
    (name) => new Set(Object.values(CASES[name] ?? {}).map(({ undo }) => undo === "exact")),
  );
  expect(answers.map(({ size }) => size)).toEqual(CIRCUMSTANCES.map(() => 2));
});

/** What is there; after another change, it is that of an organization where nothing else was done. */
async function stateAfter(from: TestCli, line: string | undefined): Promise<Map<string, string>> {
  if (line === undefined) return stateOf(from.sandbox);
  const other = await testCli();
  await other.out(line);
  const state = await stateOf(other.sandbox);
  other.close();
  return state;
}

describe.each(Object.entries({ ...CASES, place: PLACES, "empty before": EMPTY_BEFORE }))("%s", (_, cases) => {
  it.each(Object.entries(cases))("%s: the plan says how far its undo goes, and it goes so far", async (__, one) => {
    const plan = await planOf(one);
    const before = await stateAfter(cli, one.later);
    expect(plan.steps).toMatchObject([{ undo: one.undo }]);
    if (one.why) expect(plan.steps[0]?.why).toMatch(one.why);
    else expect(plan.steps[0]).not.toHaveProperty("why");
    const undo = await applied(cli, plan);
    const left = await undo?.();
    if (one.later !== undefined) await cli.out(one.later);
    const found = differences(before, await stateOf(cli.sandbox));
    expect(left).toEqual(one.undo === "impossible" ? [expect.stringContaining("not undone")] : []);
    // What is only nearly undone is not as before: else that would be said for nothing.
    if (!one.perhaps) expect(found.length === 0, found.join("\n")).toBe(one.undo === "exact");
  });
});
