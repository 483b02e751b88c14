/** The place of the search and link indexes of a snapshot. */
import { join } from "node:path";
import { parseSnapshotName } from "../shared/snapshots/generation-names.js";
import { cacheDir } from "../system/folders.js";

/** Smaller snapshots are indexed in memory in less than a second. */
const SMALL = 2 * 1024 * 1024;

/** Another file once the snapshot is another one; none for an earlier generation. @throws an error of the system for a file that is not there */
export function indexOf(file: string): string | undefined {
  if (parseSnapshotName(file).reference !== undefined) return undefined;
  const { realpathSync, statSync } = process.getBuiltinModule("node:fs");
  const { createHash } = process.getBuiltinModule("node:crypto");
  const dir = cacheDir(process.env, process.platform);
  const { size, mtimeMs } = statSync(file);
  if (dir === undefined || size < SMALL) return undefined;
  const name = createHash("sha256").update(realpathSync(file)).digest("hex").slice(0, 32);
  return join(dir, "snapshots", `${name}-${size}-${Math.round(mtimeMs)}.sqlite`);
}
