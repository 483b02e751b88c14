import type { Store } from "../store.js";
import { documentText } from "./documents.js";
import { plainText, sectionsOf } from "./outline.js";
import { walkPages } from "./pages.js";
import { indexed } from "./search-words.js";
import type { StoredPage, StoredRevision } from "./types.js";
import { visibleText } from "./visible.js";

/*
 * Texts are indexed by section. Documents never change, so rows are only ever added, and every revision, change request
 * and copy that shares a document shares its rows. Which pages there are is kept for the active revision of each space.
 */

/** Further sections belong to the last one. */
export const MAX_SECTIONS = 1000;

interface Section {
  anchor: string;
  title: string;
  body: string;
}

function addSection({ sql }: Store, id: number, { anchor, title, body }: Section): void {
  sql.run("INSERT INTO search_section (id, anchor, title, body) VALUES (?, ?, ?, ?)", id, anchor, title, body);
  const [heading, text] = [indexed(title), indexed(body)];
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
const titleName = ({ title }: StoredPage) => `=${title}`;

/** Index the texts that are not yet: titles, and documents by their hash. Ids of all of them by name. */
function idsOf(store: Store, names: ReadonlySet<string>): Map<string, number> {
  const rows = store.sql.all(
    "SELECT j.value AS name, n.id FROM json_each(?) j LEFT JOIN search_name n ON n.name = j.value",
    JSON.stringify([...names]),
  );
  let last = Number(store.sql.all("SELECT coalesce(max(id), 0) AS id FROM search_name")[0]?.id);
  return new Map(
    rows.map(({ name, id }) => {
      const text = String(name);
      if (id !== null) return [text, Number(id)];
      last += 1;
      store.sql.run("INSERT INTO search_name (id, name) VALUES (?, ?)", last, text);
      const sections = isTitle(text)
        ? [{ anchor: "", title: plainText(text.slice(1)), body: "" }]
        : sectionsOfDocument(documentText(store, text));
      for (const [position, section] of sections.entries()) addSection(store, last * MAX_SECTIONS + position, section);
      return [text, last];
    }),
  );
}

function namesOf(pages: readonly StoredPage[]): Set<string> {
  const names = new Set<string>();
  for (const { page } of walkPages(pages)) {
    names.add(titleName(page));
    if (page.document !== undefined) names.add(page.document);
  }
  return names;
}

/** Make the titles and documents of these pages searchable, those that are not yet. */
export function indexTexts(store: Store, pages: readonly StoredPage[]): void {
  idsOf(store, namesOf(pages));
}

const SET_PAGE = `INSERT INTO search_page (space, position, page, path, title, document) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET page = excluded.page, path = excluded.path, title = excluded.title,
  document = excluded.document`;

/** Bring the pages of a space up to its active revision: rows that differ are written. */
export function indexSpace(store: Store, space: string, revision: Pick<StoredRevision, "id" | "pages">): void {
  const { sql } = store;
  const ids = idsOf(store, namesOf(revision.pages));
  const before = sql.all(
    "SELECT page, path, title, document FROM search_page WHERE space = ? ORDER BY position",
    space,
  );
  let position = 0;
  for (const { page } of walkPages(revision.pages)) {
    const title = ids.get(titleName(page)) ?? 0;
    const document = page.document === undefined ? null : (ids.get(page.document) ?? null);
    const old = before[position];
    const same = old?.page === page.id && old.path === page.path && old.title === title && old.document === document;
    if (!same) sql.run(SET_PAGE, space, position, page.id, page.path, title, document);
    position += 1;
  }
  if (before.length > position) sql.run("DELETE FROM search_page WHERE space = ? AND position >= ?", space, position);
  sql.run(
    "INSERT INTO search_space (space, revision) VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision",
    space,
    revision.id,
  );
}

/** Nothing of a space is found any more. */
export function forgetSpace({ sql }: Store, space: string): void {
  for (const table of ["search_page", "search_space"]) sql.run(`DELETE FROM ${table} WHERE space = ?`, space);
}
