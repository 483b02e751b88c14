import type { SqlValue } from "../../store/sqlite.js";
import type { Store } from "../../store/store.js";
import { getRevision } from "../revisions.js";
import { indexSpace, MAX_SECTIONS } from "./search-index.js";
import { type Word, wordsOf } from "./search-words.js";
import { snippet } from "./snippet.js";

/** Contract, "Search results": a page with its matching sections. */
export interface SearchItem {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  urls: { app: string };
}

/** What a search needs to know about a space. */
interface SearchedSpace {
  id: string;
  revision: string;
}

/** A page that contains all words. */
interface Match {
  space: string;
  position: number;
  /** Id of its text in the index; 0 if it has none. */
  document: number;
  /** How many of the words are in the title. */
  titled: number;
}

const SECTIONS_SHOWN = 3;

/*
 * Lists of numbers come from SQLite as one text each: fetching rows would take longer than finding them, and so would
 * letting SQLite intersect the sets.
 */
const numbers = (list: SqlValue | undefined): number[] => JSON.parse(`[${list ?? ""}]`);

/** Ids of texts; a common word is in so many that a Set would take longer to fill than the query. */
interface Texts {
  has(id: number): boolean;
}

function textsOf(lists: readonly (readonly number[])[]): Texts {
  let last = 0;
  for (const ids of lists) for (const id of ids) if (id > last) last = id;
  const marked = new Uint8Array(last + 1);
  for (const ids of lists) for (const id of ids) marked[id] = 1;
  return { has: (id) => marked[id] === 1 };
}

/** Ids of the texts that contain a word or its stem. */
function textsWith(store: Store, { match, stem }: Word): Texts {
  const find = (table: string, query: string) =>
    numbers(
      store.sql.all(
        `SELECT group_concat(rowid / ${MAX_SECTIONS}) AS ids FROM ${table} WHERE ${table} MATCH ?`,
        query,
      )[0]?.ids,
    );
  return textsOf([find("search_text", match), stem ? find("search_stem", stem) : []]);
}

/** A copy of another service's organization may have spaces whose content was not read. */
const hasContent = (store: Store, { revision }: SearchedSpace): boolean =>
  store.scopeOf("revision", revision) !== undefined;

/** Indexes spaces whose revision has changed since they were last indexed. */
function indexChangedSpaces(store: Store, spaces: readonly SearchedSpace[]): void {
  const known = new Map(
    store.sql.all("SELECT space, revision FROM search_space").map(({ space, revision }) => [space, revision]),
  );
  for (const space of spaces) {
    const { id, revision } = space;
    if (known.get(id) === revision || !hasContent(store, space)) continue;
    indexSpace(store, id, getRevision(store, revision));
  }
}

const jsonIds = (things: readonly { id: string }[]) => JSON.stringify(things.map(({ id }) => id));

/**
 * Pages of these spaces that contain every word of the text in the title or body, in the order of each space: words
 * match from their start and by their English stem, ignoring case and accents. Spaces without a match are left out.
 */
export function searchSpaces(store: Store, spaces: readonly SearchedSpace[], text: string): Map<string, () => Match[]> {
  const words = wordsOf(text);
  if (words.length === 0) return new Map();
  indexChangedSpaces(store, spaces);
  const texts = words.map((word) => textsWith(store, word));
  const matches = new Map<string, () => Match[]>();
  // Positions start at 0 without gaps, in the order of the rows.
  for (const row of store.sql.all(
    `SELECT space, group_concat(title) AS titles, group_concat(coalesce(document, 0)) AS documents FROM search_page
     WHERE space IN (SELECT value FROM json_each(?)) GROUP BY space`,
    jsonIds(spaces),
  )) {
    const space = String(row.space);
    const documents = numbers(row.documents);
    const titles = numbers(row.titles);
    const fits = (title: number, position: number) =>
      texts.every((having) => having.has(title) || having.has(documents[position] ?? 0));
    const found = () =>
      titles.flatMap((title, position): Match[] => {
        if (!fits(title, position)) return [];
        const titled = texts.filter((having) => having.has(title)).length;
        return [{ space, position, document: documents[position] ?? 0, titled }];
      });
    if (titles.some(fits)) matches.set(space, found);
  }
  return matches;
}

interface Page {
  id: string;
  path: string;
  title: string;
}

/** Ids of the spaces' pages, by space and position. */
function pageIds(store: Store, spaces: ReadonlySet<string>): Map<string, string[]> {
  const rows = store.sql.all(
    `SELECT space, json_group_array(page) AS ids FROM search_page
     WHERE space IN (SELECT value FROM json_each(?)) GROUP BY space`,
    JSON.stringify([...spaces]),
  );
  return new Map(rows.map(({ space, ids }) => [String(space), JSON.parse(String(ids)) as string[]]));
}

function pagesOf(store: Store, matches: readonly Match[]): Page[] {
  const rows = store.sql.all(
    `SELECT p.page, p.path, substr(n.name, 2) AS title FROM json_each(?) j
     CROSS JOIN search_page p ON p.space = json_extract(j.value, '$[0]') AND p.position = json_extract(j.value, '$[1]')
     CROSS JOIN search_name n ON n.id = p.title ORDER BY j.key`,
    JSON.stringify(matches.map(({ space, position }) => [space, position])),
  );
  return rows.map((row) => ({
    id: String(row.page),
    path: String(row.path),
    title: String(row.title),
  }));
}

