/*
 * Reads the JSON of a page where it lies: that it is valid, compact, not nested too deep and free of the characters that
 * output escapes; where its items start, whose ids they bear, and, for tables, where each value stands. AssemblyScript:
 * `npm run generate` makes src/http/kernel-bytes.ts of it. Addresses are those that src/http/kernel.ts lays out; behind
 * the text stand sixteen zeros, so that no loop has to ask where it ends.
 */
import { COMMA, endOfScalar, endOfString, escapes, isDigit, QUOTE } from "./text";

const COLON: u8 = 0x3a;
const OPEN_OBJECT: u8 = 0x7b;
const CLOSE_OBJECT: u8 = 0x7d;
const OPEN_ARRAY: u8 = 0x5b;
const CLOSE_ARRAY: u8 = 0x5d;

/** What closes the containers around the place that is read, one byte for each depth. */
const CLOSERS: i32 = 0x10;
/** Offset of each item from the first one, 4 bytes. */
const STARTS: i32 = 0x1000;
/** Fingerprint of each item's id, 8 bytes; 0 without one. */
const IDS: i32 = 0x5000;
/** Of each item: its shape (8), the address of its first value (4), and 4 to spare. */
export const RECORDS: i32 = 0xd000;
export const RECORD: i32 = 16;
const MOST_ITEMS: i32 = 4096;

/** Of an item's own `id`, found last; none where the end is 0. */
let idStart: i32 = 0;
let idEnd: i32 = 0;
/** Where the next value is noted, 0 for nowhere, and where there is no more room. */
let values: i32 = 0;
let valuesEnd: i32 = 0;
/** A hash of the names, the order and the kinds of all that is in the item. */
let shape: u64 = 0;

/** Address behind the value at `start`, or -1. */
export function endOfValue(start: i32, maxDepth: i32): i32 {
  values = 0;
  const byte = load<u8>(start);
  if (byte === QUOTE) return endOfString(start + 1);
  if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) return endOfScalar(start);
  return maxDepth < 1 ? -1 : walk(start, maxDepth);
}

/**
 * Address behind the array of objects at `start`, or -1, also for other arrays and for too many items. Their number is
 * put at address 0. Values are noted from `notes` to `notesEnd`; with 0 they are not.
 */
export function scan(start: i32, maxDepth: i32, notes: i32, notesEnd: i32): i32 {
  values = notes;
  valuesEnd = notesEnd;
  store<i32>(0, 0);
  const first = start + 1;
  if (load<u8>(first) === CLOSE_ARRAY) return first + 1;
  let at = first;
  for (let item = 0; item < MOST_ITEMS; item += 1) {
    if (load<u8>(at) !== OPEN_OBJECT) return -1;
    store<i32>(STARTS + item * 4, at - first);
    const record = RECORDS + item * RECORD;
    store<i32>(record, values, 8);
    idEnd = 0;
    shape = 0;
    at = walk(at, maxDepth - 1);
    if (at < 0 || values > valuesEnd) return -1;
    store<u64>(IDS + item * 8, idEnd === 0 ? 0 : fingerprint(idStart, idEnd));
    store<u64>(record, shape);
    store<i32>(0, item + 1);
    if (load<u8>(at) !== COMMA) return load<u8>(at) === CLOSE_ARRAY ? at + 1 : -1;
    at += 1;
  }
  return -1;
}

