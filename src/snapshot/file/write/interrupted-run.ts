/**
 * Data of an interrupted run, checked before use: each answer was noted with a hash of its rows in the transaction
 * that stored it. What no hash proves is removed, and read again.
 */
import { createHash } from "node:crypto";
import { hashOf, soundText } from "../../../sandbox/content/pages.js";
import { putSource, type Source, sourceOf } from "../../../sandbox/store/sources.js";
import type { Store } from "../../../sandbox/store/store.js";
import { isDamage, parseStoredList } from "../../../sandbox/store/stored-json.js";
import type { Database, Row } from "../../../system/sqlite.js";
import { revisionOf } from "../earlier-snapshot.js";
import { FILE_BYTES, fileBytesId, keptBytes } from "../file-bytes.js";
import { type Params, ROWS, rowsAt, type Row as StoredRow } from "../store-answer.js";

/** Only unfinished files have it. */
export const createLeft = (db: Database): void =>
  db.exec("CREATE TABLE left_answers (scope TEXT PRIMARY KEY, asked TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID");

export const dropLeft = (db: Database): void => db.exec("DROP TABLE left_answers");

const PUT = "INSERT OR REPLACE INTO left_answers (scope, asked, hash) VALUES (?, ?, ?)";
/** The row for the settings, which are no answer. */
const SETTINGS = "";

/** Notes an answer that was just stored, in the same transaction. `scopes`: its own, and that of its files. */
export function noteLeft(store: Store, name: string, params: Params, scopes: readonly string[]): void {
  const asked = JSON.stringify([name, params, scopes]);
  store.sql.run(PUT, scopes[0], asked, hashOfAnswer(store, asked, { name, params, scopes }).hash);
}

export const noteSettings = (db: Database): void => void db.run(PUT, SETTINGS, "", hashOfSettings(db));

/** False if the settings are not those that were noted; true if none were. */
export function areSettingsNoted(db: Database): boolean {
  const noted = db.get("SELECT hash FROM left_answers WHERE scope = ?", SETTINGS);
  return noted === undefined || noted.hash === hashOfSettings(db);
}

const hashOfSettings = (db: Database): string =>
  hashOf(JSON.stringify(db.all("SELECT name, value FROM settings ORDER BY name")));

interface Answer {
  name: string;
  params: Params;
  scopes: readonly string[];
}

interface Proof {
  hash: string;
  rows: AnswerRow[];
  sources: Source[];
}

interface AnswerRow extends StoredRow {
  kind: string;
}

const keyOf = ({ kind, id }: AnswerRow): string => `${kind} ${id}`;

/** @throws an error for which `isDamage` is true */
function hashOfAnswer(store: Store, asked: string, { name, params, scopes }: Answer): Proof {
  const records = scopes.flatMap((scope) => store.sql.all("SELECT * FROM sources WHERE scope = ?", scope));
  const kind = ROWS[name]?.kind;
  const rows = kind ? rowsAt(store, name, params).map((row) => ({ ...row, kind })) : contentAt(store, params);
  const hash = createHash("sha256").update(`${asked}\0${JSON.stringify(records)}`);
  for (const { id, scope, json } of rows) hash.update(`\0${id}\0${scope}\0${json}`);
  return { hash: hash.digest("hex"), rows, sources: records.map(sourceOf) };
}

/** The revision, and what is noted of the bytes of its files. */
function contentAt(store: Store, params: Params): AnswerRow[] {
  const revision = revisionOf(store, params);
  const { files = [] } = store.get<{ files?: { id?: unknown }[] }>("revision", revision) ?? {};
  const { spaceId = "" } = params;
  return [
    { kind: "revision", id: revision },
    ...files.map(({ id }) => ({ kind: FILE_BYTES, id: fileBytesId(spaceId, id) })),
  ].flatMap(({ kind, id }) => {
    const json = store.text(kind, id);
    return json === undefined ? [] : [{ kind, id, scope: store.scopeOf(kind, id) ?? "", json }];
  });
}

/** Removes what is not proven. Runs in the caller's transaction. */
export function removeUnproven(store: Store): void {
  const keys = new Set<string>();
  const sources: Source[] = [];
  const noted = store.sql.all("SELECT CAST(asked AS BLOB) AS asked, CAST(hash AS BLOB) AS hash FROM left_answers");
  for (const row of noted) {
    const proof = proofOf(store, row);
    if (!proof) continue;
    for (const one of proof.rows) keys.add(keyOf(one));
    sources.push(...proof.sources);
  }
  store.sql.run("DELETE FROM sources");
  store.sql.run("DELETE FROM left_answers WHERE scope <> ?", SETTINGS);
  const blobs = collectWholeFiles(store, keys);
  removeOthers(store, keys, blobs);
  for (const source of sources) putSource(store, source);
}

/** Undefined for what is not as it was noted. */
function proofOf(store: Store, row: Row): Proof | undefined {
  const [asked, hash] = [textOf(row.asked), textOf(row.hash)];
  if (asked === "") return undefined;
  try {
    // Written by `noteLeft`; of another value the hash would be another one.
    const [name, params, scopes] = parseStoredList(asked) as [string, Params, string[]];
    const proof = hashOfAnswer(store, asked, { name, params, scopes });
    const isHere = ({ kind, id }: AnswerRow) => kind !== FILE_BYTES || hashOfBytes(store, id) !== undefined;
    return proof.hash === hash && proof.rows.every(isHere) ? proof : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

const textOf = (value: unknown): string => (value instanceof Uint8Array ? Buffer.from(value).toString() : "");

function hashOfBytes(store: Store, id: string): string | undefined {
  const [, space, file] = /^([^/]*)\/(.*)$/s.exec(id) ?? [];
  return space === undefined || file === undefined ? undefined : keptBytes(store, space, file);
}

/** Adds rows of files whose bytes are whole, be their content read to its end or not; returns the keys of these bytes. */
function collectWholeFiles(store: Store, keys: Set<string>): Set<string> {
  const blobs = new Set<string>();
  for (const { name } of namesOf(store)) {
    const id = name.startsWith(`${FILE_BYTES} `) ? name.slice(FILE_BYTES.length + 1) : undefined;
    const hash = id === undefined ? undefined : hashOfBytes(store, id);
    if (hash === undefined) continue;
    keys.add(name);
    blobs.add(`files/${hash}`);
  }
  return blobs;
}

/** Kind and id of every object as they are in the file, be they text or not. */
const namesOf = (store: Store): { at: number; name: string }[] =>
  store.sql
    .all("SELECT rowid AS at, CAST(kind || ' ' || id AS BLOB) AS name FROM objects")
    .map(({ at, name }) => ({ at: Number(at), name: textOf(name) }));

function removeOthers(store: Store, keys: ReadonlySet<string>, blobs: ReadonlySet<string>): void {
  for (const { at, name } of namesOf(store)) {
    const text = name.startsWith("document ") ? name.slice("document ".length) : undefined;
    const isKept =
      keys.has(name) ||
      (text !== undefined && soundText(store, text) !== undefined && store.scopeOf("document", text) === "documents");
    if (!isKept) store.sql.run("DELETE FROM objects WHERE rowid = ?", at);
  }
  for (const { at, key } of store.sql.all("SELECT rowid AS at, CAST(key AS BLOB) AS key FROM blobs"))
    if (!blobs.has(textOf(key))) store.sql.run("DELETE FROM blobs WHERE rowid = ?", at);
}
