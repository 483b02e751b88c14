/** Tools that list, view, find and read things of the organization. */

import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import { RESOURCES } from "../../resources/index.js";
import { loadEndpoints, loadList, type Resource } from "../../resources/resource.js";
import { getPath } from "../../shared/paths.js";
import { comparableTitle } from "../../shared/text/names.js";
import { isObject } from "../../shared/values.js";
import {
  cut,
  ITEM,
  LIST_INPUT,
  listPage,
  OFFSET,
  partOf,
  pick,
  placeOf,
  readWhole,
  shorten,
  THING,
  text,
  wordOf,
} from "../lists.js";
import { defineTool, type ToolDependencies } from "../types.js";

// The kinds of things that programs can list and view.

/** Kinds whose things can be found by their names. */
export const FINDABLE = [
  ...["organization", "space", "collection", "member", "team", "site", "section", "change_request", "page"],
  ...["file", "spec"],
];

/** Query parameters that a list takes. */
export const FILTERS: Readonly<Record<string, readonly string[]>> = {
  member: ["role", "search"],
  site: ["published", "title"],
  change_request: ["status", "contributor"],
  comment: ["status", "order"],
};

interface Kind extends Resource {
  fields: readonly string[];
}

const isShown = (entry: [string, Resource]): entry is [string, Kind] => entry[1].fields !== undefined;

export const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries<Resource>(RESOURCES).filter(isShown),
);

const KIND_NAMES = Object.keys(KINDS);

/** @throws TypeError for a name that the input's schema refuses */
function kindNamed(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new TypeError(`no kind ${name}`);
  return kind;
}

/** Endpoints of these kinds. */
const endpointsOfKinds = async (names: readonly string[], part: "list" | "get"): Promise<AnyEndpoint[]> =>
  (await Promise.all(names.map((name) => loadEndpoints(kindNamed(name), part)))).flat();

export const list = defineTool({
  name: "list",
  title: "List things",
  description:
    "List things of one kind, at most 50 at once, with a count and a cursor. Filters: status (change_request, comment), role and search (member), title and published (site), contributor (change_request), order (comment). For pages and comments of a change request, pass change_request.",
  input: () =>
    z.strictObject({
      kind: z.enum(KIND_NAMES).check(z.describe("what to list")),
      ...placeOf("org", "space", "site", "change_request", "member", "team", "spec", "comment"),
      filter: z.optional(
        z.record(z.string(), z.string().check(z.maxLength(200))).check(z.describe('such as {"status": "open"}')),
      ),
      ...LIST_INPUT(),
    }),
  endpoints: () => endpointsOfKinds(KIND_NAMES, "list"),
  async run({ kind: name, filter, fields, limit, cursor, ...given }, dependencies) {
    const kind = kindNamed(name);
    const filters = FILTERS[name] ?? [];
    const unknown = Object.keys(filter ?? {}).find((key) => !filters.includes(key));
    if (unknown !== undefined) {
      throw usage(
        `a list of kind ${name} has no filter ${JSON.stringify(unknown)}`,
        filters.length > 0 ? `filters: ${filters.join(", ")}` : "omit filter",
      );
    }
    const endpoint = await loadList(kind, given.change_request !== undefined);
    return listPage(dependencies.client, endpoint, {
      params: await dependencies.resolveParams(endpoint.params, given),
      query: filter,
      fields: fields ?? kind.fields,
      limit,
      cursor,
      below: kind.below,
    });
  },
});

const VIEWABLE = Object.entries(KINDS).flatMap(([name, { get }]) => (get === undefined ? [] : [name]));

