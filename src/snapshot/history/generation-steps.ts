/** The generations of a file, the oldest first, each as what differs from the one before. */
import { type HistoryKind, type HistoryKindName, historyKind } from "../../resources/histories.js";
import type { StoredPage } from "../../sandbox/content/types.js";
import { parseStored, parseStoredList } from "../../sandbox/store/stored-json.js";
import { getPath } from "../../shared/paths.js";
import { TEXTLESS } from "../../shared/snapshots/gaps.js";
import type { Database, SqlValue } from "../../system/sqlite.js";
import { hasOlderParts } from "../file/earlier-snapshot.js";
import { applyPatch, type Difference, listIn, readDifference, rowText } from "../file/generations/difference.js";
import { type Generation, listGenerations } from "../file/generations/tables.js";
import { permissionsOf } from "../file/write/health.js";

// Rows of a snapshot as a history compares them: the values of its columns.

export interface HistoryRow {
  /** Id of what it is in. */
  parent: string;
  /** In the order of the columns; null where a column has no value of its own. */
  values: readonly SqlValue[];
}

export const isSameRow = (one: HistoryRow, other: HistoryRow): boolean =>
  one.parent === other.parent && one.values.every((value, at) => value === other.values[at]);

/** `above` is the page above a page. */
type ItemReader = (item: unknown, parent: string, above: string | null) => SqlValue;

type RowReader = (item: unknown, parent: string, above?: string | null) => HistoryRow;

const HIDDEN = "$.hidden";

/** Reads the values of an item that a history keeps. */
function createRowReader({ columns }: HistoryKind): RowReader {
  const readers = columns.map(({ from }): ItemReader => {
    if (from === "parent") return (_, parent) => parent;
    if (from === "above") return (_, _parent, above) => above;
    // Only a hidden thing has this member.
    if (from === HIDDEN) return (item) => (getPath(item, "hidden") === true ? 1 : 0);
    if (typeof from === "object") return () => null;
    const path = from.slice("$.".length);
    return (item) => toSql(getPath(item, path));
  });
  return (item, parent, above = null) => ({ parent, values: readers.map((read) => read(item, parent, above)) });
}

/** As the views of SQLite show it. */
function toSql(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}

/** The text of a stored row: its scope, a line end, and its JSON. */
function readStored(text: string) {
  const at = text.indexOf("\n");
  return { scope: text.slice(0, at), item: parseStored(text.slice(at + 1)) };
}

/** Id of what a row is in: scopes of lists below the organization begin with it. */
const parentOf = (scope: string): string => scope.slice(scope.lastIndexOf("/") + 1);

const pageKey = (space: string, page: string): string => `${space}/${page}`;

/** The pages of a content by their keys. */
function readPages(read: RowReader, space: string, revision: string): Map<string, HistoryRow> {
  const rows = new Map<string, HistoryRow>();
  const add = (pages: readonly StoredPage[], parent: string | null): void => {
    for (const page of pages) {
      rows.set(pageKey(space, page.id), read(page, space, parent));
      add(page.pages, page.id);
    }
  };
  // Written by the walk: a revision.
  add((readStored(revision).item as { pages: StoredPage[] }).pages, null);
  return rows;
}

/** A text that was not read is as it was before, as far as anyone knows. */
export function keepUnreadText({ columns, name }: HistoryKind, before: HistoryRow, now: HistoryRow): HistoryRow {
  if (name !== "pages") return now;
  const at = columns.findIndex((column) => column.name === "document");
  const type = now.values[columns.findIndex((column) => column.name === "type")];
  const known = before.values[at] ?? null;
  if (now.values[at] !== null || known === null || TEXTLESS.has(type)) return now;
  return { ...now, values: now.values.map((value, index) => (index === at ? known : value)) };
}

// How the lists of a generation were read, from the text of its table `sources`.

export interface ListState {
  isComplete: boolean;
  /** It was read for this generation, not taken over from the one before as what it is in had not changed. */
  isOwn: boolean;
  /** Some of what is stored of it was not read for this generation. */
  hasOlder: boolean;
}

const OWN: ListState = { isComplete: true, isOwn: true, hasOlder: false };
const TAKEN_OVER: ListState = { isComplete: true, isOwn: false, hasOlder: false };
const CUT: ListState = { isComplete: false, isOwn: true, hasOlder: false };
const MIXED: ListState = { isComplete: false, isOwn: true, hasOlder: true };

