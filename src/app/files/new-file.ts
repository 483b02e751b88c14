import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/**
 * A new private file, on disk when this returns.
 * @throws the file system's own error, `EEXIST` where it is there
 */
export function writeNew(path: string, text: string): void {
  const file = openSync(path, "ax", 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
