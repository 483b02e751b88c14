import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { contract } from "./contract.js";

/** Whatever the contract reads with a GET, and a POST that only measures. */
const safe = [...contract.flatMap(({ id, method }) => (method === "GET" ? id : [])), "pingOrg"].join(" ");

const idempotent = `
  updateSpaceComment deleteSpaceComment updateSpaceCommentReply deleteSpaceCommentReply
  updateChangeRequestComment deleteChangeRequestComment updateChangeRequestCommentReply
  deleteChangeRequestCommentReply
  updateChangeRequest
  deleteSpace updateSpace deleteCollection updateCollection
  deleteSite updateSite setSiteAdaptiveSchema
  deleteSiteSection updateSiteSection
  deleteSiteSectionGroup updateSiteSectionGroup removeSectionFromGroup
  deleteSiteSpace updateSiteSpace deleteShareLink updateShareLink
  deleteTeam updateTeam updateTeamMembers setTeamMember removeTeamMember
  updateOrg deleteLinkInvite removeMember updateMember
  deleteSamlProvider updateSamlProvider
  putOpenapiSpec deleteOpenapiSpec updateOpenapiSpecVisibility
  updateTranslation deleteTranslation
`;

const verify = `
  mergeChangeRequest pullChangeRequest
  restoreSpace moveSpace transferSpace moveCollection transferCollection
  publishSite moveSiteSection addSectionToGroup moveSiteSectionGroup moveSiteSpace
  setMemberSso
`;

const unsafe = `
  createSpaceComment createSpaceCommentReply createChangeRequestComment createChangeRequestCommentReply
  createChangeRequest importChangeRequestContent
  importSpaceContent applySpaceTemplate duplicateSpace
  createCollection createSite createSiteSection createSiteSectionGroup addSiteSpace createShareLink
  createTeam
  createSamlProvider createOpenapiSpec createTranslation
`;

const ids = (words: string) => words.trim().split(/\s+/).sort();
const having = (test: (id: string) => boolean) => Object.keys(endpoints).filter(test).sort();

describe("R1 the class of every operation", () => {
  it.each([
    ["safe", safe],
    ["idempotent", idempotent],
    ["verify", verify],
    ["unsafe", unsafe],
  ])("operations of class %s", (name, words) => {
    expect(having((id) => endpoints[id]?.retry === name)).toEqual(ids(words));
  });

  it("is written down here for every operation", () => {
    expect(ids(`${safe} ${idempotent} ${verify} ${unsafe}`)).toEqual(contract.map(({ id }) => id).sort());
  });
});