export const view = defineTool({
  name: "view",
  title: "View a thing",
  description:
    "View one thing in full, or the members named in fields. With a single field that is a long text, offset continues in it. For the text of a page use read_page.",
  input: () =>
    z.strictObject({
      kind: z.enum(VIEWABLE).check(z.describe("what it is")),
      id: text("id, title, number, email or web address"),
      ...placeOf("org", "space", "site", "change_request"),
      fields: LIST_INPUT().fields,
      offset: OFFSET(),
    }),
  endpoints: () => endpointsOfKinds(VIEWABLE, "get"),
  async run({ kind: name, id, fields, offset, ...given }, dependencies) {
    const kind = kindNamed(name);
    const [own, inCr] = await loadEndpoints(kind, "get");
    const endpoint = given.change_request !== undefined && inCr ? inCr : own;
    if (!endpoint || kind.param === undefined) throw new TypeError(`no view of ${name}`);
    const params = await dependencies.resolveParams(endpoint.params, { ...given, [wordOf(kind.param)]: id });
    const thing: unknown = await dependencies.client.call(endpoint, { params });
    const [field, ...others] = fields ?? [];
    const value = field === undefined || others.length > 0 ? undefined : getPath(thing, field);
    if (typeof value === "string") return { field, ...partOf(value, offset) };
    return shorten(fields ? pick(thing, fields) : thing, THING);
  },
});

/** Searched if no kind is given, along with IN_SPACE if a space is. */
const USUAL = ["space", "site", "collection", "team", "member"];
const IN_SPACE = ["change_request", "page"];

const MOST_FOUND = 10;
export const find = defineTool({
  name: "find",
  title: "Find a thing",
  description:
    "Find things by title, path, number, email or web address. Start here when a person names something. Without kind it looks through spaces, sites, collections, teams and members, and through the titles of pages that search finds; with space through all its pages and change requests. Other kinds only if kind names them; not_looked_through lists them. For words inside pages use search.",
  input: () =>
    z.strictObject({
      text: text("title or a part of it, path, number (#42), email or web address"),
      kind: z.optional(z.enum(FINDABLE).check(z.describe("only things of this kind"))),
      ...placeOf("org", "space", "site", "change_request"),
    }),
  endpoints: async () => {
    const { searchOrg } = await import("../../catalog/organizations.js");
    return [searchOrg, ...(await endpointsOfKinds(FINDABLE, "list"))];
  },
  async run(input, dependencies) {
    const named = dependencies.idsIn(input.text);
    if (named) return { found: [{ from_address: byWord(named) }], note: "not read: it may not exist" };
    const kinds = input.kind ? [input.kind] : [...USUAL, ...(input.space === undefined ? [] : IN_SPACE)];
    const everywhere = input.kind || input.space !== undefined ? [] : await pagesByTitle(input, dependencies);
    // Of several kinds one may be closed to the token, or not in the snapshot: the others are looked through all the same.
    const looked = await Promise.all(
      kinds.map((kind) =>
        input.kind ? findInLists(kind, input, dependencies) : orClosed(kind, findInLists(kind, input, dependencies)),
      ),
    );
    const found = looked.filter((one) => "matches" in one);
    const closed = looked.filter((one) => "why" in one);
    if (found.length === 0 && closed[0]) throw closed[0].failure;
    const all = [...found.flatMap(({ matches }) => matches), ...everywhere].sort((one, other) => other.rank - one.rank);
    const unread = found.flatMap(({ kind, gap }) => (gap === undefined ? [] : [{ kind, why: gap }]));
    return {
      found: all.slice(0, MOST_FOUND).map(({ kind, item }) => ({ kind, ...item })),
      count: all.length,
      looked_through: found.map(({ kind }) => kind),
      ...(!input.kind && { not_looked_through: FINDABLE.filter((kind) => !kinds.includes(kind)), to_go_on: GO_ON }),
      ...(closed.length > 0 && { not_readable: closed.map(({ kind, why }) => ({ kind, why })) }),
      ...(unread.length > 0 && { not_read_whole: unread }),
    };
  },
});

const GO_ON = "pass kind, and space, site or change_request where it is in one";

