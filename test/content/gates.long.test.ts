/** A change request, a pull request and a comparison with a snapshot find the same. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES_OF_CHANGES } from "../../src/checks/rules/index.js";
import { createHome } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";
import { kitShell, runKit } from "./kit.js";
import { readTree, writeTree } from "./read-tree.js";

const home = useEach(createHome);

const FILES = readTree("pr-is-clean").files;
const INCLUDE = ".gitbook/includes/winter.md";

async function json(...args: string[]) {
  const ran = await home.run([...args, "--json"]);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return JSON.parse(ran.stdout);
}

/** What each gate says of a change, which is made by shell in the folder of the tree. */
async function askGates(steps: string, files = FILES) {
  const { ran, work } = await runKit(home, files, steps);
  const kit = ran.stdout;
  const isKitRed = existsSync(join(work, "docs-exit-code"));
  writeTree(files, join(home.dir, "before"));
  const { space } = await json("sandbox", "import", "before");
  const { number } = await json("--sandbox", "cr", "create", "--space", space, "--subject", "Change");
  await json("sandbox", "import", "work/docs", "--space", space, "--cr", `${number}`);
  const request = await home.run(["--sandbox", "cr", "check", `${number}`, "--space", space]);
  await json("--sandbox", "snapshots", "create", "before.docs");
  await json("sandbox", "import", "work/docs", "--space", space);
  const since = await home.run(["--sandbox", "checks", "run", "--space", space, "--changed-since", "before.docs"]);
  return {
    codes: [isKitRed ? 11 : 0, request.code, since.code],
    said: [kit, request.stdout, since.stdout].map((text) =>
      text.split("\n").filter((line) => !/^(::debug::)?(skipped|pass)/.test(line)),
    ),
  };
}

test.each([
  ["deletes reusable content in use", `git rm -q ${INCLUDE}`, "winter.md"],
  ["names a cover that is missing", "sed -i 's#^cover: .*#cover: .gitbook/assets/gone.png#' decks.md", "gone.png"],
  ["uses a variable that is not defined", "echo '{{ space.vars.summer }}' >> README.md", "space.vars.summer"],
  ["removes a variable in use", "echo 'summer: yes' > .gitbook/vars.yaml", "space.vars.season"],
  ["removes a file in use", "git rm -q .gitbook/assets/deck.png", "deck.png"],
  ["links to a page that is not there", "echo '[x](gone-now.md)' >> decks.md", "gone-now.md"],
])("a change that %s fails all three", { timeout: 120_000 }, async (_, steps, word) => {
  const { codes, said } = await askGates(steps);
  expect(codes, said.flat().join("\n")).toEqual([11, 11, 11]);
  for (const lines of said) expect(lines.filter((line) => line.includes(word))).not.toEqual([]);
});

test("a change of text alone passes all three", { timeout: 120_000 }, async () => {
  const { codes, said } = await askGates("echo 'More.' >> README.md");
  expect(codes, said.flat().join("\n")).toEqual([0, 0, 0]);
});

const MOVED = readTree("pr-moves-a-page").files;

test("pages that move with what they link to pass all three", { timeout: 120_000 }, async () => {
  const { codes, said } = await askGates(
    "mkdir -p a/b; git mv tour/* a/b; sed -i 's#tour/#a/b/#' README.md SUMMARY.md",
    MOVED,
  );
  expect(codes, said.flat().join("\n")).toEqual([0, 0, 0]);
});

test("a page that moves away from what it links to fails all three", { timeout: 120_000 }, async () => {
  const { codes, said } = await askGates(
    "mkdir -p a/b; git mv tour/walks.md a/b; sed -i 's#tour/walks#a/b/walks#' README.md SUMMARY.md; sed -i 's#walks.md#../a/b/walks.md#' tour/inns.md",
    MOVED,
  );
  expect(codes, said.flat().join("\n")).toEqual([11, 11, 11]);
  for (const lines of said) {
    expect(lines.filter((line) => line.includes("a/b/inns.md"))).not.toEqual([]);
    expect(lines.filter((line) => line.includes("gone-"))).toEqual([]);
  }
});

test("the kit runs every rule of changes", async () => {
  const [, rules = ""] = /rules="([^"]*)"/.exec(await kitShell(home)) ?? [];
  expect(rules.split(" ")).toEqual(expect.arrayContaining([...RULES_OF_CHANGES]));
});
