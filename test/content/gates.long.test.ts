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
])("a change that %s fails all three", async (_, steps, word) => {
  const { codes, said } = await askGates(steps);
  expect(codes, said.flat().join("\n")).toEqual([11, 11, 11]);
  for (const lines of said) expect(lines.filter((line) => line.includes(word))).not.toEqual([]);
});

test("a change of text alone passes all three", async () => {
  const { codes, said } = await askGates("echo 'More.' >> README.md");
  expect(codes, said.flat().join("\n")).toEqual([0, 0, 0]);
});

const MOVED = readTree("pr-moves-a-page").files;

test("pages that move with what they link to pass all three", async () => {
  const { codes, said } = await askGates(
    "mkdir -p a/b; git mv tour/* a/b; sed -i 's#tour/#a/b/#' README.md SUMMARY.md",
    MOVED,
  );
  expect(codes, said.flat().join("\n")).toEqual([0, 0, 0]);
});

test("a page that moves away from what it links to fails all three", async () => {
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

test("each page of a large space is asked for a variable that is removed", async () => {
  const vars = ".gitbook/vars.yaml";
  const pages = Array.from({ length: 2000 }, (_, at) => [`page-${at}.md`, `# Page ${at}\n\n{{ space.vars.used }}\n`]);
  const files = new Map<string, string>([
    ["README.md", "# Home\n"],
    ...pages.map(([path = "", text = ""]) => [path, text] as const),
  ]);
  files.set("page-1999.md", "# Page 1999\n\n{{ space.vars.rare }}\n");
  writeTree(files.set(vars, "used: 1\nrare: 2\nunused: 3\n"), join(home.dir, "before"));
  writeTree(files.set(vars, "used: 1\nrare: 2\n"), join(home.dir, "without-unused"));
  writeTree(files.set(vars, "used: 1\n"), join(home.dir, "without-rare"));
  const { space } = await json("sandbox", "import", "before");
  const check = async (folder: string) => {
    const { number } = await json("--sandbox", "cr", "create", "--space", space, "--subject", folder);
    await json("sandbox", "import", folder, "--space", space, "--cr", `${number}`);
    const ran = await home.run(["--sandbox", "cr", "check", `${number}`, "--space", space, "--json"]);
    const rows: { rule: string; status: string; message: string }[] = JSON.parse(ran.stdout);
    const own = rows.filter(({ rule }) => rule === "cr-variable-missing");
    return { code: ran.code, said: own.map(({ status, message }) => `${status}: ${message}`) };
  };
  expect(await check("without-unused")).toEqual({ code: 0, said: ["pass: 1 checked"] });
  const rare = "fail: page-1999 would use space.vars.rare, which is not defined";
  expect(await check("without-rare")).toEqual({ code: 11, said: [rare] });
});

test("the kit runs every rule of changes", async () => {
  const [, rules = ""] = /rules="([^"]*)"/.exec(await kitShell(home)) ?? [];
  expect(rules.split(" ")).toEqual(expect.arrayContaining([...RULES_OF_CHANGES]));
});
