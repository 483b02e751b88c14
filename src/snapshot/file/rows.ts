/** How answers of reading endpoints are stored: by endpoint name, the rows for each thing in an answer. */
import { RESOURCES } from "../../resources/index.js";
import { nameInCr, paramsIn, pathInCr, type Resource } from "../../resources/resource.js";
import { CONTENT } from "../../sandbox/openapi/specs.js";
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

/** A parent that the caller may not see does not appear as a place. */
const scopeInTree: Rows["scopeOf"] = ({ parent }, params, store) =>
  typeof parent === "string" && store.scopeOf("collection", parent) !== undefined ? parent : org(params);

/** Facts that `toRows` does not know. */
const RULES: Readonly<Record<string, Partial<Rows>>> = {
  listMembers: { id: ({ id }, params) => `${org(params)}/${text(id)}` },
  listMemberSpaces: {
    scope: ({ organizationId, userId }) => `${organizationId}/${userId}`,
    id: ({ space }, { userId }) => `${userId}/${text((space as Item | undefined)?.id)}`,
  },
  listTeamMembers: {
    id: (item, { teamId }) => `${teamId}/${member(item)}`,
    stored: (item) => ({
      user: member(item),
      role: (item.team as Item | undefined)?.role,
      permissions: item.permissions,
    }),
  },
  listOrgCollections: { scopeOf: scopeInTree },
  listOrgSpaces: { scopeOf: scopeInTree },
  listOpenapiSpecs: { id: ({ slug }, params) => `${org(params)}/${text(slug)}` },
  listOpenapiVersions: { scope: ({ organizationId, specSlug }) => `${organizationId}/${specSlug}`, reversed: true },
  listSamlProviders: {
    stored: ({ defaultTeam, ...item }) => {
      const team = (defaultTeam as Item | undefined)?.id;
      return { ...item, ...(team !== undefined && { defaultTeam: team }) };
    },
  },
  listSites: { stored: withAnswer },
  listSiteSections: { stored: ({ siteSpaces, ...item }) => ({ ...item, answered: { ...item, siteSpaces } }) },
  listSiteSectionGroups: { stored: ({ sections, ...item }) => ({ ...item, answered: { ...item, sections } }) },
  listSiteSpaces: {
    // The list of sections may not have been read.
    scopeOf: ({ section }, params, store) =>
      typeof section === "string" && store.scopeOf("site-section", section) !== undefined ? section : site(params),
    stored: (item) => ({ ...item, space: (item.space as Item | undefined)?.id, answered: item }),
  },
  listShareLinks: { stored: withAnswer },
};

/** The items of a list are stored as they were answered, in the scope of the last parameter of its path. */
function toRows(resource: Resource): [list: string, Rows][] {
  const { list, path, rows: kind, inCr } = resource;
  const lists = inCr ? { [list]: path, [nameInCr(list)]: pathInCr(resource) } : { [list]: path };
  return Object.entries(lists).flatMap(([name, at]): [string, Rows][] => {
    const owner = paramsIn(at).at(-1);
    if (kind === undefined || owner === undefined) return [];
    const rule = RULES[name];
    return [[name, { kind, ...(!rule?.scopeOf && { scope: (params) => params[owner] ?? "" }), ...rule }]];
  });
}

export const ROWS: Readonly<Record<string, Rows>> = {
  getOrg: { kind: "organization", scope: () => "root" },
  ...Object.fromEntries(Object.values<Resource>(RESOURCES).flatMap(toRows)),
  getOpenapiVersionContent: {
    kind: CONTENT,
    scope: ({ organizationId, specSlug }) => `${organizationId}/${specSlug}`,
    id: (_item, { versionId = "" }) => versionId,
  },
  getSiteAdaptiveSchema: { kind: "site-adaptive-schema", scope: site, id: (_item, params) => site(params) },
  getPublishedSite: { kind: "published-site", scope: site, id: (_item, params) => site(params) },
};
