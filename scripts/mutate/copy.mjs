// Copies the project to make mistakes in, so that the working tree is never touched.
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const LEFT_OUT = ["node_modules", "dist", ".git", "coverage"];

/** Copies the project, including uncommitted changes; packages are symbolic links. Returns the folder. */
export async function copyOf(project, packages) {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "mutate-")));
  await cp(project, copy, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(project, file)) });
  // A real folder, as the build and vitest write files of their own next to the packages.
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(packages)) {
    if (!name.startsWith(".") || name === ".bin") await symlink(join(packages, name), join(copy, "node_modules", name));
  }
  return copy;
}
