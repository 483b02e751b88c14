import type { Store } from "../store.js";
import { walkPages } from "./pages.js";
import { searchable } from "./search-index.js";
import type { StoredPage, StoredRevision } from "./types.js";

/** Contract, "Search results": a page with the sections that match. */
export interface SearchItem {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  urls: { app: string };
}

interface SectionRow {
  document: string;
  anchor: string;
  title: string;
  body: string;
}

const MAX_WORDS = 16;
const MAX_SECTIONS = 5;

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Documents that contain a word that begins so. The word is letters and digits: quotes cannot be closed. */
function documentsWith(store: Store, word: string, among: string): Set<string> {
  const rows = store.sql.all(
    `SELECT DISTINCT s.document FROM search_text JOIN search_section s ON s.id = search_text.rowid
     WHERE search_text MATCH ? AND s.document IN (SELECT value FROM json_each(?))`,
    `"${word}"*`,
    among,
  );
  return new Set(rows.map(({ document }) => String(document)));
}

/** Sections in order of relevance; a word in a heading counts four times. */
function sectionsWith(store: Store, match: string, among: string): SectionRow[] {
  const rows = store.sql.all(
    `SELECT s.document, s.anchor, s.title, snippet(search_text, 1, '', '', '…', 40) AS body
     FROM search_text JOIN search_section s ON s.id = search_text.rowid
     WHERE search_text MATCH ? AND s.document IN (SELECT value FROM json_each(?))
     ORDER BY bm25(search_text, 4.0, 1.0), s.id`,
    match,
    among,
  );
  return rows.map((row) => ({
    document: String(row.document),
    anchor: String(row.anchor),
    title: String(row.title),
    body: String(row.body).replace(/\s+/g, " ").trim(),
  }));
}

function itemOf(page: StoredPage, rows: readonly SectionRow[], app: string): SearchItem {
  const at = (anchor: string) => (anchor === "" ? page.path : `${page.path}#${anchor}`);
  const sections = rows.slice(0, MAX_SECTIONS).map(({ anchor, title, body }) => {
    const id = anchor === "" ? page.id : `${page.id}#${anchor}`;
    return { id, title: title || page.title, path: at(anchor), body, urls: { app: `${app}/${at(anchor)}` } };
  });
  return { id: page.id, title: page.title, path: page.path, sections, urls: { app: `${app}/${page.path}` } };
}

function groupByDocument(rows: readonly SectionRow[]): Map<string, SectionRow[]> {
  const groups = new Map<string, SectionRow[]>();
  for (const row of rows) groups.set(row.document, [...(groups.get(row.document) ?? []), row]);
  return groups;
}

/**
 * Pages of a revision that have every word of the text, in the title or in the body; words match from their beginning,
 * without regard to case and accents. Pages whose title matches come first, then the most relevant ones.
 */
export function searchPages(store: Store, revision: StoredRevision, app: string, text: string): SearchItem[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const pages = [...walkPages(revision.pages)].map(({ page }) => page);
  const among = JSON.stringify(pages.flatMap(({ document }) => document ?? []));
  if (words.length === 0 || !searchable(store)) return [];
  const found = words.map((word) => ({ folded: fold(word), documents: documentsWith(store, word, among) }));
  const inTitle = (page: StoredPage, folded: string) =>
    wordsOf(fold(page.title)).some((word) => word.startsWith(folded));
  const quoted = words.map((word) => `"${word}"*`);
  const whole = groupByDocument(sectionsWith(store, quoted.join(" AND "), among));
  const parts = groupByDocument(words.length === 1 ? [] : sectionsWith(store, quoted.join(" OR "), among));
  const rank = new Map([...whole.keys(), ...parts.keys()].reverse().map((document, index) => [document, index + 1]));
  return pages
    .filter((page) =>
      found.every(({ folded, documents }) => documents.has(page.document ?? "") || inTitle(page, folded)),
    )
    .map((page) => {
      const titled = found.filter(({ folded }) => inTitle(page, folded)).length;
      const rows = whole.get(page.document ?? "") ?? parts.get(page.document ?? "") ?? [];
      return { titled, rank: rank.get(page.document ?? "") ?? 0, item: itemOf(page, rows, app) };
    })
    .sort((a, b) => b.titled - a.titled || b.rank - a.rank)
    .map(({ item }) => item);
}
