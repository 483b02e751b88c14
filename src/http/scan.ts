import { DEFAULTS } from "./defaults.js";
import { createKernel, type Kernel, LAYOUT } from "./kernel.js";
import { createTable, type Table } from "./table.js";

/*
 * Reads a page without building it: that it is valid JSON, compact, not nested too deep and free of the characters that
 * JSON output escapes, and where its items are. Anything else gives undefined; the caller parses then, which is always
 * right. The work is done by WebAssembly: it is fast from the first byte on, and nothing has to be written out again.
 */

/** Memory for the body of an answer, at least `bytes` long. */
export type Room = (bytes: number) => Uint8Array;

/** What a page holds. */
export interface Found {
  /** Offsets of the first item and behind the last one. */
  from: number;
  end: number;
  /** Offset of each item, from the first one. */
  starts: Int32Array;
  /** The ids, or two words for each item: the fingerprint of its id, or zeros. */
  ids: Int32Array | readonly string[];
  /** Where asked for: the values of the items. */
  table?: Table | undefined;
}

/** In memory that the scanner's next scan uses again. */
type Scanned = Found & { ids: Int32Array };

export interface Scanner {
  /** Memory in which the body needs not be copied to be scanned. */
  readonly room: Room;
  /** The array `name` of the object that the bytes are. `values`: with a table. The bytes are valid UTF-8. */
  scan(bytes: Buffer, name: string, values: boolean): Scanned | undefined;
}

/**
 * Scanners that the pages of a listing take in turns: a long list would leave hundreds of bodies to the garbage collector,
 * which is in no hurry with them. While one page is written the next is read and the one after it comes in, so that there
 * are three. The first page keeps its own memory.
 */
export function createScanners(): (page: number) => { room: Room | undefined; scan: Scanner["scan"] } {
  const scanners = [createScanner(), createScanner(), createScanner()] as const;
  return (page) => {
    const { room, scan } = scanners[page % 3] ?? scanners[0];
    return { room: page === 1 ? undefined : room, scan };
  };
}

export function createScanner(): Scanner {
  let kernel: Kernel | undefined;
  let plain = new Uint8Array();
  const kernelFor = (bytes: number) => {
    // A little more, as pages differ in length.
    if (!kernel || kernel.body.length < bytes) kernel = createKernel(Math.ceil(bytes * 1.25));
    return kernel;
  };
  return {
    room(bytes) {
      const body = kernelFor(bytes)?.body;
      if (body) return body;
      if (plain.length < bytes) plain = new Uint8Array(Math.ceil(bytes * 1.25));
      return plain;
    },
    scan(bytes, name, values) {
      const own = kernelFor(bytes.length);
      return own && scanWith(own, bytes, name, values);
    },
  };
}

const [QUOTE, COMMA, COLON, OPEN, CLOSE, BRACKET] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b] as const;

/** Walks the members of the outermost object. */
function scanWith(kernel: Kernel, bytes: Buffer, name: string, values: boolean): Scanned | undefined {
  const base = kernel.place(bytes);
  const endOfValue = (at: number) => kernel.endOfValue(base + at, DEFAULTS.maxDepth - 1) - base;
  if (bytes[0] !== OPEN) return undefined;
  let found: Scanned | undefined;
  let at = 0;
  do {
    const key = at + 1;
    const colon = endOfValue(key);
    if (bytes[key] !== QUOTE || colon < 0 || bytes[colon] !== COLON) return undefined;
    const member = bytes.toString("latin1", key + 1, colon - 1);
    // It may be the same name, written in another way.
    if (member.includes("\\")) return undefined;
    if (member === name) {
      if (found || bytes[colon + 1] !== BRACKET) return undefined;
      at = scanArray(kernel, base + colon + 1, values) - base;
      found = at < 0 ? undefined : foundBy(kernel, bytes, { from: colon + 2, end: at - 1, values });
    } else at = endOfValue(colon + 1);
    if (at < 0) return undefined;
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE && isBlank(bytes, at + 1) ? found : undefined;
}

function scanArray(kernel: Kernel, start: number, values: boolean): number {
  const [notes, notesEnd] = values ? kernel.notes : [0, 0];
  return kernel.scan(start, DEFAULTS.maxDepth - 1, notes, notesEnd);
}

/** What the kernel noted about the array. Bytes from elsewhere outlive the notes, which are then copied. */
function foundBy(
  kernel: Kernel,
  bytes: Buffer,
  { from, end, values }: { from: number; end: number; values: boolean },
): Scanned {
  const length = kernel.words[LAYOUT.found / 4] ?? 0;
  const part = (address: number, words: number) => kernel.words.subarray(address / 4, address / 4 + words);
  const starts = part(LAYOUT.starts, length);
  return {
    from,
    end,
    starts: bytes.buffer === kernel.body.buffer ? starts : starts.slice(),
    ids: part(LAYOUT.ids, length * 2),
    table: values ? createTable(kernel, length, (item) => textOf(bytes, starts, item, { from, end })) : undefined,
  };
}

const textOf = (bytes: Buffer, starts: Int32Array, item: number, { from, end }: { from: number; end: number }) =>
  bytes.toString(
    "utf8",
    from + (starts[item] ?? 0),
    item + 1 < starts.length ? from + (starts[item + 1] ?? 0) - 1 : end,
  );

/** A line end behind the object does no harm. */
function isBlank(bytes: Buffer, from: number): boolean {
  return bytes.length - from < 8 && /^[ \t\r\n]*$/.test(bytes.toString("latin1", from));
}
