import { expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { applyPlan, type StepResult } from "../../src/plans/apply/apply.js";
import { readState, type StateFile } from "../../src/plans/apply/state.js";
import { makeUndo } from "../../src/plans/apply/undo.js";
import { named } from "../../src/plans/endpoints.js";
import { parsePlan } from "../../src/plans/format/parse.js";
import { planText } from "../../src/plans/format/write.js";
import type { Wish } from "../../src/plans/make/planner.js";
import type { Client, Plan } from "../../src/plans/types.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { clientOf, HEAD, plannerOf } from "./plan-helper.js";
import { differences, stateOf } from "./state-of.js";

/* Random organizations and random sequences of writes that can be undone exactly: afterward all is as it was. */

const RUNS = 24;
const WRITES = 12;

type Random = (below: number) => number;

function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Things = Record<string, string[]>;

const params = { organizationId: SAMPLE.org, siteId: SAMPLE.site };

/** Ids of what there is, by kind. */
async function thingsOf(client: Client): Promise<Things> {
  const things: Things = {};
  for (const [kind, list] of Object.entries({
    space: "listOrgSpaces",
    team: "listTeams",
    user: "listMembers",
    collection: "listOrgCollections",
    section: "listSiteSections",
    group: "listSiteSectionGroups",
    siteSpace: "listSiteSpaces",
    link: "listShareLinks",
  })) {
    const own = (endpoints[list]?.params ?? []) as readonly string[];
    const given = Object.fromEntries(Object.entries(params).filter(([name]) => own.includes(name)));
    const found: string[] = [];
    for await (const page of client.list(named(list), { params: given } as never).pages()) {
      found.push(...page.items.map((item) => String((item as { id: string }).id)));
    }
    things[kind] = found;
  }
  return things;
}

/** One write: its endpoint, and what is made up for it. */
const WISHES: readonly [
  name: string,
  of: (pick: (kind: string) => string, random: Random) => Omit<Wish, "endpoint">,
][] = [
  [
    "updateSpace",
    (pick, random) => ({
      params: { spaceId: pick("space") },
      body: { title: `Space ${random(9)}`, editMode: ["live", "locked"][random(2)] },
    }),
  ],
  [
    "moveSpace",
    (pick) => ({
      params: { spaceId: pick("space") },
      body: { position: { after: { type: "space", space: pick("space") } } },
    }),
  ],
  ["moveSpace", (pick) => ({ params: { spaceId: pick("space") }, body: { parent: pick("collection") } })],
  ["createCollection", (_, random) => ({ params, body: { title: `Collection ${random(5)}` } })],
  [
    "updateCollection",
    (pick, random) => ({ params: { collectionId: pick("collection") }, body: { title: `Shelf ${random(9)}` } }),
  ],
  ["createTeam", (pick, random) => ({ params, body: { title: `Team ${random(5)}`, members: [pick("user")] } })],
  [
    "updateTeam",
    (pick, random) => ({ params: { ...params, teamId: pick("team") }, body: { title: `Crew ${random(9)}` } }),
  ],
  [
    "setTeamMember",
    (pick, random) => ({
      params: { ...params, teamId: pick("team"), userId: pick("user") },
      body: { role: ["owner", "member"][random(2)] },
    }),
  ],
  [
    "updateTeamMembers",
    (pick) => ({
      params: { ...params, teamId: pick("team") },
      body: { add: [pick("user")], memberships: { [pick("user")]: { role: "owner" } } },
    }),
  ],
  [
    "updateMember",
    (pick, random) => ({
      params: { ...params, userId: pick("user") },
      body: { role: ["edit", "read", null][random(3)] },
    }),
  ],
  [
    "updateSite",
    (_, random) => ({
      params,
      body: {
        title: `Site ${random(9)}`,
        agentsContext: ["excluded", "included"][random(2)],
        proxy: [null, "x.example/docs"][random(2)],
      },
    }),
  ],
  [
    "updateSiteSection",
    (pick, random) => ({
      params: { ...params, siteSectionId: pick("section") },
      body: { title: `Part ${random(9)}`, description: [null, "About"][random(2)] },
    }),
  ],
  [
    "moveSiteSection",
    (pick) => ({
      params: { ...params, siteSectionId: pick("section") },
      body: { position: { before: { type: "site-section", siteSection: pick("section") } } },
    }),
  ],
  ["createSiteSectionGroup", (_, random) => ({ params, body: { title: `Group ${random(9)}` } })],
  [
    "moveSiteSpace",
    (pick) => ({
      params: { ...params, siteSpaceId: pick("siteSpace") },
      body: { position: { after: { type: "site-space", siteSpace: pick("siteSpace") } } },
    }),
  ],
  ["createShareLink", (_, random) => ({ params, body: { name: `Link ${random(9)}` } })],
  [
    "updateShareLink",
    (pick, random) => ({
      params: { ...params, shareLinkId: pick("link") },
      body: { name: `Way ${random(9)}`, active: random(2) === 0 },
    }),
  ],
  ["updateOrg", (_, random) => ({ params, body: { title: `Halden ${random(9)}`, ai: random(2) === 0 } })],
];

function randomWish(things: Things, random: Random): Wish | undefined {
  const [name = "", of] = WISHES[random(WISHES.length)] ?? [];
  let isWhole = of !== undefined;
  const pick = (kind: string): string => {
    const all = things[kind] ?? [];
    isWhole &&= all.length > 0;
    return all[random(all.length)] ?? "";
  };
  const wish = of?.(pick, random);
  return wish && isWhole ? { endpoint: named(name), ...wish } : undefined;
}

const memory = (): StateFile & { lines: string[] } => {
  const lines: string[] = [];
  return {
    lines,
    get text() {
      return lines.join("");
    },
    append: (line) => void lines.push(line),
  };
};

const apply = (client: Client, plan: Plan, state: StateFile): Promise<StepResult[]> =>
  applyPlan({
    client,
    plan,
    state,
    stateName: "state",
    now: () => 0,
    lanes: 1,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  });

/** Sends random writes as they are. What the service refuses is left out. */
async function shake(client: Client, random: Random): Promise<void> {
  for (let at = 0; at < WRITES; at++) {
    const wish = randomWish(await thingsOf(client), random);
    if (wish) await client.call(wish.endpoint, wish as never).catch(() => {});
  }
}

async function tryOne(
  cli: TestCli,
  seed: number,
): Promise<{ results: StepResult[]; undone: StepResult[]; left: string[] }> {
  const random = randomOf(seed);
  const { client } = clientOf(cli);
  await shake(client, random);
  const things = await thingsOf(client);
  const before = await stateOf(cli.sandbox);
  const wishes: Wish[] = [];
  for (let at = 0; at < WRITES; at++) {
    const wish = randomWish(things, random);
    // Who takes an own right away cannot take that back.
    if (!wish || wish.params?.userId === SAMPLE.member) continue;
    const tried = plannerOf(cli);
    for (const one of wishes) await tried.add(one);
    if ((await tried.add(wish)).undo === "exact") wishes.push(wish);
  }
  const planner = plannerOf(cli);
  for (const wish of wishes) await planner.add(wish);
  const made = await planner.finish({ named: [SAMPLE.member], maxRemovals: 1 }).catch(() => undefined);
  if (!made) return { results: [], undone: [], left: [] };
  const plan = parsePlan(planText(made), "the plan");
  const state = memory();
  const results = await apply(client, plan, state);
  const setup = { client, head: HEAD, me: SAMPLE.member, redact: <T>(value: T) => value };
  const undoing = await makeUndo(plan, readState(state.text, plan, "state"), setup);
  expect([undoing.impossible, undoing.changed]).toEqual([[], []]);
  const undone = await apply(client, undoing.plan, memory());
  const after = await stateOf(cli.sandbox);
  // Who comes back into a team stands at its end.
  const isTeam = (text: string) => text.includes("/teams");
  const only = (all: Map<string, string>, of: boolean) =>
    new Map([...all].filter(([address]) => isTeam(address) === of));
  // The matrix says so: who leaves a section is no longer its default.
  const isMoved = plan.steps.some(({ endpoint }) => endpoint === "moveSiteSpace");
  const plainOf = (all: Map<string, string>) =>
    new Map([...all].map(([address, text]) => [address, isMoved ? text.replace(/"default":(true|false)/g, "") : text]));
  const left = [
    ...differences(plainOf(only(before, false)), plainOf(only(after, false))),
    ...differences(only(before, true), only(after, true), true),
  ];
  return { results, undone, left };
}

it.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))("seed %i: planned, applied, taken back", async (seed) => {
  const cli = await testCli();
  try {
    const { results, undone, left } = await tryOne(cli, seed * 7919);
    const odd = (all: StepResult[], outcomes: string[]) =>
      all
        .filter(({ outcome }) => !outcomes.includes(outcome))
        .map(({ step, outcome, says }) => `${step.title}: ${outcome}: ${says}`);
    expect(odd(results, ["done", "satisfied", "failed", "blocked"])).toEqual([]);
    expect(odd(undone, ["done", "satisfied"])).toEqual([]);
    expect(left).toEqual([]);
  } finally {
    cli.close();
  }
});
