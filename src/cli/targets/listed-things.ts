/** Things of a kind as its list describes them: for pickers, titles and near matches. */

import type { Client } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import type { Kind } from "../kinds.js";

export interface Thing {
  id: string;
  titles: readonly string[];
  hints: readonly string[];
  /** Its path: "guides/start". */
  paths: readonly string[];
  /** The last part of the path. */
  slugs: readonly string[];
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
export async function* thingsOf(
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
    const listing = client.list(endpoint, { params, query } as never, { pageSize: AT_ONCE });
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
  const named = { paths: words(list?.paths), slugs: words(list?.slugs) };
  return { id, titles: words(list?.title), hints: words(list?.hint), ...named };
}
