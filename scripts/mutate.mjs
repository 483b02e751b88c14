// Makes small mistakes, one at a time, to find those that no test notices. CONTRIBUTING.md says how to use it.
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { AREAS } from "./mutate/areas.mjs";
import { tryChanged } from "./mutate/changed.mjs";
import { choose, isEquivalent, readEquivalents } from "./mutate/choose.mjs";
import { openCopy } from "./mutate/copy.mjs";
import { mistakesOf, parses, short, withMistake } from "./mutate/mistakes.mjs";
import { nearestTests } from "./mutate/nearest.mjs";

const USAGE = `usage: node scripts/mutate.mjs src/FOLDER... [--count 20] [--seed 1] [--jobs 1] [--tests test/A] [--wider test/B] [--mode ci]
       node scripts/mutate.mjs --area ${Object.keys(AREAS).join("|")} [...]
       node scripts/mutate.mjs --changed [COMMIT] [--count 10] [--seed 1] [--seconds 170]`;
const packages = fileURLToPath(new URL("../node_modules/", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    area: { type: "string" },
    // The lines that differ from a commit, within a limit of time.
    changed: { type: "boolean", default: false },
    seconds: { type: "string", default: "170" },
    count: { type: "string" },
    seed: { type: "string", default: "1" },
    // Copies of the project side by side, each with its own mistake.
    jobs: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    // Of the tests: what they try of matrices, and whether they include long ones.
    mode: { type: "string", default: "test" },
    // Run only if the first ones notice nothing, as CI runs them.
    wider: { type: "string", multiple: true, default: [] },
    equivalents: { type: "string", default: "scripts/mutate/equivalents.json" },
  },
});
const area = values.area !== undefined && Object.hasOwn(AREAS, values.area) ? AREAS[values.area] : undefined;
const sources = area?.sources ?? positionals;
const isGiven = values.area === undefined ? positionals.length > 0 : area !== undefined && positionals.length === 0;
const { count = values.changed ? "10" : "20", seed, jobs: copies, seconds: limit } = values;
const areNumbers = [count, seed, copies, limit].every((one) => /^\d+$/.test(one));
if (values.changed && areNumbers && positionals.length < 2 && values.area === undefined) {
  const [base] = positionals;
  await tryChanged({ base, count: Number(count), seed: Number(seed), seconds: Number(limit), packages });
  process.exit(0);
}
if (values.changed || !isGiven || !sources.every((name) => existsSync(name)) || !areNumbers) {
  console.error(USAGE);
  process.exit(2);
}
const jobs = Math.max(1, Number(copies));

/** The test folder that mirrors a source folder or its nearest ancestor: test/http for src/http/send. */
function mirror(folder) {
  const tests = folder.replace(/\/$/, "").replace(/^src\b/, "test");
  return existsSync(tests) || tests === "." ? tests : mirror(dirname(tests));
}

const filesOf = (source) =>
  statSync(source).isFile() ? [source] : readdirSync(source, { recursive: true }).map((name) => join(source, name));

async function allMistakes() {
  const names = [...new Set(sources.flatMap(filesOf))];
  const files = names.filter((name) => /(?<!\.d)\.ts$/.test(name)).sort();
  const lists = files.map(async (file) =>
    mistakesOf(await readFile(file, "utf8")).map((mistake) => ({ ...mistake, file })),
  );
  return (await Promise.all(lists)).flat();
}

const isProgram = async (mistake) => parses(await readFile(mistake.file, "utf8"), mistake);

// With several copies, none takes all processors.
const workers = jobs > 1 ? ["--maxWorkers", String(Math.max(1, Math.floor(availableParallelism() / jobs)))] : [];
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1"];
const TYPES = ["types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]];
const NEAR = 4;

const first = values.tests ?? area?.tests ?? [...new Set(sources.map(mirror))];
const everybody = [[first.join(" "), [...VITEST, "--mode", values.mode, ...workers, ...first]]];
const rest = values.wider.length > 0 ? values.wider : (area?.wider ?? []);
const wider = rest.length > 0 ? [[rest.join(" "), [...VITEST, "--mode", "ci", ...workers, ...rest]]] : [];
const compiler = existsSync("tsconfig.json") ? [TYPES] : [];
const nearest = nearestTests(
  ["src", "test"],
  (file) => /(?<!\.long)\.test\.ts$/.test(file) && first.some((tests) => file.startsWith(tests)),
);

/** What may notice a mistake in this file, the fastest first. */
function judges(file) {
  const near = nearest(file).slice(0, NEAR);
  const quick = near.length > 0 ? [[near[0], [...VITEST, "--maxWorkers", "1", ...near]]] : [];
  return [...quick, ...compiler, ...everybody, ...wider];
}

/** The name of the first that notices the mistake, or undefined. */
async function noticedBy(copy, asked, seconds, file = "") {
  // As in a change of this file: what CI tries whole is tried whole.
  const more = { DOCS_TEST_FILES: file };
  for (const [name, args] of asked) {
    if ((await copy.run(args, seconds, more)) !== 0) return name;
  }
  return undefined;
}

const equivalents = readEquivalents(values.equivalents);
const possible = await allMistakes();
const picked = await choose(possible, Number(count), Number(seed), isProgram);
const chosen = picked.filter((mistake) => !isEquivalent(mistake, equivalents));
const opened = [];
const removeAll = () => Promise.all(opened.map((copy) => copy.remove()));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => removeAll().finally(() => process.exit(130)));

let noticed = 0;

/** Tries mistakes in a copy until none is left. */
async function work(copy, left, seconds) {
  for (let mistake = left.shift(); mistake; mistake = left.shift()) {
    const { file, line, kind, was, becomes } = mistake;
    const by = await copy.withText(
      file,
      (text) => withMistake(text, mistake),
      () => noticedBy(copy, judges(file), seconds, file),
    );
    if (by) noticed += 1;
    const what = `${file}:${line}  ${kind}: ${was} -> ${short(becomes) || "(nothing)"}`;
    console.log(`${by ? `noticed by ${by}` : "NOT NOTICED"}  ${what}`);
  }
}

try {
  for (let at = 0; at < Math.min(jobs, chosen.length); at++) opened.push(await openCopy(process.cwd(), packages));
  const start = performance.now();
  const broken = opened[0] && (await noticedBy(opened[0], [...compiler, ...everybody, ...wider], 1800));
  if (broken) throw new Error([`${broken} fails before any mistake`, ...opened[0].failures()].join("\n  "));
  const seconds = 30 + ((performance.now() - start) / 1000) * 5 * jobs;
  const left = [...chosen];
  await Promise.all(opened.map((copy) => work(copy, left, seconds)));
  const harmless = picked.length - chosen.length;
  console.log(`${noticed} of ${chosen.length} noticed; ${harmless} change nothing; ${possible.length} are possible`);
  process.exitCode = noticed === chosen.length ? 0 : 1;
} catch (error) {
  console.error(`mutate: ${error.message}`);
  process.exitCode = 2;
} finally {
  await removeAll();
}
