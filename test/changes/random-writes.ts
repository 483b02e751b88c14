/** Random writes to an organization. */
import { endpoints } from "../../src/catalog/index.js";
import { endpointNamed } from "../../src/changes/endpoints.js";
import type { PlannedRequest } from "../../src/changes/make/step.js";
import type { Client } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Random } from "../helpers/random.js";

export type Things = Record<string, string[]>;

const params = { organizationId: SAMPLE.org, siteId: SAMPLE.site };

/** Ids of what there is, by kind. */
export async function thingsOf(client: Client): Promise<Things> {
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
    for await (const page of client.list(endpointNamed(list), { params: given } as never).pages()) {
      found.push(...page.items.map((item) => String((item as { id: string }).id)));
    }
    things[kind] = found;
  }
  return things;
}

/** One write: its endpoint, and what is made up for it. */
export type Made = readonly [
  name: string,
  of: (pick: (kind: string) => string, random: Random) => Omit<PlannedRequest, "endpoint">,
];

export const WISHES: readonly Made[] = [
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

export function randomWish(things: Things, random: Random, wishes = WISHES): PlannedRequest | undefined {
  const [name = "", of] = wishes[random(wishes.length)] ?? [];
  let isWhole = of !== undefined;
  const pick = (kind: string): string => {
    const all = things[kind] ?? [];
    isWhole &&= all.length > 0;
    return all[random(all.length)] ?? "";
  };
  const wish = of?.(pick, random);
  return wish && isWhole ? { endpoint: endpointNamed(name), ...wish } : undefined;
}

/** Sends random writes as they are. What the service refuses is left out. */
export async function shake(client: Client, random: Random, writes: number, wishes = WISHES): Promise<void> {
  for (let at = 0; at < writes; at++) {
    const wish = randomWish(await thingsOf(client), random, wishes);
    // Who takes an own right away can do nothing more.
    if (wish && wish.params?.userId !== SAMPLE.member) await client.call(wish.endpoint, wish as never).catch(() => {});
  }
}
