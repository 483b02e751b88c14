/** Bytes beside the objects. */
import type { Database } from "./sqlite.js";

export interface Blobs {
  bytes(key: string): Uint8Array | undefined;
  putBytes(key: string, value: Uint8Array): void;
  removeBytes(key: string): void;
}

export function blobs(db: Database, write: Database["run"]): Blobs {
  return {
    bytes: (key) => {
      const value = db.get("SELECT value FROM blobs WHERE key = ?", key)?.value;
      return value instanceof Uint8Array ? value : undefined;
    },
    putBytes: (key, value) => {
      write(
        "INSERT INTO blobs (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        key,
        value,
      );
    },
    removeBytes: (key) => {
      write("DELETE FROM blobs WHERE key = ?", key);
    },
  };
}
