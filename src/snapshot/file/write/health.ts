/** Compares a new snapshot with the one that it is to replace: what lost much must not take its place unasked. */
import { Failure } from "../../../errors.js";
import { hashOf } from "../../../sandbox/content/pages.js";
import { setting } from "../../../sandbox/store/schema.js";
import { createStore } from "../../../sandbox/store/store.js";
import { isDamage } from "../../../sandbox/store/stored-json.js";
import { type Figures, type Shrunk, shrunkFigures } from "../../../shared/snapshots/gaps.js";
import { type Database, sqliteProblem } from "../../../system/sqlite.js";
import { type Generation, listGenerations } from "../generations/tables.js";
import { openSnapshotFile } from "../open-snapshot.js";

/** The request for the new snapshot, as far as it affects the figures. */
interface CountedSelection {
  exclude: readonly string[];
  spaces?: readonly string[];
}

/** Kinds that are counted, with the part whose exclusion leaves them out. */
const KINDS = [
  { what: "spaces", kind: "space", part: undefined },
  { what: "members", kind: "member", part: "people" },
  { what: "teams", kind: "team", part: "people" },
  { what: "sites", kind: "site", part: "sites" },
] as const;

/** Texts without a word, by their hashes: the texts themselves need not be read. */
const BLANK: readonly string[] = ["", " ", "\n", "\n\n", "\r\n"];

/** Permissions that decide what is seen; the others decide what may be changed. */
const SEEING = /^(?:admin$|view|list|read|access)/;

/** The last generation that is whole, or was accepted as it was; where there is none, the latest. */
function openBaseline(file: string): Database {
  const latest = openSnapshotFile(file);
  const isSure = ({ state, isAccepted }: Generation) => state === "complete" || (state === "partial" && isAccepted);
  const baseline = listGenerations(latest).findLast(isSure);
  if (baseline?.base === undefined) return latest;
  latest.close();
  return openSnapshotFile(`${file}@${baseline.id}`);
}

/** Losses of the new snapshot; empty if there is no older one, or none that can be read. @throws nothing about the older file */
export function findShrunk(file: string, db: Database): Shrunk[] {
  let older: Database | undefined;
  try {
    older = openBaseline(file);
    // Written by `openPartial`.
    const asked: CountedSelection = { exclude: [], ...JSON.parse(setting(db, "snapshot.asked") ?? "{}") };
    return compare(older, db, asked);
  } catch (error) {
    // Absent or damaged: there is nothing to keep.
    if (error instanceof Failure || error instanceof SyntaxError || sqliteProblem(error) !== undefined) return [];
    throw error;
  } finally {
    older?.close();
  }
}

function compare(older: Database, newer: Database, asked: CountedSelection): Shrunk[] {
  const [before, now] = [figuresOf(older, asked), figuresOf(newer, asked)];
  const found = shrunkFigures(before, now);
  const { [TEXTS]: texts = 0 } = before;
  // However few they were: a service that answers pages without their words answers all of them so.
  const isBlank = texts > 0 && now[TEXTS] === 0 && (now.pages ?? 0) > 0;
  if (isBlank && !found.some(({ what }) => what === TEXTS)) found.push({ what: TEXTS, before: texts, now: 0 });
  return [...found, ...lostPermissions(older, newer)];
}

const TEXTS = "texts with words";

function figuresOf(db: Database, { exclude, spaces }: CountedSelection): Figures {
  const figures: Record<string, number> = {};
  for (const { what, kind, part } of KINDS) {
    if (part !== undefined && exclude.includes(part)) continue;
    figures[what] = Number(db.get("SELECT count(*) AS n FROM objects WHERE kind = ?", kind)?.n ?? 0);
  }
  return exclude.includes("content") ? figures : { ...figures, ...contentsOf(db, spaces) };
}

interface Page {
  document?: string;
  pages?: Page[];
}

function contentsOf(db: Database, spaces: readonly string[] | undefined): Figures {
  const blank = new Set(BLANK.map(hashOf));
  const found = { pages: 0, [TEXTS]: 0 };
  const count = (pages: readonly Page[]): void => {
    for (const { document, pages: below = [] } of pages) {
      found.pages += 1;
      if (document !== undefined && !blank.has(document)) found[TEXTS] += 1;
      count(below);
    }
  };
  const store = createStore(db, { writable: () => false });
  for (const { id } of db.all("SELECT id FROM objects WHERE kind = 'space'")) {
    if (spaces && !spaces.includes(String(id))) continue;
    // One at a time: the content of a large space takes megabytes.
    const { revision } = readUndamaged(() => store.get<{ revision?: string }>("space", String(id))) ?? {};
    if (revision === undefined) continue;
    count(readUndamaged(() => store.get<{ pages?: Page[] }>("revision", revision))?.pages ?? []);
  }
  return found;
}

/** Undefined for what is damaged: of such a file counts what is left. */
function readUndamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function lostPermissions(older: Database, newer: Database): Shrunk[] {
  const [before, now] = [permissionsIn(older), permissionsIn(newer)];
  const names = before.filter((name) => !now.includes(name));
  return names.length === 0 ? [] : [{ what: "permissions", before: before.length, now: now.length, names }];
}

/** The names of what the caller may see in the organization. */
export function permissionsIn(db: Database): string[] {
  const [id] = createStore(db, { writable: () => false }).ids("organization", "root");
  const organization = id && readUndamaged(() => createStore(db).get<{ permissions?: unknown }>("organization", id));
  return permissionsOf(organization || {});
}

/** The same of an organization as answered. */
export function permissionsOf({ permissions: granted }: { permissions?: unknown }): string[] {
  if (typeof granted !== "object" || granted === null) return [];
  return Object.entries(granted).flatMap(([name, value]) => (value === true && SEEING.test(name) ? [name] : []));
}
