import { createFingerprints, type Fingerprints, fingerprintOf } from "./fingerprints.js";

/** As many ids are kept as they are; in place of more there are fingerprints. */
const EXACT = 4096;

/** R27: objects that come again on a later page, because the list changed meanwhile. */
export interface Ids {
  /** The items to give out: all of them, or those whose id is new. */
  filter(items: readonly unknown[]): readonly unknown[];
  /** Counts the ids of items that were not parsed: texts, or fingerprints of two words each, zeros without an id. */
  note(ids: Int32Array | readonly string[]): void;
  /** How many came again. */
  readonly repeated: number;
}

/** With `unique` items are left out, so their ids are kept as they are; else they are only counted. */
export function createIds(unique: boolean): Ids {
  let seen = new Set<string>();
  let fingerprints: Fingerprints | undefined;
  let repeated = 0;
  const isNew = (id: string | undefined) => {
    if (id === undefined || seen.size < seen.add(id).size) return true;
    repeated += 1;
    return false;
  };
  const noteWords = (words: Int32Array) => {
    if (!fingerprints) {
      fingerprints = createFingerprints();
      fingerprints?.add(wordsOf(seen));
      if (fingerprints) seen = new Set();
    }
    repeated += fingerprints?.add(words) ?? 0;
  };
  const noteTexts = (ids: readonly string[]) => {
    if (!fingerprints) ids.forEach(isNew);
    if (fingerprints || seen.size > EXACT) noteWords(wordsOf(fingerprints ? ids : []));
  };
  return {
    filter(items) {
      if (unique) return items.filter((item) => isNew(idOf(item)));
      noteTexts(items.flatMap((item) => idOf(item) ?? []));
      return items;
    },
    note: (ids) => ("buffer" in ids ? noteWords(ids) : noteTexts(ids)),
    get repeated() {
      return repeated;
    },
  };
}

function idOf(item: unknown): string | undefined {
  const isNamed = typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
  return isNamed ? String(item.id) : undefined;
}

const wordsOf = (ids: Iterable<string>): Int32Array => Int32Array.from([...ids].flatMap(fingerprintOf));
