/** How answers of reading endpoints are stored: by endpoint name, the rows for each thing in an answer. */
import { CONTENT, VERSION } from "../../sandbox/openapi/specs.js";
import type { Store } from "../../sandbox/store/store.js";

export type Params = Readonly<Record<string, string>>;
export type Item = Readonly<Record<string, unknown>>;

export interface Rows {
  kind: string;
  /** Scope of all items in a list; absent if `item` gives each its own. */
  scope?: (params: Params) => string;
  scopeOf?: (item: Item, params: Params, store: Store) => string;
  id?: (item: Item, params: Params) => string;
  /** Stored form; default: as answered. */
  stored?: (item: Item, params: Params) => object;
  /** Lists that are stored in reverse. */
  reversed?: true;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const org = ({ organizationId = "" }: Params) => organizationId;
const site = ({ siteId = "" }: Params) => siteId;
const member = ({ organization }: Item) => text((organization as Item | undefined)?.id);
/** Adds the answer itself, so that a read-only copy can return it unchanged. */
const withAnswer = (item: Item) => ({ ...item, answered: item });

const tree = (kind: "space" | "collection"): Rows => ({
  kind,
  // A parent that the caller may not see does not appear as a place.
  scopeOf: ({ parent }, params, store) =>
    typeof parent === "string" && store.scopeOf("collection", parent) !== undefined ? parent : org(params),
});

const comments = (scope: Rows["scope"]): Rows => ({ kind: "comment", ...(scope && { scope }) });

export const ROWS: Readonly<Record<string, Rows>> = {
  getOrg: { kind: "organization", scope: () => "root" },
  listMembers: { kind: "member", scope: org, id: ({ id }, params) => `${org(params)}/${text(id)}` },
  listMemberSpaces: {
    kind: "member-space",
    scope: ({ organizationId, userId }) => `${organizationId}/${userId}`,
    id: ({ space }, { userId }) => `${userId}/${text((space as Item | undefined)?.id)}`,
  },
  listTeams: { kind: "team", scope: org },
  listTeamMembers: {
    kind: "team-membership",
    scope: ({ teamId = "" }) => teamId,
    id: (item, { teamId }) => `${teamId}/${member(item)}`,
    stored: (item) => ({
      user: member(item),
      role: (item.team as Item | undefined)?.role,
      permissions: item.permissions,
    }),
  },
  listOrgCollections: tree("collection"),
  listOrgSpaces: tree("space"),
  listSpaceComments: comments(({ spaceId = "" }) => spaceId),
  listChangeRequests: { kind: "change-request", scope: ({ spaceId = "" }) => spaceId },
  listChangeRequestComments: comments(({ changeRequestId = "" }) => changeRequestId),
  listChangeRequestCommentReplies: { kind: "comment-reply", scope: ({ commentId = "" }) => commentId },
  listOpenapiSpecs: { kind: "openapi-spec", scope: org, id: ({ slug }, params) => `${org(params)}/${text(slug)}` },
  listOpenapiVersions: {
    kind: VERSION,
    scope: ({ organizationId, specSlug }) => `${organizationId}/${specSlug}`,
    reversed: true,
  },
  getOpenapiVersionContent: {
    kind: CONTENT,
    scope: ({ organizationId, specSlug }) => `${organizationId}/${specSlug}`,
    id: (_item, { versionId = "" }) => versionId,
  },
  listSamlProviders: {
    kind: "saml-provider",
    scope: org,
    stored: ({ defaultTeam, ...item }) => {
      const team = (defaultTeam as Item | undefined)?.id;
      return { ...item, ...(team !== undefined && { defaultTeam: team }) };
    },
  },
  listSites: { kind: "site", scope: org, stored: withAnswer },
  listSiteSections: {
    kind: "site-section",
    scope: site,
    stored: ({ siteSpaces, ...item }) => ({ ...item, answered: { ...item, siteSpaces } }),
  },
  listSiteSectionGroups: {
    kind: "site-section-group",
    scope: site,
    stored: ({ sections, ...item }) => ({ ...item, answered: { ...item, sections } }),
  },
  listSiteSpaces: {
    kind: "site-space",
    // The list of sections may not have been read.
    scopeOf: ({ section }, params, store) =>
      typeof section === "string" && store.scopeOf("site-section", section) !== undefined ? section : site(params),
    stored: (item) => ({ ...item, space: (item.space as Item | undefined)?.id, answered: item }),
  },
  listShareLinks: { kind: "share-link", scope: site, stored: withAnswer },
  getSiteAdaptiveSchema: { kind: "site-adaptive-schema", scope: site, id: (_item, params) => site(params) },
  getPublishedSite: { kind: "published-site", scope: site, id: (_item, params) => site(params) },
  listTranslations: { kind: "translation", scope: org },
};
