import { createTables } from "../../src/sandbox/schema.js";
import { openBinding } from "../../src/sandbox/sqlite.js";
import { createStore, type Store } from "../../src/sandbox/store.js";
import { putOrganization } from "../helpers/sandbox.js";

/** A store in memory. */
export function memoryStore(): Store {
  const db = openBinding(":memory:");
  createTables(db);
  return createStore(db);
}

/** Ids count up (`id1`, `id2`, ...); the clock stands at 2026-03-04T05:06:07Z; one organization `org`. */
export function contentContext(store: Store = memoryStore()) {
  let count = 0;
  const context = {
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
  putOrganization(context, "org", "Org");
  return context;
}
