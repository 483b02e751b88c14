/*
 * Which texts came before, in 8 bytes each: a listing may have millions of ids. Two texts with the same fingerprint are
 * taken for one; among a million texts that happens once in millions of listings.
 */

export interface Fingerprints {
  /** Adds the bytes from `start` to `end`; false when they were there already. */
  add(bytes: Uint8Array, start: number, end: number): boolean;
}

/** A table with open addressing that is at most half full. Two zeros mark a free place; no fingerprint is that. */
export function createFingerprints(places = 1024): Fingerprints {
  let table = new Int32Array(places * 2);
  let size = 0;

  const grow = () => {
    const old = table;
    table = new Int32Array(old.length * 2);
    size = 0;
    // As below: every index is in the table.
    for (let at = 0; at < old.length; at += 2) if (old[at + 1] !== 0) put(old[at] as number, old[at + 1] as number);
  };
  // Indexes stay below the table's length, which is a power of two.
  const put = (low: number, high: number): boolean => {
    const places = table;
    const mask = places.length - 1;
    for (let at = (low << 1) & mask; ; at = (at + 2) & mask) {
      const there = places[at + 1];
      if (there === high && places[at] === low) return false;
      if (there === 0) {
        places[at] = low;
        places[at + 1] = high;
        size += 1;
        return true;
      }
    }
  };

  return {
    add(bytes, start, end) {
      let low = 0x9747b28c ^ (end - start);
      let high = 0x2127599b;
      for (let at = start; at < end; at += 4) {
        const word = wordAt(bytes, at, end);
        low = Math.imul(low ^ word, 0x5bd1e995);
        low ^= low >>> 15;
        high = Math.imul(high ^ word, 0x85ebca6b);
        high ^= high >>> 13;
      }
      if (size * 4 >= table.length) grow();
      return put(mixed(low), mixed(high) | 1);
    },
  };
}

/** Four bytes as one number; those behind the end count as zero. */
function wordAt(bytes: Uint8Array, at: number, end: number): number {
  // Each index was compared with the end.
  let word = bytes[at] as number;
  if (at + 1 < end) word |= (bytes[at + 1] as number) << 8;
  if (at + 2 < end) word |= (bytes[at + 2] as number) << 16;
  if (at + 3 < end) word |= (bytes[at + 3] as number) << 24;
  return word;
}

/** The last bytes reach all bits. Signed, as the engine keeps larger numbers outside of its registers. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 13), 0x27d4eb2f);
  return bits ^ (bits >>> 16);
}