interface SectionScore {
  section: number;
  score: number;
}

/** Matching sections by text; a lower score is better, and sections with all words come first. */
type Scores = Map<number, SectionScore[]>;

const joinMatches = (words: readonly Word[], operator: string) => words.map(({ match }) => match).join(` ${operator} `);
const AMONG = `rowid / ${MAX_SECTIONS} IN (SELECT value FROM json_each(?))`;

interface Attempt {
  query: string;
  match: string;
  texts: readonly number[];
  /** To every score. */
  add: number;
}

/** Adds the sections of these texts that a query finds. */
function addScores(scores: Scores, store: Store, { query, match, texts, add }: Attempt): void {
  // With a limit the subquery runs as it stands: scores cannot be computed in an aggregate.
  const [row] = store.sql.all(
    `SELECT group_concat(id) AS ids, group_concat(score) AS scores FROM (${query} AND ${AMONG} LIMIT -1)`,
    match,
    JSON.stringify(texts),
  );
  const found = numbers(row?.scores);
  for (const [index, section] of numbers(row?.ids).entries()) {
    const text = Math.floor(section / MAX_SECTIONS);
    const entry = { section, score: (found[index] ?? 0) + add };
    const sections = scores.get(text);
    if (sections) sections.push(entry);
    else scores.set(text, [entry]);
  }
}

const ALL_WORDS = -1e6;
const STEM_ONLY = 1e6;
/** A word in a heading counts four times. */
const BY_WORD = `SELECT rowid AS id, bm25(search_text, 4.0, 1.0) AS score FROM search_text WHERE search_text MATCH ?`;
const BY_STEM = `SELECT rowid AS id, 0 AS score FROM search_stem WHERE search_stem MATCH ?`;

/** If no section of a text has all words, shows those with some of them. */
function scoresOf(store: Store, words: readonly Word[], texts: readonly number[]): Scores {
  const scores: Scores = new Map();
  const stems = words.flatMap(({ stem }) => stem ?? []).join(" OR ");
  const tries: [query: string, match: string, add: number][] = [
    [BY_WORD, joinMatches(words, "AND"), ALL_WORDS],
    [BY_WORD, words.length > 1 ? joinMatches(words, "OR") : "", 0],
    [BY_STEM, stems, STEM_ONLY],
  ];
  for (const [query, match, add] of tries) {
    const missing = texts.filter((text) => !scores.has(text));
    if (match !== "" && missing.length > 0) addScores(scores, store, { query, texts: missing, match, add });
  }
  for (const found of scores.values()) found.sort((a, b) => a.score - b.score || a.section - b.section);
  return scores;
}

interface RankedPage extends Match {
  /** Of the page. */
  id: string;
  best: number;
}

/** Pages whose title matches come first, then by relevance. */
function rankPages(matches: readonly Match[], ids: ReadonlyMap<string, string[]>, scores: Scores): RankedPage[] {
  const all = matches.map((match): RankedPage => {
    const id = ids.get(match.space)?.[match.position] ?? "";
    return { ...match, id, best: scores.get(match.document)?.[0]?.score ?? Number.MAX_VALUE };
  });
  return all.sort((a, b) => b.titled - a.titled || a.best - b.best || a.position - b.position);
}

interface SectionRow {
  anchor: string;
  title: string;
  body: string;
}

function sectionRows(store: Store, ids: readonly number[]): Map<number, SectionRow> {
  const rows = store.sql.all(
    "SELECT id, anchor, title, body FROM search_section WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
  return new Map(
    rows.map(({ id, anchor, title, body }) => [
      Number(id),
      { anchor: String(anchor), title: String(title), body: String(body) },
    ]),
  );
}

/** The pages found, by relevance; `present` turns some of them into answers. */
interface SearchResult {
  items: RankedPage[];
  /** `app` returns the address of a space in the app. */
  present(items: readonly RankedPage[], app: (space: string) => string): SearchItem[];
}

/** Ranks matches, of one space or several. */
export function rankMatches(store: Store, matches: readonly Match[], text: string): SearchResult {
  const words = wordsOf(text);
  const scores = scoresOf(store, words, [...new Set(matches.flatMap(({ document }) => document || []))]);
  const shown = ({ document }: Match) =>
    (scores.get(document) ?? []).slice(0, SECTIONS_SHOWN).map(({ section }) => section);
  const present: SearchResult["present"] = (items, app) => {
    const rows = sectionRows(store, items.flatMap(shown));
    return pagesOf(store, items).map((page, index) => {
      const sections = items.slice(index, index + 1).flatMap(shown);
      return itemOf(
        page,
        sections.flatMap((section) => rows.get(section) ?? []),
        words,
        app(items[index]?.space ?? ""),
      );
    });
  };
  const ids = pageIds(store, new Set(matches.map(({ space }) => space)));
  return { items: rankPages(matches, ids, scores), present };
}

function itemOf(
  { id, path, title }: Page,
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
