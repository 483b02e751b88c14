/** The script on a project with mistakes that its test notices, and one that it does not. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collect } from "../helpers/cli.js";

const SOURCE = `export const isSmall = (size: number): boolean => size < 10;
export const sides = (word: string): string[] => [word, word];
`;
const TEST = `import { expect, test } from "vitest";
import { isSmall, sides } from "../../src/area/small.js";

test("small", () => {
  expect([isSmall(1), isSmall(11)]).toEqual([true, false]);
  expect(sides("a")).toEqual(["a", "a"]);
});
`;
const UNNOTICED = "NOT NOTICED  src/area/small.ts:1  comparison: < -> <=";

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "docs-mutate-"));
  for (const folder of ["src/area", "test/area"]) mkdirSync(join(project, folder), { recursive: true });
  writeFileSync(join(project, "src/area/small.ts"), SOURCE);
  writeFileSync(join(project, "test/area/small.test.ts"), TEST);
});
afterAll(() => rmSync(project, { recursive: true }));

async function mutate(...args: string[]) {
  const child = spawn(process.execPath, [resolve("scripts/mutate.mjs"), ...args], { cwd: project, stdio: "pipe" });
  const { code, stdout, stderr } = await collect(child);
  return { code, stderr, lines: stdout.trimEnd().split("\n").sort() };
}

test("names what no test noticed, and leaves the project alone", async () => {
  const { code, lines } = await mutate("src/area");
  const noticed = (what: string) => `noticed by test/area/small.test.ts  src/area/small.ts:${what}`;
  expect(lines).toEqual([
    "5 of 6 noticed; 0 change nothing; 6 are possible",
    UNNOTICED,
    noticed("1  nothing returned: size < 10 -> undefined"),
    noticed("2  element dropped: word -> (nothing)"),
    noticed("2  element dropped: word, -> (nothing)"),
    noticed("2  emptied: [word, word] -> []"),
    noticed("2  nothing returned: [word, word] -> undefined"),
  ]);
  expect(code).toBe(1);
  expect(readFileSync(join(project, "src/area/small.ts"), "utf8")).toBe(SOURCE);
});

test("with several copies, tries each mistake once in one of them", async () => {
  const alone = await mutate("src/area");
  expect(await mutate("src/area", "--jobs", "2")).toEqual(alone);
});

test("passes over what is known to change nothing", async () => {
  const code = "export const isSmall = (size: number): boolean => size < 10;";
  const known = [{ file: "src/area/small.ts", code, was: "<", becomes: "<=", reason: "a size is never 10" }];
  writeFileSync(join(project, "equivalents.json"), JSON.stringify(known));
  const ran = await mutate("src/area/small.ts", "--equivalents", "equivalents.json", "--tests", "test/area");
  expect([ran.code, ran.lines[0]]).toEqual([0, "5 of 5 noticed; 1 change nothing; 6 are possible"]);
});

test("tries the lines that differ from a commit, and says by area what was noticed", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd: project });
  const config = 'export default { test: { projects: [{ test: { name: "compute" } }] } };';
  writeFileSync(join(project, "vitest.config.ts"), config);
  const [first = ""] = SOURCE.split("\n");
  writeFileSync(join(project, "src/area/small.ts"), `${first}\nexport const sides = () => [];\n`);
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "one");
  writeFileSync(join(project, "src/area/small.ts"), SOURCE);
  // Whatever it finds, it judges nothing.
  const { code, lines } = await mutate("--changed", "HEAD");
  const noticed = (what: string) => `noticed  src/area/small.ts:2  ${what}`;
  expect([code, lines]).toEqual([
    0,
    [
      "4 mistakes in what differs from HEAD",
      "area: 4 of 4 noticed",
      noticed("element dropped: word -> (nothing)"),
      noticed("element dropped: word, -> (nothing)"),
      noticed("emptied: [word, word] -> []"),
      noticed("nothing returned: [word, word] -> undefined"),
    ],
  ]);
  expect((await mutate("--changed", "HEAD", "--seconds", "0")).code).toBe(0);
});

test("with --mode ci, tests run as CI runs them for a change of the file", async () => {
  const asCi = `${TEST}
test("as in CI", () => {
  expect([process.env.RAN_AS, process.env.DOCS_TEST_FILES]).not.toEqual(["ci", "src/area/small.ts"]);
});
`;
  writeFileSync(join(project, "test/area/small.test.ts"), asCi);
  const config = "export default ({ mode }) => ({ test: { env: { RAN_AS: mode } } });";
  writeFileSync(join(project, "vitest.config.ts"), config);
  expect((await mutate("src/area", "--mode", "ci")).lines[0]).toBe("6 of 6 noticed; 0 change nothing; 6 are possible");
  expect((await mutate("src/area")).lines[0]).toBe("5 of 6 noticed; 0 change nothing; 6 are possible");
});

test("tries nothing where the tests fail already", async () => {
  writeFileSync(join(project, "test/area/small.test.ts"), TEST.replace("[true, false]", "[false, false]"));
  const ran = await mutate("src/area");
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(
    /^mutate: test\/area fails before any mistake\n +FAIL +(?:\|\w+\| )?test\/area\/small\.test\.ts > small\n/,
  );
});

test.each([
  ["no folder", ["src/none"]],
  ["no area", ["--area", "none"]],
  ["a name of every object", ["--area", "constructor"]],
  ["an area without its folders", ["--area", "plans"]],
  ["both", ["src/area", "--area", "plans"]],
  ["neither", []],
  ["a change and an area", ["--changed", "--area", "plans"]],
  ["two commits", ["--changed", "HEAD~1", "HEAD~2"]],
  ["no number", ["src/area", "--jobs", "two"]],
])("asks for what to change: %s", async (_, args) => {
  const { code, stderr } = await mutate(...args);
  expect([code, stderr.startsWith("usage: ")]).toEqual([2, true]);
});
