import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Bytes that must be free; containers often have 64 MB in all. */
const ENOUGH = 8 * 1024 ** 3;

/**
 * Temporary files go into memory where there is enough of it: thousands of tests wait for what they write to reach a disk, and
 * none tells the difference. Sets TMPDIR for this process and all that it starts; the folder goes with this process.
 */
export function useMemoryFolder(): void {
  if (process.env.TMPDIR !== undefined || process.platform !== "linux" || !isRoomy()) return;
  const folder = mkdtempSync(`${MEMORY}/docs-tests-`);
  // Some tests run the program as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function isRoomy(): boolean {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === MEMORY);
  // Tests start programs that they wrote.
  if (mount === undefined || mount.includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
}
