import type { Anchored } from "../../../shared/markdown/elements.js";
import { plainText } from "../../../shared/markdown/outline.js";
import { readMarkdown } from "../../../shared/markdown/read.js";
import { loadMarked, type MarkdownParser } from "../../../shared/markdown/tokens.js";
import { decodeEntities } from "../../../shared/text/markup.js";
import { UNPROVED } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import { documentText, flatPages, hashOf } from "../pages.js";
import type { StoredPage, StoredReusable, StoredRevision } from "../types.js";
import { type ByPath, type EncodedLink, linkOf, pathsIn, sourceOf } from "./targets.js";

/*
 * Tables of links: for each document what it links to, and for each place of a document in a space its links in look-up
 * form, also by path. Neither depends on the revision, so a new one only adds rows for what it changed.
 * What a path means in a revision is resolved on demand.
 */

/** Records what a document links to, and returns it. */
export function recordDocument(
  store: Store,
  marked: MarkdownParser,
  document: string,
  markdown: string,
): MarkdownParts {
  const extracted = extract(marked, markdown);
  store.sql.run(
    "INSERT INTO link_document (document, hrefs, anchors) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    document,
    JSON.stringify(extracted.hrefs),
    JSON.stringify([...extracted.anchors]),
  );
  return extracted;
}

function makeLists(store: Store, column: "hrefs" | "anchors", documents: readonly string[]): Map<string, string[]> {
  const rows = store.sql.all(
    `SELECT document, ${column} AS list FROM link_document WHERE document IN (SELECT value FROM json_each(?))`,
    JSON.stringify(documents),
  );
  // Written by recordDocument: a list of texts.
  return new Map(rows.map(({ document, list }) => [String(document), JSON.parse(String(list)) as string[]]));
}

/** The texts of one kind in a recorded document. */
const makeList = (store: Store, column: "hrefs" | "anchors", document: string): string[] =>
  makeLists(store, column, [document]).get(document) ?? [];

/** The anchors of a page, with those of the reusable content that it includes, at any depth. */
export function makeAnchors(store: Store, page: StoredPage, reusables: ByPath<StoredReusable>): Set<string> {
  const anchors = new Set<string>();
  const seen = new Set<string>();
  const read = (document: string | undefined, source: ReturnType<typeof sourceOf>) => {
    if (document === undefined || seen.has(document)) return;
    seen.add(document);
    for (const anchor of makeList(store, "anchors", document)) anchors.add(anchor);
    for (const href of makeList(store, "hrefs", document)) {
      for (const path of pathsIn(linkOf(source, href))) {
        const included = reusables.get(path);
        if (included) read(included.document, included.git ? { path: included.git.path, loose: false } : source);
      }
    }
  };
  read(page.document, sourceOf(page));
  return anchors;
}

type LinkRow = [path: string, document: string, loose: boolean];

function placesOf(revision: StoredRevision): LinkRow[] {
  return flatPages(revision.pages).flatMap((page): LinkRow[] => {
    const { path, loose } = sourceOf(page);
    return page.document === undefined ? [] : [[path, page.document, loose]];
  });
}

/** Documents of places and of reusable contents, which have anchors, that are not recorded. */
function missingDocuments(store: Store, places: readonly LinkRow[], { reusableContents }: StoredRevision): string[] {
  const included = reusableContents.flatMap(({ document }) => document ?? []);
  const rows = store.sql.all(
    `SELECT DISTINCT value FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM link_document WHERE document = value)`,
    JSON.stringify([...places.map(([, document]) => document), ...included]),
  );
  return rows.map(({ value }) => String(value));
}

/** Inserts rows in one statement, sorted by key: single calls in random order would dominate the cost of an import. */
function insertAll({ sql }: Store, table: "link_source" | "link_path", space: string, rows: readonly SqlRow[]): void {
  const columns = table === "link_path" ? "path, source" : "source, document, id, links";
  const values = columns.split(",").map((_, index) => `json_extract(value, '$[${index}]')`);
  sql.run(
    `INSERT INTO ${table} (space, ${columns}) SELECT ?, ${values.join(", ")} FROM json_each(?) ORDER BY 2, 3`,
    space,
    JSON.stringify(rows),
  );
}

type SqlRow = readonly (string | number)[];

