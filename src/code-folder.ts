/** Where Node may keep what it compiles of the program. That is code: nobody else may be able to write there. */
import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheDir, type Env } from "./config/paths.js";
import { isOwn, isPrivate, makePrivateFolder } from "./private-folder.js";

/** The folder, made if need be. Undefined where nothing is to be kept, and where the folder is not the user's alone. */
export function codeFolder(env: Env = process.env, platform: string = process.platform): string | undefined {
  const cache = cacheDir(env, platform);
  // The variable is Node's own.
  if (!cache || env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const folder = join(cache, "code");
  try {
    if (!existsSync(folder)) {
      if (!isOwn(lstatSync(above(folder)))) return undefined;
      makePrivateFolder(folder);
    }
    return isPrivate(lstatSync(folder)) ? folder : undefined;
  } catch {
    // A folder that cannot be made is no reason to fail (R41).
    return undefined;
  }
}

/** The nearest folder above that is there: what is made in somebody else's would be in their way. */
function above(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
