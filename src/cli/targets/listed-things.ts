/** Things of a kind as its list describes them: for pickers, titles and near matches. */
import type { Client } from "../../http/types.js";
import { RESOURCES } from "../../resources/index.js";
import type { Resource } from "../../resources/resource.js";
import { getPath } from "../../shared/paths.js";
import { withArticle } from "../../shared/schemas.js";
import { shellWord } from "../../shared/shell-words.js";
import { closestWord, foldTitle } from "../../shared/text/names.js";
import { BETWEEN, type Entry } from "../cache/entries.js";
import { type Kind, NAMED } from "../kinds.js";
import { hasNames } from "./target-shape.js";

export interface Thing {
  id: string;
  titles: readonly string[];
  hints: readonly string[];
  /** Its path: "guides/start". */
  paths: readonly string[];
  /** The last part of the path. */
  slugs: readonly string[];
  /** Its URLs for readers. */
  urls?: readonly string[];
  /** Its name where nothing has a title: `c3`. */
  handle?: string;
}

/** Its name in messages; undefined for a thing without a title. */
export const nameOfThing = ({ handle, titles: [title] }: Thing): string | undefined =>
  handle === undefined ? title : [handle, ...(title === undefined ? [] : [title])].join(" of ");

/** Items per request: the first ones must appear quickly. */
const AT_ONCE = 200;

/**
 * Lists page by page, fetching the next page on demand. `params` holds the contexts of the list. `onGap` is called at
 * the end of a list that cannot be whole.
 */
export async function* listThings(
  kind: Kind,
  params: Record<string, string>,
  client: Pick<Client, "list">,
  onGap?: (gap: string) => void,
): AsyncGenerator<readonly Thing[]> {
  const { list } = kind;
  if (!list) return;
  const inCr = params.changeRequestId !== undefined && list.loadInCr !== undefined;
  const endpoint = await (inCr && list.loadInCr ? list.loadInCr() : list.load());
  let counted = 0;
  const withHandle = (thing: Thing): Thing => {
    counted += 1;
    return list.handles ? { ...thing, handle: `${list.handles.letter}${counted}` } : thing;
  };
  for (const query of list.queries ?? [list.handles?.query]) {
    // A kind's list takes exactly the contexts that the kind names.
    const listing = client.list(endpoint, { params, query }, { pageSize: AT_ONCE });
    for await (const page of listing.pages()) {
      yield flattenThings(kind, page.items as readonly unknown[]).map(withHandle);
      if (page.gap !== undefined) onGap?.(page.gap);
    }
  }
}

function flattenThings(kind: Kind, items: readonly unknown[]): Thing[] {
  return items.flatMap((item) => {
    const below = kind.list?.below === undefined ? undefined : getPath(item, kind.list.below);
    return [asThing(kind, item), ...(Array.isArray(below) ? flattenThings(kind, below) : [])];
  });
}

function asThing({ list }: Kind, item: unknown): Thing {
  const words = (paths: readonly string[] = []): string[] =>
    paths
      .map((path) => getPath(item, path))
      .filter((value) => value !== null && value !== undefined && value !== "")
      .map(String);
  const [id = ""] = words([list?.id ?? "id"]);
  const named = { paths: words(list?.paths), slugs: words(list?.slugs), urls: words(list?.urls) };
  return { id, titles: words(list?.title), hints: words(list?.hint), ...named };
}

// Finds things whose names are close to what was typed.

const MOST = 3;

/** The entries whose id, name or title is closest to the text; none if nothing is close. */
export function nearEntries(text: string, entries: readonly Entry[]): Entry[] {
  // Numbers are all one digit apart.
  if (/^\d+$/.test(text)) return [];
  const names = entries.flatMap(({ id, name, title }) => [id, name, title].filter((one) => one !== ""));
  const like = closestWord(text, names);
  if (like === undefined) return [];
  // The same thing may appear in several lists, such as that of a space and that of a change request.
  const near = new Map(
    entries.filter(({ id, name, title }) => [id, name, title].includes(like)).map((entry) => [entry.id, entry]),
  );
  return [...near.values()].slice(0, MOST);
}

/** "did you mean: ..."; undefined if there is nothing to suggest. */
export function nearHint(near: readonly { id: string; title: string }[], all = near.length): string | undefined {
  if (near.length === 0) return undefined;
  const more = all > near.length ? ` and ${all - near.length} more` : "";
  return `did you mean: ${near.map(({ id, title }) => (title === "" || title === id ? id : `${title} (${id})`)).join(", ")}${more}`;
}

/** `"Charging" is a page: docs pages view Charging`; undefined if no other kind was listed with the name. */
export async function otherKindHint(
  name: string,
  kinds: readonly Kind[],
  recall: (kind: Kind) => Promise<readonly Entry[]>,
  toLine: (command: string) => string,
): Promise<string | undefined> {
  const folded = foldTitle(name);
  // A title is remembered with what tells it apart: a person's email, the status of a change request.
  const isCalled = (entry: Entry): boolean =>
    [entry.id, entry.name].includes(name) || foldTitle(entry.title.split(BETWEEN, 1).join()) === folded;
  for (const kind of NAMED) {
    if (!hasNames(kind) || kinds.some(({ noun }) => noun === kind.noun)) continue;
    if (!(await recall(kind)).some(isCalled)) continue;
    const next = VIEWED.has(kind.noun) ? `${kind.noun} view ${shellWord(name)}` : `${kind.noun} list`;
    return `${JSON.stringify(name)} is ${withArticle(kind.name)}: ${toLine(next)}`;
  }
  return undefined;
}

/** Nouns whose things a command shows one by one. */
const VIEWED: ReadonlySet<string> = new Set(
  Object.values<Resource>(RESOURCES).flatMap(({ get, noun }) => (get === undefined ? [] : [noun])),
);
