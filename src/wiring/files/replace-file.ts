import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * All of the new file or all of the old: readers never see a mix, and nothing is left of a draft that found no room.
 * Private. A crash of the machine may lose it.
 * @throws the file system's own error
 */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
