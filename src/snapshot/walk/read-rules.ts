/** Facts about the GET endpoints that the walk needs and the catalog does not have. One fact per line. */

type Item = Readonly<Record<string, unknown>>;

/** Read only on request (`--include`). */
export const OPTIONAL = {
  access: ["listMemberSpaces"],
  // The content of each specification's latest version is always read (see ONLY).
  "spec-history": [],
  // Bytes have no endpoint: they are downloaded along with the content that links to them.
  files: [],
  "share-keys": ["listShareLinks"],
} as const satisfies Record<string, readonly string[]>;

/** Read unless excluded (`--exclude`). */
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

/** Lists whose ids are parameters of paths outside the list's own. */
export const YIELDS: Readonly<Record<string, string>> = {
  spaceId: "listOrgSpaces",
  collectionId: "listOrgCollections",
};

/** The member that identifies an item in paths, where it is not `id`. */
export const NAMED_BY: Readonly<Record<string, string>> = { specSlug: "slug" };

/** Endpoints that need no request of their own: their answers follow from those of others. */
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

/** Endpoints whose answers cannot be in a snapshot, with the reason. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  getSpaceCommentReply: "the service has no list of replies to comments on a space",
  getChangeRequestPdf: "a PDF is created on request",
};

/** Parts that no endpoint returns; every snapshot names them. */
export const NO_ENDPOINT: Readonly<Record<string, string>> = {
  "older revisions": "no endpoint returns them, so merges have no base",
  "texts of reusable contents": "no endpoint returns them",
  "spaces of teams": "no endpoint returns the spaces of a team",
  "owner of the token": "no endpoint returns the owner of a token",
};

/** Lists that take several queries, or one with parameters, to be complete. */
export const QUERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
  listChangeRequests: ["draft", "open", "merged", "archived"].map((status) => ({ status })),
  listSpaceComments: [{ order: "asc" }],
  listChangeRequestComments: [{ order: "asc" }],
};

/** If one of these fails, the walk ends. */
export const REQUIRED: ReadonlySet<string> = new Set(["getOrg"]);

/** Members without which an answer says nothing: without `jsonSchema`, a site would seem to have lost its schema. */
export const SUBSTANCE: Readonly<Record<string, string>> = {
  getSiteAdaptiveSchema: "jsonSchema",
  getPublishedSite: "customizations",
  getOpenapiVersionContent: "filesystem",
  getSpaceContent: "pages",
  getChangeRequestContent: "pages",
};

/**
 * Endpoints that answer 404 when the thing does not exist, which is no gap: unless what is known of its site, or from before,
 * says that it does.
 */
export const MAY_BE_ABSENT: Readonly<Record<string, (site: Item, wasThere: boolean) => string | undefined>> = {
  getSiteAdaptiveSchema: (_site, wasThere) =>
    wasThere ? "it was not found, and nothing removes the schema of a site" : undefined,
  getPublishedSite: ({ published }) => (published === true ? "it was not found, and the site is published" : undefined),
};

/** Readings made for some items of their list only; without a `why`, the others have nothing to read. */
export const ONLY: Readonly<
  Record<string, { of: (item: Item, parent: Item | undefined) => boolean; why?: string; unless?: Include }>
> = {
  getChangeRequestContent: {
    of: ({ status }) => status === "draft" || status === "open",
    why: "content of merged and archived change requests is not read",
  },
  getOpenapiVersionContent: {
    of: ({ id }, spec) => id === spec?.lastVersion,
    why: "pass --include spec-history: the content of earlier versions is not read",
    unless: "spec-history",
  },
  listChangeRequestCommentReplies: { of: ({ replies }) => replies !== 0 },
  getPublishedSite: { of: ({ published }) => published !== false },
};
