import * as z from "zod/mini";
import { Failure } from "../../errors.js";
import { loadList } from "../../resources/resource.js";
import { getPath } from "../../shared/paths.js";
import { comparableTitle } from "../../shared/text/names.js";
import { placeOf, text, wordOf } from "../input-schema.js";
import { endpointsOfKinds, FINDABLE, kindNamed } from "../kinds.js";
import { pick, readWhole } from "../lists.js";
import { cut, ITEM, shorten } from "../shorten.js";
import { defineTool, type ToolDependencies } from "../types.js";

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
  const listing = client.list(searchOrg, { params, query: { query } } as never, { pageSize: 20, ahead: false });
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
