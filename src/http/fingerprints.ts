import { createModule } from "./kernel.js";

/*
 * Which texts came before, in 8 bytes each: a listing may have millions of ids. Two texts with the same fingerprint are
 * taken for one; among a million texts that happens once in millions of listings.
 */

export interface Fingerprints {
  /** Adds fingerprints, two words each, zeros for none; answers how many were there already. */
  add(fingerprints: Int32Array): number;
}

const WORDS = 2;
const BYTES = 8;
const GROWTH = 4;
/** Words that are added at once. */
const CHUNK = 16 * 1024;

/**
 * A table that is at most half full, in memory of its own. Where there is no more of it nothing is counted any longer:
 * the number is for a note. Undefined where the engine has no WebAssembly.
 */
export function createFingerprints(places = 256 * 1024): Fingerprints | undefined {
  let table = createTable(places);
  let size = 0;
  return (
    table && {
      add(fingerprints) {
        const count = fingerprints.length / WORDS;
        while (table && (size + count) * 2 > table.places) table = larger(table);
        const repeated = table?.add(fingerprints) ?? 0;
        size += count - repeated;
        return repeated;
      },
    }
  );
}

interface Table {
  readonly places: number;
  /** All places, two words each. */
  readonly words: Int32Array;
  add(fingerprints: Int32Array): number;
}

/** What is added is put behind the table, part by part. */
function createTable(places: number): Table | undefined {
  const module = createModule(places * BYTES + CHUNK * 4);
  if (!module) return undefined;
  const behind = new Int32Array(module.buffer, places * BYTES, CHUNK);
  return {
    places,
    words: new Int32Array(module.buffer, 0, places * WORDS),
    add(fingerprints) {
      let repeated = 0;
      for (let at = 0; at < fingerprints.length; at += CHUNK) {
        const part = fingerprints.subarray(at, at + CHUNK);
        behind.set(part);
        repeated += module.exports.addAll(places * BYTES, part.length / WORDS, 0, places);
      }
      return repeated;
    },
  };
}

function larger(table: Table): Table | undefined {
  const next = createTable(table.places * GROWTH);
  next?.add(table.words);
  return next;
}

/** The two words of a text, as wasm/page.ts makes them of its bytes. The second one is never 0. */
export function fingerprintOf(text: string): [low: number, high: number] {
  const bytes = Buffer.from(text);
  let low = 0x9747b28c ^ bytes.length;
  let high = 0x2127599b;
  for (let at = 0; at < bytes.length; at += 4) {
    // Bytes behind the end count as zero.
    const word = bytes.readUIntLE(at, Math.min(4, bytes.length - at));
    low = Math.imul(low ^ word, 0x5bd1e995);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [mixed(low), mixed(high) | 1];
}

/** The last bytes reach all bits. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 13), 0x27d4eb2f);
  return bits ^ (bits >>> 16);
}
