// Writes docs/robustness.md from a run of the tests that name rules: node scripts/robustness.mjs --run
// Without --run it reads what the last such run left in test-results/.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative, resolve } from "node:path";
import { RULES } from "./robustness-rules.mjs";

const RESULTS = "test-results/robustness.json";
const FIGURES = "test-results/figures";

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith(".test.ts") && /["'`]R\d+\b/.test(readFileSync(path, "utf8")) ? [path] : [];
  });
}

function run() {
  rmSync("test-results", { recursive: true, force: true });
  mkdirSync("test-results");
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  spawnSync(process.execPath, [...args, ...testFiles("test")], { stdio: "inherit" });
}

/** Numbers of the rules in a title, once each. */
const rulesIn = (title) => [...new Set(title.match(/\bR\d+\b/g) ?? [])];

function readRun() {
  const results = JSON.parse(readFileSync(RESULTS, "utf8"));
  const byRule = new Map();
  const failures = [];
  let passed = 0;
  for (const { name, assertionResults } of results.testResults) {
    const file = relative(resolve("."), name).replaceAll("\\", "/");
    for (const { fullName, status } of assertionResults) {
      if (status === "passed") passed += 1;
      else if (status === "failed") failures.push(`\`${file}\`: ${fullName}`);
      for (const rule of rulesIn(fullName)) {
        const seen = byRule.get(rule) ?? { files: new Set(), passed: 0, failed: 0 };
        if (status === "passed") seen.passed += 1;
        if (status === "failed") seen.failed += 1;
        if (status === "passed" || status === "failed") seen.files.add(file);
        byRule.set(rule, seen);
      }
    }
  }
  return { byRule, passed, failures, at: new Date(results.startTime).toISOString().slice(0, 10) };
}

function readFigures() {
  const total = {};
  for (const name of readdirSync(FIGURES)) {
    const { counts } = JSON.parse(readFileSync(join(FIGURES, name), "utf8"));
    for (const [what, count] of Object.entries(counts)) total[what] = (total[what] ?? 0) + count;
  }
  return Object.entries(total).sort(([a], [b]) => (a < b ? -1 : 1));
}

const number = (value) => value.toLocaleString("en");

function row(rule, text, seen) {
  if (!seen) return `| ${rule} | ${text} | no test names it | – |`;
  const files = [...seen.files].sort().map((file) => `\`${file}\``);
  const tests = `${number(seen.passed)} passed${seen.failed > 0 ? `, **${seen.failed} failed**` : ""}`;
  return `| ${rule} | ${text} | ${files.join(", ")} | ${tests} |`;
}

function page({ byRule, passed, failures, at }) {
  const lines = [
    "# Robustness",
    "",
    "What `docs` does when things go wrong, and the tests that show it. `SECURITY.md` says what is promised.",
    "This page is written by `node scripts/robustness.mjs --run` from the titles and results of the tests; a rule may have tests that do not name it.",
    "",
    `Last run: ${at}, Node ${process.version}, ${process.platform}, ${cpus().length} processors: ${number(passed)} tests passed, ${number(failures.length)} failed.`,
    ...failures.map((failure) => `- failed: ${failure}`),
    "",
    "| Counted by the tests themselves | |",
    "|---|---|",
    ...readFigures().map(([what, count]) => `| ${what} | ${number(count)} |`),
    "",
    "A fault is one answer, break or delay that a command met; a write is checked when the server counted how often it arrived.",
    "The properties are tried 1,000 times each; `DOCS_PROPERTY_RUNS=100000` tries them longer.",
  ];
  for (const [rule, text] of RULES) {
    if (text !== undefined) lines.push(row(rule, text, byRule.get(rule)));
    else lines.push("", `## ${rule}`, "", "| Rule | | Tests | Last run |", "|---|---|---|---|");
  }
  return `${lines.join("\n")}\n`;
}

if (process.argv.includes("--run")) run();
const result = readRun();
writeFileSync("docs/robustness.md", page(result));
const missing = RULES.filter(([rule, text]) => text !== undefined && !result.byRule.has(rule)).map(([rule]) => rule);
console.log(`rules that no test names: ${missing.join(" ") || "none"}`);
if (result.failures.length > 0) {
  console.error(`${result.failures.length} tests failed: the page says so`);
  process.exitCode = 1;
}
