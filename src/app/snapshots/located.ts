/** Finds things in the folder of an export, with paths relative to the working directory. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { SnapshotService } from "../../cli/services.js";

export const located: SnapshotService["located"] = async (folder, organization) => {
  const { openLocated } = await import("../../snapshot/export/located.js");
  const find = openLocated(resolve(folder), organization);
  const before = prefixOf(resolve(folder), process.cwd());
  return (...asked) => {
    const found = find(...asked);
    return found && { ...found, file: `${before}${found.file}` };
  };
};

/** The path from the working directory to the folder; empty unless the folder is below it. */
export function prefixOf(folder: string, cwd: string): string {
  const way = relative(cwd, folder);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return "";
  return `${way.split(sep).join("/")}/`;
}
