import type { Store } from "../../store/store.js";
import { documentText } from "../documents.js";
import { flatPages } from "../pages.js";
import { plainText, sectionsOf } from "../text/outline.js";
import { visibleText } from "../text/visible.js";
import type { StoredPage, StoredRevision } from "../types.js";
import { toIndexedText } from "./search-words.js";

/*
 * Texts are indexed by section. Documents never change, so rows are only ever added, and every revision, change request
 * and copy that shares a document shares its rows. The list of pages is kept for the active revision of each space.
 * There are two FTS5 tables, because in one of `porter` the beginning of a word is reduced to its stem as well: `used*`
 * would find "user", and "organiz" nothing.
 */

/** Any further sections are merged into the last one. */
export const MAX_SECTIONS = 1000;

interface Section {
  anchor: string;
  title: string;
  body: string;
}

function addSection({ sql }: Store, id: number, { anchor, title, body }: Section): void {
  sql.run("INSERT INTO search_section (id, anchor, title, body) VALUES (?, ?, ?, ?)", id, anchor, title, body);
  const [heading, text] = [toIndexedText(title), toIndexedText(body)];
  sql.run("INSERT INTO search_text (rowid, title, body) VALUES (?, ?, ?)", id, heading, text);
  sql.run("INSERT INTO search_stem (rowid, text) VALUES (?, ?)", id, `${heading} ${text}`);
}

function sectionsOfDocument(markdown: string): Section[] {
  const all = sectionsOf(markdown);
  const rest = all.splice(MAX_SECTIONS - 1);
  const sections = all.map(({ anchor, title, body }) => ({ anchor, title, body: visibleText(body) }));
  const [first] = rest;
  if (!first) return sections;
  const bodies = rest.map(({ title, body }, index) => (index === 0 ? body : `${title}\n${body}`));
  return [...sections, { anchor: first.anchor, title: first.title, body: visibleText(bodies.join("\n")) }];
}

const isTitle = (name: string) => name.startsWith("=");
/** SQLite's JSON ends texts at NUL and has no unpaired surrogates: what differs in these alone would be one name. */
const titleName = ({ title }: StoredPage) => `=${title.replace(/[\0\p{Surrogate}]/gu, "\ufffd")}`;

function readSections(store: Store, name: string): Section[] {
  if (!isTitle(name)) return sectionsOfDocument(documentText(store, name));
  return [{ anchor: "", title: plainText(name.slice(1)), body: "" }];
}

/** Indexes texts that are not indexed yet: titles, and documents by hash. */
function addTexts(store: Store, names: ReadonlySet<string>): void {
  const missing = store.sql.all(
    "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM search_name WHERE name = value)",
    JSON.stringify([...names]),
  );
  let id = Number(store.sql.all("SELECT coalesce(max(id), 0) AS id FROM search_name")[0]?.id);
  for (const { value } of missing) {
    id += 1;
    const name = String(value);
    store.sql.run("INSERT INTO search_name (id, name) VALUES (?, ?)", id, name);
    const sections = readSections(store, name);
    for (const [position, section] of sections.entries()) addSection(store, id * MAX_SECTIONS + position, section);
  }
}

function namesOf(pages: Iterable<StoredPage>): Set<string> {
  const names = new Set<string>();
  for (const page of pages) {
    names.add(titleName(page));
    if (page.document !== undefined) names.add(page.document);
  }
  return names;
}

/** Makes the titles and documents of these pages searchable; those of `before` already are. */
export function indexTexts(store: Store, pages: readonly StoredPage[], before: readonly StoredPage[] = []): void {
  const known = namesOf(flatPages(before));
  const names = [...namesOf(flatPages(pages))].filter((name) => !known.has(name));
  if (names.length > 0) addTexts(store, new Set(names));
}

/** Pages of the revision that a space's rows were built from; undefined if there is none. */
function indexedPages(store: Store, space: string): StoredPage[] | undefined {
  const row = store.sql.all("SELECT revision FROM search_space WHERE space = ?", space)[0];
  const revision = row && store.kept<StoredRevision>("revision", String(row.revision));
  return revision && flatPages(revision.pages);
}

function samePage(one: StoredPage, other: StoredPage | undefined): boolean {
  return (
    one.id === other?.id && one.path === other.path && one.title === other.title && one.document === other.document
  );
}

const SET_PAGE = `INSERT INTO search_page (space, position, page, path, title, document)
  VALUES (?1, ?2, ?3, ?4, (SELECT id FROM search_name WHERE name = ?5), (SELECT id FROM search_name WHERE name = ?6))
  ON CONFLICT DO UPDATE SET page = excluded.page, path = excluded.path, title = excluded.title,
  document = excluded.document`;

/** Updates the rows of a space to its active revision, writing only those that differ. */
export function indexSpace(store: Store, space: string, revision: Pick<StoredRevision, "id" | "pages">): void {
  const { sql } = store;
  const known = indexedPages(store, space);
  if (!known) sql.run("DELETE FROM search_page WHERE space = ?", space);
  const before = known ?? [];
  const pages = flatPages(revision.pages);
  const changed = pages.flatMap((page, position) => (samePage(page, before[position]) ? [] : [{ page, position }]));
  if (changed.length > 0) addTexts(store, namesOf(changed.map(({ page }) => page)));
  for (const { page, position } of changed) {
    sql.run(SET_PAGE, space, position, page.id, page.path, titleName(page), page.document ?? null);
  }
  if (before.length > pages.length) {
    sql.run("DELETE FROM search_page WHERE space = ? AND position >= ?", space, pages.length);
  }
  sql.run(
    "INSERT INTO search_space (space, revision) VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision",
    space,
    revision.id,
  );
}

/** Removes a space from the search. */
export function forgetSpace({ sql }: Store, space: string): void {
  for (const table of ["search_page", "search_space"]) sql.run(`DELETE FROM ${table} WHERE space = ?`, space);
}
