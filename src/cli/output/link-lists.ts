/** Links of pages and spaces: all of them, only the broken ones, or only the counts. */
import { Failure, usage } from "../../errors.js";
import type { Listing, ListOptions, Page } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import type { Globals } from "../argv/globals.js";
import type { Reports } from "../context.js";
import type { Column } from "./types.js";

const COLUMNS: readonly Column[] = [
  { header: "Status", path: "status", as: "state" },
  { header: "Page", path: "locationReferences", value: (item) => pageOf(item) },
  { header: "Target", path: "targetReference", value: (item) => targetOf(item) },
  { header: "Relation", path: "relation", drop: 2 },
];

type LinkFlags = { broken?: boolean; stats?: boolean; exitCode?: boolean };
type LinkListContext = { out: Reports; globals: Globals };

/** --limit counts what is shown, so with --broken the listing itself must be unlimited. */
export async function showLinks(
  { out, globals }: LinkListContext,
  list: (options: ListOptions) => Listing<object>,
  flags: LinkFlags,
): Promise<void> {
  if (flags.exitCode && !flags.broken) throw usage("--exit-code needs --broken");
  if (flags.stats) return showStats(out, list({}));
  let found = 0;
  const counted = (items: readonly object[]): void => {
    found += items.length;
  };
  const broken = () => filterBroken(list({ limit: undefined }), globals.list, counted);
  const isTable = out.format === "table" && out.terminal.stdoutIsTTY;
  const shown = flags.broken ? (isTable ? onePerPage(broken()) : broken()) : list({});
  await out.list(shown, { columns: COLUMNS, empty: flags.broken ? "no broken links" : "no links" });
  if (flags.exitCode && found > 0) throw new Failure("findings", `${found} broken ${found === 1 ? "link" : "links"}`);
}

async function showStats(out: Reports, listing: Listing<object>): Promise<void> {
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

function filterBroken(
  listing: Listing<object>,
  { limit = Infinity, page: first }: Globals["list"],
  seen: (items: readonly object[]) => void,
): Listing<object> {
  async function* pages(): AsyncIterable<Page<object>> {
    let left = limit;
    let cursor = first;
    for await (const { items, next, gap } of listing.pages()) {
      const broken = items.filter((item) => getPath(item, "status") === "broken");
      seen(broken);
      if (broken.length > left) {
        // Continuing from this same page repeats items but loses none.
        yield { items: broken.slice(0, left), next: cursor, skipped: broken.length - left };
        return;
      }
      yield { items: broken, next, gap };
      left -= broken.length;
      cursor = next;
      if (left === 0) return;
    }
  }
  return { pages };
}

/** A row for each page: a cell with many of them would be cut. */
function onePerPage(listing: Listing<object>): Listing<object> {
  async function* pages(): AsyncIterable<Page<object>> {
    for await (const page of listing.pages()) {
      const items = page.items.flatMap((item) => {
        const places = getPath(item, "locationReferences");
        if (!Array.isArray(places) || places.length < 2) return [item];
        return places.map((place) => ({ ...item, locationReferences: [place] }));
      });
      yield { ...page, items };
    }
  }
  return { pages };
}

/** Title or path of the page that contains the link. */
function pageOf(item: Record<string, unknown>): string {
  const places = Array.isArray(item.locationReferences) ? item.locationReferences : [];
  const names = places.map(
    (place: unknown) => getPath(place, "page.path") ?? getPath(place, "page.title") ?? getPath(place, "page"),
  );
  return [...new Set(names.filter((name) => typeof name === "string"))].join(", ");
}

function targetOf(item: Record<string, unknown>): string {
  const target = item.targetReference;
  if (typeof target === "string") return target;
  for (const path of ["url", "href", "page.path", "file.name", "path", "page", "file", "space.title", "kind"]) {
    const value = getPath(target, path);
    if (typeof value === "string") return `${value}${anchorOf(target)}`;
  }
  return "";
}

function anchorOf(target: unknown): string {
  const anchor = getPath(target, "anchor");
  return typeof anchor === "string" && anchor !== "" ? `#${anchor}` : "";
}
