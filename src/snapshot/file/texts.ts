/** Holds page texts in memory, a few megabytes at most, until their content is stored. */
import { hashOf } from "../../sandbox/content/documents.js";
import type { Store } from "../../sandbox/store/store.js";
import { storedJson } from "../../sandbox/store/stored-json.js";

export interface Texts {
  /** Adds a text and returns its hash. */
  add(markdown: string): string;
  /** Stores the added texts in the caller's transaction. */
  flush(): void;
}

/** The most characters held in memory; then `full` has to flush them. */
const MOST = 8_000_000;

const INSERT =
  "INSERT OR IGNORE INTO objects (kind, id, scope, position, json) VALUES ('document', ?, 'documents', ?, ?)";

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
      const [last] = store.sql.all("SELECT max(position) AS position FROM objects WHERE scope = 'documents'");
      let position = Number(last?.position ?? 0);
      // With the position at hand a text takes half of what one statement for all of them did, as JSON.
      for (const [hash, markdown] of waiting) {
        position += 1;
        store.sql.run(INSERT, hash, position, storedJson({ markdown }));
      }
      waiting.clear();
      size = 0;
    },
  };
}
