import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSnapshot as openClient } from "../../src/app/client/snapshot-client.js";
import { listOrgSpaces } from "../../src/catalog/spaces.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { exportSnapshot } from "../../src/snapshot/export/export.js";
import { openSnapshot } from "../../src/snapshot/file/open-snapshot.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { openBinding } from "../../src/system/sqlite.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { flipped } from "./damage-helper.js";
import { rowsOf, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const HALDEN = "hR7kQ2mXv9TzLb4WcN8p";
const TEXT = "A buddy is somebody from another team";
const PAGE = "spaces/welcome-to-halden/buddies.md";

let service: TestSandbox;
const place = temporaryFolder();
beforeAll(async () => {
  service = await testSandbox({ load: loadSample });
  await snapshotOf(service, place.file, { organization: HALDEN });
});
afterAll(() => {
  service.close();
  place.remove();
});

const damaged = (name: string, text: string, bit?: number): string => {
  const file = `${place.file}.${name}`;
  flipped(place.file, file, text, bit);
  return file;
};

// Libsql ends the process at bytes that are no text; other bits leave a text, but another one.
describe.each([
  ["no UTF-8", 7],
  ["another text", 0],
])("R86: a text of which one bit is flipped (%s)", (name, bit) => {
  const file = () => damaged(`text-${bit}`, TEXT, bit);

  it("is named by verify", () => {
    const { damage } = verifySnapshot(file());
    expect(damage).toEqual([
      { check: "texts", what: expect.stringMatching(/^text [0-9a-f]{64} does not match its hash$/) },
    ]);
  });

  it("is not exported: the file of an earlier export stays", async () => {
    const folder = join(place.folder, `out-${name}`);
    await exportSnapshot(place.file, folder);
    const before = readFileSync(join(folder, PAGE));
    const { missing, removed } = await exportSnapshot(file(), folder);
    expect(missing.filter(({ isDamaged }) => isDamaged)).toEqual([
      { path: PAGE, reason: "it is damaged in the snapshot", isDamaged: true },
    ]);
    expect([removed, readFileSync(join(folder, PAGE)).equals(before)]).toEqual([0, true]);
    await exportSnapshot(file(), `${folder}-new`);
    expect(existsSync(join(`${folder}-new`, PAGE))).toBe(false);
  });

  it("is read again by the next create, and nothing else is", async () => {
    const path = file();
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, path, { organization: HALDEN }, transport);
    expect(verifySnapshot(path).damage).toEqual([]);
    expect(rowsOf(path)).toEqual(rowsOf(place.file));
    expect(sent.filter((request) => request.includes("/content/page/")).length).toBeLessThan(9);
  });
});

it("R86: a text that is not UTF-8 is an error wherever it is shown", async () => {
  const file = damaged("shown", TEXT);
  const kind = { kind: "partial", message: expect.stringMatching(`^${file} is damaged: text [0-9a-f]{64} does not`) };
  await expect(runQuery({ file, sql: "SELECT markdown FROM page_texts", limit: 99 })).rejects.toMatchObject(kind);
  expect(() => openSnapshot(file, { texts: true })).toThrow(`${file} is damaged: text `);
  const { store, close } = openSnapshot(file);
  const ids = store.ids("document", "documents");
  expect(() => ids.map((id) => store.get("document", id))).toThrow(`${file} is damaged`);
  close();
});

it.each([
  ["not JSON", 2],
  ["no UTF-8", 7],
])(
  "R86: a thing of which one bit is flipped (%s) is damage, and nothing of the file is taken over",
  async (name, bit) => {
    const file = damaged(`row-${bit}`, `"title":"Tern User Guide"`, bit);
    expect(verifySnapshot(file).damage.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^space: not all \d+ are/),
    );
    expect(() => compareSnapshots(place.file, file)).toThrow(/is damaged/);
    await expect(exportSnapshot(file, join(place.folder, `row-${name}`))).rejects.toMatchObject({ kind: "partial" });
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, file, { organization: HALDEN }, transport);
    expect(sent.filter((request) => request.includes("/content/page/")).length).toBeGreaterThan(40);
    expect(rowsOf(file)).toEqual(rowsOf(place.file));
  },
);

it("bytes that were stored as bytes stay bytes, and texts of every kind stay texts", () => {
  const texts = ["", "\ufeffb", "\ufffd", "😀", "t"];
  for (const strict of [true, false]) {
    const db = openBinding(":memory:", { strict });
    db.exec("CREATE TABLE x (n, t TEXT, b BLOB)");
    for (const [at, text] of texts.entries())
      db.run("INSERT INTO x VALUES (?, ?, ?)", at, text, Buffer.from(`b\0${text}`));
    expect(db.all("SELECT n, t, b, NULL AS e FROM x ORDER BY n DESC")).toEqual(
      texts.map((text, at) => ({ n: at, t: text, b: new Uint8Array(Buffer.from(`b\0${text}`)), e: null })).reverse(),
    );
    expect(db.get("WITH y AS (SELECT ? AS a) SELECT a || ?2 AS b FROM y", "1", "2")).toEqual({ b: "12" });
    db.close();
  }
  const db = openBinding(":memory:", { strict: true });
  expect(() => db.get("SELECT CAST(x'41ff' AS TEXT) AS t")).toThrow("it is not UTF-8");
  db.close();
});

