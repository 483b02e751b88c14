/** What docs/offboarding.md and docs/sites-as-files.md show runs as it stands there, on the sample. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createHome, PROGRAM_WORDS, type Result } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

const home = useEach(createHome);
beforeEach(() => {
  mkdirSync(join(home.dir, "bin"));
  const docs = join(home.dir, "bin", "docs");
  writeFileSync(docs, `#!/bin/sh\nexec ${PROGRAM_WORDS} "$@"\n`);
  chmodSync(docs, 0o755);
});

/** The commands of a text, in one shell that stops at the first error. */
function run(file: string, env: Record<string, string> = {}): Promise<Result> {
  const blocks = [...readFileSync(file, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
  expect(blocks.length).toBeGreaterThan(0);
  const all = { PATH: `${join(home.dir, "bin")}:${home.env.PATH}`, ...env };
  return home.shell(`unset -f docs; set -eu; cd '${home.dir}'\n${blocks.join("\n")}`, { env: all });
}

test("docs/offboarding.md", async () => {
  const ran = await run("docs/offboarding.md");
  expect(ran.code, ran.stderr).toBe(0);
  const receipt = JSON.parse(readFileSync(join(home.dir, "tomasz.json"), "utf8"));
  expect(receipt.verified.map(({ holds }: { holds: boolean }) => holds)).toEqual([true, true, true]);
  expect(statSync(join(home.dir, "tomasz.json")).mode & 0o777).toBe(0o600);
  expect(ran.stdout).not.toContain("Tomasz Nowak\t");
  expect(readFileSync(join(home.dir, "review.csv"), "utf8")).not.toContain("Tomasz");
});

test("docs/sites-as-files.md", async () => {
  const ran = await run("docs/sites-as-files.md", { DOCS_PROFILE: "sandbox", EDITOR: "sed -i s/Robots/Carts/" });
  // Somebody has to say yes.
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("confirmation is required")]);
  expect(ran.stdout).toContain('change section "Robots": title');
});