/** Places that are new to the space; a document that occurs twice in one place counts once. */
function freshPlaces(store: Store, space: string, places: readonly LinkRow[]): LinkRow[] {
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

function recordPlaces(store: Store, space: string, places: readonly LinkRow[]): void {
  const fresh = freshPlaces(store, space, places);
  if (fresh.length === 0) return;
  const hrefs = makeLists(store, "hrefs", [...new Set(fresh.map(([, document]) => document))]);
  const first = 1 + Number(store.sql.all("SELECT coalesce(max(id), 0) AS id FROM link_source")[0]?.id);
  const rows = fresh.map(([path, document, loose], index) => {
    const links = (hrefs.get(document) ?? []).map((href) => linkOf({ path, loose }, href));
    return { id: first + index, path, document, links };
  });
  insertAll(
    store,
    "link_source",
    space,
    rows.map(({ id, path, document, links }) => [path, document, id, JSON.stringify(links)]),
  );
  const paths = rows.flatMap(({ id, links }) => [...new Set(links.flatMap(pathsIn))].map((path) => [path, id]));
  insertAll(store, "link_path", space, paths);
}

const isRecorded = (store: Store, space: string, revision: string | undefined) =>
  store.sql.all("SELECT 1 FROM link_revision WHERE revision = ? AND space = ?", revision ?? "", space).length > 0;

/** Places in a revision that the revision it came from lacks, if that one is recorded. */
function newPlaces(store: Store, space: string, revision: StoredRevision): LinkRow[] {
  const places = placesOf(revision);
  const [parent] = revision.parents;
  const before = isRecorded(store, space, parent) ? store.kept<StoredRevision>("revision", parent ?? "") : undefined;
  if (!before) return places;
  const known = new Set(placesOf(before).map(([path, document]) => `${document} ${path}`));
  return places.filter(([path, document]) => !known.has(`${document} ${path}`));
}

/** Records a revision whose documents are known; others wait until links are requested (`ensureLinks`). */
export function recordLinks(store: Store, space: string, revision: StoredRevision): void {
  const places = newPlaces(store, space, revision);
  if (missingDocuments(store, places, revision).length > 0) return;
  if (places.length > 0) recordPlaces(store, space, places);
  // A foreign service may show two spaces with one revision.
  store.sql.run("INSERT OR REPLACE INTO link_revision (revision, space) VALUES (?, ?)", revision.id, space);
}

function recordStored(store: Store, marked: MarkdownParser, document: string): void {
  const markdown = documentText(store, document);
  recordDocument(store, marked, document, markdown);
  if (hashOf(markdown) === document) return;
  store.sql.run("UPDATE link_document SET hrefs = ? || hrefs WHERE document = ?", UNPROVED, document);
}

/** When this resolves, the tables contain the links of the revision. */
export async function ensureLinks(store: Store, space: string, revision: StoredRevision): Promise<void> {
  if (isRecorded(store, space, revision.id)) return;
  const missing = missingDocuments(store, newPlaces(store, space, revision), revision);
  if (missing.length > 0) {
    const marked = await loadMarked();
    for (const document of missing) recordStored(store, marked, document);
  }
  recordLinks(store, space, revision);
}

/** Links of recorded pages, in the order of the pages. The join keeps that order: it looks up a row for each page. */
export function linksAt(store: Store, space: string, pages: readonly StoredPage[]): EncodedLink[][] {
  // One text instead of a row per page: rows would take longer than finding them.
  const [row] = store.sql.all(
    `SELECT group_concat(coalesce(links, '[]')) AS lists FROM (
       SELECT links FROM json_each(?) LEFT JOIN link_source ON space = ?
       AND source = json_extract(value, '$[0]') AND document = json_extract(value, '$[1]') ORDER BY key)`,
    JSON.stringify(pages.map((page) => [sourceOf(page).path, page.document ?? ""])),
    space,
  );
  // Written above: lists of strings.
  return JSON.parse(`[${row?.lists ?? ""}]`) as EncodedLink[][];
}

/** Says of recorded pages whether they may link to one of the paths. */
export function mayLinkTo(store: Store, space: string, paths: readonly string[]): (page: StoredPage) => boolean {
  const rows = store.sql.all(
    `SELECT DISTINCT s.source AS path, s.document FROM link_path p JOIN link_source s ON s.id = p.source
     WHERE p.space = ? AND p.path IN (SELECT value FROM json_each(?))`,
    space,
    JSON.stringify(paths),
  );
  const places = new Map<string, Set<string>>();
  for (const row of rows) {
    const document = String(row.document);
    places.set(document, (places.get(document) ?? new Set()).add(String(row.path)));
  }
  return (page) => places.get(page.document ?? "")?.has(sourceOf(page).path) === true;
}

/** Removes the links of a purged space. */
export function forgetLinks({ sql }: Store, space: string): void {
  for (const table of ["link_path", "link_source", "link_revision"]) {
    sql.run(`DELETE FROM ${table} WHERE space = ?`, space);
  }
}

interface MarkdownParts {
  /** Destinations as written, in order, including repetitions. */
  hrefs: string[];
  /** Names that `#...` may refer to. */
  anchors: ReadonlySet<string>;
}

/** Links and anchors of a document. */
export function extract(marked: MarkdownParser, markdown: string): MarkdownParts {
  const { links, pictures, anchored } = readMarkdown(marked, markdown, { linksOnly: true });
  const all = pictures.length === 0 ? links : [...links, ...pictures].sort((one, other) => one.at - other.at);
  return { hrefs: all.map(({ href }) => href), anchors: anchorNames(anchored) };
}

/*
 * Names that `#...` may refer to. Hosts derive different anchors from the same title: a link is broken only if none of them has it.
 * The forms of the service itself were derived from pairs of a heading and its id (`test/content/heading-ids.test.ts`).
 */

/** Without case and accents. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();

const hyphenate = (text: string, between: RegExp) => text.replace(between, "-").replace(/^[-.]+|[-.]+$/g, "");

const WORD = String.raw`[\p{L}\p{N}]`;
/** Words that the service takes apart: `AD`, `2h`, `A4T`. */
const APART = new RegExp(`(?<!${WORD})(?:(A)([Dd])|(\\d+)(\\p{L})|(\\p{L})(\\d+)(\\p{L}))(?!${WORD})`, "gu");

/** The service cuts longer ids. */
const LONGEST = 100;

/** Forms of most hosts: other characters dropped or hyphenated. */
function addCommon(forms: Set<string>, title: string): void {
  for (const one of new Set([title, title.replaceAll("&", " and ")])) {
    forms.add(one.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "").replaceAll(" ", "-"));
    forms.add(hyphenate(one.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, ""), /[ -]+/g));
    forms.add(hyphenate(one, /[^\p{L}\p{N}\p{M}\p{Pc}]+/gu));
  }
}