/** Pages of the whole organization whose titles match, among those that the search of the service finds. */
async function pagesByTitle(
  input: Record<string, unknown>,
  { client, resolveParams }: ToolDependencies,
): Promise<Match[]> {
  const { searchOrg } = await import("../../catalog/organizations.js");
  const query = String(input.text).slice(0, MOST_QUERY);
  const params = await resolveParams(["organizationId"], input);
  const listing = client.list(searchOrg, { params, query: { query } }, { pageSize: 20, ahead: false });
  try {
    for await (const { items } of listing.pages())
      return items.flatMap((space) => pagesIn(space, comparableTitle(query)));
  } catch (error) {
    // A help: who needs them all names a space, and hears why it cannot be read.
    if (!(error instanceof Failure) || !CLOSED.has(error.kind)) throw error;
  }
  return [];
}

/** Code units of a search text; the service takes 512 characters. */
const MOST_QUERY = 512;

function pagesIn(space: unknown, wanted: string): Match[] {
  const pages = getPath(space, "pages");
  const within = { space: getPath(space, "id"), space_title: getPath(space, "title") };
  return (Array.isArray(pages) ? pages : []).flatMap((page) => {
    const rank = rankOf(comparableTitle(String(getPath(page, "title") ?? "")), wanted);
    const shown = { ...within, ...(pick(page, ["id", "title", "path"]) as Record<string, unknown>) }; // An object stays one.
    return rank > 0 ? [{ kind: "page", rank, item: shorten(shown, ITEM) as Record<string, unknown> }] : []; // The same.
  });
}

const CLOSED: ReadonlySet<string> = new Set(["not-in-snapshot", "forbidden", "not-found"]);

/** Names the closed part and the reason. @throws any other failure */
async function orClosed<T>(kind: string, reading: Promise<T>) {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Failure) || !CLOSED.has(error.kind)) throw error;
    return { kind, why: cut(error.message, 300), failure: error };
  }
}

const byWord = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([param, id]) => [wordOf(param), id]));

interface Match {
  kind: string;
  rank: number;
  item: Record<string, unknown>;
}

