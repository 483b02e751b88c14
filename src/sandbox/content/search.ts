import type { Store } from "../store.js";
import { getRevision } from "./revisions.js";
import { indexSpace, MAX_SECTIONS } from "./search-index.js";
import { type Word, wordsOf } from "./search-words.js";
import { snippet } from "./snippet.js";

/** Contract, "Search results": a page with the sections that match. */
export interface SearchItem {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  urls: { app: string };
}

/** What is needed of a space to search it. */
export interface Searched {
  id: string;
  revision: string;
  urls: Record<string, string>;
}

/** A page that has all words. */
export interface Match {
  space: string;
  id: string;
  path: string;
  title: string;
  /** Id of its text in the index; 0 for none. */
  document: number;
}

const SECTIONS_SHOWN = 5;

/** Common table expressions `w0`, `w1`, ...: ids of the texts that have each word, or its stem. */
function wordTables(words: readonly Word[]): { sql: string; values: string[] } {
  const one = (table: string) => `SELECT rowid / ${MAX_SECTIONS} FROM ${table} WHERE ${table} MATCH ?`;
  const tables = words.map(({ stem }, index) => {
    return `w${index}(text) AS MATERIALIZED (${one("search_text")}${stem ? ` UNION ${one("search_stem")}` : ""})`;
  });
  return {
    sql: `WITH ${tables.join(", ")}`,
    values: words.flatMap(({ match, stem }) => (stem ? [match, stem] : [match])),
  };
}

/** Every word is in the title or in the text. */
const hasAll = (words: readonly Word[]) =>
  words.map((_, index) => `(title IN w${index} OR document IN w${index})`).join(" AND ");

/** Spaces whose revision has changed since their pages were indexed are indexed now. */
function bringUpToDate(store: Store, spaces: readonly Searched[]): void {
  const known = new Map(
    store.sql.all("SELECT space, revision FROM search_space").map(({ space, revision }) => [space, revision]),
  );
  for (const { id, revision } of spaces) {
    if (known.get(id) !== revision) indexSpace(store, id, getRevision(store, revision));
  }
}

const idsOf = (spaces: readonly Searched[]) => JSON.stringify(spaces.map(({ id }) => id));

/** Those of the spaces that have pages with every word of the text, in their order. */
export function spacesWith<T extends Searched>(store: Store, spaces: readonly T[], text: string): T[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  bringUpToDate(store, spaces);
  const { sql, values } = wordTables(words);
  const rows = store.sql.all(
    `${sql} SELECT DISTINCT space FROM search_page
     WHERE space IN (SELECT value FROM json_each(?)) AND ${hasAll(words)}`,
    ...values,
    idsOf(spaces),
  );
  const found = new Set(rows.map(({ space }) => space));
  return spaces.filter(({ id }) => found.has(id));
}

interface Ranked extends Match {
  titled: number;
  position: number;
}

function matchesIn(store: Store, spaces: readonly Searched[], words: readonly Word[]): Ranked[] {
  const { sql, values } = wordTables(words);
  const titled = words.map((_, index) => `(title IN w${index})`).join(" + ");
  const rows = store.sql.all(
    `${sql} SELECT space, page, path, substr(n.name, 2) AS name, document, position, ${titled} AS titled
     FROM search_page JOIN search_name n ON n.id = title WHERE space IN (SELECT value FROM json_each(?))
     AND ${hasAll(words)}`,
    ...values,
    idsOf(spaces),
  );
  return rows.map((row) => ({
    space: String(row.space),
    id: String(row.page),
    path: String(row.path),
    title: String(row.name),
    document: Number(row.document ?? 0),
    position: Number(row.position),
    titled: Number(row.titled),
  }));
}

const joined = (words: readonly Word[], operator: string) => words.map(({ match }) => match).join(` ${operator} `);

/** Sections of these texts that match, by relevance; a word in a heading counts four times. */
function scores(store: Store, match: string, documents: readonly number[]): { id: number; score: number }[] {
  const rows = store.sql.all(
    `SELECT rowid AS id, bm25(search_text, 4.0, 1.0) AS score FROM search_text
     WHERE search_text MATCH ? AND rowid / ${MAX_SECTIONS} IN (SELECT value FROM json_each(?))`,
    match,
    JSON.stringify(documents),
  );
  return rows.map(({ id, score }) => ({ id: Number(id), score: Number(score) }));
}