/** Most lines are of complete lists: name, state, reason, status, when it began and ended, requests. */
const COMPLETE = /^\["([^"\\]+)","complete",null,[^,]*,[^,]*,"([^"\\]+)",\d+\]$/;

/** `started`: when the reading of the generation began, ISO 8601. */
function readListStates(sources: string, started: string): Map<string, ListState> {
  const states = new Map<string, ListState>();
  for (const line of sources.split("\n")) {
    if (line === "") continue;
    const [, scope, ended] = COMPLETE.exec(line) ?? [];
    if (scope !== undefined && ended !== undefined) states.set(scope, ended >= started ? OWN : TAKEN_OVER);
    else states.set(...otherState(line, started));
  }
  return states;
}

function otherState(line: string, started: string): [scope: string, state: ListState] {
  // Written by `listsIn`.
  const [scope, state, reason, , began, ended] = parseStoredList(line);
  if (state === "complete") return [String(scope), String(ended) >= started ? OWN : TAKEN_OVER];
  // Without the time when it began, an earlier record of it was replaced.
  const isMixed = typeof began !== "string" || hasOlderParts(String(reason));
  return [String(scope), isMixed ? MIXED : CUT];
}

/** By key: null where a row is gone. */
export type RowChanges = Map<string, HistoryRow | null>;

interface StepChanges {
  rows: ReadonlyMap<HistoryKindName, RowChanges>;
  /** Undefined where a list has no record any more. */
  lists: ReadonlyMap<string, ListState | undefined>;
}

export interface GenerationStep extends StepChanges {
  generation: Generation;
  /** Names of what its caller may see in the organization. */
  permissions: readonly string[];
  /** It was made of the one before: none in between was forgotten, or is suspect. */
  isDirect: boolean;
}

/** The rows of one generation, which go back a generation at a time. */
interface State {
  kinds: readonly HistoryKind[];
  readers: ReadonlyMap<HistoryKindName, RowReader>;
  /** Texts of stored rows, by kind and id. */
  texts: Map<string, Map<string, string>>;
  rows: Map<HistoryKindName, Map<string, HistoryRow>>;
  /** Pages by space. */
  pages: Map<string, Map<string, HistoryRow>>;
  sources: string;
  lists: Map<string, ListState>;
}

/** The last step is that of the generation whose rows `db` has; suspect ones are left out. */
export function readSteps(db: Database, kinds: readonly HistoryKind[], current: number): GenerationStep[] {
  const all = listGenerations(db);
  const steps: GenerationStep[] = [];
  let generation = all.find(({ id }) => id === current);
  const state = readCurrent(db, kinds, generation?.started ?? "");
  while (generation) {
    const newer: Generation = generation;
    const older = all.find(({ base, state: is }) => base === newer.id && is !== "suspect");
    const permissions = permissionsIn(state);
    const changes = older ? revertDifference(state, readDifference(db, older.id), older.started) : allOf(state);
    const isDirect = older !== undefined && older.id === newer.id - 1;
    steps.push({ generation: newer, ...changes, permissions, isDirect });
    generation = older;
  }
  return steps.reverse();
}

/** Kinds of stored rows that are read, along with those of histories. */
const ORGANIZATION = "organization";

function readCurrent(db: Database, kinds: readonly HistoryKind[], started: string): State {
  const stored = [...new Set([ORGANIZATION, ...kinds.map(({ rows }) => rows)])];
  const texts = new Map(stored.map((kind) => [kind, new Map<string, string>()]));
  for (const [kind, rows] of texts)
    for (const { id, scope, json } of db.all("SELECT id, scope, json FROM objects WHERE kind = ?", kind))
      rows.set(String(id), rowText(scope, json));
  const sources = listIn(db, "sources");
  const state: State = {
    kinds,
    readers: new Map(kinds.map((kind) => [kind.name, createRowReader(kind)])),
    texts,
    rows: new Map(),
    pages: new Map(),
    sources,
    lists: readListStates(sources, started),
  };
  for (const kind of kinds) {
    const rows = new Map<string, HistoryRow>();
    if (kind.name !== "pages")
      for (const [id, text] of texts.get(kind.rows) ?? []) rows.set(id, makeRow(state, kind, text));
    state.rows.set(kind.name, rows);
  }
  if (hasPages(state)) for (const space of texts.get(SPACE)?.keys() ?? []) setPages(state, space);
  return state;
}

const SPACE = historyKind("spaces").rows;
const REVISION = historyKind("pages").rows;
const hasPages = ({ kinds }: State): boolean => kinds.some(({ name }) => name === "pages");

function makeRow({ readers }: State, { name }: HistoryKind, text: string): HistoryRow {
  const read = readers.get(name);
  if (!read) throw new Error(`there is no reader of ${name}`);
  const { scope, item } = readStored(text);
  return read(item, parentOf(scope));
}

/** The content that a space shows; undefined where none was read. */
function contentOf({ texts }: State, space: string): string | undefined {
  const text = texts.get(SPACE)?.get(space);
  const revision = text === undefined ? undefined : readStored(text).item.revision;
  return typeof revision === "string" ? texts.get(REVISION)?.get(revision) : undefined;
}

function setPages(state: State, space: string): Map<string, HistoryRow> {
  const content = contentOf(state, space);
  const read = state.readers.get("pages");
  const pages = content === undefined || !read ? new Map<string, HistoryRow>() : readPages(read, space, content);
  state.pages.set(space, pages);
  return pages;
}

/** Everything is new in the oldest one. */
function allOf(state: State): StepChanges {
  const rows = new Map<HistoryKindName, RowChanges>(state.rows);
  if (hasPages(state)) rows.set("pages", new Map([...state.pages.values()].flatMap((pages) => [...pages])));
  return { rows, lists: state.lists };
}

/** Makes the state that of the generation before; returns what the newer one changed. */
function revertDifference(state: State, difference: Difference, started: string): StepChanges {
  const older = olderTexts(state, difference);
  const rows = new Map<HistoryKindName, RowChanges>();
  for (const kind of state.kinds) {
    if (kind.name !== "pages") rows.set(kind.name, rowsBack(state, kind, older.get(kind.rows) ?? new Map()));
  }
  const spaces = hasPages(state) ? touchedSpaces(state, older) : [];
  const shown = new Map(spaces.map((space) => [space, contentOf(state, space)]));
  for (const [kind, texts] of older) {
    for (const [id, text] of texts) {
      if (text === null) state.texts.get(kind)?.delete(id);
      else state.texts.get(kind)?.set(id, text);
    }
  }
  if (hasPages(state)) rows.set("pages", pagesBack(state, shown));
  return { rows, lists: listsBack(state, difference, started) };
}

type Texts = Map<string, string | null>;

/** Texts of rows that are others in the older one, by kind and id. */
function olderTexts({ texts }: State, difference: Difference): Map<string, Texts> {
  return new Map(
    [...texts].map(([kind, known]): [string, Texts] => {
      const patches = difference.rows[kind] ?? [];
      return [
        kind,
        new Map(
          patches.map(([id, patch, from = id]) => [
            id,
            patch === null ? null : applyPatch(known.get(from) ?? "", patch),
          ]),
        ),
      ];
    }),
  );
}

function rowsBack(state: State, kind: HistoryKind, older: Texts): RowChanges {
  const rows = state.rows.get(kind.name) ?? new Map<string, HistoryRow>();
  const changes: RowChanges = new Map();
  for (const [id, text] of older) {
    const [is, was] = [rows.get(id), text === null ? undefined : makeRow(state, kind, text)];
    noteChange(changes, id, was, is);
    if (was) rows.set(id, was);
    else rows.delete(id);
  }
  return changes;
}

function noteChange(changes: RowChanges, key: string, was: HistoryRow | undefined, is: HistoryRow | undefined): void {
  if (!was || !is || !isSameRow(was, is)) changes.set(key, is ?? null);
}

/** Spaces that may show another content in the older one. */
function touchedSpaces(state: State, older: ReadonlyMap<string, Texts>): string[] {
  const spaces = new Set(older.get(SPACE)?.keys());
  for (const [id, text] of older.get(REVISION) ?? []) {
    for (const one of [text, state.texts.get(REVISION)?.get(id)])
      if (typeof one === "string") spaces.add(one.slice(0, one.indexOf("\n")));
  }
  return [...spaces];
}

/** `shown`: what these spaces showed in the newer one. */
function pagesBack(state: State, shown: ReadonlyMap<string, string | undefined>): RowChanges {
  const changes: RowChanges = new Map();
  for (const [space, content] of shown) {
    if (contentOf(state, space) === content) continue;
    const is = state.pages.get(space) ?? new Map<string, HistoryRow>();
    const was = setPages(state, space);
    for (const [key, row] of is) noteChange(changes, key, was.get(key), row);
    for (const [key, row] of was) if (!is.has(key)) noteChange(changes, key, row, undefined);
  }
  return changes;
}

function listsBack(state: State, { lists }: Difference, started: string): GenerationStep["lists"] {
  const changes = new Map<string, ListState | undefined>();
  const is = state.lists;
  if (lists.sources) state.sources = applyPatch(state.sources, lists.sources);
  state.lists = readListStates(state.sources, started);
  for (const [scope, now] of is) if (state.lists.get(scope) !== now) changes.set(scope, now);
  for (const scope of state.lists.keys()) if (!is.has(scope)) changes.set(scope, undefined);
  return changes;
}

function permissionsIn({ texts }: State): string[] {
  const [text] = texts.get(ORGANIZATION)?.values() ?? [];
  return text === undefined ? [] : permissionsOf(readStored(text).item);
}
