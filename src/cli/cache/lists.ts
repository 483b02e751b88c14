/** Lists that say what can be named and how, by the path of their endpoint. */

export interface ListedKind {
  /** Path parameter that names an item: the kind of thing. */
  kind: string;
  /** Path parameters that say where the items live. */
  within: readonly string[];
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Member that people type instead of the id. */
  name?: string;
  title: readonly string[];
  /** The title only describes the thing: it is named by its id or number. */
  described?: true;
  /** Member that holds an item's children. */
  below?: string;
  /** Without query parameters the list is incomplete: things that it lacks may still exist. */
  partial?: true;
}

const IN_ORG = ["organizationId"] as const;
const IN_SITE = ["organizationId", "siteId"] as const;
const IN_SPACE = ["spaceId"] as const;
const IN_CR = ["spaceId", "changeRequestId"] as const;

const TITLE = { title: ["title"] } as const;
const PAGE = { kind: "pageId", title: ["title"], below: "pages" } as const;
const FILE = { kind: "fileId", title: ["name"] } as const;
const COMMENT = {
  kind: "commentId",
  title: ["postedBy.displayName", "body.markdown"],
  described: true,
  partial: true,
} as const;

export const CACHED_LISTS: Readonly<Record<string, ListedKind>> = {
  "/v1/orgs": { kind: "organizationId", within: [], ...TITLE },
  "/v1/orgs/{organizationId}/spaces": { kind: "spaceId", within: IN_ORG, ...TITLE },
  "/v1/orgs/{organizationId}/sites": { kind: "siteId", within: IN_ORG, ...TITLE },
  "/v1/orgs/{organizationId}/collections": { kind: "collectionId", within: IN_ORG, ...TITLE },
  "/v1/orgs/{organizationId}/members": {
    kind: "userId",
    within: IN_ORG,
    name: "user.email",
    title: ["user.displayName", "user.email"],
  },
  "/v1/orgs/{organizationId}/teams": { kind: "teamId", within: IN_ORG, ...TITLE },
  "/v1/orgs/{organizationId}/saml": { kind: "samlProviderId", within: IN_ORG, title: ["label"] },
  "/v1/orgs/{organizationId}/openapi": {
    kind: "specSlug",
    within: IN_ORG,
    id: "slug",
    title: ["lastProcessErrorCode"],
    described: true,
  },
  "/v1/orgs/{organizationId}/translations": { kind: "translationId", within: IN_ORG, title: ["language", "status"] },
  "/v1/orgs/{organizationId}/sites/{siteId}/sections": { kind: "siteSectionId", within: IN_SITE, ...TITLE },
  "/v1/orgs/{organizationId}/sites/{siteId}/section-groups": { kind: "siteSectionGroupId", within: IN_SITE, ...TITLE },
  "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces": {
    kind: "siteSpaceId",
    within: IN_SITE,
    title: ["title", "space.title"],
  },
  "/v1/orgs/{organizationId}/sites/{siteId}/share-links": { kind: "shareLinkId", within: IN_SITE, title: ["name"] },
  "/v1/spaces/{spaceId}/change-requests": {
    kind: "changeRequestId",
    within: IN_SPACE,
    name: "number",
    title: ["subject", "status"],
    described: true,
    partial: true,
  },
  "/v1/spaces/{spaceId}/content/pages": { within: IN_SPACE, ...PAGE },
  "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages": { within: IN_CR, ...PAGE },
  "/v1/spaces/{spaceId}/content/files": { within: IN_SPACE, ...FILE },
  "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files": { within: IN_CR, ...FILE },
  "/v1/spaces/{spaceId}/comments": { within: IN_SPACE, ...COMMENT },
  "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments": { within: IN_CR, ...COMMENT },
  "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies": {
    kind: "commentReplyId",
    within: ["spaceId", "changeRequestId", "commentId"],
    title: ["postedBy.displayName", "body.markdown"],
    described: true,
  },
};

/** Kinds that can be remembered, and where they live. */
export const CONTEXTS_OF_KIND: ReadonlyMap<string, readonly (readonly string[])[]> = Object.values(CACHED_LISTS).reduce(
  (kinds, { kind, within }) => kinds.set(kind, [...(kinds.get(kind) ?? []), within]),
  new Map<string, readonly (readonly string[])[]>(),
);

/** The first list in the table for a kind; undefined if there is none. */
export const findList = (kind: string): ListedKind | undefined =>
  Object.values(CACHED_LISTS).find((listed) => listed.kind === kind);

/** The same. @throws TypeError if there is none */
export function requireList(kind: string): ListedKind {
  const found = findList(kind);
  if (!found) throw new TypeError(`no list has things of the kind ${kind}`);
  return found;
}
