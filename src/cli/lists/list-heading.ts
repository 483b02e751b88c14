/** The heading of a list on a terminal, and titles in place of ids. */

import type { Client, Listing } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { CACHED_LISTS, type Entry } from "../cache/entries.js";
import { type Kind, kindOf } from "../kinds.js";
import type { AnyColumn, ListPage } from "../output/types.js";

/** The origin of a listing. */
type Origin = NonNullable<Listing<unknown>["of"]>;

/** The sources of titles. */
export interface TitleSources {
  client: () => Promise<Client>;
  /** Things of a kind listed earlier. */
  recall: (kind: Kind) => Promise<readonly Entry[]>;
}

interface HeadingDependencies extends TitleSources {
  /** The number of items was limited: what was not read cannot be counted. */
  limited: boolean;
}

const plural = (name: string): string => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`);

/**
 * "3 open change requests in Tern User Guide"; without a number if more pages follow. Undefined for an empty list and for
 * an unknown one. Costs one GET of the space, site or organization if its title is not known yet; a title that cannot be
 * read is omitted.
 */
export async function makeHeading(
  page: ListPage,
  origin: Origin,
  dependencies: HeadingDependencies,
): Promise<string | undefined> {
  const kind = kindOf(CACHED_LISTS[origin.path]?.kind);
  if (!kind || page.items.length === 0) return undefined;
  const count = page.next === undefined && !dependencies.limited ? page.items.length : undefined;
  const things = [stateIn(origin, kind), count === 1 ? kind.name : plural(kind.name)].filter(Boolean).join(" ");
  const place = await readPlace(origin, dependencies);
  const counted = count === undefined ? things.charAt(0).toUpperCase() + things.slice(1) : `${count} ${things}`;
  return sanitizeLine(place === undefined ? counted : `${counted} in ${place}`);
}

/** Change request lists show open ones unless a status is given. */
function stateIn({ query }: Origin, { param }: Kind): string {
  const { status } = query;
  if (Array.isArray(status)) return status.join(" or ");
  if (typeof status === "string") return status;
  return param === "changeRequestId" ? "open" : "";
}

async function readPlace({ path, params }: Origin, dependencies: HeadingDependencies): Promise<string | undefined> {
  const around = CACHED_LISTS[path]?.within.findLast(
    (name) => name !== "changeRequestId" && Object.hasOwn(READS, name),
  );
  // A list of all spaces names their organization.
  const param = around !== undefined && params[around] === undefined ? "organizationId" : around;
  const kind = kindOf(param);
  const id = param === undefined ? undefined : params[param];
  if (!kind || id === undefined) return undefined;
  const title = (await recallTitles(kind, dependencies)).get(id) ?? (await readTitle(kind, params, dependencies));
  const number = /^\d+$/.exec(params.changeRequestId ?? "")?.[0];
  return number === undefined ? title : [`#${number}`, ...(title === undefined ? [] : [title])].join(" of ");
}

const READS: Readonly<Record<string, () => Promise<Parameters<Client["call"]>[0]>>> = {
  organizationId: async () => (await import("../../catalog/organizations.js")).getOrg,
  spaceId: async () => (await import("../../catalog/spaces.js")).getSpace,
  siteId: async () => (await import("../../catalog/sites.js")).getSite,
  changeRequestId: async () => (await import("../../catalog/change-requests.js")).getChangeRequest,
  collectionId: async () => (await import("../../catalog/collections.js")).getCollection,
};

/** One GET; undefined if the kind has none or it fails. */
export async function readTitle(
  kind: Kind,
  params: Readonly<Record<string, string>>,
  { client }: TitleSources,
): Promise<string | undefined> {
  const read = READS[kind.param];
  if (!read) return undefined;
  try {
    // Each of these endpoints takes the path parameters of its own contexts.
    const thing = await (await client()).call(await read(), { params });
    const title = getPath(thing, kind.param === "changeRequestId" ? "subject" : "title");
    return typeof title === "string" && title !== "" ? title : undefined;
  } catch {
    // The list itself was read; only its heading says less.
    return undefined;
  }
}

