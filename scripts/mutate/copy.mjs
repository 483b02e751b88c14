// A copy of the project to make mistakes in, so that the working tree is never touched.
import { spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const LEFT_OUT = ["node_modules", "dist", ".git", "coverage"];

/** Copies the project, including uncommitted changes; packages are symbolic links. */
export async function copyProject(project, packages) {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "mutate-")));
  // Some tests run the program as another user.
  await chmod(copy, 0o755);
  await cp(project, copy, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(project, file)) });
  // A real folder, as the build and vitest write files of their own next to the packages.
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(packages)) {
    if (!name.startsWith(".") || name === ".bin") await symlink(join(packages, name), join(copy, "node_modules", name));
  }
  return copy;
}

/** A copy in which programs run one at a time. Call `remove` at the end. */
export async function openCopy(project, packages) {
  const folder = await copyProject(project, packages);
  let running;
  let output = "";

  /** Ends the running program and its children. */
  function end() {
    try {
      if (running?.pid) process.kill(-running.pid, "SIGKILL");
    } catch {
      // They have already ended.
    }
  }

  return {
    /** Runs a program; resolves to its exit code or "hangs". `more`: variables of its environment. */
    run: (args, seconds, more = {}) =>
      new Promise((resolve) => {
        const env = { ...process.env, ...more, NODE_OPTIONS: "--max-old-space-size=1024" };
        output = "";
        const stdio = ["ignore", "pipe", "pipe"];
        running = spawn(process.execPath, args, { cwd: folder, stdio, detached: true, env });
        for (const stream of [running.stdout, running.stderr]) {
          stream.on("data", (chunk) => {
            output += chunk;
          });
        }
        const timer = setTimeout(() => {
          resolve("hangs");
          end();
        }, seconds * 1000);
        running.on("close", (code) => {
          clearTimeout(timer);
          end();
          resolve(code);
        });
      }),
    /** The lines of what ran last that say what failed. */
    failures: () => stripVTControlCharacters(output).match(/^.*(?:FAIL| error ).*$/gm) ?? [],
    /** Does the work while the file has another text. */
    async withText(file, change, work) {
      const text = await readFile(join(folder, file), "utf8");
      await writeFile(join(folder, file), change(text));
      try {
        return await work();
      } finally {
        await writeFile(join(folder, file), text);
      }
    },
    async remove() {
      end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
