/** The kinds of things that programs can list and view. */
import type { AnyEndpoint } from "../catalog/endpoint.js";

interface Kind {
  /** The path parameter that identifies one. */
  param?: string;
  endpoints: () => Promise<{
    list: AnyEndpoint;
    listInCr?: AnyEndpoint;
    view?: AnyEndpoint;
    viewInCr?: AnyEndpoint;
  }>;
  /** Members that a list shows. */
  fields: readonly string[];
  /** Members that may serve as its name. */
  titles?: readonly string[];
  /** Query parameters that a list takes. */
  filters?: readonly string[];
  /** The member with an item's children. */
  below?: string;
}

const PERSON = ["user.id", "user.displayName", "user.email"] as const;
const TITLED = ["id", "title"] as const;

export const KINDS: Readonly<Record<string, Kind>> = {
  organization: {
    param: "organizationId",
    endpoints: async () => {
      const { listOrgs, getOrg } = await import("../catalog/organizations.js");
      return { list: listOrgs, view: getOrg };
    },
    fields: [...TITLED, "type", "hostname"],
    titles: ["title"],
  },
  space: {
    param: "spaceId",
    endpoints: async () => {
      const { listOrgSpaces, getSpace } = await import("../catalog/spaces.js");
      return { list: listOrgSpaces, view: getSpace };
    },
    fields: [...TITLED, "visibility", "editMode", "parent", "changeRequestsOpen", "updatedAt"],
    titles: ["title"],
  },
  collection: {
    param: "collectionId",
    endpoints: async () => {
      const { listOrgCollections, getCollection } = await import("../catalog/collections.js");
      return { list: listOrgCollections, view: getCollection };
    },
    fields: [...TITLED, "description", "parent", "defaultLevel"],
    titles: ["title"],
  },
  member: {
    param: "userId",
    endpoints: async () => {
      const { listMembers, getMember } = await import("../catalog/members.js");
      return { list: listMembers, view: getMember };
    },
    fields: [...PERSON, "role", "lastSeenAt", "disabled"],
    titles: ["user.displayName", "user.email"],
    filters: ["role", "search"],
  },
  member_space: {
    endpoints: async () => ({ list: (await import("../catalog/members.js")).listMemberSpaces }),
    fields: ["permission", "space.id", "space.title"],
  },
  member_team: {
    endpoints: async () => ({ list: (await import("../catalog/members.js")).listMemberTeams }),
    fields: ["team.id", "team.title", "member.role"],
  },
  team: {
    param: "teamId",
    endpoints: async () => {
      const { listTeams, getTeam } = await import("../catalog/teams.js");
      return { list: listTeams, view: getTeam };
    },
    fields: [...TITLED, "members", "spaces"],
    titles: ["title"],
  },
  team_member: {
    endpoints: async () => ({ list: (await import("../catalog/team-members.js")).listTeamMembers }),
    fields: [...PERSON.map((path) => `organization.${path}`), "organization.role", "team.role"],
  },
  site: {
    param: "siteId",
    endpoints: async () => {
      const { listSites, getSite } = await import("../catalog/sites.js");
      return { list: listSites, view: getSite };
    },
    fields: [...TITLED, "visibility", "published", "siteSpaces", "urls.published"],
    titles: ["title"],
    filters: ["published", "title"],
  },
  section: {
    endpoints: async () => ({ list: (await import("../catalog/sections.js")).listSiteSections }),
    fields: [...TITLED, "path", "default", "sectionGroup"],
    titles: ["title"],
  },
  section_group: {
    endpoints: async () => ({ list: (await import("../catalog/section-groups.js")).listSiteSectionGroups }),
    fields: [...TITLED, "sections.id", "sections.title"],
  },
  site_space: {
    endpoints: async () => ({ list: (await import("../catalog/site-spaces.js")).listSiteSpaces }),
    fields: [...TITLED, "path", "section", "default", "space.id", "space.title"],
  },
  share_link: {
    endpoints: async () => ({ list: (await import("../catalog/share-links.js")).listShareLinks }),
    fields: ["name", "active", "createdAt"],
  },
  change_request: {
    param: "changeRequestId",
    endpoints: async () => {
      const { listChangeRequests, getChangeRequest } = await import("../catalog/change-requests.js");
      return { list: listChangeRequests, view: getChangeRequest };
    },
    fields: ["number", "subject", "status", "createdBy.displayName", "comments", "outdated", "updatedAt"],
    titles: ["subject", "number"],
    filters: ["status", "contributor"],
  },
  page: {
    param: "pageId",
    endpoints: async () => {
      const pages = await import("../catalog/pages.js");
      const { listSpacePages, listChangeRequestPages, getSpacePage, getChangeRequestPage } = pages;
      return {
        list: listSpacePages,
        listInCr: listChangeRequestPages,
        view: getSpacePage,
        viewInCr: getChangeRequestPage,
      };
    },
    fields: [...TITLED, "path", "type", "updatedAt"],
    titles: ["title", "path"],
    below: "pages",
  },
  file: {
    param: "fileId",
    endpoints: async () => {
      const files = await import("../catalog/files.js");
      const { listSpaceFiles, listChangeRequestFiles, getSpaceFile, getChangeRequestFile } = files;
      return {
        list: listSpaceFiles,
        listInCr: listChangeRequestFiles,
        view: getSpaceFile,
        viewInCr: getChangeRequestFile,
      };
    },
    fields: ["id", "name", "contentType", "size"],
    titles: ["name"],
  },
  comment: {
    param: "commentId",
    endpoints: async () => {
      const comments = await import("../catalog/comments.js");
      const { listSpaceComments, listChangeRequestComments, getSpaceComment, getChangeRequestComment } = comments;
      return {
        list: listSpaceComments,
        listInCr: listChangeRequestComments,
        view: getSpaceComment,
        viewInCr: getChangeRequestComment,
      };
    },
    fields: ["id", "postedBy.displayName", "postedAt", "status", "replies", "target.page.title", "body.markdown"],
    filters: ["status", "order"],
  },
  reply: {
    endpoints: async () => ({ list: (await import("../catalog/comments.js")).listChangeRequestCommentReplies }),
    fields: ["id", "postedBy.displayName", "postedAt", "body.markdown"],
  },
  spec: {
    param: "specSlug",
    endpoints: async () => {
      const { listOpenapiSpecs, getOpenapiSpec } = await import("../catalog/openapi.js");
      return { list: listOpenapiSpecs, view: getOpenapiSpec };
    },
    fields: ["slug", "visibility", "processingState", "lastProcessedAt", "updatedAt"],
    titles: ["slug"],
  },
  spec_version: {
    endpoints: async () => ({ list: (await import("../catalog/openapi.js")).listOpenapiVersions }),
    fields: ["id", "createdAt"],
  },
  translation: {
    param: "translationId",
    endpoints: async () => {
      const { listTranslations, getTranslation } = await import("../catalog/translations.js");
      return { list: listTranslations, view: getTranslation };
    },
    fields: ["id", "status", "language", "source.space", "result.space", "updatedAt"],
  },
};

export const KIND_NAMES = Object.keys(KINDS);

/** @throws TypeError for a name that the input's schema refuses */
export function kindNamed(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new TypeError(`no kind ${name}`);
  return kind;
}

/** Every endpoint of these kinds. */
export async function endpointsOfKinds(part: "list" | "view"): Promise<AnyEndpoint[]> {
  const all = await Promise.all(Object.values(KINDS).map((kind) => kind.endpoints()));
  return all
    .flatMap((one) => (part === "list" ? [one.list, one.listInCr] : [one.view, one.viewInCr]))
    .filter((one) => one !== undefined);
}
