/**
 * The kinds of things that a command can act on. Each knows the path parameter that names it, the contexts that it lives
 * in, and the endpoint that lists its siblings (for pickers, titles and near matches).
 */
import { requireList } from "./cache/lists.js";
import type { ContextName, Kind, Lister } from "./kind.js";

export type { ContextName, Kind, Lister };

export const CONTEXT_PARAMS = { org: "organizationId", space: "spaceId", site: "siteId" } as const;
type ContextParam = typeof CONTEXT_PARAMS;
export const CONTEXT_NAMES = ["org", "space", "site"] as const satisfies readonly ContextName[];

/** Path parameters of a thing's contexts, without its own. */
export type WithinParams<W extends readonly ContextName[], Cr extends boolean> = Record<
  ContextParam[W[number]],
  string
> &
  (Cr extends true ? { changeRequestId?: string } : unknown);

/** Path parameters that name one thing. */
type ParamsOf<K extends Kind> =
  K extends Kind<infer P, infer W, infer Cr> ? Record<P, string> & WithinParams<W, Cr> : never;

/** A thing named on the command line. */
export interface Target<K extends Kind = Kind> {
  /** The form that the service takes. */
  id: string;
  /** The form that was typed, for messages. */
  label: string;
  params: ParamsOf<K>;
}

export interface TargetArg<K extends Kind = Kind, Arity extends "one" | "many" = "one" | "many"> {
  kind: K;
  arity: Arity;
  describe?: string;
}

/** A word that does not name a thing: search text, a version, a path. */
export interface WordArg<Optional extends boolean = boolean> {
  word: string;
  optional: Optional;
  /** What completion offers, as for flags. */
  value?: "path" | "folder" | "snapshot";
  /** All words to the end of the command line are one text. */
  joined?: true;
}

/** Any number of such words: the rest of the command line. */
export interface WordsArg extends WordArg<true> {
  several: true;
}

export type Arg = TargetArg | WordArg | WordsArg;
export type Args = Record<string, Arg>;

function defineKind<
  const Param extends string,
  const Within extends readonly ContextName[],
  Cr extends boolean = false,
>(kind: Omit<Kind<Param, Within, Cr>, "cr"> & { cr?: Cr }): Kind<Param, Within, Cr> {
  // Absent means false, the default of Cr.
  return { ...kind, cr: (kind.cr ?? false) as Cr };
}

/** How to list a kind. The table of lists says where its things live and what they are called. */
function createLister(param: string, load: Lister["load"], more: Partial<Lister> = {}): Lister {
  const { within, id, title, below } = requireList(param);
  const contexts = CONTEXT_NAMES.filter((name) => within.includes(CONTEXT_PARAMS[name]));
  return { load, within: contexts, title, ...(id && { id }), ...(below && { below }), ...more };
}

export const org = defineKind({
  name: "organization",
  noun: "orgs",
  param: "organizationId",
  within: [],
  context: "org",
  list: createLister("organizationId", async () => (await import("../catalog/organizations.js")).listOrgs),
});

export const space = defineKind({
  name: "space",
  noun: "spaces",
  param: "spaceId",
  within: [],
  context: "space",
  list: createLister("spaceId", async () => (await import("../catalog/spaces.js")).listOrgSpaces, {
    hint: ["visibility"],
  }),
});

/** For a restore. */
export const deletedSpace = defineKind({ ...space, name: "deleted space", deleted: true });

export const site = defineKind({
  name: "site",
  noun: "sites",
  param: "siteId",
  within: ["org"],
  context: "site",
  list: createLister("siteId", async () => (await import("../catalog/sites.js")).listSites, {
    hint: ["visibility"],
    paths: ["basename"],
  }),
});

