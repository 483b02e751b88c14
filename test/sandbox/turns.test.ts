import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTransactionQueue } from "../../src/sandbox/transaction-queue.js";
import { type Database, openBinding } from "../../src/system/sqlite.js";

let dir: string;
let db: Database;
/** Another process, as far as SQLite can tell. */
let other: Database;
/** What was done, in order. */
let log: string[];
let failing: string | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "docs-turns-"));
  const file = join(dir, "state.sqlite");
  const real = openBinding(file);
  real.exec("PRAGMA journal_mode = WAL; CREATE TABLE thing (name TEXT)");
  other = openBinding(file);
  log = [];
  failing = undefined;
  db = {
    ...real,
    exec: (sql) => {
      if (sql === failing) throw new Error(`${sql} failed`);
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) log.push(sql);
      real.exec(sql);
    },
  };
});
afterEach(() => {
  db.close();
  other.close();
  rmSync(dir, { recursive: true, force: true });
});

const names = () => other.all("SELECT name FROM thing ORDER BY rowid").map(({ name }) => name);
const count = () => Number(db.get("SELECT count(*) AS n FROM thing")?.n);
const put = (name: string) => {
  db.run("INSERT INTO thing VALUES (?)", name);
  log.push(name);
  return name;
};

function turns(together = true) {
  const { exclusive, turn } = createTransactionQueue(db, { together });
  const write = (name: string, more: () => void = () => {}) =>
    exclusive("write", async () => {
      put(name);
      await undefined;
      more();
      return name;
    }).then(
      (value) => {
        log.push(`${value} answered`);
        expect(names()).toContain(value);
        return value;
      },
      (error: Error) => `${name}: ${error.message}`,
    );
  return { exclusive, turn, write };
}

describe("turns at the state", () => {
  it("give writes that came together one commit, and no answer before it", async () => {
    const { write, turn } = turns();
    const answers = Promise.all(["a", "b", "c"].map((name) => write(name)));
    expect([turn.wrote, names()]).toEqual([0, []]);
    expect(await answers).toEqual(["a", "b", "c"]);
    expect(log).toEqual(["BEGIN IMMEDIATE", "a", "b", "c", "COMMIT", "a answered", "b answered", "c answered"]);
    expect(turn.wrote).toBe(turn.number);
  });

  it("take in what comes in until the write begins, and never more than 64", async () => {
    const { write } = turns();
    const late = new Promise<string>((resolve) => setImmediate(() => resolve(write("late"))));
    await Promise.all([write("first"), late]);
    expect(log.filter((line) => line === "COMMIT")).toEqual(["COMMIT"]);
    log = [];
    await Promise.all(Array.from({ length: 65 }, (_, at) => write(`w${at}`)));
    expect(log.filter((line) => line === "COMMIT")).toEqual(["COMMIT", "COMMIT"]);
    expect(names().length).toBe(67);
  });

  it("undo a write that fails, and only that one", async () => {
    const { write } = turns();
    const fail = () => {
      throw new Error("refused");
    };
    expect(await Promise.all([write("a"), write("b", fail), write("c"), write("d", fail)])).toEqual([
      "a",
      "b: refused",
      "c",
      "d: refused",
    ]);
    expect(names()).toEqual(["a", "c"]);
    expect(await write("e", fail)).toBe("e: refused");
    expect(names()).toEqual(["a", "c"]);
  });

  it("keep the order of reads and writes", async () => {
    const { exclusive, write } = turns();
    const seen = await Promise.all([
      write("a"),
      exclusive("read", count),
      write("b"),
      write("c"),
      exclusive("read", count),
      exclusive("read", count),
    ]);
    expect(seen).toEqual(["a", 1, "b", "c", 3, 3]);
    expect(log.filter((line) => line === "BEGIN IMMEDIATE").length).toBe(2);
  });

  it("fail all of a commit that fails", async () => {
    const { write } = turns();
    failing = "COMMIT";
    expect(await Promise.all([write("a"), write("b")])).toEqual(["a: COMMIT failed", "b: COMMIT failed"]);
    failing = undefined;
    expect([names(), await write("c"), names()]).toEqual([[], "c", ["c"]]);
  });

  it("do writes again one by one where SQLite undoes all for one, as on a full disk", async () => {
    const { write } = turns();
    const full = () => {
      db.exec("ROLLBACK");
      throw new Error("full");
    };
    expect(await Promise.all([write("a"), write("b", full), write("c")])).toEqual(["a", "b: full", "c"]);
    expect([names(), await write("d"), names()]).toEqual([["a", "c"], "d", ["a", "c", "d"]]);
  });

  it("do writes again where one cannot be undone alone: it made the table of a search index", async () => {
    const { exclusive, write } = turns();
    const index = exclusive("write", () => {
      db.exec("CREATE VIRTUAL TABLE words USING fts5 (word); INSERT INTO words VALUES ('x')");
      throw new Error("refused");
    });
    const answers = await Promise.all([index.catch((error: Error) => error.message), write("a")]);
    expect([answers, names()]).toEqual([["refused", "a"], ["a"]]);
  });

  it("are one by one where nobody else waits", async () => {
    const { write } = turns(false);
    await Promise.all([write("a"), write("b")]);
    expect(log.filter((line) => line === "COMMIT").length).toBe(2);
    expect(log.indexOf("a answered")).toBeLessThan(log.lastIndexOf("COMMIT"));
  });
});