/** Matches in the lists of one kind. */
async function findInLists(
  name: string,
  input: Record<string, unknown>,
  { client, resolveParams }: ToolDependencies,
): Promise<{ kind: string; matches: Match[]; gap?: string }> {
  const endpoint = await loadList(kindNamed(name), input.change_request !== undefined);
  const params = await resolveParams(endpoint.params, input);
  const wanted = comparableTitle(String(input.text).replace(/^#(?=\d+$)/, ""));
  const query = name === "member" ? { search: String(input.text) } : undefined;
  const { items, ...rest } = await readWhole(client, endpoint, { params, query });
  return { kind: name, matches: findMatches(items, name, wanted), ...rest };
}

function findMatches(items: readonly unknown[], name: string, wanted: string): Match[] {
  const { title: titles, fields, below } = kindNamed(name);
  return items.flatMap((item) => {
    // Pages are named by their paths, too.
    const words = ["id", ...titles, ...(name === "page" ? ["path"] : [])]
      .map((path) => getPath(item, path))
      .filter((word) => word !== undefined);
    const rank = Math.max(...words.map((word) => rankOf(comparableTitle(String(word)), wanted)));
    const shown = shorten(pick(item, fields), ITEM) as Record<string, unknown>; // An object stays one.
    const children = below === undefined ? undefined : getPath(item, below);
    return [
      ...(rank > 0 ? [{ kind: name, rank, item: shown }] : []),
      ...(Array.isArray(children) ? findMatches(children, name, wanted) : []),
    ];
  });
}

/** Ranks titles: equal, starting with the text, containing it, containing all its words. */
function rankOf(title: string, wanted: string): number {
  if (title === wanted) return 4;
  if (title.startsWith(wanted)) return 3;
  if (title.includes(wanted)) return 2;
  return wanted.split(/\s+/).every((word) => title.includes(word)) ? 1 : 0;
}

// Loaded when called, not at startup.
const loadPages = () => import("../../catalog/pages.js");

export const readPage = defineTool({
  name: "read_page",
  title: "Read a page",
  description:
    "Read the Markdown of a page, 20,000 characters at once. With change_request: the page as the change request has it.",
  input: () =>
    z.strictObject({
      page: text("id, path, title or web address"),
      ...placeOf("space", "change_request"),
      offset: OFFSET(),
    }),
  async endpoints() {
    const { getSpacePage, getChangeRequestPage } = await loadPages();
    return [getSpacePage, getChangeRequestPage];
  },
  async run({ offset, ...given }, { client, resolveParams }) {
    const { getSpacePage, getChangeRequestPage } = await loadPages();
    const query = { format: "markdown", metadata: false } as const;
    const inCr = given.change_request !== undefined;
    const params = await resolveParams((inCr ? getChangeRequestPage : getSpacePage).params, given);
    const found = inCr
      ? await client.call(getChangeRequestPage, { params, query })
      : await client.call(getSpacePage, { params, query });
    const { id, title, path, description, type, markdown, updatedAt } = found;
    // Groups and links have none.
    if (typeof markdown !== "string" && type === "document") {
      throw new Failure("invalid-answer", "the answer lacks the text of the page");
    }
    const facts = { id, title, path, description, type, updatedAt };
    return Object.assign({}, shorten(facts, ITEM), partOf(markdown ?? "", offset));
  },
});

/** The most sections shown of one page. */
const SECTIONS = 3;

// Loaded when called, not at startup.
const loadSearches = async () => {
  const [{ searchOrg }, { searchSpace }] = await Promise.all([
    import("../../catalog/organizations.js"),
    import("../../catalog/spaces.js"),
  ]);
  return { searchOrg, searchSpace };
};

export const search = defineTool({
  name: "search",
  title: "Search in pages",
  description:
    "Search the text of pages: in one space, or without space in the whole organization. Returns pages with the sections that match; read_page reads one.",
  input: () =>
    z.strictObject({
      text: text("words that the page has", 256),
      ...placeOf("org", "space"),
      limit: LIST_INPUT().limit,
      cursor: LIST_INPUT().cursor,
    }),
  async endpoints() {
    const { searchOrg, searchSpace } = await loadSearches();
    return [searchOrg, searchSpace];
  },
  async run({ text: query, limit = 10, cursor, ...given }, dependencies) {
    const { searchOrg, searchSpace } = await loadSearches();
    const endpoint = given.space === undefined ? searchOrg : searchSpace;
    const params = await dependencies.resolveParams(endpoint.params, given);
    const listed = await listPage(dependencies.client, endpoint, {
      params,
      query: { query },
      fields: ["*"],
      limit,
      cursor,
      whole: true,
    });
    const items = (listed.items as unknown[]).map((item) =>
      given.space === undefined
        ? {
            space: { id: getPath(item, "id"), title: getPath(item, "title") },
            pages: listOf(item, "pages").map(pageOf),
          }
        : pageOf(item),
    );
    return { ...listed, items };
  },
});

function listOf(item: unknown, name: string): unknown[] {
  const value = isObject(item) ? item[name] : undefined;
  return Array.isArray(value) ? value : [];
}

const moreSections = (page: unknown): number => listOf(page, "sections").length - SECTIONS;

const pageOf = (page: unknown): unknown =>
  shorten(
    {
      id: getPath(page, "id"),
      title: getPath(page, "title"),
      path: getPath(page, "path"),
      ...(moreSections(page) > 0 && { more_sections: moreSections(page) }),
      sections: listOf(page, "sections")
        .slice(0, SECTIONS)
        .map((section) => ({ title: getPath(section, "title"), text: getPath(section, "body") })),
    },
    ITEM,
  );