describe("R86: verify finds what was changed by hand", () => {
  const changed = (name: string, sql: string) => {
    const file = `${place.file}.${name}`;
    copyFileSync(place.file, file);
    const db = openBinding(file);
    db.exec(sql);
    db.close();
    return verifySnapshot(file);
  };

  it.each([
    [
      "a position",
      "UPDATE objects SET position = position + 1000 WHERE kind = 'space' AND id = 'tG4nVx8YqLz2RkWd7JmS'",
      /^\(order\)/,
    ],
    [
      "the origin",
      "UPDATE settings SET value = 'https://evil.example' WHERE name = 'snapshot.origin'",
      /^\(settings\)/,
    ],
    ["a time", "UPDATE settings SET value = '2020-01-01T00:00:00.000Z' WHERE name = 'snapshot.ended'", /^\(settings\)/],
    ["a trigger", "CREATE TRIGGER mine AFTER INSERT ON objects BEGIN SELECT 1; END", /^trigger "mine" was added/],
    ["an index", "CREATE INDEX mine ON objects (id)", /^index "mine" was added/],
    ["an index that is gone", "DROP INDEX objects_by_scope", /^index "objects_by_scope" is missing/],
    ["a state", "UPDATE sources SET state = 'complete' WHERE state = 'not-asked'", /^\(scopes\)/],
    ["a reason", "UPDATE sources SET reason = 'other' WHERE reason IS NOT NULL", /^\(scopes\)/],
    ["a status", "UPDATE sources SET status = 404 WHERE status = 200", /^\(requests\)/],
    ["a number of requests", "UPDATE sources SET requests = requests + 1", /^\(requests\)/],
    ["a counter", "UPDATE counters SET value = value + 1", /^\(counters\)/],
    ["a count", "UPDATE counts SET n = n + 1 WHERE kind = 'space'", /^space in \w+: \d+ found, \d+ counted/],
    [
      "a container",
      "UPDATE objects SET scope = 'nowhere' WHERE kind = 'comment'",
      /^comment \w+ is in space or change-request nowhere/,
    ],
    ["a content", "DELETE FROM objects WHERE kind = 'revision'", /^the content of space \w+ was read, but is missing/],
    [
      "a text",
      "DELETE FROM objects WHERE kind = 'document'",
      /^the text of page \w+ of space \w+ was read, but is missing/,
    ],
    [
      "an object that is not JSON",
      "UPDATE objects SET json = '{' WHERE kind = 'revision'",
      /^the check could not finish: an object is not JSON$/,
    ],
  ])("%s", (name, sql, what) => {
    const { damage, uncovered } = changed(name, sql);
    expect([damage.map((one) => one.what), uncovered]).toEqual([
      expect.arrayContaining([expect.stringMatching(what)]),
      [],
    ]);
  });

  it("names twenty of one kind, with the number of the others", () => {
    const { damage, checked } = changed("texts", "UPDATE objects SET json = '{}' WHERE kind = 'document'");
    const found = damage.filter(({ check }) => check === "texts").map(({ what }) => what);
    expect([found.length, found.at(-1)]).toEqual([21, `and ${checked.texts - 20} more`]);
  });

  it("says of an older snapshot what it has no hash of", () => {
    const later = ["(order)", "(settings)", "(schema)"].map((name) => `'$."${name}"'`).join(", ");
    const old = `UPDATE settings SET value = json_remove(value, ${later}) WHERE name = 'snapshot.digests'`;
    expect(changed("old", old)).toMatchObject({ damage: [], uncovered: ["order", "settings", "schema"] });
  });
});

describe.each([
  ["no UTF-8", 7],
  ["not JSON", 2],
])("R86: a row of which one bit is flipped (%s)", (name, bit) => {
  const file = () => damaged(`answer-${name}`, `"title":"Tern User Guide"`, bit);

  it("is named by a list that reads it", async () => {
    const path = file();
    const { client, close } = await openClient(path);
    const listing = client.list(listOrgSpaces, { params: { organizationId: HALDEN } });
    await expect(listing.pages()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      kind: "partial",
      message: `${path} is damaged`,
    });
    close();
  });

  it("is named by a query, which still blames JSON of the statement on the statement", async () => {
    const path = file();
    const sql = "SELECT title FROM spaces";
    await expect(runQuery({ file: path, sql, limit: 99 })).rejects.toMatchObject({
      kind: "partial",
      message: expect.stringContaining(`${path} is damaged: space`),
    });
    const own = runQuery({ file: place.file, sql: `SELECT json_extract('{', '$.a') AS a`, limit: 9 });
    await expect(own).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining("malformed JSON") });
  });
});
