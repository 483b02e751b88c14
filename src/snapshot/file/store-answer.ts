/** Stores an endpoint's answer in the tables of a state file, replacing what was there. */
import { RESOURCES } from "../../resources/index.js";
import { nameInCr, paramsIn, pathInCr, type Resource } from "../../resources/resource.js";
import { CONTENT } from "../../sandbox/openapi/specs.js";
import { ofKind, type Store } from "../../sandbox/store/store.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { idProblem } from "../../shared/ids.js";
import { isObject } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";

// How answers of reading endpoints are stored: by endpoint name, the rows for each thing in an answer.

export type Params = Readonly<Record<string, string>>;
export type Item = Readonly<Record<string, unknown>>;

interface Rows {
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
/** A member of an object in an answer; undefined where there is none. */
const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const user = ({ organization }: Item) => text(memberOf(organization, "id"));
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
    id: ({ space }, { userId }) => `${userId}/${text(memberOf(space, "id"))}`,
  },
  listTeamMembers: {
    id: (item, { teamId }) => `${teamId}/${user(item)}`,
    stored: (item) => ({
      user: user(item),
      role: memberOf(item.team, "role"),
      permissions: item.permissions,
    }),
  },
  listOrgCollections: { scopeOf: scopeInTree },
  listOrgSpaces: { scopeOf: scopeInTree },
  listOpenapiSpecs: { id: ({ slug }, params) => `${org(params)}/${text(slug)}` },
  listOpenapiVersions: { scope: ({ organizationId, specSlug }) => `${organizationId}/${specSlug}`, reversed: true },
  listSamlProviders: {
    stored: ({ defaultTeam, ...item }) => {
      const team = memberOf(defaultTeam, "id");
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
    stored: (item) => ({ ...item, space: memberOf(item.space, "id"), answered: item }),
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

function rowsOf(name: string): Rows {
  const rows = ROWS[name];
  if (!rows) throw new Error(`answers of ${name} have no stored form`);
  return rows;
}

export interface Row {
  id: string;
  scope: string;
  json: string;
}

/** The SQL condition that selects the rows of an answer, with its values. */
function findPlace(store: Store, name: string, params: Params): { where: string; values: string[] } {
  const { kind, scope } = rowsOf(name);
  const isKind = ofKind(kind);
  if (name === "getOpenapiVersionContent") return { where: `${isKind} AND id = ?`, values: [params.versionId ?? ""] };
  if (scope) return { where: `${isKind} AND scope = ?`, values: [scope(params)] };
  // Without a scope of its own, a list covers the whole file, which holds a single organization.
  if (params.siteId === undefined) return { where: isKind, values: [] };
  const places = [params.siteId, ...store.ids("site-section", params.siteId)];
  return { where: `${isKind} AND scope IN (${places.map(() => "?")})`, values: places };
}

export function rowsAt(store: Store, name: string, params: Params): Row[] {
  const { where, values } = findPlace(store, name, params);
  return store.sql
    .all(`SELECT id, scope, json FROM objects WHERE ${where} ORDER BY scope, position`, ...values)
    .map(({ id, scope, json }) => ({ id: String(id), scope: String(scope), json: String(json) }));
}

/** The items of a list in their stored form. */
export function makeItems(store: Store, name: string, params: Params): Item[] {
  return ROWS[name] ? rowsAt(store, name, params).map(({ json }) => parseStored(json)) : [];
}

/** Copies the rows of an answer from another file, unless they are here already. Returns how many. */
export const copyRows = (from: Store, to: Store, name: string, params: Params): number =>
  putMissing(to, name, params, rowsAt(from, name, params));

/** Puts the rows that are not here. Returns how many. */
export function putMissing(store: Store, name: string, params: Params, rows: readonly Row[]): number {
  const { kind, scopeOf } = rowsOf(name);
  const missing = rows.filter(({ id }) => store.scopeOf(kind, id) === undefined);
  for (const { id, scope, json } of missing) {
    const item = parseStored(json);
    // Its container may be gone.
    store.put(kind, id, scopeOf?.(item, params, store) ?? scope, item);
    raiseNumber(store, name, scope, item);
  }
  return missing.length;
}

/** Removes what an earlier answer to the same request stored. */
export function clearRows(store: Store, name: string, params: Params): void {
  const { where, values } = findPlace(store, name, params);
  store.sql.run(`DELETE FROM objects WHERE ${where}`, ...values);
}

function raiseNumber(store: Store, name: string, place: string, item: Item): void {
  if (name === "listChangeRequests") store.raise(`change-requests/${place}`, Number(item.number) || 0);
}

/** True if an item can be identified and requested: its own id, without what its row is called after, can be in a path. */
function isUsable(name: string, params: Params, item: Item): boolean {
  const { id } = rowsOf(name);
  const own = id === undefined ? item.id : id(item, params).replace(/^[^/]*\//, "");
  return typeof own === "string" && idProblem(own) === undefined;
}

function putRows(store: Store, name: string, params: Params, items: readonly Item[]): void {
  const { kind, id = idOf, scope, scopeOf, stored = asIs, reversed } = rowsOf(name);
  for (const item of reversed ? [...items].reverse() : items) {
    const place = scope ? scope(params) : (scopeOf?.(item, params, store) ?? "");
    store.put(kind, id(item, params), place, stored(item, params));
    raiseNumber(store, name, place, item);
  }
}

export function replaceRows(store: Store, name: string, params: Params, items: readonly Item[]): void {
  clearRows(store, name, params);
  putRows(store, name, params, items);
}

const idOf = ({ id }: Item): string => {
  if (typeof id !== "string" || id === "") throw new Error("an answer without an id");
  return id;
};
const asIs = (item: Item): object => item;

/** Places each group at its first section, and one without sections before the group that follows: the lists are separate. */
function arrangeGroups(store: Store, site: string): void {
  let next: string | undefined;
  for (const group of store.ids("site-section-group", site).reverse()) {
    const [first = next] = store.ids("site-section", site, { sectionGroup: group });
    store.place("site-section-group", group, site, first === undefined ? undefined : { before: first });
    next = group;
  }
}

/** Stores a list with `put`. With sections and groups, other parts of the site get their places: the lists come in any order. */
export function storeArranged(store: Store, name: string, params: Params, put: () => void): void {
  const isArranged = name === "listSiteSections" || name === "listSiteSectionGroups";
  const placed = isArranged ? rowsAt(store, "listSiteSpaces", params) : [];
  put();
  if (!isArranged) return;
  arrangeGroups(store, params.siteId ?? "");
  const { kind, scopeOf } = rowsOf("listSiteSpaces");
  for (const { id, scope, json } of placed) {
    const place = scopeOf?.(parseStored(json), params, store) ?? scope;
    if (place !== scope) store.place(kind, id, place);
  }
}

/** Stores the content of a space or a change request as one revision; pages carry the hashes of their texts. */
export function putContent(store: Store, params: Params, content: Item, documents: ReadonlyMap<string, string>): void {
  const { spaceId = "", changeRequestId } = params;
  const id = idOf(content);
  // A change request without edits has the space's own revision, which must not be overwritten.
  if (changeRequestId !== undefined && store.get<{ revision?: string }>("space", spaceId)?.revision === id) return;
  const pages = withDocuments(content.pages, documents);
  const lists = { parents: [], files: [], reusableContents: [], variables: {} };
  store.put("revision", id, spaceId, { ...lists, ...content, pages });
  const [kind, owner] = changeRequestId === undefined ? ["space", spaceId] : ["change-request", changeRequestId];
  // The content that was read determines the revision, whatever the list said before.
  store.update<object>(kind ?? "", owner ?? "", (value) => ({ ...value, revision: id }));
}

function withDocuments(pages: unknown, documents: ReadonlyMap<string, string>): object[] {
  if (!Array.isArray(pages)) return [];
  return pages.map((page: Item) => {
    const document = documents.get(String(page.id));
    const below = withDocuments(page.pages, documents);
    return { ...page, ...(document !== undefined && { document }), pages: below };
  });
}

// The items of a list that can be stored: nothing can be asked about the others.

interface UsableItems {
  usable: readonly Item[];
  /** Why the others are left out; undefined if all can be stored. */
  gap: string | undefined;
}

export function usableItems(name: string, params: Params, items: readonly Item[]): UsableItems {
  const usable = ROWS[name] ? items.filter((item) => isUsable(name, params, item)) : items;
  const left = items.length - usable.length;
  return {
    usable,
    gap: left > 0 ? `${left} of ${count(items.length, "item")} had no id that can be asked for` : undefined,
  };
}