/** The relevance of each text is that of its best section; the smaller, the better. Sections with all words come first. */
function ranks(store: Store, words: readonly Word[], documents: readonly number[]): Map<number, number> {
  const best = new Map<number, number>();
  const take = (match: string, wanted: readonly number[], add: number) => {
    for (const { id, score } of scores(store, match, wanted)) {
      const text = Math.floor(id / MAX_SECTIONS);
      best.set(text, Math.min(best.get(text) ?? Number.POSITIVE_INFINITY, score + add));
    }
  };
  take(joined(words, "AND"), documents, -1e6);
  if (words.length > 1)
    take(
      joined(words, "OR"),
      documents.filter((text) => !best.has(text)),
      0,
    );
  return best;
}

/**
 * Pages that have every word of the text, in the title or in the body: words match from their beginning and by their
 * English stem, without regard to case and accents. Those whose title matches come first, then the most relevant ones.
 */
export function searchPages(store: Store, spaces: readonly Searched[], text: string): Match[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  bringUpToDate(store, spaces);
  const found = matchesIn(store, spaces, words);
  const rank = ranks(
    store,
    words,
    found.map(({ document }) => document),
  );
  const rankOf = ({ document }: Match) => rank.get(document) ?? Number.POSITIVE_INFINITY;
  return found.sort((a, b) => {
    if (a.titled !== b.titled) return b.titled - a.titled;
    const [left, right] = [rankOf(a), rankOf(b)];
    return left === right ? a.position - b.position : left - right;
  });
}

interface SectionRow {
  id: number;
  anchor: string;
  title: string;
  body: string;
}

/** The sections to show of each text, best first: those with all words, else with some of them, else with a stem. */
function sectionsOf(store: Store, words: readonly Word[], documents: readonly number[]): Map<number, SectionRow[]> {
  const shown = new Map<number, number[]>();
  const add = (found: { id: number; score: number }[]) => {
    const had = new Set(shown.keys());
    for (const { id } of found.sort((a, b) => a.score - b.score || a.id - b.id)) {
      const text = Math.floor(id / MAX_SECTIONS);
      const ids = shown.get(text) ?? [];
      if (had.has(text) || ids.length === SECTIONS_SHOWN) continue;
      shown.set(text, [...ids, id]);
    }
  };
  const missing = () => documents.filter((text) => !shown.has(text));
  add(scores(store, joined(words, "AND"), documents));
  if (words.length > 1 && missing().length > 0) add(scores(store, joined(words, "OR"), missing()));
  const stems = words.flatMap(({ stem }) => stem ?? []).join(" OR ");
  if (stems !== "" && missing().length > 0) {
    const rows = store.sql.all(
      `SELECT rowid AS id FROM search_stem WHERE search_stem MATCH ?
       AND rowid / ${MAX_SECTIONS} IN (SELECT value FROM json_each(?))`,
      stems,
      JSON.stringify(missing()),
    );
    add(rows.map(({ id }) => ({ id: Number(id), score: 0 })));
  }
  return new Map([...shown].map(([text, ids]) => [text, rowsOf(store, ids)]));
}

function rowsOf(store: Store, ids: readonly number[]): SectionRow[] {
  return ids.flatMap((id) =>
    store.sql.all("SELECT anchor, title, body FROM search_section WHERE id = ?", id).map(({ anchor, title, body }) => {
      return { id, anchor: String(anchor), title: String(title), body: String(body) };
    }),
  );
}

/** What is answered of pages that were found in these spaces, one list of items for each of them. */
export function presentMatches(
  store: Store,
  spaces: readonly Searched[],
  text: string,
  found: readonly Match[],
): SearchItem[][] {
  const words = wordsOf(text);
  const documents = found.flatMap(({ document }) => document || []);
  const sections = documents.length === 0 ? new Map<number, SectionRow[]>() : sectionsOf(store, words, documents);
  return spaces.map(({ id, urls }) =>
    found
      .filter(({ space }) => space === id)
      .map((match) => itemOf(match, sections.get(match.document) ?? [], words, urls.app ?? "")),
  );
}

function itemOf(
  { id, path, title }: Match,
  rows: readonly SectionRow[],
  words: readonly Word[],
  app: string,
): SearchItem {
  const at = (anchor: string) => (anchor === "" ? path : `${path}#${anchor}`);
  const sections = rows.map((row) => ({
    id: row.anchor === "" ? id : `${id}#${row.anchor}`,
    title: row.title || title,
    path: at(row.anchor),
    body: snippet(row.body, words),
    urls: { app: `${app}/${at(row.anchor)}` },
  }));
  return { id, title, path, sections, urls: { app: `${app}/${path}` } };
}
