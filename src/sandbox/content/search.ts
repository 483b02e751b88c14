import { sectionsOf } from "../../shared/markdown/outline.js";
import type { SqlValue } from "../../system/sqlite.js";
import { hasSearchTables, SEARCH_TABLES } from "../store/schema.js";
import type { Store } from "../store/store.js";
import { documentText, flatPages } from "./pages.js";
import { visibleText } from "./present.js";
import type { StoredPage, StoredRevision } from "./types.js";

/*
 * One FTS5 table (`unicode61`) of the pages in the active revision of each space: a row for the title of a page, and one
 * for each of its sections. A space is brought up to date when it is searched. Chinese, Japanese and Korean have no spaces
 * between words, so each sign is a word of its own and a run of them is asked for as a phrase.
 */

/** Rows of a page: its id times this, plus the number of the section. Further sections are merged into the last one. */
const MAX_SECTIONS = 1000;

const SIGN = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc]";
const SIGNS = new RegExp(SIGN, "gu");
/** A sign, or what `unicode61` takes for a word. */
const PARTS = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");
/** Separates words for `unicode61` and is not seen. */
const SEPARATOR = "\u200b";
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Full and half width forms are one letter. */
const normalizeText = (text: string): string => (BEYOND_ASCII.test(text) ? text.normalize("NFKC") : text);

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
function indexSpaces(store: Store, spaces: readonly { id: string; revision: string }[]): void {
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

/** Contract, "Search results": a page with its matching sections. */
export interface SearchItem {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  urls: { app: string };
}

/** `match`: a phrase of FTS5, of letters and digits only, so that it cannot close its quotes. `written`: a word with signs, in lower case. */
type Word = { match: string; written?: string };

const MAX_WORDS = 16;
const SECTIONS_SHOWN = 3;
/** Pages whose texts are read to count a word with signs. */
const MOST_COUNTED = 200;

/** A plain word matches from its beginning; a word with signs, or a run of ideographs, is a phrase of its parts. */
function wordsOf(text: string): Word[] {
  const words = normalizeText(text).split(/\s+/).slice(0, MAX_WORDS);
  return words.flatMap((word): Word[] => {
    const parts = word.match(PARTS) ?? [];
    const phrase = `"${parts.join(" ")}"`;
    if (parts.length === 0) return [];
    if (word.match(SIGNS)) return [{ match: phrase }];
    if (parts[0] === word) return [{ match: `${phrase}*` }];
    return [{ match: phrase, written: word.replace(/[^\p{L}\p{N}\p{M}]+$/u, "").toLowerCase() }];
  });
}

/** Lists of numbers come from SQLite as one text each: fetching rows takes longer than finding them. */
const toNumbers = (list: SqlValue | undefined): number[] => JSON.parse(`[${list ?? ""}]`);

/** Ids in the index of the pages that have all words somewhere, by space. Spaces without a match are left out. */
export function searchSpaces(
  store: Store,
  spaces: readonly { id: string; revision: string }[],
  text: string,
): Map<string, number[]> {
  const words = wordsOf(text);
  if (words.length === 0) return new Map();
  indexSpaces(store, spaces);
  const having = `id IN (SELECT rowid / ${MAX_SECTIONS} FROM page_text WHERE page_text MATCH ?)`;
  const rows = store.sql.all(
    `SELECT space, group_concat(id) AS ids FROM page_index WHERE space IN (SELECT value FROM json_each(?))
     AND ${words.map(() => having).join(" AND ")} GROUP BY space`,
    JSON.stringify(spaces.map(({ id }) => id)),
    ...words.map(({ match }) => match),
  );
  return new Map(rows.map(({ space, ids }) => [String(space), toNumbers(ids)]));
}

/** `indexId`: in the index. `count`: how often the words with signs are on it. A lower score is better. `sections`: rows, best first. */
export type RankedPage = { id: string; space: string; indexId: number; sections: number[] } & {
  isTitled: boolean;
  count: number;
  score: number;
};

const AMONG = "(SELECT value FROM json_each(?))";
const joinWords = (words: readonly Word[], operator: string) => words.map(({ match }) => match).join(` ${operator} `);

const comparePages = (one: RankedPage, other: RankedPage) =>
  other.count - one.count || Number(other.isTitled) - Number(one.isTitled) || one.score - other.score;

/** Ranks pages by their ids in the index: by the number of words with signs, by title, by `bm25`. */
export function rankPages(store: Store, ids: readonly number[], text: string): RankedPage[] {
  if (ids.length === 0) return [];
  const words = wordsOf(text);
  const list = JSON.stringify(ids);
  const [row] = store.sql.all(
    `SELECT json_group_array(json_array(id, page, space)) AS pages FROM
     (SELECT * FROM page_index WHERE id IN ${AMONG} ORDER BY position LIMIT -1)`,
    list,
  );
  const ranked = new Map<number, RankedPage>();
  for (const [indexId, id, space] of JSON.parse(String(row?.pages)) as [number, string, string][]) {
    ranked.set(indexId, { id, space, indexId, isTitled: false, count: 0, score: 0, sections: [] });
  }
  // With a limit the subquery runs as it stands: scores cannot be computed in an aggregate.
  const [scores] = store.sql.all(
    `SELECT group_concat(id) AS ids, group_concat(score) AS scores FROM (
       SELECT rowid AS id, bm25(page_text, 10.0, 4.0, 1.0) AS score FROM page_text
       WHERE page_text MATCH ? AND rowid / ${MAX_SECTIONS} IN ${AMONG} ORDER BY score LIMIT -1)`,
    joinWords(words, "OR"),
    list,
  );
  const values = toNumbers(scores?.scores);
  for (const [at, section] of toNumbers(scores?.ids).entries()) {
    const page = ranked.get(Math.floor(section / MAX_SECTIONS));
    if (page) page.score += values[at] ?? 0;
    if (section % MAX_SECTIONS > 0) page?.sections.push(section);
  }
  const titled = `title : (${joinWords(words, "AND")})`;
  const [titles] = store.sql.all("SELECT group_concat(rowid) AS ids FROM page_text WHERE page_text MATCH ?", titled);
  for (const id of toNumbers(titles?.ids)) Object.assign(ranked.get(id / MAX_SECTIONS) ?? {}, { isTitled: true });
  const sorted = [...ranked.values()].sort(comparePages);
  const written = words.flatMap((word) => word.written ?? []);
  if (written.length > 0) countWords(store, sorted.slice(0, MOST_COUNTED), written);
  return sorted.sort(comparePages);
}

/** Counts words in the rows that have them. */
function countWords(store: Store, pages: readonly RankedPage[], written: readonly string[]): void {
  const rows = store.sql.all(
    `SELECT rowid AS id, title || ' ' || heading || ' ' || body AS text FROM page_text WHERE rowid IN ${AMONG}`,
    JSON.stringify(pages.flatMap(({ indexId, sections }) => [indexId * MAX_SECTIONS, ...sections])),
  );
  const byId = new Map(pages.map((page) => [page.indexId, page]));
  for (const { id, text } of rows) {
    const page = byId.get(Math.floor(Number(id) / MAX_SECTIONS));
    if (page) for (const word of written) page.count += String(text).toLowerCase().split(word).length - 1;
  }
}

const plainText = (text: SqlValue | undefined): string =>
  String(text).replaceAll(SEPARATOR, "").replace(/\s+/g, " ").trim();

/** Ranked pages as answers. `app` returns the URL of a space in the app. */
export function presentPages(
  store: Store,
  pages: readonly RankedPage[],
  text: string,
  app: (space: string) => string,
): SearchItem[] {
  if (pages.length === 0) return [];
  const shown = pages.map(({ sections }) => sections.slice(0, SECTIONS_SHOWN));
  const found = store.sql.all(
    `SELECT rowid AS id, anchor, heading, snippet(page_text, 2, '', '', '…', 40) AS body FROM page_text
     WHERE page_text MATCH ? AND +rowid IN ${AMONG}`,
    joinWords(wordsOf(text), "OR"),
    JSON.stringify(shown.flat()),
  );
  const rows = new Map(found.map((row) => [Number(row.id), row]));
  const known = store.sql.all(
    "SELECT p.path, p.title FROM json_each(?) j CROSS JOIN page_index p ON p.id = j.value ORDER BY j.key",
    JSON.stringify(pages.map(({ indexId }) => indexId)),
  );
  return pages.map(({ id, space }, index) => {
    const [title, path] = [String(known[index]?.title), String(known[index]?.path)];
    const sections = (shown[index] ?? []).map((section) => {
      const { anchor, heading, body } = rows.get(section) ?? {};
      const part = anchor === "" ? "" : `#${anchor}`;
      const urls = { app: `${app(space)}/${path}${part}` };
      return { id: id + part, title: plainText(heading) || title, path: path + part, body: plainText(body), urls };
    });
    return { id, title, path, sections, urls: { app: `${app(space)}/${path}` } };
  });
}
