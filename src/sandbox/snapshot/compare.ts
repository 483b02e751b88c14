/** Compares what a service answers now with what a snapshot has of it. */
import { withoutKeys } from "../../facts/keys.js";
import { isObject } from "../../facts/values.js";
import { hashOf } from "../content/documents.js";
import { setting } from "../store/schema.js";
import { listSources } from "../store/sources.js";
import { createStore } from "../store/store.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { type Item, type Params, ROWS } from "./rows.js";
import { itemsOf, rowsAt } from "./store-answer.js";

export interface Difference {
  id: string;
  change: "new" | "gone" | "changed";
  /** Members that differ, of what changed. */
  fields?: string[] | undefined;
}

/** Members that change by themselves. */
const RESTLESS = new Set(["lastSeenAt"]);

interface Page {
  id: string;
  document?: string;
  pages: Page[];
  [member: string]: unknown;
}

interface Asked {
  organization: string;
  include: [];
  exclude: [];
  spaces?: string[];
}

export interface SnapshotReader {
  /** What was asked for when it was made. */
  asked: Asked;
  origin: string;
  /** Scopes that are complete. */
  complete: ReadonlySet<string>;
  items(name: string, params: Params): Item[];
  /** Of a list, or of one thing. */
  compare(name: string, params: Params, answered: readonly Item[]): Difference[];
  /** Of the tree of a content. */
  compareTree(params: Params, content: Item): Difference[];
  /** Pages of a content whose text is in the file. */
  pages(params: Params): { id: string; document: string }[];
  hashOf(markdown: string): string;
  close(): void;
}

/** @throws Failure config, io */
export function openReader(file: string): SnapshotReader {
  const db = openSnapshotFile(file);
  const store = createStore(db, { writable: () => false });
  // As `snapshots create` wrote it.
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
    items: (name, params) => itemsOf(store, name, params),
    compare: (name, params, answered) => {
      const { id = ({ id: own }: Item) => String(own), stored = (item: Item) => item } = ROWS[name] ?? {};
      const now = new Map(answered.map((item) => [id(item, params), stored(clean(item), params)]));
      const before = rowsAt(store, name, params).map((row) => [row.id, JSON.parse(row.json)] as const);
      return differences(new Map(before), now);
    },
    compareTree: (params, content) =>
      differences(new Map(flat(pagesOf(params))), new Map(flat(clean(content).pages as Page[]))),
    pages: (params) =>
      flat(pagesOf(params)).flatMap(([id, { document }]) => (typeof document === "string" ? [{ id, document }] : [])),
    hashOf,
    close: () => db.close(),
  };
}

/** Pages of a tree by their ids, each with where it stands in place of those below it. */
function flat(pages: readonly Page[], above = ""): [id: string, page: Page][] {
  return pages.flatMap((page, at) => [
    [page.id, { ...page, pages: [], place: `${above}/${at}` }] as [string, Page],
    ...flat(page.pages ?? [], page.id),
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

/** The hash of a page's text is ours: texts are compared one by one. */
const OURS = new Set(["document", "answered"]);

function fieldsThatDiffer(one: object, other: object): string[] {
  const [a, b] = [entriesOf(one), entriesOf(other)];
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => !OURS.has(name) && a.get(name) !== b.get(name));
}

const entriesOf = (value: object): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] =>
      inner === undefined || RESTLESS.has(name) ? [] : [[name, text(inner)]],
    ),
  );

/** Members in their order: a service may answer them in another one. */
const text = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) =>
    RESTLESS.has(name)
      ? undefined
      : isObject(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
  );
