import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTables } from "../../src/sandbox/store/schema.js";
import { createStore, type Store } from "../../src/sandbox/store/store.js";
import { type Database, openBinding } from "../../src/system/sqlite.js";

let folder: string;
let open: Database[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-kept-"));
  open = [];
  const first = connect();
  first.db.exec("PRAGMA journal_mode = WAL");
  createTables(first.db);
  first.store.put("note", "a", "one", { text: "first" });
});
afterEach(() => {
  for (const db of open) db.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(): { db: Database; store: Store } {
  const db = openBinding(join(folder, "state.sqlite"));
  open.push(db);
  return { db, store: createStore(db) };
}

test("an object is parsed once", () => {
  const { store } = connect();
  expect(store.kept("note", "a")).toEqual({ text: "first" });
  expect(store.kept("note", "a")).toBe(store.kept("note", "a"));
  expect(store.kept("note", "b")).toBeUndefined();
});

test("a kept value is gone when its row is", () => {
  const { store } = connect();
  store.kept("note", "a");
  store.remove("note", "a");
  expect(store.kept("note", "a")).toBeUndefined();
});

test("another process may have put another object in its place", () => {
  const [mine, other] = [connect(), connect()];
  mine.store.kept("note", "a");
  other.store.remove("note", "a");
  other.store.put("note", "a", "one", { text: "second" });
  expect(mine.store.kept("note", "a")).toEqual({ text: "second" });
});

test("a value that a transaction took back is not kept", () => {
  const { db, store } = connect();
  db.exec("BEGIN");
  store.put("note", "b", "one", { text: "undone" });
  expect(store.kept("note", "b")).toEqual({ text: "undone" });
  db.exec("ROLLBACK");
  expect(store.kept("note", "b")).toBeUndefined();
  store.put("note", "b", "one", { text: "done" });
  expect(store.kept("note", "b")).toEqual({ text: "done" });
});

test("no more is kept than 8 million characters", () => {
  const { store } = connect();
  for (const id of ["x", "y", "z"]) store.put("note", id, "one", { text: id.repeat(3_000_000) });
  const first = store.kept("note", "x");
  store.kept("note", "y");
  expect(store.kept("note", "x")).toBe(first);
  const last = store.kept("note", "z");
  expect(store.kept("note", "z")).toBe(last);
  expect(store.kept("note", "x")).not.toBe(first);
});
