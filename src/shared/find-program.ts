/** Programs in PATH. Entries that are empty or relative would search the current folder, and are left out. */

type Env = Readonly<Record<string, string | undefined>>;

/** Absolute folders of PATH, in order, each once. */
export function programFolders(env: Env): string[] {
  const { delimiter, isAbsolute } = process.getBuiltinModule("node:path");
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders)];
}

/** Whether a file may be run by its own name. Windows has no such mark: there its ending decides. */
export function isProgram(path: string): boolean {
  const { accessSync, constants, statSync } = process.getBuiltinModule("node:fs");
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return false;
    if (process.platform === "win32") return /\.(exe|com)$/i.test(path);
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the first program of that name. */
export function findProgram(name: string, env: Env): string | undefined {
  const { join } = process.getBuiltinModule("node:path");
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.com`] : [name];
  return programFolders(env)
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .find(isProgram);
}
