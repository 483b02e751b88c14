/** Link lists of pages and spaces: the items, only the broken ones, or only the counts. */
import { Failure } from "../errors.js";
import type { Listing, Page } from "../http/types.js";
import { memberAt } from "./member-at.js";
import type { Column } from "./output/types.js";
import type { Speaker } from "./speak.js";

const COLUMNS: readonly Column[] = [
  { header: "Status", path: "status", as: "state" },
  { header: "Page", path: "locationReferences", value: (item) => pageOf(item) },
  { header: "Target", path: "targetReference", value: (item) => targetOf(item) },
  { header: "Relation", path: "relation", drop: 2 },
];

export async function showLinks(
  out: Speaker,
  listing: Listing<object>,
  flags: { broken?: boolean; stats?: boolean },
): Promise<void> {
  if (flags.stats) return showStats(out, listing);
  const shown = flags.broken ? only(listing, "broken") : listing;
  await out.list(shown, { columns: COLUMNS, empty: flags.broken ? "no broken links" : "no links" });
}

async function showStats(out: Speaker, listing: Listing<object>): Promise<void> {
  for await (const page of listing.pages()) {
    if (!page.stats) throw new Failure("invalid-answer", "the answer has no stats");
    return out.item(page.stats, {
      columns: [
        { header: "Total", path: "total", as: "number" },
        { header: "Broken", path: "broken.total", as: "number" },
      ],
    });
  }
}

function only<T extends object>(listing: Listing<T>, status: string): Listing<T> {
  async function* pages(): AsyncIterable<Page<T>> {
    for await (const page of listing.pages()) {
      yield { ...page, next: page.next, items: page.items.filter((item) => memberAt(item, "status") === status) };
    }
  }
  return { pages };
}

/** Title or path of the page that holds the link. */
function pageOf(item: Record<string, unknown>): string {
  const places = Array.isArray(item.locationReferences) ? item.locationReferences : [];
  const names = places.map(
    (place: unknown) => memberAt(place, "page.path") ?? memberAt(place, "page.title") ?? memberAt(place, "page"),
  );
  return [...new Set(names.filter((name) => typeof name === "string"))].join(", ");
}

function targetOf(item: Record<string, unknown>): string {
  const target = item.targetReference;
  if (typeof target === "string") return target;
  for (const path of ["url", "href", "page.path", "file.name", "path", "page", "file", "space.title", "kind"]) {
    const value = memberAt(target, path);
    if (typeof value === "string") return value;
  }
  return "";
}