export async function recallTitles(kind: Kind, { recall }: TitleSources): Promise<Map<string, string>> {
  return new Map((await recall(kind)).flatMap(({ id, title }) => (title === "" ? [] : [[id, title]])));
}

/** Columns whose ids are shown as titles, and a function that looks up the titles before the items are drawn. */
export interface TitleColumns {
  columns: readonly AnyColumn[];
  lookUpTitles(items: readonly unknown[]): Promise<void>;
}

/** The titles of things of a kind, of those with these ids at least where they can be read. */
type TitlesOf = (kind: Kind, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** For a list: costs one GET for each kind that its columns name. */
export function withTitles(
  columns: readonly AnyColumn[],
  origin: Origin,
  dependencies: HeadingDependencies,
): TitleColumns {
  const lists = new Map<Kind, Promise<Map<string, string>>>();
  return titleColumns(columns, dependencies, (kind) => {
    const list = lists.get(kind) ?? listTitles(kind, origin, dependencies);
    lists.set(kind, list);
    return list;
  });
}

/** For a single thing that was read with these path parameters: costs one GET for each title that is not known yet. */
export function withTitlesOfOne(
  columns: readonly AnyColumn[],
  params: Readonly<Record<string, string>>,
  dependencies: TitleSources,
): TitleColumns {
  return titleColumns(columns, dependencies, async (kind, ids) => {
    const titles = new Map<string, string>();
    for (const id of ids) {
      const title = await readTitle(kind, { ...params, [kind.param]: id }, dependencies);
      if (title !== undefined) titles.set(id, title);
    }
    return titles;
  });
}

function titleColumns(columns: readonly AnyColumn[], dependencies: TitleSources, titlesOf: TitlesOf): TitleColumns {
  const known = new Map<string, string>();
  const named = columns.filter(({ names }) => names !== undefined);
  return {
    columns: columns.map((column): AnyColumn => {
      if (column.names === undefined) return column;
      const { as: _, ...rest } = column;
      const value = (item: unknown) => titleOrId(getPath(item, column.path), known);
      return { ...rest, value };
    }),
    async lookUpTitles(items: readonly unknown[]): Promise<void> {
      for (const item of items) remember(known, item);
      for (const { names, path } of named) {
        const missing = () =>
          items
            .map((item) => getPath(item, path))
            .filter((id) => typeof id === "string" && id !== "" && !known.has(id));
        const kind = kindOf(names);
        if (!kind || missing().length === 0) continue;
        for (const [id, title] of await recallTitles(kind, dependencies)) if (!known.has(id)) known.set(id, title);
        // Only texts are kept above.
        const ids = missing() as string[];
        if (ids.length === 0) continue;
        for (const [id, title] of await titlesOf(kind, ids)) known.set(id, title);
      }
    },
  };
}

const titleOrId = (id: unknown, known: ReadonlyMap<string, string>): unknown =>
  typeof id === "string" ? (known.get(id) ?? id) : id;

function remember(known: Map<string, string>, item: unknown): void {
  const [id, title] = [getPath(item, "id"), getPath(item, "title")];
  if (typeof id === "string" && typeof title === "string" && title !== "") known.set(id, title);
}

/** One GET: the first page of a kind's list. Ids that it lacks stay ids. */
async function listTitles(
  kind: Kind,
  { params }: Origin,
  { client }: HeadingDependencies,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const { list } = kind;
  const within = contextsOf(kind);
  if (!list || !within.every((name) => params[name] !== undefined)) return titles;
  try {
    const given = Object.fromEntries(within.map((name) => [name, params[name]]));
    const listing = (await client()).list(await list.load(), { params: given } as never, { pageSize: 1000 });
    for await (const page of listing.pages()) {
      for (const item of page.items) remember(titles, item);
      break;
    }
  } catch {
    // The ids are still shown.
  }
  return titles;
}

const contextsOf = (kind: Kind): readonly string[] =>
  Object.values(CACHED_LISTS).find((listed) => listed.kind === kind.param)?.within ?? [];
