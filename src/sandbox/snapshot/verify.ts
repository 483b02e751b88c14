/** Looks for damage in a finished snapshot: changed or missing data, and broken references. */
import { Failure } from "../../errors.js";
import { hashOf } from "../content/documents.js";
import { createTables } from "../store/schema.js";
import { type Database, openBinding, sqliteProblem } from "../store/sqlite.js";
import { digestsOf, readDigests, rowsOfKind } from "./digests.js";
import { openSnapshotFile } from "./open-snapshot.js";

export interface Damage {
  /** Which check found it. */
  check: "structure" | "schema" | "contents" | "texts" | "files" | "references";
  what: string;
}

export interface Verified {
  damage: Damage[];
  /** How many objects, page texts and scopes were checked. */
  checked: { objects: number; texts: number; scopes: number };
  /** Whether it has counts and hashes to compare with; snapshots of older versions have none. */
  digests: boolean;
}

/** The most findings named for each check. */
const MOST = 20;

const CHECKS: readonly [Damage["check"], (db: Database) => string[]][] = [
  ["structure", structure],
  ["schema", schema],
  ["contents", contents],
  ["texts", texts],
  ["files", files],
  ["references", references],
];

/** So damaged that it cannot be opened: there is nothing to look at one by one. */
function open(file: string): Database {
  try {
    return openSnapshotFile(file);
  } catch (error) {
    if (!(error instanceof Failure) || sqliteProblem(error.cause) !== "corrupt") throw error;
    throw error.with({
      hint: `restore it from a backup, or remove it and make it again: docs snapshots create ${file}`,
    });
  }
}

/** @throws Failure config: not a snapshot, damaged at its beginning, or of a newer version; io: unreadable */
export function verifySnapshot(file: string): Verified {
  const db = open(file);
  try {
    const damage = CHECKS.flatMap(([check, work]) => attempt(check, () => work(db)));
    const count = (sql: string) => Number(db.get(sql)?.n ?? 0);
    const checked = { objects: 0, texts: 0, scopes: 0 };
    attempt("structure", () => {
      checked.objects = count("SELECT count(*) AS n FROM objects");
      checked.texts = count("SELECT count(*) AS n FROM objects WHERE kind = 'document'");
      checked.scopes = count("SELECT count(*) AS n FROM sources");
      return [];
    });
    return { damage, checked, digests: readDigests(db) !== undefined };
  } finally {
    db.close();
  }
}

/** Runs a check; damage may keep it from finishing, which is a finding, too. */
function attempt(check: Damage["check"], work: () => string[]): Damage[] {
  try {
    const found = work();
    const more = found.length > MOST ? [`and ${found.length - MOST} more`] : [];
    return [...found.slice(0, MOST), ...more].map((what) => ({ check, what }));
  } catch (thrown) {
    const error = thrown instanceof Failure ? thrown.cause : thrown;
    // Damaged JSON is a SyntaxError here, and an error of SQLite's own JSON functions.
    if (!(error instanceof SyntaxError) && sqliteProblem(error) === undefined) throw thrown;
    return [{ check, what: `the check could not finish: ${error instanceof Error ? error.message : String(error)}` }];
  }
}

function structure(db: Database): string[] {
  const rows = db.all(`PRAGMA integrity_check(${MOST})`).map((row) => String(Object.values(row)[0]));
  return rows.filter((row) => row !== "ok");
}

function schema(db: Database): string[] {
  const tablesOf = (one: Database) =>
    new Map(
      one
        .all("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '%\\_fts%' ESCAPE '\\'")
        .map(({ name, sql }) => [String(name), String(sql)]),
    );
  const fresh = openBinding(":memory:");
  try {
    createTables(fresh);
    const found = tablesOf(db);
    return [...tablesOf(fresh)].flatMap(([name, sql]) =>
      found.get(name) === sql ? [] : [`${name} is ${found.has(name) ? "different" : "missing"}`],
    );
  } finally {
    fresh.close();
  }
}

