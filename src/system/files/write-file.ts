import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";

/**
 * Replaces a file atomically, with mode 0600 unless told otherwise. If that fails, the temporary file is removed. Not synced to disk, so a crash
 * of the machine may lose the new file.
 * @throws the file system's own error
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  // A name that nobody has: a file beside it is somebody else's, and is never removed.
  const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  const file = openSync(draft, "wx", mode);
  try {
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

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
