/** Compares what the service answers now with what a snapshot holds. */

import { hashOf } from "../../sandbox/content/pages.js";
import { setting } from "../../sandbox/store/schema.js";
import { listSources, type Source } from "../../sandbox/store/sources.js";
import { createStore } from "../../sandbox/store/store.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { withoutKeys } from "../../shared/keys.js";
import { longestIncreasing } from "../../shared/longest-increasing.js";
import { isFailed, needsText, TEXTLESS } from "../../shared/snapshots/gaps.js";
import { isObject } from "../../shared/values.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { type Item, makeItems, type Params, ROWS, rowsAt, usableItems } from "./store-answer.js";
import { permissionsIn, permissionsOf } from "./write/health.js";

interface Difference {
  id: string;
  change: "new" | "gone" | "changed" | "not answered";
  /** The members that differ, if `change` is "changed". */
  fields?: string[] | undefined;
  /** Why nothing can be said, if `change` is "not answered". */
  reason?: string | undefined;
}

/** Members that change without anyone editing the thing. */
const VOLATILE = new Set(["lastSeenAt"]);

interface Page {
  id: string;
  document?: string;
  type?: unknown;
  pages: Page[];
  [member: string]: unknown;
}

interface ComparedSelection {
  organization: string;
  include: [];
  exclude: [];
  spaces?: string[];
}

/** A page and the text that a snapshot has of it. */
export interface PageText {
  id: string;
  document: string | undefined;
  /** True if an answer without a text lacks it. */
  isNeeded: boolean;
}

interface SnapshotReader {
  /** The request it was made for. */
  asked: ComparedSelection;
  origin: string;
  /** Scopes that are complete. */
  complete: ReadonlySet<string>;
  /** Scopes that it does not have as a whole. */
  failed: readonly Source[];
  items(name: string, params: Params): Item[];
  /** Compares the items of a list, or a single thing. */
  compare(name: string, params: Params, answered: readonly Item[]): Difference[];
  /** Compares the page tree of a content. */
  compareTree(params: Params, content: Item): Difference[];
  /** The pages of a content that may have a text, with the hash of what is in the file. */
  pages(params: Params): PageText[];
  /** Permissions on the organization that the caller has lost. */
  lostPermissions(organization: Item): string[];
  hashOf(markdown: string): string;
  close(): void;
}

/** Lists whose order means something. */
const ORDERED: ReadonlySet<string> = new Set([
  "listOrgSpaces",
  "listOrgCollections",
  "listSiteSections",
  "listSiteSpaces",
]);

/** Things that are in what they were in, in another order: the fewest that moved. */
function findReordered(
  rows: readonly { id: string; scope: string; item: Item }[],
  now: readonly string[],
): Difference[] {
  const levels = new Map<string, string[]>();
  for (const { id, scope, item } of rows) {
    const level = `${scope} ${String(item.sectionGroup ?? "")}`;
    levels.set(level, [...(levels.get(level) ?? []), id]);
  }
  return [...levels.values()].flatMap((was) => {
    const places = new Map(was.map((id, at) => [id, at]));
    const is = now.filter((id) => places.has(id));
    const stable = longestIncreasing(is.map((id) => places.get(id) ?? 0));
    const moved = is.filter((_, at) => !stable.has(at));
    return moved.map((id): Difference => ({ id, change: "changed", fields: ["order"] }));
  });
}

/** @throws Failure config, io */
export function openReader(file: string): SnapshotReader {
  const db = openSnapshotFile(file);
  const store = createStore(db, { writable: () => false });
  // Written by `snapshots create`.
  const asked = { organization: "", include: [], exclude: [], ...JSON.parse(setting(db, "snapshot.asked") ?? "{}") };
  const withKeys: boolean = asked.include.includes("share-keys");
  const clean = <T>(value: T): T => (withKeys ? value : withoutKeys(value));
  const pagesOf = (params: Params): Page[] => {
    const [kind, id] =
      params.changeRequestId === undefined ? ["space", params.spaceId] : ["change-request", params.changeRequestId];
    const revision = store.get<{ revision?: string }>(kind ?? "", id ?? "")?.revision;
    return store.get<{ pages: Page[] }>("revision", revision ?? "")?.pages ?? [];
  };
  return {
    asked,
    origin: setting(db, "snapshot.origin") ?? "",
    complete: new Set(listSources(store).flatMap(({ scope, state }) => (state === "complete" ? [scope] : []))),
    failed: listSources(store).filter(isFailed),
    items: (name, params) => makeItems(store, name, params),
    compare: (name, params, answered) => {
      const { gap } = usableItems(name, params, answered);
      // The other items are unknown, so none of them is called gone.
      if (gap !== undefined) return [{ id: "", change: "not answered", reason: gap }];
      const { id = ({ id: own }: Item) => String(own), stored = (item: Item) => item } = ROWS[name] ?? {};
      const now = new Map(answered.map((item) => [id(item, params), stored(clean(item), params)]));
      const rows = rowsAt(store, name, params).map((row) => ({ ...row, item: parseStored(row.json) }));
      const found = differences(new Map(rows.map((row) => [row.id, row.item])), now);
      return ORDERED.has(name) ? [...found, ...findReordered(rows, [...now.keys()])] : found;
    },
    compareTree: (params, content) =>
      differences(new Map(flattenPages(pagesOf(params))), new Map(flattenPages(clean(content).pages as Page[]))),
    pages: (params) =>
      flattenPages(pagesOf(params)).flatMap(([id, page]) =>
        TEXTLESS.has(page.type) ? [] : [{ id, document: page.document, isNeeded: needsText(page) }],
      ),
    lostPermissions: (now) => permissionsIn(db).filter((permission) => !permissionsOf(now).includes(permission)),
    hashOf,
    close: () => db.close(),
  };
}

/** The pages of a tree by id; each has its place instead of the pages below it. */
function flattenPages(pages: readonly Page[], above = ""): [id: string, page: Page][] {
  return pages.flatMap((page, at) => [
    [page.id, { ...page, pages: [], place: `${above}/${at}` }],
    ...flattenPages(page.pages ?? [], page.id),
  ]);
}

function differences(before: ReadonlyMap<string, object>, now: ReadonlyMap<string, object>): Difference[] {
  const gone = [...before.keys()].filter((id) => !now.has(id));
  const found: Difference[] = gone.map((id) => ({ id, change: "gone" }));
  for (const [id, value] of now) {
    const was = before.get(id);
    if (!was) found.push({ id, change: "new" });
    else {
      const fields = fieldsThatDiffer(was, value);
      if (fields.length > 0) found.push({ id, change: "changed", fields });
    }
  }
  return found;
}

/** Members that snapshots add to answers. Texts are compared one by one. */
const ADDED = new Set(["document", "answered"]);

function fieldsThatDiffer(one: object, other: object): string[] {
  const [a, b] = [entriesOf(one), entriesOf(other)];
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => !ADDED.has(name) && a.get(name) !== b.get(name));
}

const entriesOf = (value: object): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] =>
      inner === undefined || VOLATILE.has(name) ? [] : [[name, text(inner)]],
    ),
  );

/** JSON with sorted members: the service may answer them in any order. */
const text = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) =>
    VOLATILE.has(name)
      ? undefined
      : isObject(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
  );
