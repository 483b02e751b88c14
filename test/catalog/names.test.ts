/** R95: what answers name and count of other lists, written from the contract. */
import { expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { COUNTS } from "../../src/shared/list-gap.js";

const NAMES = {
  listOrgCollections: { parent: "/v1/orgs/{organizationId}/collections" },
  listOrgSpaces: { parent: "/v1/orgs/{organizationId}/collections" },
  getSpace: { parent: "/v1/orgs/{organizationId}/collections" },
  listTeamMembers: { "organization.id": "/v1/orgs/{organizationId}/members" },
  listSiteSpaces: { section: "/v1/orgs/{organizationId}/sites/{siteId}/sections" },
  listSiteSections: { sectionGroup: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups" },
};

const LISTS = new Set(
  Object.values(endpoints).flatMap(({ items, path }) => (items === undefined ? [] : [path as string])),
);

it("answers name things of these lists", () => {
  const named = Object.entries(endpoints).flatMap(([name, { names }]) => (names ? [[name, names]] : []));
  expect(Object.fromEntries(named)).toEqual(NAMES);
  for (const names of Object.values(NAMES)) for (const list of Object.values(names)) expect(LISTS).toContain(list);
});

it("things count items of these lists", () => {
  const counted = Object.entries(COUNTS).flatMap(([object, { noun, counts }]) =>
    counts.map(({ field, list, status, least }) => {
      const path = list.startsWith("/") ? list : [...LISTS].find((one) => one.match(`/${noun}/[^/]+/${list}$`));
      return `${object}.${field}: ${least ? "at least one of " : ""}${status ? `${status} ones of ` : ""}${path}`;
    }),
  );
  expect(counted).toEqual([
    "team.members: /v1/orgs/{organizationId}/teams/{teamId}/members",
    "member.teams: /v1/orgs/{organizationId}/members/{userId}/teams",
    "member.spaces: /v1/orgs/{organizationId}/members/{userId}/spaces",
    "member.teams: at least one of /v1/orgs/{organizationId}/teams",
    "member.spaces: at least one of /v1/orgs/{organizationId}/spaces",
    "space.comments: open ones of /v1/spaces/{spaceId}/comments",
    "space.changeRequestsOpen: open ones of /v1/spaces/{spaceId}/change-requests",
    "space.changeRequestsDraft: draft ones of /v1/spaces/{spaceId}/change-requests",
    "change-request.comments: open ones of /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    "comment.replies: /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    "site.siteSpaces: /v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
  ]);
});
