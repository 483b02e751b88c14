// Makes small mistakes, one at a time, to find those that no test notices. CONTRIBUTING.md says how to use it.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { choose, isEquivalent } from "./mutate/choose.mjs";
import { copyOf } from "./mutate/copy.mjs";
import { mistakesOf, withMistake } from "./mutate/mistakes.mjs";
import { nearestTests } from "./mutate/nearest.mjs";

const USAGE = "usage: node scripts/mutate.mjs src/FOLDER [--count 20] [--seed 1] [--tests test/A] [--wider test/B]";
const packages = fileURLToPath(new URL("../node_modules/", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    // Run only if the first ones notice nothing.
    wider: { type: "string", multiple: true, default: [] },
    equivalents: { type: "string", default: "scripts/mutate/equivalents.json" },
  },
});
const [target] = positionals;
if (positionals.length !== 1 || !existsSync(target) || !/^\d+$/.test(values.count) || !/^\d+$/.test(values.seed)) {
  console.error(USAGE);
  process.exit(2);
}

/** The test folder that mirrors a source folder or its nearest ancestor: test/http for src/http/send. */
function mirror(folder) {
  const tests = folder.replace(/\/$/, "").replace(/^src\b/, "test");
  return existsSync(tests) || tests === "." ? tests : mirror(dirname(tests));
}

async function allMistakes() {
  const names = target.endsWith(".ts")
    ? [target]
    : readdirSync(target, { recursive: true }).map((name) => join(target, name));
  const files = names.filter((name) => /(?<!\.d)\.ts$/.test(name)).sort();
  const lists = files.map(async (file) =>
    mistakesOf(await readFile(file, "utf8")).map((mistake) => ({ ...mistake, file })),
  );
  return (await Promise.all(lists)).flat();
}

let running;

/** Ends the running program and its children. */
function end() {
  try {
    if (running?.pid) process.kill(-running.pid, "SIGKILL");
  } catch {
    // They have already ended.
  }
}

/** Runs a program in the copy; resolves to its exit code or "hangs". */
function run(args, seconds) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: "--max-old-space-size=1024" };
    running = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", detached: true, env });
    const timer = setTimeout(() => {
      resolve("hangs");
      end();
    }, seconds * 1000);
    running.on("close", (code) => {
      clearTimeout(timer);
      end();
      resolve(code);
    });
  });
}

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1"];
const TYPES = ["types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]];
const NEAR = 4;

const rounds = [values.tests ?? [mirror(target)], values.wider].filter((tests) => tests.length > 0);
const everybody = rounds.map((tests) => [tests.join(" "), [...VITEST, ...tests]]);
const compiler = existsSync("tsconfig.json") ? [TYPES] : [];
const nearest = nearestTests(
  ["src", "test"],
  (file) => /(?<!\.long)\.test\.ts$/.test(file) && rounds[0].some((tests) => file.startsWith(tests)),
);

/** What may notice a mistake in this file, the fastest first. */
function judges(file) {
  const near = nearest(file).slice(0, NEAR);
  const first = near.length > 0 ? [[near[0], [...VITEST, "--maxWorkers", "1", ...near]]] : [];
  return [...first, ...compiler, ...everybody];
}

/** The name of the first that notices the mistake, or undefined. */
async function noticedBy(asked, seconds) {
  for (const [name, args] of asked) {
    if ((await run(args, seconds)) !== 0) return name;
  }
  return undefined;
}

const equivalents = existsSync(values.equivalents) ? JSON.parse(await readFile(values.equivalents, "utf8")) : [];
const possible = await allMistakes();
const picked = choose(possible, Number(values.count), Number(values.seed));
const chosen = picked.filter((mistake) => !isEquivalent(mistake, equivalents));
const copy = await copyOf(process.cwd(), packages);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    end();
    rm(copy, { recursive: true, force: true }).finally(() => process.exit(130));
  });
}
try {
  const start = performance.now();
  const broken = await noticedBy([...compiler, ...everybody], 1800);
  if (broken) throw new Error(`${broken} fails before any mistake`);
  const seconds = 30 + ((performance.now() - start) / 1000) * 5;
  let noticed = 0;
  for (const mistake of chosen) {
    const { file, line, kind, was, becomes } = mistake;
    const text = await readFile(join(copy, file), "utf8");
    await writeFile(join(copy, file), withMistake(text, mistake));
    const by = await noticedBy(judges(file), seconds);
    await writeFile(join(copy, file), text);
    if (by) noticed += 1;
    const what = `${file}:${line}  ${kind}: ${was} -> ${becomes || "(nothing)"}`;
    console.log(`${by ? `noticed by ${by}` : "NOT NOTICED"}  ${what}`);
  }
  const harmless = picked.length - chosen.length;
  console.log(`${noticed} of ${chosen.length} noticed; ${harmless} change nothing; ${possible.length} are possible`);
  process.exitCode = noticed === chosen.length ? 0 : 1;
} catch (error) {
  console.error(`mutate: ${error.message}`);
  process.exitCode = 2;
} finally {
  await rm(copy, { recursive: true, force: true });
}