export const changeRequest = defineKind({
  name: "change request",
  noun: "cr",
  called: "number or id",
  param: "changeRequestId",
  within: ["space"],
  normalize: (text) => text.replace(/^#(?=\d+$)/, ""),
  list: createLister(
    "changeRequestId",
    async () => (await import("../catalog/change-requests.js")).listChangeRequests,
    {
      title: ["subject", "number"],
      hint: ["status"],
      queries: [{ status: "open" }, { status: "draft" }],
    },
  ),
});

export const collection = defineKind({
  name: "collection",
  noun: "collections",
  param: "collectionId",
  within: [],
  list: createLister("collectionId", async () => (await import("../catalog/collections.js")).listOrgCollections),
});

export const comment = defineKind({
  name: "comment",
  noun: "comments",
  called: "number (c1) or id",
  param: "commentId",
  within: ["space"],
  cr: true,
  list: createLister("commentId", async () => (await import("../catalog/comments.js")).listSpaceComments, {
    loadInCr: async () => (await import("../catalog/comments.js")).listChangeRequestComments,
    hint: ["status"],
    untitled: true,
    handles: { letter: "c", query: { status: "all", order: "asc" } },
  }),
});

export const reply = defineKind({ name: "reply", noun: "replies", param: "commentReplyId", within: [] });

const pageList = createLister("pageId", async () => (await import("../catalog/pages.js")).listSpacePages, {
  hint: ["path"],
  paths: ["path"],
  slugs: ["slug"],
});

export const page = defineKind({
  name: "page",
  noun: "pages",
  param: "pageId",
  within: ["space"],
  cr: true,
  list: { ...pageList, loadInCr: async () => (await import("../catalog/pages.js")).listChangeRequestPages },
});
/** A page, for endpoints that only know pages of the space itself. */
export const pageInSpace = defineKind({
  name: "page",
  noun: "pages",
  param: "pageId",
  within: ["space"],
  list: pageList,
});

export const file = defineKind({
  name: "file",
  noun: "files",
  param: "fileId",
  within: ["space"],
  cr: true,
  list: createLister("fileId", async () => (await import("../catalog/files.js")).listSpaceFiles, {
    loadInCr: async () => (await import("../catalog/files.js")).listChangeRequestFiles,
    hint: ["contentType"],
  }),
});

export const member = defineKind({
  name: "member",
  noun: "members",
  param: "userId",
  within: ["org"],
  list: createLister("userId", async () => (await import("../catalog/members.js")).listMembers, {
    title: ["user.email", "user.displayName"],
    hint: ["role"],
  }),
});

export const team = defineKind({
  name: "team",
  noun: "teams",
  param: "teamId",
  within: ["org"],
  list: createLister("teamId", async () => (await import("../catalog/teams.js")).listTeams),
});

export const section = defineKind({
  name: "section",
  noun: "sections",
  param: "siteSectionId",
  within: ["org", "site"],
  list: createLister("siteSectionId", async () => (await import("../catalog/sections.js")).listSiteSections, {
    hint: ["path"],
    paths: ["path"],
  }),
});

export const sectionGroup = defineKind({
  name: "section group",
  noun: "section-groups",
  param: "siteSectionGroupId",
  within: ["org", "site"],
  list: createLister(
    "siteSectionGroupId",
    async () => (await import("../catalog/section-groups.js")).listSiteSectionGroups,
  ),
});

export const siteSpace = defineKind({
  name: "site space",
  noun: "site-spaces",
  param: "siteSpaceId",
  within: ["org", "site"],
  list: createLister("siteSpaceId", async () => (await import("../catalog/site-spaces.js")).listSiteSpaces, {
    hint: ["path"],
    paths: ["path"],
  }),
});

export const shareLink = defineKind({
  name: "share link",
  noun: "share-links",
  param: "shareLinkId",
  within: ["org", "site"],
  list: createLister("shareLinkId", async () => (await import("../catalog/share-links.js")).listShareLinks),
});

export const saml = defineKind({
  name: "SAML provider",
  noun: "saml",
  param: "samlProviderId",
  within: ["org"],
  list: createLister("samlProviderId", async () => (await import("../catalog/saml.js")).listSamlProviders),
});

export const openapi = defineKind({
  name: "OpenAPI specification",
  noun: "openapi",
  called: "slug",
  param: "specSlug",
  within: ["org"],
  list: createLister("specSlug", async () => (await import("../catalog/openapi.js")).listOpenapiSpecs, {
    title: ["slug"],
    // People call it by its slug, which is its id too.
    untitled: true,
    hint: ["processingState"],
  }),
});

const { list: _existing, ...slugOnly } = openapi;
/** For one that does not exist yet. */
export const newOpenapi = defineKind({ ...slugOnly, created: true });

export const translation = defineKind({
  name: "translation",
  noun: "translations",
  param: "translationId",
  within: ["org"],
  list: createLister("translationId", async () => (await import("../catalog/translations.js")).listTranslations, {
    title: ["language"],
    hint: ["status"],
  }),
});

export const invite = defineKind({ name: "invite", noun: "orgs", param: "inviteId", within: ["org"] });

/** The kinds that can be contexts. */
export const CONTEXT_KINDS: Record<ContextName, Kind> = { org, space, site };

const LISTED: readonly Kind[] = [
  ...[org, space, site, changeRequest, collection, page, file, member, team],
  ...[section, sectionGroup, siteSpace, shareLink, saml, openapi, translation],
];

/** The kinds that these path parameters name and whose things can be listed. */
export const kindsOf = (params: string | readonly string[]): readonly Kind[] =>
  LISTED.filter((kind) => [params].flat().includes(kind.param));
