/** Looks for damage in a finished snapshot: changed or missing data, and broken references. */
import { Failure } from "../../errors.js";
import { hashOf } from "../../sandbox/content/pages.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { type Database, sqliteProblem } from "../../system/sqlite.js";
import { findChangedTables, findUncovered, matchesTextHash, readDigests, rowsOfKind } from "./digests.js";
import { createOverlay, decompress, readDifference, textIn } from "./generations/difference.js";
import { type Generation, hasHistory, listGenerations, pathTo } from "./generations/tables.js";
import { openSnapshotFile } from "./open-snapshot.js";

// Damage of earlier generations that can be found without going back to them.

function historyProblems(db: Database): string[] {
  if (!hasHistory(db)) return [];
  const all = listGenerations(db);
  const isBroken = ({ id }: Generation) => !isTrue(() => pathTo(all, id).every((one) => hasContent(db, one)));
  const keys = db.all("SELECT key FROM past_content ORDER BY key").map(({ key }) => String(key));
  const changed = keys.filter((key) => !isTrue(() => isSound(db, key)));
  return [
    ...all.filter(isBroken).map(({ id }) => `generation ${id} cannot be read`),
    ...changed.map((key) => `${key} of earlier generations does not match its hash`),
  ];
}

/** True if all content is there that a generation has and the next does not. @throws Failure if its difference is damaged */
function hasContent(db: Database, id: number): boolean {
  const { rows } = readDifference(db, id);
  const isKept = (key: string) => db.get("SELECT 1 FROM past_content WHERE key = ?", key) !== undefined;
  return (["document", "blob"] as const).every((kind) =>
    (rows[kind] ?? []).every(
      ([name, patch]) =>
        patch === null || isKept(`${kind} ${name}`) || textIn(db, createOverlay(), kind, name) !== null,
    ),
  );
}

function isTrue(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    // Altered bytes have another checksum.
    if (error instanceof Error) return false;
    throw error;
  }
}

function isSound(db: Database, key: string): boolean {
  const content = decompress(db.get("SELECT value FROM past_content WHERE key = ?", key)?.value);
  const [kind, id = ""] = key.split(/ (.*)/s);
  return kind === "document" ? matchesTextHash(id, content) : `files/${hashOf(content)}` === id;
}

interface Damage {
  /** The check that found it. */
  check: "structure" | "schema" | "contents" | "texts" | "files" | "references" | "generations";
  what: string;
}

export interface VerifyResult {
  damage: Damage[];
  /** How many objects, page texts and scopes were checked. */
  checked: { objects: number; texts: number; scopes: number };
  /** True if it has counts and hashes to compare with; snapshots of older versions have none. */
  digests: boolean;
  /** Other parts without a hash, as it is of an older version, such as `order` and `settings`. */
  uncovered: string[];
}

/** The most findings named for each check. */
const MOST = 20;

const CHECKS: readonly [Damage["check"], (db: Database) => string[]][] = [
  ["structure", structure],
  ["contents", contents],
  ["texts", texts],
  ["files", files],
  ["references", references],
];

/** Earlier generations lead back from the latest: the copy of another one has not what they begin with. */
function findHistoryProblems(file: string, db: Database): string[] {
  const { path, reference } = parseSnapshotName(file);
  if (reference === undefined) return historyProblems(db);
  const latest = openSnapshotFile(path);
  try {
    return historyProblems(latest);
  } finally {
    latest.close();
  }
}

/** So damaged that it cannot be opened: there is nothing to look at one by one. */
function open(file: string): Database {
  try {
    return openSnapshotFile(file);
  } catch (error) {
    if (!(error instanceof Failure) || error.details.damage || sqliteProblem(error.cause) !== "corrupt") throw error;
    throw error.with({
      hint: `restore it from a backup, or remove it and make it again: docs snapshots create ${file}`,
    });
  }
}

const NOTHING: Omit<VerifyResult, "damage"> = {
  checked: { objects: 0, texts: 0, scopes: 0 },
  digests: false,
  uncovered: [],
};

/** @throws Failure config: not a snapshot, damaged at its beginning, or of a newer version; io: unreadable */
export function verifySnapshot(file: string): VerifyResult {
  let db: Database;
  try {
    db = open(file);
  } catch (error) {
    // Nothing more can be read safely where the schema is not that of a snapshot.
    if (!(error instanceof Failure) || error.details.damage === undefined) throw error;
    // Written by `refuseOtherSchema`.
    return { ...NOTHING, damage: error.details.damage as Damage[] };
  }
  try {
    const damage = [
      ...CHECKS.flatMap(([check, work]) => attempt(check, () => work(db))),
      ...attempt("generations", () => findHistoryProblems(file, db)),
    ];
    const count = (sql: string) => Number(db.get(sql)?.n ?? 0);
    const checked = { objects: 0, texts: 0, scopes: 0 };
    attempt("structure", () => {
      checked.objects = count("SELECT count(*) AS n FROM objects");
      checked.texts = count("SELECT count(*) AS n FROM objects WHERE kind = 'document'");
      checked.scopes = count("SELECT count(*) AS n FROM sources");
      return [];
    });
    const known: { digests: boolean; uncovered: string[] } = { digests: false, uncovered: [] };
    // Digests that cannot be read are among the damage already.
    attempt("contents", () => {
      Object.assign(known, { digests: readDigests(db) !== undefined, uncovered: findUncovered(db) });
      return [];
    });
    return { damage, checked, ...known };
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
    const isJson = error instanceof SyntaxError || (error instanceof Error && error.message.includes("JSON"));
    const why = isJson ? "an object is not JSON" : "parts of the file cannot be read";
    return [{ check, what: `the check could not finish: ${why}` }];
  }
}

function structure(db: Database): string[] {
  const rows = db.all(`PRAGMA integrity_check(${MOST})`).map((row) => String(Object.values(row)[0]));
  return rows.filter((row) => row !== "ok");
}

/** Compares with the counts and hashes stored when it was written, and with the counts that triggers keep. */
function contents(db: Database): string[] {
  const wrong = findChangedTables(db);
  const counts = db.all(
    `SELECT kind, scope, n, (SELECT count(*) FROM objects WHERE objects.kind = counts.kind AND objects.scope = counts.scope) AS is_n
     FROM counts WHERE n <> is_n LIMIT ${MOST}`,
  );
  return [...wrong, ...counts.map(({ kind, scope, n, is_n }) => `${kind} in ${scope}: ${is_n} found, ${n} counted`)];
}

function texts(db: Database): string[] {
  const wrong: string[] = [];
  for (const { id, json } of rowsOfKind(db, "document", "id, CAST(json AS BLOB) AS json")) {
    // As bytes: a text that is not UTF-8 is one of those that are looked for.
    if (!matchesTextHash(String(id), json)) wrong.push(`text ${id} does not match its hash`);
  }
  return wrong;
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

/** Kinds that contain things of a kind. */
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
    // Written by the walk: a revision.
    look((parseStored(json) as { pages: [] }).pages, String(scope));
  }
  return lost;
}
