import type { Store } from "../store.js";
import { documentText } from "./documents.js";
import { parseHref } from "./hrefs.js";
import { type Extracted, extract, loadMarked, type Marked } from "./markdown.js";
import { walkPages } from "./pages.js";
import { pathsOf, type Source, sourceOf } from "./targets.js";
import type { StoredRevision } from "./types.js";

/*
 * Links, kept in tables: of each document what it links to, and of each place of a document in a space by which paths it
 * may mean something. Neither depends on the revision, so a new one adds rows for what it changed only. What a path means
 * in a revision is looked up when somebody asks.
 */

/** Keep what a document links to; answers it. */
export function recordDocument(store: Store, marked: Marked, document: string, markdown: string): Extracted {
  const extracted = extract(marked, markdown);
  store.sql.run(
    "INSERT INTO link_document (document, hrefs, anchors) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    document,
    JSON.stringify(extracted.hrefs),
    JSON.stringify([...extracted.anchors]),
  );
  return extracted;
}

function listsOf(store: Store, column: "hrefs" | "anchors", documents: readonly string[]): Map<string, string[]> {
  const rows = store.sql.all(
    `SELECT document, ${column} AS list FROM link_document WHERE document IN (SELECT value FROM json_each(?))`,
    JSON.stringify(documents),
  );
  // Written above: a list of texts.
  return new Map(rows.map(({ document, list }) => [String(document), JSON.parse(String(list)) as string[]]));
}

/** Destinations as written, by document. */
export const hrefsOf = (store: Store, documents: readonly string[]) => listsOf(store, "hrefs", documents);

/** What `#...` may name, by document. */
export const anchorsOf = (store: Store, documents: readonly string[]) => listsOf(store, "anchors", documents);

type Placed = [path: string, document: string, loose: boolean];

function placesOf(revision: StoredRevision): Placed[] {
  return [...walkPages(revision.pages)].flatMap(({ page }): Placed[] => {
    const { path, loose } = sourceOf(page);
    return page.document === undefined ? [] : [[path, page.document, loose]];
  });
}

function missingDocuments(store: Store, places: readonly Placed[]): string[] {
  const rows = store.sql.all(
    `SELECT DISTINCT value FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM link_document WHERE document = value)`,
    JSON.stringify(places.map(([, document]) => document)),
  );
  return rows.map(({ value }) => String(value));
}

function pathsIn(source: Source, hrefs: readonly string[]): Set<string> {
  const paths = new Set<string>();
  for (const href of hrefs) {
    const parsed = parseHref(href);
    if (parsed.kind === "local" && parsed.path !== "") for (const path of pathsOf(source, parsed.path)) paths.add(path);
  }
  return paths;
}

/** Rows of a table in one statement, in the order of its key: many calls and a random order cost most of an import. */
function insertAll({ sql }: Store, table: "link_source" | "link_path", space: string, rows: readonly SqlRow[]): void {
  const columns = table === "link_path" ? "path, source" : "source, document, id";
  const values = columns.split(",").map((_, index) => `json_extract(value, '$[${index}]')`);
  sql.run(
    `INSERT INTO ${table} (space, ${columns}) SELECT ?, ${values.join(", ")} FROM json_each(?) ORDER BY 2, 3`,
    space,
    JSON.stringify(rows),
  );
}

type SqlRow = readonly (string | number)[];

/** Places that the space did not have before; a document that stands twice in one place is one. */
function freshPlaces(store: Store, space: string, places: readonly Placed[]): Placed[] {
  const rows = store.sql.all(
    `SELECT min(key) AS key FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM link_source
     WHERE space = ? AND source = json_extract(value, '$[0]') AND document = json_extract(value, '$[1]'))
     GROUP BY json_extract(value, '$[0]'), json_extract(value, '$[1]')`,
    JSON.stringify(places),
    space,
  );
  const keys = new Set(rows.map(({ key }) => Number(key)));
  return places.filter((_, index) => keys.has(index));
}

function recordPlaces(store: Store, space: string, places: readonly Placed[]): void {
  const fresh = freshPlaces(store, space, places);
  const hrefs = hrefsOf(
    store,
    fresh.map(([, document]) => document),
  );
  const first = 1 + Number(store.sql.all("SELECT coalesce(max(id), 0) AS id FROM link_source")[0]?.id);
  insertAll(
    store,
    "link_source",
    space,
    fresh.map(([path, document], index) => [path, document, first + index]),
  );
  const paths = fresh.flatMap(([path, document, loose], index) =>
    [...pathsIn({ path, loose }, hrefs.get(document) ?? [])].map((target) => [target, first + index]),
  );
  insertAll(store, "link_path", space, paths);
}

const isRecorded = (store: Store, revision: string) =>
  store.sql.all("SELECT 1 FROM link_revision WHERE revision = ?", revision).length > 0;

/** Record a revision whose documents are known; others wait until somebody asks for links (`ensureLinks`). */
export function recordLinks(store: Store, space: string, revision: StoredRevision): void {
  const places = placesOf(revision);
  if (missingDocuments(store, places).length > 0) return;
  recordPlaces(store, space, places);
  store.sql.run("INSERT INTO link_revision (revision, space) VALUES (?, ?)", revision.id, space);
}

/** The tables know the links of a revision when this has ended. */
export async function ensureLinks(store: Store, space: string, revision: StoredRevision): Promise<void> {
  if (isRecorded(store, revision.id)) return;
  const missing = missingDocuments(store, placesOf(revision));
  if (missing.length > 0) {
    const marked = await loadMarked();
    for (const document of missing) recordDocument(store, marked, document, documentText(store, document));
  }
  recordLinks(store, space, revision);
}

/** Places of documents that may link to one of the paths. */
export function sourcesOf(store: Store, space: string, paths: readonly string[]): { path: string; document: string }[] {
  const rows = store.sql.all(
    `SELECT DISTINCT s.source AS path, s.document FROM link_path p JOIN link_source s ON s.id = p.source
     WHERE p.space = ? AND p.path IN (SELECT value FROM json_each(?))`,
    space,
    JSON.stringify(paths),
  );
  return rows.map(({ path, document }) => ({ path: String(path), document: String(document) }));
}

/** The links of a space that is gone for good. */
export function forgetLinks({ sql }: Store, space: string): void {
  for (const table of ["link_path", "link_source", "link_revision"]) {
    sql.run(`DELETE FROM ${table} WHERE space = ?`, space);
  }
}
