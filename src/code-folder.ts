/** The folder in which Node may store the program's compiled code. As it will be executed, nobody else may be able to write there. */
import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheDir, type Env, isOwn, isPrivate, makePrivateFolder } from "./system/folders.js";

/** The folder, created if necessary. Undefined if nothing is to be stored or the folder is not private to the user. */
export function codeFolder(env: Env = process.env, platform: string = process.platform): string | undefined {
  const cache = cacheDir(env, platform);
  // Node's own variable.
  if (!cache || env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const folder = join(cache, "code");
  try {
    if (!existsSync(folder)) {
      if (!isOwn(lstatSync(nearestExisting(folder)))) return undefined;
      makePrivateFolder(folder);
    }
    return isPrivate(lstatSync(folder)) ? folder : undefined;
  } catch {
    // Failing to create the folder must not fail the command (R41).
    return undefined;
  }
}

/** The nearest existing ancestor: in another user's folder nothing may be created. */
function nearestExisting(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