/** Compares with the counts and hashes stored when it was written, and with the counts that triggers keep. */
function contents(db: Database): string[] {
  const [kept, found] = [readDigests(db) ?? {}, digestsOf(db)];
  const wrong = Object.keys({ ...kept, ...(Object.keys(kept).length > 0 && found) }).flatMap((kind) => {
    const [was, is] = [kept[kind]?.rows ?? 0, found[kind]?.rows ?? 0];
    if (was !== is) return [`${kind}: ${is} found, ${was} were written`];
    return kept[kind]?.hash === found[kind]?.hash ? [] : [`${kind}: not all ${is} are as they were written`];
  });
  const counts = db.all(
    `SELECT kind, scope, n, (SELECT count(*) FROM objects WHERE objects.kind = counts.kind AND objects.scope = counts.scope) AS is_n
     FROM counts WHERE n <> is_n LIMIT ${MOST}`,
  );
  return [...wrong, ...counts.map(({ kind, scope, n, is_n }) => `${kind} in ${scope}: ${is_n} found, ${n} counted`)];
}

function texts(db: Database): string[] {
  const wrong: string[] = [];
  for (const { id, json } of rowsOfKind(db, "document", "id, json")) {
    if (hashOf(textIn(String(json))) !== id) wrong.push(`text ${id} does not match its hash`);
  }
  return wrong;
}

function textIn(json: string): string {
  try {
    return String(JSON.parse(json).markdown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "";
  }
}

function files(db: Database): string[] {
  const keys = db.all("SELECT key FROM blobs WHERE key LIKE 'files/%'").map(({ key }) => String(key));
  const lost = db
    .all(
      `SELECT id FROM objects WHERE kind = 'file-bytes'
       AND NOT EXISTS (SELECT 1 FROM blobs WHERE key = 'files/' || json_extract(json, '$.hash'))`,
    )
    .map(({ id }) => `the bytes of file ${id} are missing`);
  const wrong = keys.filter((key) => {
    const value = db.get("SELECT value FROM blobs WHERE key = ?", key)?.value;
    return !(value instanceof Uint8Array) || `files/${hashOf(value)}` !== key;
  });
  return [...lost, ...wrong.map((key) => `the bytes of ${key} do not match their hash`)];
}

/** What things of a kind have to be in. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  revision: ["space"],
  "change-request": ["space"],
  comment: ["space", "change-request"],
  "comment-reply": ["comment"],
  "team-membership": ["team"],
  "site-section": ["site"],
  "site-section-group": ["site"],
  "site-space": ["site", "site-section"],
  "share-link": ["site"],
  "published-site": ["site"],
  "site-adaptive-schema": ["site"],
  space: ["organization", "collection"],
  collection: ["organization", "collection"],
  member: ["organization"],
  team: ["organization"],
  site: ["organization"],
  "file-bytes": ["space"],
};

function references(db: Database): string[] {
  const orphans = Object.entries(CONTAINERS).flatMap(([kind, containers]) =>
    db
      .all(
        `SELECT id, scope FROM objects AS thing WHERE kind = ? AND NOT EXISTS (
           SELECT 1 FROM objects WHERE kind IN (${containers.map(() => "?")}) AND id = thing.scope) ORDER BY id LIMIT ${MOST}`,
        kind,
        ...containers,
      )
      .map(({ id, scope }) => `${kind} ${id} is in ${containers.join(" or ")} ${scope}, which is missing`),
  );
  return [...orphans, ...lostContents(db), ...lostTexts(db)];
}

function lostContents(db: Database): string[] {
  return db
    .all(
      `SELECT space.id FROM sources JOIN objects AS space
         ON space.kind = 'space' AND sources.scope = 'spaces/' || space.id || '/content'
       WHERE sources.state = 'complete' AND NOT EXISTS (
         SELECT 1 FROM objects WHERE kind = 'revision' AND id = json_extract(space.json, '$.revision')) LIMIT ${MOST}`,
    )
    .map(({ id }) => `the content of space ${id} was read, but is missing`);
}

function lostTexts(db: Database): string[] {
  const ids = new Set(db.all("SELECT id FROM objects WHERE kind = 'document'").map(({ id }) => String(id)));
  const lost: string[] = [];
  const look = (pages: readonly { id: string; document?: string; pages: [] }[], space: string): void => {
    for (const { id, document, pages: below } of pages) {
      if (document !== undefined && !ids.has(document))
        lost.push(`the text of page ${id} of space ${space} was read, but is missing`);
      look(below, space);
    }
  };
  for (const { scope, json } of rowsOfKind(db, "revision", "id, scope, json")) {
    look(JSON.parse(String(json)).pages, String(scope));
  }
  return lost;
}
