import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { COSTLY, leftOut, samplingEnvironment } from "./run-sampling.js";
import { type Sampling, sampleCases } from "./sample.js";

const CASES = Array.from({ length: 100 }, (_, at) => at);
const matrix = { nameOf: (one: number) => `case ${one}`, few: 3, rooms: ["src/changes"] };
const choose = (sampling: Partial<Sampling>, red: string[] = [], name = "matrix") =>
  sampleCases(name, CASES, matrix, { share: 0, seed: 1, changed: [], ...sampling }, red);

test("few, a share or all of the cases are chosen", () => {
  expect([0, 0.2, 1].map((share) => choose({ share }).length)).toEqual([3, 20, 100]);
});

test("a seed chooses the same cases again; another seed or another matrix has others", () => {
  const chosen = choose({ share: 0.2 });
  expect(choose({ share: 0.2 })).toEqual(chosen);
  expect(choose({ share: 0.2, seed: 2 })).not.toEqual(chosen);
  expect(choose({ share: 0.2 }, [], "another")).not.toEqual(chosen);
});

test("every case is chosen by some of the seeds", () => {
  const seen = new Set(Array.from({ length: 60 }, (_, seed) => choose({ share: 0.2, seed: seed * 7919 })).flat());
  expect(seen.size).toBe(100);
});

test("a case that failed once is always tried, and is tried once", () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const counts = seeds.map((seed) => choose({ seed }, ["case 7"]).filter((one) => one === 7).length);
  expect(counts).toEqual(seeds.map(() => 1));
});

test.each([
  ["a file of the room", "src/changes/apply/apply.ts", 100],
  ["the room itself", "src/changes", 100],
  ["a folder that only begins alike", "src/changes-else/apply.ts", 20],
  ["another room", "src/http/client.ts", 20],
])("a change of %s", (_, file, count) => {
  expect(choose({ share: 0.2, changed: ["README.md", file] })).toHaveLength(count);
});

test("`npm test` tries few, whatever has changed", () => {
  expect(choose({ changed: ["src/changes/apply/apply.ts"] })).toHaveLength(3);
});

test("a listed case or a room that is not there is an error", () => {
  expect(() => choose({}, ["case 100"])).toThrow("matrix: not there: case 100");
  const moved = { ...matrix, rooms: ["src/moved"] };
  expect(() => sampleCases("matrix", CASES, moved)).toThrow("matrix: not there: src/moved");
});

test("two cases of one name are an error: a red one could not be told", () => {
  expect(() => sampleCases("matrix", [...CASES, 7], matrix)).toThrow("matrix: several cases are called case 7");
});

const left = (sampling: Partial<Sampling>, ...named: string[]) =>
  leftOut({ share: 0.15, seed: 1, changed: [], ...sampling }, named);
const MEMORY = "test/performance/memory.long.test.ts";
/** A seed that leaves it out. */
const WITHOUT = Array.from({ length: 20 }, (_, seed) => seed).find((seed) => left({ seed }).includes(MEMORY));

test("of the costly files a run by share leaves out three of four, others with another seed; other runs none", () => {
  const seeds = Array.from({ length: 60 }, (_, at) => at * 7919);
  const [first = []] = seeds.map((seed) => left({ seed }));
  for (const seed of seeds) expect(left({ seed })).toHaveLength(first.length);
  // Each of the files is chosen by some of the seeds.
  expect(first.filter((file) => seeds.every((seed) => left({ seed }).includes(file)))).toEqual([]);
  expect(first).toHaveLength(12);
  expect([0, 1].map((share) => left({ share }))).toEqual([[], []]);
});

test("the costly files and what makes them run are there", () => {
  const paths = Object.entries(COSTLY).flat(2);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test.each([
  ["it", { changed: [MEMORY] }, []],
  ["one of its rooms", { changed: ["src/checks/engine.ts"] }, []],
  ["nothing of it, but the command line names it", {}, [MEMORY]],
  ["nothing of it, but the command line names its folder", {}, ["test/performance"]],
])("a costly file runs where the change touches %s", (_, sampling, named) => {
  expect(left({ seed: WITHOUT })).toContain(MEMORY);
  expect(left({ seed: WITHOUT, ...sampling }, ...named)).not.toContain(MEMORY);
});

function repository(): { folder: string; git(...args: string[]): string; commit(file: string): void } {
  const folder = mkdtempSync(join(tmpdir(), "docs-sample-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.example"];
  const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" }).trim();
  git("init", "-q", "-b", "main");
  const commit = (file: string) => {
    writeFileSync(join(folder, file), file);
    git("add", file);
    git("commit", "-q", "-m", file);
  };
  return { folder, git, commit };
}

const changed = (mode: string, folder: string) => samplingEnvironment(mode, folder).DOCS_TEST_CHANGED;

test("a change is what the last commit and the working tree did, or a branch since it left main", () => {
  const { folder, git, commit } = repository();
  // What the run itself was given.
  for (const name of ["DOCS_TEST_BASE", "DOCS_TEST_FILES"]) vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  commit("one");
  expect(changed("ci", folder)).toBe("");
  commit("two");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  expect(changed("ci", folder)).toBe("two");
  commit("three");
  commit("four");
  expect(changed("ci", folder)).toBe("four\nthree");
  writeFileSync(join(folder, "one"), "edited");
  expect(changed("ci", folder)).toBe("four\none\nthree");
  expect(changed("test", folder)).toBe("");
});

test("every commit has its own seed, the same each time; without a history it is 1", () => {
  const { folder, commit } = repository();
  const seed = () => samplingEnvironment("ci", folder).DOCS_TEST_SEED;
  // What the run itself was given.
  const given = process.env.DOCS_TEST_SEED;
  onTestFinished(() => {
    process.env.DOCS_TEST_SEED = given;
  });
  delete process.env.DOCS_TEST_SEED;
  expect(seed()).toBe("1");
  commit("one");
  const first = seed();
  expect(seed()).toBe(first);
  commit("two");
  expect(seed()).not.toBe(first);
});
