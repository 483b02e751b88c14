/** R95: one decision says whether a list that was read to its end is whole. */
import { expect, it } from "vitest";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints } from "../../src/catalog/index.js";
import type { ListOptions } from "../../src/http/types.js";
import { json, scripted } from "./support.js";

/** What is asked for, in order, and the JSON of each answer by its path and query. */
interface Case {
  reads: readonly [name: string, params: Record<string, string>, query?: object, options?: ListOptions][];
  answers: Readonly<Record<string, object>>;
}

function endpointOf(name: string): AnyEndpoint {
  const found = endpoints[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** The gap of the last list that is read. */
async function gapIn({ reads, answers }: Case): Promise<string | undefined> {
  const { client } = scripted([
    ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      searchParams.delete("limit");
      const query = searchParams.toString();
      return json(200, answers[query === "" ? pathname : `${pathname}?${query}`] ?? { items: [] });
    },
  ]);
  let gap: string | undefined;
  for (const [name, params, query, options] of reads) {
    const endpoint = endpointOf(name);
    // Parameters and queries are those of the endpoint.
    const input = { params, query } as never;
    gap = undefined;
    if (endpoint.items === undefined) await client.call(endpoint, input);
    else for await (const page of client.list(endpoint, input, options).pages()) gap ??= page.gap;
  }
  return gap;
}

const ORG = { organizationId: "o1" };
const TEAM = { ...ORG, teamId: "t1" };
const SITE = { ...ORG, siteId: "w1" };
const SPACE = { spaceId: "s1" };
const people = (...ids: string[]) => ids.map((id) => ({ organization: { object: "member", id }, team: {} }));
const team = { object: "team", id: "t1", title: "Docs", members: 5 };
const space = { object: "space", id: "s1", organization: "o1" };
const comment = (id: string, status: string) => ({ object: "comment", id, status, target: { space: "s1" } });
const MEMBERS_OF_TEAM = "/v1/orgs/o1/teams/t1/members";
const COMMENTS = "/v1/spaces/s1/comments";
const CRS = "/v1/spaces/s1/change-requests";

it.each<[what: string, gap: string | undefined, one: Case]>([
  [
    "its own count",
    "only 1 of 2 were listed",
    { reads: [["listTeams", ORG]], answers: { "/v1/orgs/o1/teams": { items: [{ id: "t1" }], count: 2 } } },
  ],
  [
    "a count that grows between pages",
    "only 2 of 3 were listed",
    {
      reads: [["listTeams", ORG]],
      answers: {
        "/v1/orgs/o1/teams": { items: [{ id: "t1" }], count: 2, next: { page: "b" } },
        "/v1/orgs/o1/teams?page=b": { items: [{ id: "t2" }], count: 3 },
      },
    },
  ],
  [
    "nothing, where each page counts itself",
    undefined,
    {
      reads: [["listTeams", ORG]],
      answers: {
        "/v1/orgs/o1/teams": { items: [{ id: "t1" }, { id: "t2" }], count: 2, next: { page: "b" } },
        "/v1/orgs/o1/teams?page=b": { items: [{ id: "t3" }], count: 1 },
      },
    },
  ],
  [
    "one that is listed twice",
    "only 2 of 3 were listed",
    {
      reads: [["listTeams", ORG]],
      answers: { "/v1/orgs/o1/teams": { items: [{ id: "t1" }, { id: "t2" }, { id: "t1" }], count: 3 } },
    },
  ],
  [
    "one that is listed twice and has no id of its own",
    "only 1 of 2 were listed",
    {
      reads: [["listTeamMembers", TEAM]],
      answers: { [MEMBERS_OF_TEAM]: { items: people("u1", "u1"), count: 2 } },
    },
  ],
  [
    "one without an id",
    "the list has an item without an id",
    { reads: [["listTeams", ORG]], answers: { "/v1/orgs/o1/teams": { items: [{ id: "t1" }, { title: "B" }] } } },
  ],
  [
    "the team, which counts five",
    "only 4 of 5 were listed",
    {
      reads: [
        ["listTeams", ORG],
        ["listTeamMembers", TEAM],
      ],
      answers: {
        "/v1/orgs/o1/teams": { items: [team] },
        [MEMBERS_OF_TEAM]: { items: people("u1", "u2", "u3", "u4"), count: 4 },
      },
    },
  ],
  [
    "nothing, where the token may not see all people in teams",
    undefined,
    {
      reads: [
        ["getOrg", ORG],
        ["getTeam", TEAM],
        ["listTeamMembers", TEAM],
      ],
      answers: {
        "/v1/orgs/o1": { object: "organization", id: "o1", permissions: { listTeams: false } },
        "/v1/orgs/o1/teams/t1": team,
        [MEMBERS_OF_TEAM]: { items: people("u1") },
      },
    },
  ],
  [
    "the space, which counts open comments among all",
    "only 1 of 2 were listed",
    {
      reads: [
        ["getSpace", SPACE],
        ["listSpaceComments", SPACE],
      ],
      answers: {
        "/v1/spaces/s1": { ...space, comments: 2 },
        [COMMENTS]: { items: [comment("c1", "open"), comment("c2", "resolved"), comment("c3", "resolved")] },
      },
    },
  ],
  [
    "nothing, for resolved comments",
    undefined,
    {
      reads: [
        ["getSpace", SPACE],
        ["listSpaceComments", SPACE, { status: "resolved" }],
      ],
      answers: { "/v1/spaces/s1": { ...space, comments: 2 } },
    },
  ],
  [
    "the space, which counts what its list shows without a status",
    "only 0 of 2 were listed",
    {
      reads: [
        ["getSpace", SPACE],
        ["listChangeRequests", SPACE],
      ],
      answers: { "/v1/spaces/s1": { ...space, changeRequestsOpen: 2 } },
    },
  ],
  [
    "the space, which counts drafts",
    "only 1 of 2 were listed",
    {
      reads: [
        ["getSpace", SPACE],
        ["listChangeRequests", SPACE, { status: "draft" }],
      ],
      answers: {
        "/v1/spaces/s1": { ...space, changeRequestsOpen: 9, changeRequestsDraft: 2 },
        [`${CRS}?status=draft`]: { items: [{ object: "change-request", id: "c1", number: 1 }] },
      },
    },
  ],
  [
    "nothing, for what somebody contributed to",
    undefined,
    {
      reads: [
        ["getSpace", SPACE],
        ["listChangeRequests", SPACE, { contributor: "u1" }],
      ],
      answers: { "/v1/spaces/s1": { ...space, changeRequestsOpen: 2 } },
    },
  ],
  [
    "spaces that name their collections",
    "other answers name what was not listed: k2",
    {
      reads: [
        ["listOrgSpaces", ORG],
        ["listOrgCollections", ORG],
      ],
      answers: {
        "/v1/orgs/o1/spaces": {
          items: [
            { ...space, parent: "k1" },
            { ...space, id: "s2", parent: "k2" },
          ],
        },
        "/v1/orgs/o1/collections": { items: [{ object: "collection", id: "k1", organization: "o1" }] },
      },
    },
  ],
  [
    "one space that names its collection",
    "other answers name what was not listed: k2",
    {
      reads: [
        ["getSpace", SPACE],
        ["listOrgCollections", ORG],
      ],
      answers: { "/v1/spaces/s1": { ...space, parent: "k2" } },
    },
  ],
  [
    "teams that name members",
    "other answers name what was not listed: u2",
    {
      reads: [
        ["listTeamMembers", TEAM],
        ["listMembers", ORG],
      ],
      answers: {
        [MEMBERS_OF_TEAM]: { items: people("u1", "u2") },
        "/v1/orgs/o1/members": { items: [{ object: "member", id: "u1" }] },
      },
    },
  ],
  [
    "site spaces that name their section",
    "other answers name what was not listed: n1, n2, n3 and 1 more",
    {
      reads: [
        ["listSiteSpaces", SITE],
        ["listSiteSections", SITE],
      ],
      answers: {
        "/v1/orgs/o1/sites/w1/site-spaces": {
          items: ["n1", "n2", "n3", "n4"].map((section) => ({ object: "site-space", id: `p${section}`, section })),
        },
      },
    },
  ],
  [
    "sections that name their group",
    "other answers name what was not listed: g1",
    {
      reads: [
        ["listSiteSections", SITE],
        ["listSiteSectionGroups", SITE],
      ],
      answers: {
        "/v1/orgs/o1/sites/w1/sections": { items: [{ object: "site-section", id: "n1", sectionGroup: "g1" }] },
      },
    },
  ],
  [
    "the statistics of links",
    "only 1 of 3 broken links were listed",
    {
      reads: [["listSpaceLinks", SPACE]],
      answers: {
        "/v1/spaces/s1/links": {
          items: [{ status: "ok" }, { status: "broken" }],
          count: 2,
          stats: { total: 2, broken: { total: 3 } },
        },
      },
    },
  ],
  [
    "nobody among the members, though whoever asks is one",
    "only 0 of 1 were listed",
    { reads: [["listMembers", ORG]], answers: { "/v1/orgs/o1/members": { items: [], count: 0 } } },
  ],
  [
    "nothing, for a search that finds nobody",
    undefined,
    {
      reads: [["listMembers", ORG, { search: "zzzz" }]],
      answers: { "/v1/orgs/o1/members?search=zzzz": { items: [], count: 0 } },
    },
  ],
  [
    "an item of another thing",
    '1 item left out: the service answered with another space: "s2" instead of "s1"',
    {
      reads: [["listSpaceComments", SPACE, undefined, { alone: true }]],
      answers: {
        [COMMENTS]: { items: [comment("c1", "open"), { ...comment("c2", "open"), target: { space: "s2" } }] },
      },
    },
  ],
  [
    "nothing of a list that begins in its middle",
    undefined,
    {
      reads: [["listTeams", ORG, undefined, { page: "b" }]],
      answers: { "/v1/orgs/o1/teams?page=b": { items: [{ id: "t2" }], count: 9 } },
    },
  ],
  [
    "its own count, where it is said how many came before",
    "only 8 of 9 were listed",
    {
      reads: [["listTeams", ORG, undefined, { page: "b", listedBefore: 7 }]],
      answers: { "/v1/orgs/o1/teams?page=b": { items: [{ id: "t2" }], count: 9 } },
    },
  ],
])("a list is contradicted by %s", async (_, gap, one) => {
  expect(await gapIn(one)).toBe(gap);
});

it("what was counted ten minutes ago is not known any more", async () => {
  const { client, clock } = scripted([
    ({ url }) => json(200, url.includes("/members") ? { items: people("u1") } : { items: [team] }),
  ]);
  const gapOf = async () => {
    let gap: string | undefined;
    for await (const page of client.list(endpointOf("listTeamMembers"), { params: TEAM } as never).pages())
      gap = page.gap;
    return gap;
  };
  for await (const _ of client.list(endpointOf("listTeams"), { params: ORG } as never).pages());
  clock.advance(299_999);
  expect(await gapOf()).toBe("only 1 of 5 were listed");
  clock.advance(600_000);
  expect(await gapOf()).toBeUndefined();
});

it("whoever does not leave out items of other things gets no page with one", async () => {
  const items = [comment("c1", "open"), { ...comment("c2", "open"), target: { space: "s2" } }];
  const { client } = scripted([json(200, { items })]);
  const read = client
    .list(endpointOf("listSpaceComments"), { params: SPACE } as never)
    .pages()
    [Symbol.asyncIterator]();
  await expect(read.next()).rejects.toMatchObject({
    kind: "invalid-answer",
    message: expect.stringContaining('another space: "s2" instead of "s1"'),
  });
});
