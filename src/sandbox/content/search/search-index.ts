import { sectionsOf } from "../../../shared/markdown/outline.js";
import { hasSearchTables, SEARCH_TABLES } from "../../store/index-tables.js";
import type { Store } from "../../store/store.js";
import { documentText } from "../documents.js";
import { flatPages } from "../pages.js";
import { visibleText } from "../text/visible.js";
import type { StoredPage, StoredRevision } from "../types.js";

/*
 * One FTS5 table (`unicode61`) of the pages in the active revision of each space: a row for the title of a page, and one
 * for each of its sections. A space is brought up to date when it is searched. Chinese, Japanese and Korean have no spaces
 * between words, so each sign is a word of its own and a run of them is asked for as a phrase.
 */

/** Rows of a page: its id times this, plus the number of the section. Further sections are merged into the last one. */
export const MAX_SECTIONS = 1000;

const SIGN = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc]";
export const SIGNS = new RegExp(SIGN, "gu");
/** A sign, or what `unicode61` takes for a word. */
export const PARTS = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");
/** Separates words for `unicode61` and is not seen. */
export const SEPARATOR = "\u200b";
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Full and half width forms are one letter. */
export const normalizeText = (text: string): string => (BEYOND_ASCII.test(text) ? text.normalize("NFKC") : text);

const toIndexedText = (text: string): string => normalizeText(text).replace(SIGNS, `${SEPARATOR}$&${SEPARATOR}`);

function readSections(store: Store, { document }: StoredPage): { anchor: string; title: string; body: string }[] {
  const all = sectionsOf(document === undefined ? "" : documentText(store, document));
  const rest = all.splice(MAX_SECTIONS - 1).map(({ title, body }) => `\n${title}\n${body}`);
  return all.map((section, at) => ({
    ...section,
    body: visibleText(section.body + (at === MAX_SECTIONS - 2 ? rest.join("") : "")),
  }));
}

const ADD_ROW = "INSERT INTO page_text (rowid, title, heading, body, anchor) VALUES (?, ?, ?, ?, ?)";

function addTexts(store: Store, id: number, page: StoredPage): void {
  store.sql.run(ADD_ROW, id * MAX_SECTIONS, toIndexedText(page.title), "", "", "");
  for (const [at, { anchor, title, body }] of readSections(store, page).entries()) {
    store.sql.run(ADD_ROW, id * MAX_SECTIONS + at + 1, "", toIndexedText(title), toIndexedText(body), anchor);
  }
}

function removePage({ sql }: Store, id: number): void {
  // FTS5 looks for a range of integers only, and a number of JavaScript is a float for some bindings.
  const [first, last] = [id * MAX_SECTIONS, id * MAX_SECTIONS + MAX_SECTIONS - 1];
  sql.run("DELETE FROM page_text WHERE rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)", first, last);
  sql.run("DELETE FROM page_index WHERE id = ?", id);
}

const ADD_PAGE = `INSERT INTO page_index (id, space, page, position, path, title, document)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position, path = excluded.path`;

/** Writes only the pages that differ from what is indexed. */
function indexSpace(store: Store, space: string, pages: readonly StoredPage[]): void {
  const { sql } = store;
  const rows = sql.all("SELECT id, page, position, path, title, document FROM page_index WHERE space = ?", space);
  const known = new Map(rows.map((row) => [String(row.page), row]));
  let last = Number(sql.all("SELECT coalesce(max(id), 0) AS id FROM page_index")[0]?.id);
  for (const [position, page] of pages.entries()) {
    const row = known.get(page.id);
    const isSame = row !== undefined && row.title === page.title && row.document === (page.document ?? null);
    if (isSame) known.delete(page.id);
    if (isSame && row.position === position && row.path === page.path) continue;
    if (!isSame) last += 1;
    const id = isSame ? Number(row.id) : last;
    sql.run(ADD_PAGE, id, space, page.id, position, page.path, page.title, page.document ?? null);
    if (!isSame) addTexts(store, id, page);
  }
  for (const row of known.values()) removePage(store, Number(row.id));
}

/** Brings the index of these spaces up to date; a space whose content was not read is left out. */
export function indexSpaces(store: Store, spaces: readonly { id: string; revision: string }[]): void {
  const { sql } = store;
  if (!hasSearchTables(sql)) for (const table of SEARCH_TABLES) sql.run(table);
  const known = new Map(
    sql.all("SELECT space, revision FROM indexed_space").map(({ space, revision }) => [space, revision]),
  );
  for (const { id, revision } of spaces) {
    if (known.get(id) === revision || store.scopeOf("revision", revision) === undefined) continue;
    indexSpace(store, id, flatPages(store.kept<StoredRevision>("revision", revision)?.pages ?? []));
    sql.run("INSERT OR REPLACE INTO indexed_space (space, revision) VALUES (?, ?)", id, revision);
  }
}

/** Removes a space from the search. */
export function forgetSpace(store: Store, space: string): void {
  if (!hasSearchTables(store.sql)) return;
  indexSpace(store, space, []);
  store.sql.run("DELETE FROM indexed_space WHERE space = ?", space);
}
