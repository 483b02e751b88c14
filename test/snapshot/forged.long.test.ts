/** The file of a stranger: its schema is compared with what we write, as a whole, before anything of it is used (R102). */
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOf } from "../../src/sandbox/content/pages.js";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { FORMATS, schemaProblems, UNFINISHED_FORMAT } from "../../src/sandbox/store/formats.js";
import { createTables, MIGRATIONS } from "../../src/sandbox/store/schema.js";
import { parseStoredList } from "../../src/sandbox/store/stored-json.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { exportSnapshot } from "../../src/snapshot/export/export.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { putDifference } from "../../src/snapshot/file/generations/difference.js";
import { writeWithout } from "../../src/snapshot/file/generations/forget.js";
import { createHistory } from "../../src/snapshot/file/generations/tables.js";
import { serveSnapshot } from "../../src/snapshot/file/open.js";
import { openSnapshot, openSnapshotFile } from "../../src/snapshot/file/open-snapshot.js";
import { readSnapshot } from "../../src/snapshot/file/read.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { createLeft } from "../../src/snapshot/file/write/interrupted-run.js";
import { copyRows } from "../../src/snapshot/file/write/working-copy.js";
import { readLog } from "../../src/snapshot/history/log.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { writeTables } from "../../src/snapshot/tables/tables.js";
import { type BindingName, openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, smallOrganization, testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { FORGERIES, forge, put, writing } from "./forged-helper.js";
import { writeHotJournal } from "./hot-journal.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

const BINDINGS: readonly BindingName[] =
  process.getBuiltinModule("node:sqlite") === undefined ? ["libsql"] : ["node:sqlite", "libsql"];

const place = temporaryFolder();
/** One generation, and two. */
const once = join(place.folder, "once.docs");
const twice = join(place.folder, "twice.docs");

const write = (words: string) => {
  service.advance(60_000);
  return service.change((context) => {
    const pages = [{ id: "a", title: words, markdown: words }];
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
};
const service = useOnce(() => testSandbox({ load: smallOrganization }));
beforeAll(async () => {
  await snapshotOf(service, once, { organization: ORG });
  await snapshotOf(service, twice, { organization: ORG });
  await write("other words");
  await snapshotOf(service, twice, { organization: ORG }, undefined, { started: "2026-01-16T10:00:00.000Z" });
});
afterAll(() => {
  place.remove();
});

describe.each(BINDINGS)("the lists of formats, with %s", (binding) => {
  it("are what is written", () => {
    const db = openBinding(":memory:", { binding });
    createTables(db);
    const problems = (number: number) => schemaProblems(db, FORMATS.get(number) ?? UNFINISHED_FORMAT);
    expect(problems(MIGRATIONS.length)).toEqual([]);
    createHistory(db);
    expect(problems(1000 + MIGRATIONS.length)).toEqual([]);
    expect(problems(MIGRATIONS.length)).toEqual(expect.arrayContaining(['table "generations" was added']));
    db.close();
    const begun = openBinding(":memory:", { binding });
    createTables(begun);
    createLeft(begun);
    expect(schemaProblems(begun, UNFINISHED_FORMAT)).toEqual([]);
    begun.close();
  });

  it("allow what SQLite adds to any file, word for word", () => {
    const db = openBinding(":memory:", { binding });
    createTables(db);
    db.exec("CREATE TABLE more (a INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE more; ANALYZE");
    expect(db.all("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_s%'").length).toBeGreaterThan(1);
    expect(schemaProblems(db, FORMATS.get(MIGRATIONS.length) ?? UNFINISHED_FORMAT)).toEqual([]);
    db.close();
  });

  it("make the tables of a copy, which has all rows", () => {
    const copy = openBinding(":memory:", { binding });
    copyRows(copy, twice);
    const from = openBinding(twice, { binding });
    for (const table of [
      "objects",
      "counts",
      "counters",
      "blobs",
      "settings",
      "sources",
      "generations",
      "past_content",
    ]) {
      const rows = (db: typeof from) => db.all(`SELECT * FROM ${table} ORDER BY 1, 2`);
      expect(rows(copy), table).toEqual(rows(from));
    }
    expect(copy.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    from.close();
    copy.close();
  });
});

it("the list of a format never changes: files of that number were written with it", () => {
  const hashes = [...FORMATS].map(([number, { schema }]) => [number, hashOf(JSON.stringify([...schema].sort()))]);
  expect(hashes).toEqual([
    [4, "128646269623a07f09ac235e2decade10b48bfdf8fcfce9c4a3b173f98f362b3"],
    [1004, "b73c6020f82c0c206892891e74f1d2ab95042bc96c61875c2d74cb2630ddad4e"],
  ]);
});

const damage = (problems: readonly string[]) => problems.map((what) => ({ check: "schema", what }));

describe("a schema that is not ours", () => {
  it.each(FORGERIES)("is refused and named: %s", (_what, statements, problems) => {
    const file = join(place.folder, "forged.docs");
    forge(once, file, statements);
    for (const binding of BINDINGS) {
      expect(() => openSnapshotFile(file, binding)).toThrow(
        expect.objectContaining({
          kind: "partial",
          message: `${file} is damaged: ${problems[0]}`,
          details: { damage: damage(problems) },
        }),
      );
    }
    expect(verifySnapshot(file)).toEqual({
      damage: damage(problems),
      checked: { objects: 0, texts: 0, scopes: 0 },
      digests: false,
      uncovered: [],
    });
  });

  it("is refused where SQLite cannot read it", () => {
    const file = join(place.folder, "forged.docs");
    forge(once, file, [
      put(
        "trigger",
        "count_insert",
        "objects",
        "CREATE TRIGGER count_insert AFTER INSERT ON objects BEGIN SELECT 1; END",
      ),
    ]);
    const refused = expect.objectContaining({ kind: "partial", message: `${file} is damaged` });
    expect(() => openSnapshotFile(file)).toThrow(refused);
    expect(() => verifySnapshot(file)).toThrow(refused);
  });

  it("is refused however large it is", () => {
    const file = join(place.folder, "large.docs");
    const statements = Array.from({ length: 1000 }, (_, at) =>
      put("view", `v${at}`, `v${at}`, `CREATE VIEW v${at} AS SELECT ${"1,".repeat(100)} 2`),
    );
    forge(once, file, statements);
    expect(verifySnapshot(file).damage.length).toBeLessThan(300);
    expect(() => openSnapshotFile(file)).toThrow("is damaged: ");
  });
});

const READS: Readonly<Record<string, (file: string) => unknown>> = {
  view: readSnapshot,
  "read much": (file) => openSnapshot(file, { texts: true }),
  serve: (file) => serveSnapshot(file),
  query: (file) => runQuery({ file, sql: "SELECT * FROM spaces", limit: 1 }),
  export: (file) => exportSnapshot(file, join(place.folder, "out")),
  tables: (file) => writeTables(file, join(place.folder, "tables"), { format: "csv" }),
  compare: (file) => compareSnapshots(once, file),
  log: (file) => readLog(file, { now: 0 }),
};

describe("what a file says of itself", () => {
  const file = join(place.folder, "odd.docs");
  const setting = (name: string, value: string) =>
    `INSERT OR REPLACE INTO settings VALUES ('snapshot.${name}', '${value}')`;
  it.each([
    ["started", "garbage"],
    ["ended", "+275761-01-01T00:00:00.000Z"],
    ["ended", "2026-13-45T00:00:00.000Z"],
    ["asked", "["],
    ["asked", "null"],
    ["pages", "3"],
  ])("is refused where it makes no sense: snapshot.%s is %s", (name, value) => {
    forge(once, file, [setting(name, value)]);
    if (name === "pages") {
      // Written with the hashes.
      const db = openBinding(file, { binding: "libsql" });
      db.exec(setting(name, value));
      db.close();
    }
    const what = `the setting snapshot.${name} is damaged`;
    expect(() => readSnapshot(file)).toThrow(
      expect.objectContaining({ kind: "partial", message: `${file} is damaged: ${what}` }),
    );
    expect(verifySnapshot(file).damage).toEqual([{ check: "contents", what }]);
  });

  it("is refused for a generation whose difference says it", () => {
    forge(twice, file, [], true);
    const db = openBinding(file, { binding: "libsql" });
    const settings = '["snapshot.started","x"]\n["snapshot.ended","y"]\n["snapshot.format","1"]\n';
    putDifference(db, { id: 1, base: 2 }, { rows: {}, lists: { settings: [settings] } });
    writeDigests(db, true);
    db.close();
    expect(() => readSnapshot(`${file}@1`)).toThrow("@1 is damaged: the setting snapshot.started is damaged");
  });

  it.each(["ended = 'y'", "started = ''", "counts = 'null'", "counts = '['", "changes = '3'"])(
    "is refused of generations: %s",
    (change) => {
      forge(twice, file, [`UPDATE generations SET ${change}`], true);
      expect(() => readSnapshot(`${file}@1`)).toThrow(expect.objectContaining({ kind: "partial" }));
    },
  );

  it.each(["{}", '{"0":"a","length":1}', "3"])("is refused where a list is %s", (json) => {
    expect(() => parseStoredList(json)).toThrow("a stored object is damaged: it is no ");
    expect(parseStoredList('["a"]')).toEqual(["a"]);
  });

  it.each(["null", "3", "true", '"text"'])("is refused where an object is %s", async (json) => {
    forge(once, file, [`UPDATE objects SET json = '${json}' WHERE kind IN ('space', 'organization', 'member')`]);
    for (const read of [
      async () => exportSnapshot(file, join(place.folder, "odd")),
      async () => compareSnapshots(once, file),
    ])
      await expect(read()).rejects.toThrow("a stored object is damaged: it is no object");
    expect(verifySnapshot(file).damage.length).toBeGreaterThan(0);
  });
});

describe("SQL of a stranger never runs (R102)", () => {
  const marker = join(place.folder, "marker");
  const file = join(place.folder, "evil.docs");
  beforeAll(() => forge(twice, file, writing(marker), true));
  const refused = {
    kind: "partial",
    message: expect.stringMatching(/evil\.docs(?:@1)? is damaged: table "x_fts" was added$/),
  };

  it.each(Object.keys(READS).flatMap((name) => ["", "@1"].map((end) => [name, end] as const)))(
    "%s %s",
    async (name, end) => {
      await expect((async () => READS[name]?.(file + end))()).rejects.toMatchObject(refused);
      expect(existsSync(marker)).toBe(false);
    },
  );

  it("by forgetting generations, nor by making the snapshot again", async () => {
    expect(() => writeWithout(file, `${file}.next`, new Set([1]))).toThrow(expect.objectContaining(refused));
    const before = readFileSync(file);
    await expect(snapshotOf(service, file, { organization: ORG })).rejects.toMatchObject(refused);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(marker)).toBe(false);
    expect(readdirSync(place.folder).filter((name) => name.startsWith("evil"))).toEqual(["evil.docs"]);
  });

  it("as a finished file that waits for its name", async () => {
    const waiting = join(place.folder, "waiting.docs");
    forge(once, `${waiting}.partial`, writing(marker));
    const message = `${waiting}.partial is damaged: table "x_fts" was added`;
    await expect(snapshotOf(service, waiting, { organization: ORG })).rejects.toMatchObject({
      kind: "partial",
      message,
    });
    expect([existsSync(waiting), existsSync(marker)]).toEqual([false, false]);
  });

  it("SQLite deletes nothing that a journal beside the file names", async () => {
    const waiting = join(place.folder, "journal.docs");
    const precious = join(place.folder, "precious");
    const read = (file: string) => {
      const db = openBinding(file, { binding: "libsql" });
      db.get("SELECT 1 FROM sqlite_master");
      db.close();
    };
    const put = (file: string) => {
      copyFileSync(once, file);
      chmodSync(file, 0o600);
      writeFileSync(precious, "mine");
      writeHotJournal(file, precious);
    };
    // What the SQLite of one of the bindings does by itself.
    put(`${waiting}.other`);
    read(`${waiting}.other`);
    expect(existsSync(precious)).toBe(false);

    put(`${waiting}.partial`);
    await expect(snapshotOf(service, waiting, { organization: ORG })).rejects.toMatchObject({
      kind: "usage",
      message: `${waiting}.partial-journal names another file, so it was not written by docs`,
    });
    expect(existsSync(precious)).toBe(true);
    const copied = join(place.folder, "copied.docs");
    copyFileSync(twice, copied);
    put(`${copied}.next`);
    writeWithout(copied, `${copied}.next`, new Set([1]));
    expect(existsSync(precious)).toBe(true);
  });
});
