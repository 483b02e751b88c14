/** R94: an answer about another thing proves nothing. The contract says which field names what the path names. */
import { describe, expect, it } from "vitest";
import { aboutOf } from "../../src/catalog/about.js";
import { endpoints } from "../../src/catalog/index.js";
import { contract } from "./contract.js";

/** Fields of the answers by which their things are told from others, written from the contract. */
const CHECKED = `
  getChangeRequest changeRequestId=id,number
  updateChangeRequest changeRequestId=id,number
  listOrgCollections organizationId=organization
  getCollection collectionId=id
  createCollection organizationId=organization
  updateCollection collectionId=id
  moveCollection collectionId=id
  transferCollection collectionId=id
  listSpaceComments spaceId=target.space
  getSpaceComment commentId=id spaceId=target.space
  createSpaceComment spaceId=target.space
  updateSpaceComment commentId=id spaceId=target.space
  getSpaceCommentReply commentReplyId=id
  updateSpaceCommentReply commentReplyId=id
  listChangeRequestComments changeRequestId=target.changeRequest spaceId=target.space
  getChangeRequestComment changeRequestId=target.changeRequest commentId=id spaceId=target.space
  createChangeRequestComment changeRequestId=target.changeRequest spaceId=target.space
  updateChangeRequestComment changeRequestId=target.changeRequest commentId=id spaceId=target.space
  getChangeRequestCommentReply commentReplyId=id
  updateChangeRequestCommentReply commentReplyId=id
  getSpaceFile fileId=id
  getChangeRequestFile fileId=id
  getMember userId=id,user.id
  updateMember userId=id,user.id
  setMemberSso userId=id,user.id
  getOpenapiSpec specSlug=slug,id
  putOpenapiSpec specSlug=slug,id
  updateOpenapiSpecVisibility specSlug=slug,id
  getOpenapiVersion versionId=id
  getOrg organizationId=id
  updateOrg organizationId=id
  getSpacePage pageId=id
  getChangeRequestPage pageId=id
  getSamlProvider samlProviderId=id
  updateSamlProvider samlProviderId=id
  updateSiteSectionGroup siteSectionGroupId=id
  addSectionToGroup siteSectionGroupId=id
  moveSiteSectionGroup siteSectionGroupId=id
  updateSiteSection siteSectionId=id
  moveSiteSection siteSectionId=id
  updateShareLink shareLinkId=id
  updateSiteSpace siteSpaceId=id
  moveSiteSpace siteSpaceId=id
  getSite siteId=id
  updateSite siteId=id
  getPublishedSite siteId=site.id
  publishSite siteId=id
  listOrgSpaces organizationId=organization
  getSpace spaceId=id
  updateSpace spaceId=id
  restoreSpace spaceId=id
  moveSpace spaceId=id
  transferSpace spaceId=id
  getTeam teamId=id
  updateTeam teamId=id
  getTranslation translationId=id
  updateTranslation translationId=id
  setTeamMember userId=id,user.id
  deleteSpaceComment commentId=id
  deleteSpaceCommentReply commentReplyId=id
  deleteChangeRequestComment commentId=id
  deleteChangeRequestCommentReply commentReplyId=id
  deleteCollection collectionId=id
  removeMember userId=id,user.id
  deleteOpenapiSpec specSlug=slug,id
  deleteLinkInvite inviteId=id
  deleteSamlProvider samlProviderId=id
  deleteSiteSectionGroup siteSectionGroupId=id
  removeSectionFromGroup siteSectionId=id
  deleteSiteSection siteSectionId=id
  deleteShareLink shareLinkId=id
  deleteSiteSpace siteSpaceId=id
  deleteSite siteId=id
  deleteSpace spaceId=id
  removeTeamMember userId=id,user.id
  deleteTeam teamId=id
  deleteTranslation translationId=id
`;

/** The others, each with the reason why nothing in their answers tells them from another's. */
const UNCHECKED: Record<string, string> = {
  "the answer has no body, and the path ends with no id": "applySpaceTemplate updateTeamMembers",
  "the thing is new, and has no field for what it belongs to": `createChangeRequest createSpaceCommentReply
    createChangeRequestCommentReply createOpenapiSpec createSamlProvider createSiteSectionGroup createSiteSection
    createShareLink addSiteSpace createSite duplicateSpace createTeam createTranslation`,
  "items have no field for what they belong to": `listChangeRequests listChangeRequestCommentReplies
    listChangeRequestCommenters listSpaceFiles listSpaceFileBacklinks listChangeRequestFiles listChangeRequestFileBacklinks
    listMembers listMemberSpaces listMemberTeams listOpenapiSpecs listOpenapiVersions listSpacePages listSpacePageLinks
    listSpacePageBacklinks listChangeRequestPages listChangeRequestPageLinks listSamlProviders listSsoLogins
    listSiteSectionGroups listSiteSections listShareLinks listSiteSpaces listSites searchOrg searchSpace listSpaceLinks
    listTeamMembers listTeams listTranslations listSiteTemplateConditions`,
  "a collection may list what is in its collections": "listCollectionSpaces",
  "the path names nothing that an answer has": "listOrgs listOrgsByEmailDomain pingOrg",
  "the answer has no field for the site": "getSiteAdaptiveSchema setSiteAdaptiveSchema",
  "the answer says how the request ended": `mergeChangeRequest pullChangeRequest importSpaceContent
    importChangeRequestContent`,
  "the answer is an address or a file": `getChangeRequestPdf getLatestOpenapiVersionContent getOpenapiVersionContent`,
  "the version is only known by being the latest": "getLatestOpenapiVersion",
  "a revision is compared where one is known: by snapshots and gates": "getSpaceContent getChangeRequestContent",
};

const words = (text: string) => text.trim().split(/\s+/);

describe("R94 what an answer is about", () => {
  const rows = CHECKED.trim()
    .split("\n")
    .map((line) => words(line));

  it.each(rows)("%s names what its answer is about", (id = "", ...checks) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`there is no endpoint ${id}`);
    expect(
      aboutOf(endpoint)
        .map(({ param, fields }) => `${param}=${fields}`)
        .sort(),
    ).toEqual(checks);
  });

  it("has a reason for each of the contract's endpoints without a check", () => {
    const unchecked = Object.values(UNCHECKED).flatMap(words);
    expect(Object.keys(endpoints).sort()).toEqual(contract.map(({ id }) => id).sort());
    const found = Object.entries(endpoints).filter(([, endpoint]) => aboutOf(endpoint).length === 0);
    expect(found.map(([id]) => id).sort()).toEqual(unchecked.sort());
  });
});
