import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file atomically, with mode 0600 unless told otherwise. If that fails, the temporary file is removed. Not synced to disk, so a crash
 * of the machine may lose the new file.
 * @throws the file system's own error
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
