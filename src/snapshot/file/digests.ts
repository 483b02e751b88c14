/** Counts and hashes by kind of object, stored in a finished snapshot to detect later changes. */
import type { Hash } from "node:crypto";
import { Failure } from "../../errors.js";
import { hashOf } from "../../sandbox/content/pages.js";
import { damagedFile } from "../../sandbox/store/read-only.js";
import { setSetting, setting } from "../../sandbox/store/schema.js";
import { isDamage, parseStored } from "../../sandbox/store/stored-json.js";
import { type Database, damage, type Row, type RowSource } from "../../system/sqlite.js";
import { orderedRows } from "./generations/difference.js";
import { HISTORY_TABLES } from "./generations/tables.js";

interface Digest {
  rows: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

const NAME = "snapshot.digests";
/** Written along with them. */
const PAGES = "snapshot.pages";
/** Rows read at once: each revision of a large space takes megabytes. */
const SLICE = 100;

/** The rows of one kind in the order of their ids, read in slices. */
export function* rowsOfKind(db: RowSource, kind: string, columns: string): Generator<Row> {
  let last = "";
  for (;;) {
    const rows = db.all(
      `SELECT ${columns} FROM objects WHERE kind = ? AND id > ? ORDER BY id LIMIT ${SLICE}`,
      kind,
      last,
    );
    yield* rows;
    if (rows.length < SLICE) return;
    last = String(rows.at(-1)?.id);
  }
}

/** The id of a text is its hash, so its content need not be hashed again. */
const columnsOf = (kind: string): string => (kind === "document" ? "id, scope" : "id, scope, CAST(json AS BLOB)");

/** Positions of rows, which a generation that is gone back to does not keep: its digest is that of their sequence. */
const [ORDER, SEQUENCE] = ["(order)", "(sequence)"];
/** Newer than the format: snapshots made before have none of these. */
const LATER = [ORDER, SEQUENCE, "(settings)", "(schema)", "(requests)", "(counters)"];

function* orderOf(db: RowSource, kinds: readonly string[]): Generator<Row> {
  for (const kind of kinds) yield* rowsOfKind(db, kind, "id, position");
}

const OTHERS: Readonly<Record<string, (db: RowSource, kinds: readonly string[]) => Iterable<Row>>> = {
  "(scopes)": (db) => db.all("SELECT scope, state, reason, started_at, ended_at FROM sources ORDER BY scope"),
  "(bytes of files)": (db) => db.all("SELECT key FROM blobs ORDER BY key"),
  [ORDER]: orderOf,
  [SEQUENCE]: orderedRows,
  "(settings)": (db) => db.all("SELECT name, value FROM settings WHERE name <> ? ORDER BY name", NAME),
  "(schema)": (db) =>
    db.all(
      `SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name NOT IN (${HISTORY_TABLES}) ORDER BY type, name`,
    ),
  "(requests)": (db) => db.all("SELECT scope, status, requests FROM sources ORDER BY scope"),
  "(counters)": (db) => db.all("SELECT name, value FROM counters ORDER BY name"),
};

/** Digests by kind, plus those in parentheses of what is no object. */
function digestsOf(db: RowSource, isWanted: (name: string) => boolean): Record<string, Digest> {
  // As bytes: a kind that is no text is one of those that were not written.
  const bytes = db.all("SELECT DISTINCT CAST(kind AS BLOB) AS kind FROM objects ORDER BY kind");
  const kinds = bytes.map(({ kind }) => (kind instanceof Uint8Array ? Buffer.from(kind).toString() : ""));
  const all: [string, () => Iterable<Row>][] = [
    ...kinds.map((kind): [string, () => Iterable<Row>] => [kind, () => rowsOfKind(db, kind, columnsOf(kind))]),
    ...Object.entries(OTHERS).map(([name, rows]): [string, () => Iterable<Row>] => [name, () => rows(db, kinds)]),
  ];
  return Object.fromEntries(
    all.filter(([name]) => isWanted(name)).map(([name, rows]) => [name, digestIfReadable(rows)]),
  );
}

const UNREADABLE: Digest = { rows: -1, hash: "" };

function digestIfReadable(rows: () => Iterable<Row>): Digest {
  try {
    return digest(rows());
  } catch (error) {
    if (isDamage(error)) return UNREADABLE;
    throw error;
  }
}

function digest(rows: Iterable<Row>): Digest {
  const hash: Hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  let count = 0;
  for (const row of rows) {
    count += 1;
    for (const value of Object.values(row)) {
      hash.update(value instanceof Uint8Array ? value : String(value ?? ""));
      hash.update("\0");
    }
  }
  return { rows: count, hash: hash.digest("hex") };
}

/** `isKept`: it is, or will be, a generation among others. */
export function writeDigests(db: Database, isKept = false): void {
  // One of the settings that have a digest.
  setSetting(db, PAGES, JSON.stringify(pagesOf(db)));
  const left = isKept ? ORDER : SEQUENCE;
  setSetting(db, NAME, JSON.stringify(digestsOf(db, (name) => name !== left)));
}

/** The digests of a file as those of a generation among others; undefined if they are, or if it has none. */
export function keptDigests(db: Database): { name: string; value: string } | undefined {
  const digests = readDigests(db);
  if (!digests || digests[SEQUENCE]) return undefined;
  const { [ORDER]: _order, ...others } = digests;
  const value = JSON.stringify({ ...others, ...digestsOf(db, (name) => name === SEQUENCE) });
  return { name: NAME, value };
}

interface Page {
  pages: Page[];
}

const countPages = (pages: readonly Page[]): number =>
  pages.reduce((sum, { pages: below }) => sum + 1 + countPages(below), 0);

/** Number of pages by the name of the endpoint that returned them. */
function pagesOf(db: Database): Record<string, number> {
  const sizes = new Map<string, number>();
  for (const { id, json } of rowsOfKind(db, "revision", "id, json")) {
    sizes.set(String(id), countPages(JSON.parse(String(json)).pages));
  }
  const count = (kind: string): number =>
    db
      .all("SELECT json_extract(json, '$.revision') AS revision FROM objects WHERE kind = ?", kind)
      .reduce((sum, { revision }) => sum + (sizes.get(String(revision)) ?? 0), 0);
  return { getSpaceContent: count("space"), getChangeRequestContent: count("change-request") };
}

/**
 * Differences from what was written, in words for people; nothing is known of a snapshot without digests. `isWanted` names the
 * digests that are compared.
 */
export function findChangedTables(db: Database, isWanted: (name: string) => boolean = () => true): string[] {
  const kept = readDigests(db);
  if (!kept) return [];
  const isCompared = (kind: string) => isWanted(kind) && (kept[kind] !== undefined || !LATER.includes(kind));
  const found = digestsOf(db, isCompared);
  return Object.keys({ ...kept, ...found })
    .filter(isCompared)
    .flatMap((kind) => {
      if (found[kind] === UNREADABLE) return [`${kind}: not all can be read`];
      const [was, is] = [kept[kind]?.rows ?? 0, found[kind]?.rows ?? 0];
      if (was !== is) return [`${kind}: ${is} found, ${was} were written`];
      return kept[kind]?.hash === found[kind]?.hash
        ? []
        : [`${kind}: not all ${is} are unchanged since they were written`];
    });
}

/** Parts that cannot be compared, as a snapshot was made before there were digests of it, such as `order` and `settings`. */
export function findUncovered(db: Database): string[] {
  const kept = readDigests(db) ?? {};
  const isKept = (kind: string) => kept[kind] ?? (kind === ORDER && kept[SEQUENCE]);
  return LATER.filter((kind) => kind !== SEQUENCE && !isKept(kind)).map((kind) => kind.slice(1, -1));
}

/** Undefined for a snapshot of an older version, which has none. @throws Failure for which `isDamage` is true */
export function readDigests(db: Database): Record<string, Digest> | undefined {
  const text = setting(db, NAME);
  if (text === undefined && setting(db, PAGES) !== undefined)
    throw new Failure("config", "the hashes of the snapshot are missing", { cause: damage("no digests") });
  // Written by this file.
  return text === undefined ? undefined : (parseStored(text) as Record<string, Digest>);
}

// Checks that a finished snapshot is as it was written: commands that read much of it ask before they print anything.

export interface SoundnessOptions {
  /** The texts of pages, too, by their hashes. */
  texts?: boolean | undefined;
}

/** @throws Failure partial that names the file and what is damaged in it */
export function refuseDamaged(db: Database, file: string, { texts = false }: SoundnessOptions = {}): void {
  const problem = changeIn(db) ?? structureProblem(db) ?? (texts ? damagedText(db) : undefined);
  if (problem !== undefined) throw damagedFile(file, problem);
}

/** Finds a problem of tables and their indexes: lists would omit a row that an index lacks. */
export function structureProblem(db: RowSource): string | undefined {
  try {
    const [row] = db.all("PRAGMA integrity_check(1)");
    return row && Object.values(row)[0] === "ok" ? undefined : "its structure";
  } catch (error) {
    // The source of an index is no JSON, or SQLite cannot read the tables of the search index.
    if (error instanceof Error && /malformed JSON|fts5/.test(error.message)) return "its structure";
    throw error;
  }
}

function changeIn(db: Database): string | undefined {
  const [first] = findChangedTables(db);
  // Snapshots of older versions have no hashes; of others, this names the object.
  const isDoubtful = first !== undefined || readDigests(db) === undefined;
  return (isDoubtful ? notJson(db) : undefined) ?? first;
}

function notJson(db: Database): string | undefined {
  const found = db.get("SELECT kind, id FROM objects WHERE kind <> 'document' AND NOT json_valid(json) LIMIT 1");
  return found && `${found.kind} ${found.id} is not JSON`;
}

function damagedText(db: Database): string | undefined {
  for (const { id, json } of rowsOfKind(db, "document", "id, CAST(json AS BLOB) AS json")) {
    if (!matchesTextHash(String(id), json)) return `text ${id} does not match its hash`;
  }
  return undefined;
}

/** True if the JSON of a stored text, as bytes, has the hash that is its id. */
export function matchesTextHash(id: string, json: unknown): boolean {
  return json instanceof Uint8Array && hashOf(textIn(Buffer.from(json).toString())) === id;
}

function textIn(json: string): string {
  try {
    return String(JSON.parse(json).markdown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "";
  }
}
