// A few mistakes in the lines that a change touches, within a limit of time. It informs, and judges nothing.
import { readFileSync } from "node:fs";
import { baseOfChange, git } from "../ci/change.mjs";
import { divideTests, importersOf, readSources } from "../imports.mjs";
import { choose, isEquivalent, readEquivalents } from "./choose.mjs";
import { openCopy } from "./copy.mjs";
import { mistakesOf, parses, short, withMistake } from "./mistakes.mjs";

/** So many test files are asked: the nearest of those that start no processes, as the copy is built once. */
const NEAR = 6;
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--project", "compute"];

/** The lines (from 1) that a diff without context adds, by source below src/. */
export function changedLines(diff) {
  const lines = new Map();
  let file;
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) file = /^\+\+\+ b\/(src\/.*(?<!\.d)\.ts)$/.exec(line)?.[1];
    const [, start, count = "1"] = /^@@ .*? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (file === undefined || start === undefined) continue;
    const added = Array.from({ length: Number(count) }, (_, at) => Number(start) + at);
    lines.set(file, [...(lines.get(file) ?? []), ...added]);
  }
  return lines;
}

async function chooseMistakes(base, count, seed) {
  const diff = git(".", "diff", "-U0", "--no-ext-diff", base, "--", "src") ?? "";
  const possible = [...changedLines(diff)].flatMap(([file, lines]) =>
    mistakesOf(readFileSync(file, "utf8"))
      .filter(({ line }) => lines.includes(line))
      .map((mistake) => ({ ...mistake, file })),
  );
  const known = readEquivalents("scripts/mutate/equivalents.json");
  const wanted = possible.filter((one) => !isEquivalent(one, known));
  return choose(wanted, count, seed, (one) => parses(readFileSync(one.file, "utf8"), one));
}

/** Tries each in the copy until the time is over. Resolves to what was tried. */
async function tryEach(copy, mistakes, near, left) {
  const results = [];
  for (const mistake of mistakes) {
    const { file, line, kind, was, becomes } = mistake;
    const code = await copy.withText(
      file,
      (text) => withMistake(text, mistake),
      () => copy.run([...VITEST, ...near(file)], Math.max(0, left()), { DOCS_TEST_BUILD: "no" }),
    );
    if (left() <= 0) break;
    // src/http/send/retry.ts is of the area "http".
    results.push({ area: file.split("/")[1], isNoticed: code !== 0 });
    const what = `${file}:${line}  ${kind}: ${was} -> ${short(becomes) || "(nothing)"}`;
    console.log(`${code === 0 ? "NOT NOTICED" : "noticed"}  ${what}`);
  }
  return results;
}

function report(results, count) {
  for (const area of new Set(results.map((one) => one.area))) {
    const of = results.filter((one) => one.area === area);
    console.log(`${area}: ${of.filter(({ isNoticed }) => isNoticed).length} of ${of.length} noticed`);
  }
  if (results.length < count) console.log(`${count - results.length} were not tried: no time was left`);
}

/** Tries `count` mistakes in the lines that differ from the base, prints each, and how many were noticed, by area. */
export async function tryChanged({ base = baseOfChange(), count, seed, seconds, packages }) {
  const end = performance.now() + seconds * 1000;
  const left = () => (end - performance.now()) / 1000;
  const mistakes = await chooseMistakes(base, count, seed);
  const importers = importersOf(readSources(["src", "test"]));
  const quick = new Set(divideTests().computing.filter((file) => !file.endsWith(".long.test.ts")));
  const near = (file) =>
    importers([file])
      .filter((one) => quick.has(one))
      .slice(0, NEAR);
  const tried = mistakes.filter(({ file }) => near(file).length > 0);
  console.log(`${mistakes.length} mistakes in what differs from ${base}`);
  if (tried.length < mistakes.length) console.log(`${mistakes.length - tried.length} have no test near`);
  if (tried.length === 0) return;
  const copy = await openCopy(process.cwd(), packages);
  try {
    const code = await copy.run([...VITEST, ...new Set(tried.flatMap(({ file }) => near(file)))], left());
    if (code === 0) report(await tryEach(copy, tried, near, left), tried.length);
    else console.log("nothing was tried: the nearest tests fail, or take too long, before any mistake");
  } finally {
    await copy.remove();
  }
}
