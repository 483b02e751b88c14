import { openBinding } from "../../src/sandbox/sqlite.js";
import { createStore, type Store } from "../../src/sandbox/store.js";

/** A store in memory, with the full-text escape hatch. */
export function memoryStore(): Store {
  const db = openBinding(":memory:");
  db.exec(`
    CREATE TABLE objects (kind TEXT, id TEXT, scope TEXT, position INTEGER, json TEXT, PRIMARY KEY (kind, id));
    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER);
    CREATE TABLE blobs (key TEXT PRIMARY KEY, value BLOB);`);
  return Object.assign(createStore(db), { sql: { run: db.run, all: db.all } });
}

/** Ids count up (`id1`, `id2`, ...); the clock stands at 2026-03-04T05:06:07Z. */
export function contentContext(store: Store = memoryStore()) {
  let count = 0;
  return {
    store,
    now: () => Date.UTC(2026, 2, 4, 5, 6, 7),
    id: () => {
      count += 1;
      return `id${count}`;
    },
    actor: "ada",
    origin: "https://docs.sandbox.invalid",
    local: true,
    sign: (path: string) => `key-of-${path}`,
  };
}
