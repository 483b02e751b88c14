/** Reads files named by the user: of limited size, and never a device, which may be endless. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Failure, reasonOf, usage } from "../../errors.js";

const CHUNK = 64 * 1024;
const MIB = 1024 * 1024;
/** Size limit for a file and for standard input, in bytes. */
export const MAX_INPUT = 16 * MIB;

export const tooLarge = (what: string): Failure => usage(`${what} is larger than ${MAX_INPUT / MIB} MiB`);

/** The bytes of a file or a pipe; messages call it `what`. @throws Failure usage */
export function readNamedFile(path: string, what: string = path): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      const stats = fstatSync(file);
      if (stats.isCharacterDevice() || stats.isBlockDevice()) throw usage(`cannot read ${what}: it is a device`);
      return readToEnd(file, what);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("usage", `cannot read ${what}: ${reasonOf(error)}`, { cause: error });
  }
}

function readToEnd(file: number, what: string): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.alloc(CHUNK);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
    size += length;
    if (size > MAX_INPUT) throw tooLarge(what);
  }
}
