/** What the catalog does not say of its reading endpoints, and the walk has to know. One line a fact. */

/** Things that are read only when they are asked for (`--include`), or not when they are not wanted (`--exclude`). */
export const OPTIONAL = {
  access: ["listMemberSpaces"],
  // Of each specification the content of the latest version is read in any case (see ONLY).
  "spec-history": [],
  // Bytes have no endpoint: they are read with the content that names their links.
  files: [],
  "share-keys": ["listShareLinks"],
} as const satisfies Record<string, readonly string[]>;

export const TOPICS = {
  people: ["listMembers", "listTeams"],
  content: ["getSpaceContent", "getChangeRequestContent"],
  "change-requests": ["listChangeRequests"],
  comments: ["listSpaceComments", "listChangeRequestComments"],
  sites: ["listSites"],
  openapi: ["listOpenapiSpecs"],
  translations: ["listTranslations"],
  saml: ["listSamlProviders"],
} as const satisfies Record<string, readonly string[]>;

export type Include = keyof typeof OPTIONAL;
export type Exclude = keyof typeof TOPICS;

/** Lists that yield a parameter of other paths than their own. */
export const YIELDS: Readonly<Record<string, string>> = {
  spaceId: "listOrgSpaces",
  collectionId: "listOrgCollections",
};

/** Member of a listed thing that stands in paths, where it is not `id`. */
export const NAMED_BY: Readonly<Record<string, string>> = { specSlug: "slug" };

/** Endpoints that nothing is read for: what others answered has their answers in it. */
export const FROM_OTHERS: Readonly<Record<string, readonly string[]>> = {
  listOrgs: ["getOrg"],
  listOrgsByEmailDomain: ["getOrg"],
  getSpace: ["listOrgSpaces"],
  getCollection: ["listOrgCollections"],
  listCollectionSpaces: ["listOrgCollections", "listOrgSpaces"],
  searchSpace: ["getSpaceContent"],
  searchOrg: ["listOrgSpaces", "getSpaceContent"],
  listSpaceLinks: ["getSpaceContent"],
  listMemberTeams: ["listMembers", "listTeams", "listTeamMembers"],
  listChangeRequestCommenters: ["listMembers", "listChangeRequestComments", "listChangeRequestCommentReplies"],
  listSsoLogins: ["listSamlProviders"],
  listSiteTemplateConditions: ["getSiteAdaptiveSchema"],
  getLatestOpenapiVersion: ["listOpenapiVersions"],
  getLatestOpenapiVersionContent: ["getOpenapiVersionContent"],
};

/** Endpoints whose answers cannot be in a file, with the reason. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  getSpaceCommentReply: "the service has no list of replies to comments on a space",
  getChangeRequestPdf: "a PDF is made when it is asked for",
};

/** Parts that no endpoint answers at all; named in every snapshot. */
export const NO_ENDPOINT: Readonly<Record<string, string>> = {
  "older revisions": "no endpoint answers them, so merges have no base",
  "texts of reusable contents": "no endpoint answers them",
  "spaces of teams": "no endpoint tells which spaces a team was given",
  "owner of the token": "no endpoint tells whom a token belongs to",
};

/** Queries of lists that one request does not answer whole. */
export const QUERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
  listChangeRequests: ["draft", "open", "merged", "archived"].map((status) => ({ status })),
  listSpaceComments: [{ order: "asc" }],
  listChangeRequestComments: [{ order: "asc" }],
};

/** Without these there is nothing to read. */
export const REQUIRED: ReadonlySet<string> = new Set(["getOrg"]);

/** Where 404 means that there is none of it. */
export const MAY_BE_ABSENT: ReadonlySet<string> = new Set(["getSiteAdaptiveSchema", "getPublishedSite"]);

/** Types of pages that have no text. */
export const TEXTLESS: ReadonlySet<unknown> = new Set(["group", "link"]);

type Item = Readonly<Record<string, unknown>>;

/** Things of a list that are not asked about, with the reason; `why` absent: there is nothing to ask for. */
export const ONLY: Readonly<
  Record<string, { of: (item: Item, parent: Item | undefined) => boolean; why?: string; unless?: Include }>
> = {
  getChangeRequestContent: {
    of: ({ status }) => status === "draft" || status === "open",
    why: "content of merged and archived change requests is not read",
  },
  getOpenapiVersionContent: {
    of: ({ id }, spec) => id === spec?.lastVersion,
    why: "pass --include spec-history: of earlier versions the content is not read",
    unless: "spec-history",
  },
  listChangeRequestCommentReplies: { of: ({ replies }) => replies !== 0 },
  getPublishedSite: { of: ({ published }) => published !== false },
};
