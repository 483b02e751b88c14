import { endOfScalar, endOfString } from "./scan-text.js";

/*
 * Reads JSON byte by byte without building it: where a value ends, that it is valid, compact, not nested too deep and
 * free of the characters that JSON output escapes. Anything else ends the scan with -1; the caller parses then, which is
 * always right. Twice as fast as JSON.parse, and nothing has to be written out again.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** What is told of an array of objects while it is read. */
export interface Watcher {
  /** Offset of each item. */
  item(at: number): void;
  /** Offsets of the text of an item's own `id`, between its quotes. */
  id(start: number, end: number): void;
}

/** Offset behind the value that starts at `start`, or -1. */
export function endOfValue(bytes: Uint8Array, start: number, maxDepth: number): number {
  const byte = bytes[start];
  if (byte === QUOTE) return endOfString(bytes, start + 1);
  if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return endOfContainer(bytes, start, maxDepth);
  return endOfScalar(bytes, start);
}

/**
 * Offset behind the object or array that starts at `start`, or -1. With a watcher: an array of objects, -1 for others.
 * One loop without calls for each bracket, as this runs over every byte of a list.
 */
export function endOfContainer(bytes: Uint8Array, start: number, maxDepth: number, watcher?: Watcher): number {
  const objects = new Uint8Array(maxDepth + 2);
  objects[1] = bytes[start] === OPEN_OBJECT ? 1 : 0;
  let depth = 1;
  let at = start + 1;
  // Behind an opening bracket the container may also end.
  let empty = bytes[at] === (objects[1] === 1 ? CLOSE_OBJECT : CLOSE_ARRAY);
  for (;;) {
    if (!empty) {
      const key = at;
      if (objects[depth] === 1) at = startOfValue(bytes, key);
      else if (depth === 1 && watcher && !isItem(bytes, at, watcher)) return -1;
      if (at < 0) return -1;
      const byte = bytes[at];
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (depth > maxDepth) return -1;
        objects[depth] = byte === OPEN_OBJECT ? 1 : 0;
        at += 1;
        empty = bytes[at] === (byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY);
        continue;
      }
      const value = at;
      at = byte === QUOTE ? endOfString(bytes, value + 1) : endOfScalar(bytes, value);
      if (at < 0) return -1;
      if (depth === 2 && watcher && byte === QUOTE && value === key + 5 && isId(bytes, key))
        watcher.id(value + 1, at - 1);
    }
    // A value has ended: its containers end too, or the next member follows.
    while (bytes[at] !== COMMA || empty) {
      if (bytes[at] !== (objects[depth] === 1 ? CLOSE_OBJECT : CLOSE_ARRAY)) return -1;
      empty = false;
      at += 1;
      depth -= 1;
      if (depth === 0) return at;
    }
    at += 1;
  }
}

/** Offset behind the key and the colon of an object's member, or -1. */
function startOfValue(bytes: Uint8Array, key: number): number {
  if (bytes[key] !== QUOTE) return -1;
  const end = endOfString(bytes, key + 1);
  return end > 0 && bytes[end] === COLON ? end + 1 : -1;
}

function isItem(bytes: Uint8Array, at: number, watcher: Watcher): boolean {
  if (bytes[at] !== OPEN_OBJECT) return false;
  watcher.item(at);
  return true;
}

/** The key at this offset is "id". */
const isId = (bytes: Uint8Array, key: number) =>
  bytes[key + 1] === 0x69 && bytes[key + 2] === 0x64 && bytes[key + 3] === QUOTE;
