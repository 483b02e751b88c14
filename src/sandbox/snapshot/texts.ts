/** Holds page texts in memory, a few megabytes at most, until their content is stored. */
import { hashOf } from "../content/documents.js";
import type { Store } from "../store/store.js";

export interface Texts {
  /** Adds a text and returns its hash. */
  add(markdown: string): string;
  /** Stores the added texts in the caller's transaction. */
  flush(): void;
}

/** The most characters held in memory; then `full` has to flush them. */
const MOST = 8_000_000;

const INSERT = `INSERT OR IGNORE INTO objects (kind, id, scope, position, json)
  SELECT 'document', value ->> 0, 'documents', ?2 + key, value ->> 1 FROM json_each(?1)`;

export function createTexts(store: Store, full: () => void): Texts {
  const waiting = new Map<string, string>();
  let size = 0;
  return {
    add: (markdown) => {
      const hash = hashOf(markdown);
      if (waiting.has(hash)) return hash;
      waiting.set(hash, markdown);
      size += markdown.length;
      if (size > MOST) full();
      return hash;
    },
    flush: () => {
      if (waiting.size === 0) return;
      // One statement for all: one for each text took longer than its request.
      const rows = [...waiting].map(([hash, markdown]) => [hash, JSON.stringify({ markdown })]);
      const [last] = store.sql.all("SELECT max(position) AS position FROM objects WHERE scope = 'documents'");
      store.sql.run(INSERT, JSON.stringify(rows), Number(last?.position ?? 0) + 1);
      waiting.clear();
      size = 0;
    },
  };
}
