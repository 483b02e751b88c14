/**
 * The kinds of things that a command can be pointed at. A kind knows the path parameter that names it, the contexts that
 * it lives in, and the endpoint that lists its siblings (for pickers, titles and near matches).
 */
import type { AnyEndpoint } from "../catalog/endpoint.js";

/** Kinds that come from a flag, the environment or the profile: `--org`, `DOCS_ORG`, `docs config set org`. */
export type ContextName = "org" | "space" | "site";

export interface Lister {
  load: () => Promise<AnyEndpoint>;
  /** The list in a change request, for things that may live in one. */
  loadInCr?: () => Promise<AnyEndpoint>;
  /** Path parameters that the list needs. */
  within: readonly ContextName[];
  /** Queries that together list all that people may mean, one after the other; default: one without parameters. */
  queries?: readonly Record<string, string>[];
  /** Member with the items below an item. */
  below?: string;
  /** The titles only say what it is about: nothing is called by them. */
  untitled?: true;
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Members that are shown and matched as its title. */
  title: readonly string[];
  /** Members shown as a hint of state. */
  hint?: readonly string[];
}

export interface Kind<
  Param extends string = string,
  Within extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> {
  /** As people call it: "change request". */
  name: string;
  param: Param;
  within: Within;
  /** It may live in a change request: `--cr`. */
  cr: Cr;
  /** The flag that can name it instead of a positional target. */
  context?: ContextName;
  /** What people name it by, where that is not its id: "slug". */
  called?: string;
  /** Typed text to what the service takes: `#42` to `42`. */
  normalize?: (text: string) => string;
  list?: Lister;
}

export const CONTEXT_PARAMS = { org: "organizationId", space: "spaceId", site: "siteId" } as const;
type ContextParam = typeof CONTEXT_PARAMS;

/** Path parameters of a thing's contexts, without its own. */
export type WithinParams<W extends readonly ContextName[], Cr extends boolean> = Record<
  ContextParam[W[number]],
  string
> &
  (Cr extends true ? { changeRequestId?: string } : unknown);

/** Path parameters that name one thing. */
export type ParamsOf<K extends Kind> =
  K extends Kind<infer P, infer W, infer Cr> ? Record<P, string> & WithinParams<W, Cr> : never;

function defineKind<
  const Param extends string,
  const Within extends readonly ContextName[],
  Cr extends boolean = false,
>(kind: Omit<Kind<Param, Within, Cr>, "cr"> & { cr?: Cr }): Kind<Param, Within, Cr> {
  // Absent means false, which is what the default of Cr says.
  return { ...kind, cr: (kind.cr ?? false) as Cr };
}

export const org = defineKind({
  name: "organization",
  param: "organizationId",
  within: [],
  context: "org",
  list: { load: async () => (await import("../catalog/organizations.js")).listOrgs, within: [], title: ["title"] },
});

export const space = defineKind({
  name: "space",
  param: "spaceId",
  within: [],
  context: "space",
  list: {
    load: async () => (await import("../catalog/spaces.js")).listOrgSpaces,
    within: ["org"],
    title: ["title"],
    hint: ["visibility"],
  },
});

export const site = defineKind({
  name: "site",
  param: "siteId",
  within: ["org"],
  context: "site",
  list: {
    load: async () => (await import("../catalog/sites.js")).listSites,
    within: ["org"],
    title: ["title"],
    hint: ["visibility"],
  },
});

