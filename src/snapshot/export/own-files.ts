/** Files and folders that an export writes: private unless the export is public, and never through a link. */
import type { Stats } from "node:fs";

const fs = process.getBuiltinModule("node:fs");
const { dirname, join } = process.getBuiltinModule("node:path");

const TEMPORARY = /^\.docs-\d+\.tmp$/;

/** Whether a write that was cut may have left a file of this name. */
export const isTemporary = (name: string): boolean => TEMPORARY.test(name);

export const folderMode = (isPublic: boolean): number => (isPublic ? 0o777 : 0o700);

/** Beside it first, so that nobody sees a part; a link that was put there meanwhile is replaced, not followed. */
export function replaceOwn(root: string, path: string, content: string | Uint8Array, isPublic: boolean): void {
  const full = join(root, path);
  const beside = join(dirname(full), `.docs-${process.pid}.tmp`);
  fs.mkdirSync(dirname(full), { recursive: true, mode: folderMode(isPublic) });
  fs.rmSync(beside, { force: true });
  try {
    fs.writeFileSync(beside, content, { flag: "wx", mode: isPublic ? 0o666 : 0o600 });
    fs.renameSync(beside, full);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

/** An earlier export may have been made for others, or for nobody else. */
export function settleMode(path: string, stats: Stats, isPublic: boolean): void {
  if (process.platform === "win32") return;
  const [mode, own] = [stats.mode & 0o777, stats.isDirectory() ? 0o700 : 0o600];
  const isWide = (mode & 0o077) !== 0;
  if (isPublic && mode === own) fs.chmodSync(path, (stats.isDirectory() ? 0o777 : 0o666) & ~process.umask());
  if (!isPublic && isWide) fs.chmodSync(path, own);
}
