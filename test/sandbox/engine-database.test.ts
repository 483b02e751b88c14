import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSandbox, resetSandbox } from "../../src/sandbox/open.js";
import { type Migration, openDatabase, transaction } from "../../src/sandbox/store/database.js";
import { type BindingName, openBinding, sqliteProblem } from "../../src/system/sqlite.js";
import { ORG, smallOrganization } from "../helpers/sandbox.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-database-"));
  file = join(folder, "deep", "state", "sandbox.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
// One process must not use both on one file: they would break each other's locks (kill.long.test.ts uses both).
const bindings: BindingName[] = isBuiltin("node:sqlite") ? ["node:sqlite", "libsql"] : ["libsql"];
const first: Migration = (db) => {
  db.exec("CREATE TABLE notes (text)");
};

describe.each(bindings)("%s", (binding) => {
  test("may be closed twice: by what opened it, and by the end of the process", () => {
    const db = openBinding(":memory:", { binding });
    db.close();
    expect(() => db.close()).not.toThrow();
  });

  test("binds every kind of value", () => {
    const db = openBinding(":memory:", { binding });
    const { bytes, ...row } =
      db.get(
        "SELECT ? AS yes, ? AS no, ? AS date, ? AS none, ? AS bytes, ? AS text, ? AS real",
        true,
        false,
        new Date(0),
        undefined,
        Uint8Array.of(1, 2, 255).subarray(1),
        "é\u{1f6d2}",
        1.5,
      ) ?? {};
    expect(bytes instanceof Uint8Array && [...bytes]).toEqual([2, 255]);
    expect(row).toEqual({
      yes: 1,
      no: 0,
      date: "1970-01-01T00:00:00.000Z",
      none: null,
      text: "é\u{1f6d2}",
      real: 1.5,
    });
    db.close();
  });

  test("binds a single value of every kind", () => {
    const db = openBinding(":memory:", { binding });
    const one = (value: Parameters<typeof db.get>[1]) => db.get("SELECT ? AS value", value)?.value;
    expect([null, undefined, true, new Date(0), Uint8Array.of(7), "", -1].map(one)).toEqual([
      null,
      null,
      1,
      "1970-01-01T00:00:00.000Z",
      Uint8Array.of(7),
      "",
      -1,
    ]);
    db.run("CREATE TABLE t (v)");
    expect(db.run("INSERT INTO t VALUES (?)", Uint8Array.of(1, 2))).toBe(1);
    db.close();
  });

  test("tells what went wrong", async () => {
    const db = await openDatabase({ file, binding, migrations: [first] });
    expect(sqliteProblem(new Error("other"))).toBeUndefined();
    expect(problemOf(() => db.exec("nonsense"))).toBe("other");
    db.exec("PRAGMA max_page_count = 3");
    expect(problemOf(() => db.run("INSERT INTO notes VALUES (?)", "x".repeat(100_000)))).toBe("full");
    db.exec("PRAGMA query_only = 1");
    expect(problemOf(() => db.run("INSERT INTO notes VALUES (1)"))).toBe("readonly");
    db.close();
  });

  test("R70 WAL, synchronous=FULL, foreign keys, busy timeout of 5 s", async () => {
    const db = await openDatabase({ file, binding, migrations: [first] });
    const pragma = (name: string) => Object.values(db.get(`PRAGMA ${name}`) ?? {})[0];
    expect(["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version"].map(pragma)).toEqual([
      "wal",
      2,
      1,
      5000,
      1,
    ]);
    db.close();
  });

  test("a second writer waits for the first, and a reader sees one state", async () => {
    const one = await openDatabase({ file, binding, migrations: [first] });
    const two = await openDatabase({ file, binding, migrations: [first] });
    await transaction(two, "read", async () => {
      expect(two.all("SELECT * FROM notes")).toEqual([]);
      await transaction(one, "write", () => one.run("INSERT INTO notes VALUES ('a')"));
      expect(two.all("SELECT * FROM notes")).toEqual([]);
    });
    expect(two.all("SELECT * FROM notes")).toEqual([{ text: "a" }]);
    two.exec("PRAGMA busy_timeout = 50");
    one.exec("BEGIN IMMEDIATE");
    expect(problemOf(() => two.exec("BEGIN IMMEDIATE"))).toBe("busy");
    one.exec("ROLLBACK");
    one.close();
    two.close();
  });
});

function problemOf(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    return sqliteProblem(error);
  }
  return "nothing";
}

describe.skipIf(process.platform === "win32")("modes", () => {
  test("R70 file, WAL and folders are private from the start, a wider file is tightened", async () => {
    const before = process.umask(0);
    try {
      const db = await openDatabase({ file, migrations: [first] });
      db.run("INSERT INTO notes VALUES ('a')");
      expect([folder, "deep", "deep/state"].slice(1).map((name) => mode(join(folder, name)))).toEqual(["700", "700"]);
      expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(["600", "600", "600"]);
      db.close();
      for (const wider of [0o644, 0o640, 0o620, 0o610, 0o604, 0o602]) {
        chmodSync(file, wider);
        (await openDatabase({ file, migrations: [first] })).close();
        expect([wider, mode(file)]).toEqual([wider, "600"]);
      }
    } finally {
      process.umask(before);
    }
  });
});

