import { createFingerprints } from "./fingerprints.js";

/** R27: objects that come again on a later page, because the list changed meanwhile. */
export interface Ids {
  /** The items to give out: all of them, or those whose id is new. */
  filter(items: readonly unknown[]): readonly unknown[];
  /** Counts the ids of items that were not parsed: where each starts and ends. */
  note(bytes: Uint8Array, ranges: readonly number[]): void;
  /** How many came again. */
  readonly repeated: number;
}

/** With `unique` items are left out, so their ids are kept as they are; else they are only counted, by fingerprints. */
export function createIds(unique: boolean): Ids {
  const isNewId = unique ? exactly() : nearly();
  let repeated = 0;
  const isNew = (item: unknown) => {
    if (typeof item !== "object" || item === null || !("id" in item) || typeof item.id !== "string") return true;
    return count(isNewId(item.id));
  };
  const count = (fresh: boolean) => {
    if (!fresh) repeated += 1;
    return fresh;
  };
  return {
    filter(items) {
      const fresh = items.filter(isNew);
      return unique ? fresh : items;
    },
    note(bytes, ranges) {
      for (let at = 0; at < ranges.length; at += 2) count(isNewId(bytes, ranges[at], ranges[at + 1]));
    },
    get repeated() {
      return repeated;
    },
  };
}

type IsNew = (id: string | Uint8Array, start?: number, end?: number) => boolean;

/** What is left out must have come before. */
function exactly(): IsNew {
  const seen = new Set<string>();
  return (id, start, end) => {
    const before = seen.size;
    return seen.add(typeof id === "string" ? id : Buffer.from(id.subarray(start, end)).toString()).size > before;
  };
}

/** For a number in a note; no text is kept. */
function nearly(): IsNew {
  const seen = createFingerprints();
  // An id is a short word; the memory for it is used again and again.
  const word = Buffer.alloc(256);
  return (id, start = 0, end) => {
    if (typeof id !== "string") return seen.add(id, start, end ?? id.length);
    if (id.length > word.length / 3) {
      const bytes = Buffer.from(id);
      return seen.add(bytes, 0, bytes.length);
    }
    return seen.add(word, 0, word.write(id));
  };
}
