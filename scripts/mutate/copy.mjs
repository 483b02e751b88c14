// A copy of the project to make mistakes in: the working tree is never touched.
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const LEFT_OUT = ["node_modules", "dist", ".git", "coverage"];

/** Copies the project with what is not committed yet; its packages are links. Returns the folder. */
export async function copyOf(project, packages) {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "mutate-")));
  await cp(project, copy, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(project, file)) });
  // The build and vitest keep files of their own beside the packages.
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(packages)) {
    if (!name.startsWith(".") || name === ".bin") await symlink(join(packages, name), join(copy, "node_modules", name));
  }
  return copy;
}