describe("migrations", () => {
  const second: Migration = (db) => {
    db.exec("ALTER TABLE notes ADD COLUMN at TEXT");
  };

  test("R70 a newer schema is reached in one transaction, after a private backup", async () => {
    const old = await openDatabase({ file, migrations: [first] });
    old.run("INSERT INTO notes VALUES ('a')");
    old.close();
    const db = await openDatabase({ file, migrations: [first, second] });
    expect(db.get("SELECT * FROM notes")).toEqual({ text: "a", at: null });
    db.close();
    const copy = openBinding(`${file}.v1`);
    expect(copy.all("SELECT * FROM notes")).toEqual([{ text: "a" }]);
    expect(copy.get("PRAGMA user_version")?.user_version).toBe(1);
    copy.close();
    if (process.platform !== "win32") expect(mode(`${file}.v1`)).toBe("600");
  });

  test("R70 one that fails leaves the file as it was", async () => {
    (await openDatabase({ file, migrations: [first] })).close();
    const broken: Migration = (db) => {
      db.exec("DROP TABLE notes");
      throw new Error("no");
    };
    await expect(openDatabase({ file, migrations: [first, broken] })).rejects.toThrow("no");
    const db = await openDatabase({ file, migrations: [first] });
    expect(db.all("SELECT * FROM notes")).toEqual([]);
    db.close();
  });

  test("R70 a file of a newer version is refused and stays", async () => {
    (await openDatabase({ file, migrations: [first, second] })).close();
    const before = readFileSync(file);
    await expect(openDatabase({ file, migrations: [first] })).rejects.toMatchObject({
      kind: "config",
      message: `the sandbox's state was written by a newer version of docs: ${file}`,
      hint: "update docs, or run docs sandbox reset",
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("damage", () => {
  const open = (check?: boolean) => openSandbox({ file, local: true, load: smallOrganization, check });

  test("R70 what is no database is refused with advice, and kept", async () => {
    (await open()).close();
    writeFileSync(file, "hello, this is not a database at all, not even a small one");
    await expect(open()).rejects.toMatchObject({
      kind: "config",
      message: `the sandbox's state is damaged: ${file}`,
      hint: "run docs sandbox reset; the damaged file is kept beside the new one",
    });
    expect(readFileSync(file, "utf8")).toMatch(/^hello/);
  });

  test("R70 the check at the start finds a broken page", async () => {
    const sandbox = await open();
    await sandbox.change(({ store }) => {
      for (let n = 0; n < 500; n++) store.put("note", `n${n}`, "notes", { text: "x".repeat(500) });
    });
    sandbox.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 20, 4096 * 24);
    writeFileSync(file, bytes);
    await expect(open(true)).rejects.toMatchObject({
      kind: "config",
      message: `the sandbox's state is damaged: ${file}`,
    });
  });

  test("reset puts a damaged file aside and starts anew", async () => {
    (await open()).close();
    writeFileSync(file, "hello, this is not a database at all, not even a small one");
    const sandbox = await resetSandbox({ file, local: true, load: smallOrganization });
    expect((await sandbox.info()).counts).toEqual({ member: 2, organization: 2, revision: 1, space: 1 });
    sandbox.close();
    expect(readFileSync(`${file}.old`, "utf8")).toMatch(/^hello/);
  });

  test("reset puts the damaged file's WAL aside with it, and earlier ones away", async () => {
    (await open()).close();
    const text = "no database ".repeat(1000);
    writeFileSync(file, text);
    writeFileSync(`${file}-wal`, "its WAL");
    for (const suffix of ["", "-wal"]) writeFileSync(`${file}.old${suffix}`, "from an earlier reset");
    const sandbox = await resetSandbox({ file, local: true, load: smallOrganization });
    expect((await sandbox.info()).counts.space).toBe(1);
    sandbox.close();
    expect(readFileSync(`${file}.old`, "utf8")).toBe(text);
    // node:sqlite deletes a WAL that holds nothing.
    const left = [`${file}-wal`, `${file}.old-wal`].filter(existsSync).map((name) => readFileSync(name, "latin1"));
    expect(left.filter((found) => found.startsWith("from an earlier"))).toEqual([]);
    expect(existsSync(`${file}-wal`) && readFileSync(`${file}-wal`, "latin1") === "its WAL").toBe(false);
  });

  test("reset of a sound file keeps the token and drops everything else", async () => {
    const before = await open();
    await before.change(({ store }) => {
      store.put("note", "n", "notes", {});
      store.putBytes("b", Uint8Array.of(1));
      store.next("numbers");
    });
    before.close();
    const after = await resetSandbox({ file, local: true, load: smallOrganization });
    expect(after.token).toBe(before.token);
    const left = await after.change(({ store }) => [
      store.get("note", "n"),
      store.bytes("b"),
      store.next("numbers"),
      store.count("organization", "root"),
    ]);
    expect(left).toEqual([undefined, undefined, 1, 2]);
    after.close();
    expect(existsSync(`${file}.old`)).toBe(false);
  });

  test("a file in the folder's place is an io failure", async () => {
    writeFileSync(join(folder, "deep"), "");
    await expect(open()).rejects.toMatchObject({ kind: "io" });
  });

  test("R71 a full disk answers 507 and changes nothing", async () => {
    const sandbox = await open();
    await sandbox.change(({ store }) => {
      store.sql.all("PRAGMA max_page_count = 1");
    });
    const answer = await sandbox.handle({
      method: "PATCH",
      path: `/v1/orgs/${ORG}`,
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
      body: JSON.stringify({ title: "x".repeat(500_000) }),
    });
    expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([
      507,
      '{"error":{"code":507,"message":"the disk is full; nothing was changed"}}',
    ]);
    expect(await sandbox.change(({ store }) => store.get<{ title: string }>("organization", ORG)?.title)).toBe(
      "Harbor",
    );
    sandbox.close();
  });
});
