// Signs an executable for macOS ad hoc, without a certificate. What Bun makes for Intel has the signature of the engine alone,
// whose hashes no longer fit: macOS may end such a process at its first page. What it makes for Apple's processors is signed.
import { createHash } from "node:crypto";

const [SEGMENT, SIGNATURE] = [0x19, 0x1d];
const [SUPER_BLOB, CODE_DIRECTORY] = [0xfade0cc0, 0xfade0c02];
const VERSION = 0x20400;
const ADHOC = 2;
/** SHA-256 by its number, and its bytes. */
const [HASH, HASH_BYTES] = [2, 32];
const MAIN_BINARY = 1n;
const [PAGE, PAGE_BITS] = [4096, 12];
/** Of the code directory of that version, and of the list that it is the only one in. */
const [HEAD, LIST] = [88, 20];

/** Of a 64-bit Mach-O: its signature, and the segments by name, by the offsets of their commands. */
function commandsOf(file) {
  const segments = new Map();
  let signature;
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    const command = file.readUInt32LE(at);
    if (command === SEGMENT) segments.set(file.toString("latin1", at + 8, at + 24).replace(/\0.*/s, ""), at);
    if (command === SIGNATURE) signature = at;
    at += file.readUInt32LE(at + 4);
  }
  return { segments, signature };
}

/** The bytes of the executable with an ad hoc signature in the place of the one that it has. @throws if it has none */
export function signed(file, name) {
  const { segments, signature } = commandsOf(file);
  if (signature === undefined) throw new Error("no place for a signature in the executable");
  const end = file.readUInt32LE(signature + 8);
  const code = Buffer.from(file.subarray(0, end));
  const id = Buffer.from(`${name}\0`);
  const pages = Math.ceil(end / PAGE);
  const size = LIST + HEAD + id.length + pages * HASH_BYTES;
  // The sizes are part of what is hashed.
  code.writeUInt32LE(size, signature + 12);
  const linkEdit = segments.get("__LINKEDIT");
  const linked = BigInt(end + size) - code.readBigUInt64LE(linkEdit + 40);
  code.writeBigUInt64LE(linked, linkEdit + 48);
  code.writeBigUInt64LE(BigInt(Math.ceil(Number(linked) / PAGE) * PAGE), linkEdit + 32);
  const text = code.subarray(segments.get("__TEXT") + 40);
  const hashes = Array.from({ length: pages }, (_, page) =>
    createHash("sha256")
      .update(code.subarray(page * PAGE, (page + 1) * PAGE))
      .digest(),
  );
  return Buffer.concat([code, directory({ id, pages, end, size, text }), id, ...hashes]);
}

/** The list of what the signature has, and the head of the one directory in it. `text`: where the main segment is in the file. */
function directory({ id, pages, end, size, text }) {
  const list = [SUPER_BLOB, size, 1, 0, LIST];
  const head = [CODE_DIRECTORY, size - LIST, VERSION, ADHOC, HEAD + id.length, HEAD, 0, pages, end];
  const bytes = Buffer.alloc(LIST + HEAD);
  for (const [at, word] of [...list, ...head].entries()) bytes.writeUInt32BE(word, at * 4);
  bytes.set([HASH_BYTES, HASH, 0, PAGE_BITS], LIST + 36);
  const main = [text.readBigUInt64LE(0), text.readBigUInt64LE(8), MAIN_BINARY];
  for (const [at, word] of main.entries()) bytes.writeBigUInt64BE(word, LIST + 64 + at * 8);
  return bytes;
}
