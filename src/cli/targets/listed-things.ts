/** Things of a kind as their list tells them: for pickers, titles and near matches. */

import { getPath } from "../../facts/paths.js";
import type { Client } from "../../http/types.js";
import type { Kind } from "../kinds.js";

export interface Thing {
  id: string;
  titles: readonly string[];
  hints: readonly string[];
  /** Where it is among others: "guides/start". */
  paths: readonly string[];
  /** The last part of that. */
  slugs: readonly string[];
}

/** Items asked for at once: what a person looks at first has to come soon. */
const AT_ONCE = 200;

/** Page by page; the next one is asked for when it is wanted. `params` holds the contexts of the list. */
export async function* thingsOf(
  kind: Kind,
  params: Record<string, string>,
  client: Client,
): AsyncGenerator<readonly Thing[]> {
  const { list } = kind;
  if (!list) return;
  const inCr = params.changeRequestId !== undefined && list.loadInCr !== undefined;
  const endpoint = await (inCr && list.loadInCr ? list.loadInCr() : list.load());
  for (const query of list.queries ?? [undefined]) {
    // The lister of a kind takes the contexts that the kind names.
    const listing = client.list(endpoint, { params, query } as never, { pageSize: AT_ONCE });
    for await (const page of listing.pages()) yield flat(kind, page.items as readonly unknown[]);
  }
}

function flat(kind: Kind, items: readonly unknown[]): Thing[] {
  return items.flatMap((item) => {
    const below = kind.list?.below === undefined ? undefined : getPath(item, kind.list.below);
    return [asThing(kind, item), ...(Array.isArray(below) ? flat(kind, below) : [])];
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
