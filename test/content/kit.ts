/** A pull request for the folder `docs/` of a repository, and the shell of the job that checks it. */
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import type { Home } from "../helpers/cli.js";
import { writeTree } from "./read-tree.js";

const GIT = "git -c user.name=t -c user.email=t@example.org";

/** The shell of the kit `links`. */
export async function kitShell(home: Home): Promise<string> {
  const { stdout } = await home.run(["ci", "show", "links"]);
  const steps: { name?: string; run?: string }[] = parse(stdout).jobs["docs-links"].steps;
  return steps.find(({ name }) => name === "Look for broken links")?.run ?? "";
}

/** @param steps shell, run in `docs/` on a branch, which is merged */
export async function runKit(home: Home, files: ReadonlyMap<string, string | Buffer>, steps: string) {
  const work = join(home.dir, "work");
  writeTree(files, join(work, "docs"));
  const set = await home.shell(
    `set -e; git init -q -b main; git add -A; ${GIT} commit -qm start; git checkout -qb change; cd docs; ${steps}; cd ..
     git add -A; ${GIT} commit -qm change; git checkout -q main; ${GIT} merge -q --no-ff -m merged change`,
    { cwd: work },
  );
  expect(set, set.stderr).toMatchObject({ code: 0 });
  const ran = await home.shell(await kitShell(home), { cwd: work, env: { DOCS_FOLDER: "docs" } });
  return { ran, work };
}
