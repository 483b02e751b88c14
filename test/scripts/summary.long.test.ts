/** What CI counts in a record of tests, also in one that ends in the middle. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { RecordLine } from "../helpers/record-reporter.js";

const folder = mkdtempSync(join(tmpdir(), "docs-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

function summary(lines: readonly RecordLine[], cut = "") {
  const [record, failures] = [join(folder, "record"), join(folder, "failures")];
  writeFileSync(record, lines.map((line) => `${JSON.stringify(line)}\n`).join("") + cut);
  writeFileSync(failures, "");
  const args = ["scripts/ci/summary.mjs", record, "Node", failures];
  return [execFileSync(process.execPath, args, { encoding: "utf8" }), readFileSync(failures, "utf8")];
}

const planned = ["a", "b", "c"].map((name) => resolve(`test/${name}.test.ts`));
const [a = "", b = "", c = ""] = planned;

test("all that passed are counted", () => {
  const lines = planned.map((file, at) => ({ file, passed: at, failed: [] }));
  expect(summary([{ planned }, ...lines])).toEqual(["3 0\n", ""]);
});

test("failures are named by file and test; an error outside of the tests is one", () => {
  const failed = [{ name: "one > two", error: "Error: three" }];
  const lines = [{ planned }, { file: a, passed: 4, failed }, { file: b, passed: 1, failed: [] }];
  expect(summary([...lines, { file: c, passed: 0, failed: [] }, { errors: ["Error: late"] }])).toEqual([
    "5 2\n",
    "Node: test/a.test.ts: one > two\nError: three\nNode: outside of a test\nError: late\n",
  ]);
});

test("a record that ends in the middle says which files did not run, each a failure", () => {
  expect(summary([{ planned }, { file: b, passed: 2, failed: [] }], '{"file":"/somewhere')).toEqual([
    "2 2\n",
    "Node: test/a.test.ts: did not run\n\nNode: test/c.test.ts: did not run\n\n",
  ]);
});