describe("R11 how a lost answer is settled", () => {
  const table: Record<string, [get: string, item: string | undefined, field: string, is: unknown]> = {
    mergeChangeRequest: ["getChangeRequest", undefined, "revisionMerged", "set"],
    restoreSpace: ["getSpace", undefined, "deletedAt", "unset"],
    publishSite: ["getSite", undefined, "published", true],
    moveSpace: ["getSpace", undefined, "parent", { body: "parent" }],
    moveCollection: ["getCollection", undefined, "parent", { body: "parent" }],
    transferSpace: ["getSpace", undefined, "organization", { body: "organization" }],
    transferCollection: ["getCollection", undefined, "organization", { body: "organization" }],
    addSectionToGroup: ["listSiteSectionGroups", "siteSectionGroupId", "sections", { contains: "sectionId" }],
    setMemberSso: ["getMember", undefined, "sso", true],
  };

  it.each(Object.entries(table))("%s reads what proves that it was applied", (id, [get, item, field, is]) => {
    const rule = endpoints[id]?.verify;
    expect(rule?.get).toBe(endpoints[get]);
    expect(rule?.item).toBe(item);
    expect(rule?.proof).toEqual({ field, is });
  });

  /** Of all other writes the fields that were sent are the proof; `made`: on the thing with the id in the answer. */
  const bodies = `
    updateSpace:getSpace duplicateSpace:getSpace:made updateCollection:getCollection createCollection:getCollection:made
    createChangeRequest:getChangeRequest:made updateChangeRequest:getChangeRequest
    createSpaceComment:getSpaceComment:made updateSpaceComment:getSpaceComment
    createSpaceCommentReply:getSpaceCommentReply:made updateSpaceCommentReply:getSpaceCommentReply
    createChangeRequestComment:getChangeRequestComment:made updateChangeRequestComment:getChangeRequestComment
    createChangeRequestCommentReply:getChangeRequestCommentReply:made
    updateChangeRequestCommentReply:getChangeRequestCommentReply
    createSite:getSite:made updateSite:getSite setSiteAdaptiveSchema:getSiteAdaptiveSchema
    createSiteSection:listSiteSections:made updateSiteSection:listSiteSections
    createSiteSectionGroup:listSiteSectionGroups:made updateSiteSectionGroup:listSiteSectionGroups
    addSiteSpace:listSiteSpaces:made updateSiteSpace:listSiteSpaces
    createShareLink:listShareLinks:made updateShareLink:listShareLinks
    createTeam:getTeam:made updateTeam:getTeam setTeamMember:listTeamMembers
    updateOrg:getOrg updateMember:getMember
    createSamlProvider:getSamlProvider:made updateSamlProvider:getSamlProvider
    createOpenapiSpec:getOpenapiSpec:made putOpenapiSpec:getOpenapiSpec updateOpenapiSpecVisibility:getOpenapiSpec
    createTranslation:getTranslation:made updateTranslation:getTranslation
  `;

  it.each(ids(bodies).map((line) => line.split(":")))(
    "%s compares what it sent with what it reads",
    (id = "", get = "", made = "") => {
      const rule = endpoints[id]?.verify;
      expect(rule?.get).toBe(endpoints[get]);
      expect(rule?.proof).toBeUndefined();
      expect(rule?.made !== undefined).toBe(made === "made");
      expect(rule?.item !== undefined).toBe(get.startsWith("list"));
    },
  );

  /** Their reasons: what a deletion left is proved by its list, and no GET shows what these have done. */
  const without = `
    applySpaceTemplate importChangeRequestContent importSpaceContent pullChangeRequest updateTeamMembers
    moveSiteSection moveSiteSectionGroup moveSiteSpace
  `;

  it("has a rule for every other operation that changes something", () => {
    const ruled = [...Object.keys(table), ...ids(bodies).map((line) => line.split(":")[0])].sort();
    expect(having((id) => endpoints[id]?.verify !== undefined)).toEqual(ruled);
    const unruled = having((id) => endpoints[id]?.verify === undefined && endpoints[id]?.retry !== "safe");
    expect(unruled.filter((id) => endpoints[id]?.method !== "DELETE")).toEqual(ids(without));
  });
});

describe("R9 the first byte may take two minutes", () => {
  it("for import, duplicate, template, merge, update and pdf only", () => {
    expect(having((id) => endpoints[id]?.slow === true)).toEqual(
      ids(`importSpaceContent importChangeRequestContent duplicateSpace applySpaceTemplate mergeChangeRequest
        pullChangeRequest getChangeRequestPdf`),
    );
  });
});

describe("R20 what pages", () => {
  it("is not the pdf, nor a list without the envelope", () => {
    for (const id of [
      "getChangeRequestPdf",
      "listSpacePages",
      "listChangeRequestPages",
      "listOrgsByEmailDomain",
      "listSsoLogins",
      "listSiteTemplateConditions",
    ]) {
      expect(endpoints[id], id).toBeDefined();
      expect(endpoints[id]?.paginated, id).toBeUndefined();
    }
  });

  it("takes page and limit, and nothing else does but the pdf's page", () => {
    const paged = having((id) => endpoints[id]?.paginated === true);
    const limited = contract.filter(({ query }) => query.some(({ name }) => name === "limit"));
    expect(paged).toEqual(limited.map(({ id }) => id).sort());
    const shape = (id: string) => Object.keys(endpoints[id]?.query?.()._zod.def.shape ?? {});
    expect(having((id) => shape(id).includes("limit"))).toEqual(paged);
    expect(having((id) => shape(id).includes("page"))).toEqual([...paged, "getChangeRequestPdf"].sort());
  });
});
