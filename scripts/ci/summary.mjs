// node scripts/ci/summary.mjs RECORD TITLE FAILURES: sums a record of a run of tests up (test/helpers/record-reporter.ts).
// Prints how many passed and failed; appends the failures, and the files that did not run, to the file FAILURES.
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const LONGEST = 1500;
const [record, title, failures] = process.argv.slice(2);
const lines = readFileSync(record, "utf8").trimEnd().split("\n").map(parse);
const of = (name) => lines.flatMap((line) => line[name] ?? []);
const short = (file) => relative(process.cwd(), file);

const ended = lines.filter(({ file }) => file !== undefined);
const missing = of("planned").filter((file) => !ended.some((line) => line.file === file));
const failed = [
  ...ended.flatMap(({ file, failed }) => failed.map(({ name, error }) => [`${short(file)}: ${name}`, error])),
  ...of("errors").map((error) => ["outside of a test", error]),
  ...missing.map((file) => [`${short(file)}: did not run`, ""]),
];
for (const [name, error] of failed) appendFileSync(failures, `${title}: ${name}\n${error.slice(0, LONGEST)}\n`);
const passed = ended.reduce((sum, line) => sum + line.passed, 0);
console.log(passed, failed.length);

/** The last line may be cut. */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