/** Address behind the object or array at `start`, or -1. One loop, as it runs over every byte. */
function walk(start: i32, maxDepth: i32): i32 {
  let closer = closerOf(load<u8>(start));
  store<u8>(CLOSERS + 1, closer);
  let depth = 1;
  let at = start + 1;
  // Behind an opening bracket the container may also end.
  let empty = load<u8>(at) === closer;
  while (true) {
    if (!empty) {
      let isId = false;
      if (closer === CLOSE_OBJECT) {
        const key = at + 1;
        at = endOfKey(at);
        if (at < 0) return -1;
        isId = depth === 1 && (load<u32>(key) & 0xffffff) === 0x226469;
      }
      const byte = load<u8>(at);
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (depth > maxDepth) return -1;
        closer = closerOf(byte);
        store<u8>(CLOSERS + depth, closer);
        if (values !== 0) shape = mixed(shape, byte);
        at += 1;
        empty = load<u8>(at) === closer;
        continue;
      }
      const value = at;
      at = byte === QUOTE ? textAt(value) : scalarAt(value);
      if (at < 0) return -1;
      if (isId && byte === QUOTE) {
        idStart = value + 1;
        idEnd = at - 1;
      }
    }
    // A value has ended: its containers end too, or the next member follows.
    while (empty || load<u8>(at) !== COMMA) {
      if (load<u8>(at) !== closer) return -1;
      empty = false;
      at += 1;
      depth -= 1;
      if (values !== 0) shape = mixed(shape, CLOSE_OBJECT);
      if (depth === 0) return at;
      closer = load<u8>(CLOSERS + depth);
    }
    at += 1;
  }
}

function closerOf(open: u8): u8 {
  return open + 2;
}

/** Address behind a member's name and its colon, or -1. */
function endOfKey(start: i32): i32 {
  if (load<u8>(start) !== QUOTE) return -1;
  const end = endOfString(start + 1);
  if (end < 0 || load<u8>(end) !== COLON) return -1;
  if (values !== 0) {
    let at = start + 1;
    for (; at + 8 < end; at += 8) shape = mixed(shape, load<u64>(at));
    // The quote is part of it: it tells where the name ends.
    shape = mixed(shape, load<u64>(at) << (((8 - (end - at)) as u64) * 8));
  }
  return end + 1;
}

/** A string that is a value. */
function textAt(start: i32): i32 {
  const before = escapes;
  const end = endOfString(start + 1);
  // With a backslash in it, the text is not what stands there.
  if (values !== 0) note(start + 1, escapes === before ? end - 1 : -1, 1);
  return end;
}

/** A number, true, false or null that is a value. */
function scalarAt(start: i32): i32 {
  const end = endOfScalar(start);
  if (values === 0 || end < 0) return end;
  const first = load<u8>(start);
  if (first === 0x6e) note(start, start, 2);
  else note(start, first === 0x74 || first === 0x66 || isPlain(start, end) ? end : -1, 1);
  return end;
}

/** Notes where the text of a value stands; an end of -1 says that the text has to be worked out. */
function note(start: i32, end: i32, kind: u64): void {
  shape = mixed(shape, kind);
  if (values <= valuesEnd - 8) {
    store<i32>(values, start);
    store<i32>(values, end, 4);
  }
  values += 8;
}

/** A whole number that is written as it is printed. */
function isPlain(start: i32, end: i32): bool {
  if (end - start > 15) return false;
  for (let at = start; at < end; at += 1) if (!isDigit(load<u8>(at))) return false;
  return true;
}

const FACTOR: u64 = ((0x9e3779b9 as u64) << 32) | 0x7f4a7c15;

function mixed(hash: u64, word: u64): u64 {
  const product = (hash ^ word) * FACTOR;
  return product ^ (product >> 32);
}

/** As `fingerprintOf` in src/http/fingerprints.ts. */
function fingerprint(start: i32, end: i32): u64 {
  let low: u32 = 0x9747b28c ^ (end - start);
  let high: u32 = 0x2127599b;
  for (let at = start; at < end; at += 4) {
    let word = load<u32>(at);
    if (end - at < 4) word &= ((1 as u32) << ((end - at) * 8)) - 1;
    low = (low ^ word) * 0x5bd1e995;
    low ^= low >> 15;
    high = (high ^ word) * 0x85ebca6b;
    high ^= high >> 13;
  }
  return (((finished(high) | 1) as u64) << 32) | finished(low);
}

function finished(hash: u32): u32 {
  let bits = hash;
  bits = (bits ^ (bits >> 16)) * 0xc2b2ae35;
  bits = (bits ^ (bits >> 13)) * 0x27d4eb2f;
  return bits ^ (bits >> 16);
}
