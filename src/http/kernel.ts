import { kernel } from "./kernel-bytes.js";

/** The functions of wasm/: addresses in, addresses out. */
interface Exports {
  endOfValue(start: number, maxDepth: number): number;
  scan(start: number, maxDepth: number, notes: number, notesEnd: number): number;
  rows(first: number, last: number, columns: number, dialect: number, out: number, outEnd: number): number;
  addAll(from: number, count: number, table: number, places: number): number;
}

/** What wasm/ expects to find where; `BODY` is the first address that is free for a text. */
export const LAYOUT = {
  found: 0,
  written: 4,
  columns: 0x800,
  mostColumns: 256,
  more: 0x1000000,
  starts: 0x1000,
  ids: 0x5000,
} as const;
const RECORDS = 0xd000;
const BODY = 0x1d000;
/** Behind a text there are so many zeros. */
const ZEROS = 16;
/** For the places of values: 8 bytes each, 64 a row in a page of 1000. */
const NOTES = 512 * 1024;
const PAGE = 64 * 1024;
/** More is left to the parser. */
const MOST = 512 * 1024 * 1024;

/** Memory with the functions that work in it. */
interface Module {
  readonly buffer: ArrayBuffer;
  readonly exports: Exports;
}

/** What reads a page. */
export interface Kernel extends Pick<Exports, "endOfValue" | "scan" | "rows"> {
  readonly words: Int32Array;
  readonly records: Int32Array;
  /** Memory for a text. */
  readonly body: Uint8Array;
  /** Where values are noted, and where rows are written: from, to. */
  readonly notes: readonly [number, number];
  readonly out: readonly [number, number];
  /** Address of the first of `bytes`, which are copied unless they are here already; zeros stand behind them. */
  place(bytes: Uint8Array): number;
}

let compiled: WebAssembly.Module | undefined | "none";

/** Memory of at least `bytes`, all zeros; undefined where the engine has none of it (no SIMD, no room). */
export function createModule(bytes: number): Module | undefined {
  if (bytes > MOST) return undefined;
  try {
    compiled ??= typeof WebAssembly === "undefined" ? "none" : new WebAssembly.Module(Buffer.from(kernel, "base64"));
    if (compiled === "none") return undefined;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    // It is compiled from wasm/, which exports these.
    const exports = new WebAssembly.Instance(compiled, { env: { memory } }).exports as Exports;
    return { buffer: memory.buffer, exports };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof WebAssembly.CompileError)) throw error;
    compiled ??= "none";
    return undefined;
  }
}

/** A kernel for texts of up to `length` bytes. */
export function createKernel(length: number): Kernel | undefined {
  const capacity = Math.ceil(length / 16) * 16;
  const notes = BODY + capacity + ZEROS;
  const out = notes + NOTES;
  const end = out + capacity + PAGE;
  const module = createModule(end);
  if (!module) return undefined;
  const { buffer, exports } = module;
  const all = new Uint8Array(buffer);
  const body = all.subarray(BODY, BODY + capacity);
  return {
    endOfValue: exports.endOfValue,
    scan: exports.scan,
    rows: exports.rows,
    words: new Int32Array(buffer, 0, RECORDS / 4),
    records: new Int32Array(buffer, RECORDS, (BODY - RECORDS) / 4),
    body,
    notes: [notes, out],
    out: [out, end],
    place(bytes) {
      const isHere = bytes.buffer === buffer;
      const at = isHere ? bytes.byteOffset : BODY;
      if (!isHere) body.set(bytes);
      all.fill(0, at + bytes.length, at + bytes.length + ZEROS);
      return at;
    },
  };
}
