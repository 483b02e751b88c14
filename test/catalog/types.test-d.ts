/*
 * Checked by the compiler, never run: each line below an expectation must not compile. An expectation that is not
 * needed is itself an error.
 */
import type { createChangeRequest, updateChangeRequest } from "../../src/catalog/change-requests.js";
import { getChangeRequest, listChangeRequests, mergeChangeRequest } from "../../src/catalog/change-requests.js";
import type { createSpaceComment, updateSpaceComment } from "../../src/catalog/comments.js";
import type { importSpaceContent } from "../../src/catalog/content.js";
import type { InputOf, ParamNames, ResponseOf } from "../../src/catalog/endpoint.js";
import type { updateMember } from "../../src/catalog/members.js";
import type { listOrgs, updateOrg } from "../../src/catalog/organizations.js";
import type { listSpacePages } from "../../src/catalog/pages.js";
import type { moveSiteSectionGroup } from "../../src/catalog/section-groups.js";
import type { createSiteSection, moveSiteSection, updateSiteSection } from "../../src/catalog/sections.js";
import type { updateSite } from "../../src/catalog/sites.js";
import type { deleteSpace, getSpace, moveSpace, updateSpace } from "../../src/catalog/spaces.js";
import type { setTeamMember } from "../../src/catalog/team-members.js";
import type { createTeam, updateTeam } from "../../src/catalog/teams.js";
import type { Client } from "../../src/http/types.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const org = { organizationId: "o" };
const space = { spaceId: "s" };
const comment = { spaceId: "s", commentId: "c" };
const site = { organizationId: "o", siteId: "s" };
const teamMember = { organizationId: "o", teamId: "t", userId: "u" };
const cr = { spaceId: "s", changeRequestId: "7" };

export const names: Same<ParamNames<"/v1/spaces/{spaceId}/x/{other}">, "spaceId" | "other"> = true;

// Path parameters.
export const noParams: InputOf<typeof listOrgs> = {};
// @ts-expect-error the space is missing
export const missing: InputOf<typeof getSpace> = {};
// @ts-expect-error the change request is missing
export const half: InputOf<typeof mergeChangeRequest> = { params: { spaceId: "s" } };
// @ts-expect-error a parameter of another path
export const foreign: InputOf<typeof getSpace> = { params: { spaceId: "s", teamId: "t" } };
// @ts-expect-error ids are strings
export const numeric: InputOf<typeof getSpace> = { params: { spaceId: 7 } };

// Queries.
export const query: InputOf<typeof listChangeRequests> = { params: space, query: { status: "any", limit: 1000 } };
// @ts-expect-error not a query parameter of this list
export const wrongQuery: InputOf<typeof listChangeRequests> = { params: space, query: { order: "asc" } };
// @ts-expect-error this endpoint takes no query
export const noQuery: InputOf<typeof getChangeRequest> = { params: cr, query: { format: "markdown" } };

// Bodies.
export const emptyCreate: InputOf<typeof createChangeRequest> = { params: space };
// @ts-expect-error a comment needs its body
export const noComment: InputOf<typeof createSpaceComment> = { params: space, body: {} };
// @ts-expect-error a comment needs a body
export const noCommentAtAll: InputOf<typeof createSpaceComment> = { params: space };
// @ts-expect-error a comment's body is an object
export const plainComment: InputOf<typeof createSpaceComment> = { params: space, body: { body: "hello" } };
export const emptyComment: InputOf<typeof createSpaceComment> = { params: space, body: { body: {} } };
// @ts-expect-error resolved is a boolean
export const resolved: InputOf<typeof updateSpaceComment> = { params: comment, body: { resolved: 1 } };
// @ts-expect-error a team needs a title
export const noTitle: InputOf<typeof createTeam> = { params: org, body: { members: [] } };
// @ts-expect-error so does its update
export const noNewTitle: InputOf<typeof updateTeam> = { params: { ...org, teamId: "t" }, body: {} };
// @ts-expect-error a section needs a space
export const noSpace: InputOf<typeof createSiteSection> = { params: site, body: { title: "Guides" } };
// @ts-expect-error an import needs a source
export const noSource: InputOf<typeof importSpaceContent> = { params: space, body: { url: "https://example.com" } };
// @ts-expect-error this endpoint takes no body
export const noBody: InputOf<typeof mergeChangeRequest> = { params: cr, body: {} };
// @ts-expect-error nor does a deletion
export const noDeleteBody: InputOf<typeof deleteSpace> = { params: space, body: {} };
// @ts-expect-error not a field of this body
export const unknownField: InputOf<typeof updateChangeRequest> = { params: cr, body: { subjct: "typo" } };
// @ts-expect-error not a role
export const role: InputOf<typeof updateSpace> = { params: space, body: { defaultLevel: "boss" } };
// @ts-expect-error not a team role
export const teamRole: InputOf<typeof setTeamMember> = { params: teamMember, body: { role: "admin" } };

// Null where the contract takes it, and only there.
const section = { ...org, siteId: "s", siteSectionId: "x" };
export const guest: InputOf<typeof updateMember> = { params: { ...org, userId: "u" }, body: { role: null } };
export const guests: InputOf<typeof updateOrg> = { params: org, body: { defaultRole: null } };
export const noProxy: InputOf<typeof updateSite> = { params: { ...org, siteId: "s" }, body: { proxy: null } };
export const noTitleYet: InputOf<typeof createSiteSection> = {
  params: { ...org, siteId: "s" },
  body: { spaceId: "s", title: null, icon: null },
};
export const noCondition: InputOf<typeof updateSiteSection> = { params: section, body: { condition: null } };
// @ts-expect-error the title of a section cannot be taken away
export const nullTitle: InputOf<typeof updateSiteSection> = { params: section, body: { title: null } };
// @ts-expect-error a space's default level cannot be null
export const nullLevel: InputOf<typeof updateSpace> = { params: space, body: { defaultLevel: null } };

// Positions.
export const before: InputOf<typeof moveSpace> = {
  params: space,
  body: { position: { before: { type: "space", space: "b" } } },
};
const group = { ...org, siteId: "s", siteSectionGroupId: "g" };
export const groupMove: InputOf<typeof moveSiteSectionGroup> = {
  params: group,
  body: { position: { after: { type: "site-section", id: "x" } } },
};
export const wrongReference: InputOf<typeof moveSiteSection> = {
  params: section,
  // @ts-expect-error the reference of a section is siteSection
  body: { position: { after: { type: "site-section", id: "x" } } },
};

// Answers.
export const nothing: Same<ResponseOf<typeof deleteSpace>, undefined> = true;
type PageData = ResponseOf<typeof listSpacePages>;
type Nested = NonNullable<NonNullable<PageData["pages"]>[number]["pages"]>[number];
export const nestedTitle: Same<Nested["title"], string | null | undefined> = true;

// What a client makes of it.
export async function calls(client: Client) {
  const change = await client.call(getChangeRequest, { params: cr });
  const subject: string | null | undefined = change.subject;
  for await (const page of client.list(listChangeRequests, { params: space }).pages()) {
    const number: number | null | undefined = page.items[0]?.number;
    console.log(subject, number);
  }
  // @ts-expect-error params are missing
  await client.call(mergeChangeRequest, {});
  // @ts-expect-error a merge answers no subject
  return (await client.call(mergeChangeRequest, { params: cr })).subject.length;
}