export const changeRequest = defineKind({
  name: "change request",
  called: "number or id",
  param: "changeRequestId",
  within: ["space"],
  normalize: (text) => text.replace(/^#(?=\d+$)/, ""),
  list: {
    load: async () => (await import("../catalog/change-requests.js")).listChangeRequests,
    within: ["space"],
    title: ["subject", "number"],
    hint: ["status"],
    queries: [{ status: "open" }, { status: "draft" }],
  },
});

export const collection = defineKind({
  name: "collection",
  param: "collectionId",
  within: [],
  list: {
    load: async () => (await import("../catalog/collections.js")).listOrgCollections,
    within: ["org"],
    title: ["title"],
  },
});

export const comment = defineKind({
  name: "comment",
  param: "commentId",
  within: ["space"],
  cr: true,
  list: {
    load: async () => (await import("../catalog/comments.js")).listSpaceComments,
    loadInCr: async () => (await import("../catalog/comments.js")).listChangeRequestComments,
    within: ["space"],
    title: ["postedBy.displayName", "body.markdown"],
    hint: ["status"],
    untitled: true,
  },
});

export const reply = defineKind({ name: "reply", param: "commentReplyId", within: [] });

const pageList = {
  load: async () => (await import("../catalog/pages.js")).listSpacePages,
  within: ["space"],
  title: ["title"],
  hint: ["path"],
  below: "pages",
} satisfies Lister;

export const page = defineKind({
  name: "page",
  param: "pageId",
  within: ["space"],
  cr: true,
  list: { ...pageList, loadInCr: async () => (await import("../catalog/pages.js")).listChangeRequestPages },
});
/** Where the service knows pages of the space itself only. */
export const pageInSpace = defineKind({ name: "page", param: "pageId", within: ["space"], list: pageList });

export const file = defineKind({
  name: "file",
  param: "fileId",
  within: ["space"],
  cr: true,
  list: {
    load: async () => (await import("../catalog/files.js")).listSpaceFiles,
    loadInCr: async () => (await import("../catalog/files.js")).listChangeRequestFiles,
    within: ["space"],
    title: ["name"],
    hint: ["contentType"],
  },
});

export const member = defineKind({
  name: "member",
  param: "userId",
  within: ["org"],
  list: {
    load: async () => (await import("../catalog/members.js")).listMembers,
    within: ["org"],
    title: ["user.email", "user.displayName"],
    hint: ["role"],
  },
});

export const team = defineKind({
  name: "team",
  param: "teamId",
  within: ["org"],
  list: { load: async () => (await import("../catalog/teams.js")).listTeams, within: ["org"], title: ["title"] },
});

export const section = defineKind({
  name: "section",
  param: "siteSectionId",
  within: ["org", "site"],
  list: {
    load: async () => (await import("../catalog/sections.js")).listSiteSections,
    within: ["org", "site"],
    title: ["title"],
    hint: ["path"],
  },
});

export const sectionGroup = defineKind({
  name: "section group",
  param: "siteSectionGroupId",
  within: ["org", "site"],
  list: {
    load: async () => (await import("../catalog/section-groups.js")).listSiteSectionGroups,
    within: ["org", "site"],
    title: ["title"],
  },
});

export const siteSpace = defineKind({
  name: "site space",
  param: "siteSpaceId",
  within: ["org", "site"],
  list: {
    load: async () => (await import("../catalog/site-spaces.js")).listSiteSpaces,
    within: ["org", "site"],
    title: ["title", "space.title"],
    hint: ["path"],
  },
});

export const shareLink = defineKind({
  name: "share link",
  param: "shareLinkId",
  within: ["org", "site"],
  list: {
    load: async () => (await import("../catalog/share-links.js")).listShareLinks,
    within: ["org", "site"],
    title: ["name"],
  },
});

export const saml = defineKind({
  name: "SAML provider",
  param: "samlProviderId",
  within: ["org"],
  list: { load: async () => (await import("../catalog/saml.js")).listSamlProviders, within: ["org"], title: ["label"] },
});

export const openapi = defineKind({
  name: "OpenAPI specification",
  called: "slug",
  param: "specSlug",
  within: ["org"],
  list: {
    load: async () => (await import("../catalog/openapi.js")).listOpenapiSpecs,
    within: ["org"],
    id: "slug",
    title: ["slug"],
    // Its slug is what it is called by, and its id too.
    untitled: true,
    hint: ["processingState"],
  },
});

export const translation = defineKind({
  name: "translation",
  param: "translationId",
  within: ["org"],
  list: {
    load: async () => (await import("../catalog/translations.js")).listTranslations,
    within: ["org"],
    title: ["language"],
    hint: ["status"],
  },
});

export const invite = defineKind({ name: "invite", param: "inviteId", within: ["org"] });

/** Kinds that a context can be. */
export const CONTEXT_KINDS: Record<ContextName, Kind> = { org, space, site };

const LISTED: readonly Kind[] = [
  ...[org, space, site, changeRequest, collection, member, team],
  ...[section, sectionGroup, siteSpace, shareLink, saml, openapi, translation],
];

/** The kind that a path parameter names, where its things can be listed without naming more than contexts. */
export const kindOf = (param: string): Kind | undefined => LISTED.find((kind) => kind.param === param);