/** Forms of the service: apostrophes dropped, inner periods kept or hyphenated, those at the end kept or not. */
function addService(forms: Set<string>, title: string): void {
  const bare = title.replace(/['\u2019"()]/g, "");
  const last = /\.+$/.exec(title.trim())?.[0] ?? "";
  for (const between of [/[^\p{L}\p{N}\p{M}\p{Pc}.]+/gu, /[^\p{L}\p{N}\p{M}\p{Pc}]+/gu]) {
    const form = hyphenate(bare, between);
    forms.add(form);
    if (form !== "") forms.add(form + last);
  }
}

function formsOf(title: string): Set<string> {
  const forms = new Set<string>();
  const trimmed = title.trim();
  const plain = trimmed.toLowerCase();
  const folded = fold(trimmed).replaceAll("đ", "d");
  for (const one of new Set([plain, folded])) {
    addCommon(forms, one);
    addService(forms, one);
  }
  const apart = trimmed.replace(APART, (_, ...parts: (string | undefined)[]) =>
    parts.slice(0, 7).filter(Boolean).join("-"),
  );
  if (apart !== trimmed) addService(forms, fold(apart));
  // Some hosts do not allow an id to start with a digit.
  for (const form of [...forms]) if (/^\d/.test(form)) forms.add(`id-${form}`);
  for (const form of [...forms]) if (form.length > LONGEST) forms.add(form.slice(0, LONGEST).replace(/[-.]+$/, ""));
  forms.delete("");
  return forms;
}

/** The anchors of what is on a page, in its order: repeated ones get numbers, and ids are counted like titles. */
function anchorNames(all: Iterable<Pick<Anchored, "title" | "ids">>): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const { title, ids = [] } of all) {
    const own = title === undefined ? new Set<string>() : formsOf(decodeEntities(plainText(title)));
    for (const id of ids) own.add(id.toLowerCase());
    for (const form of own) {
      const count = seen.get(form) ?? 0;
      seen.set(form, count + 1);
      if (count === 0) anchors.add(form);
      else for (const between of ["-", "_", "."]) anchors.add(`${form}${between}${count}`);
    }
  }
  return anchors;
}
