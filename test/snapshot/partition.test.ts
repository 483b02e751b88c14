import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { Failure } from "../../src/errors.js";
import { openPartition } from "../../src/snapshot/tables/tables.js";
import { temporaryFolder } from "./snapshot-helper.js";

const fs = process.getBuiltinModule("node:fs");
const place = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

const DAY = { organization: "org1", date: "2026-01-15" };
const FILES = ["spaces.parquet", "tables.parquet"];

/** A run that has written its files, and is about to put them in their place. */
function written(root: string, by: string) {
  const run = openPartition(root, DAY, (name) => FILES.includes(name));
  for (const name of FILES) writeFileSync(join(run.folder, name), by);
  return run;
}

test.each([
  { day: "new", step: 1 },
  { day: "there", step: 1 },
  { day: "there", step: 2 },
])("two runs that write one day leave a whole one: a day that is $day, overtaken at step $step", ({ day, step }) => {
  const root = join(place.folder, `${day}-${step}`);
  mkdirSync(root, { mode: 0o700 });
  if (day === "there") {
    const before = written(root, "before");
    before.finish();
    before.close();
  }
  const faster = written(root, "faster");
  const { renameSync } = fs;
  let steps = 0;
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    steps += 1;
    if (steps === step) faster.finish();
    renameSync(from, to);
  });
  const slower = written(root, "slower");
  expect(slower.finish()).toBe("replaced");
  for (const run of [faster, slower]) run.close();
  const folder = join(root, "organization=org1", "date=2026-01-15");
  expect(readdirSync(folder).sort()).toEqual(FILES);
  expect(FILES.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["slower", "slower"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});

test.each(["before the rename", "during it"])("a run that keeps days leaves that of a faster one: %s", (when) => {
  const root = join(place.folder, when.replaceAll(" ", "-"));
  mkdirSync(root, { mode: 0o700 });
  const faster = written(root, "faster");
  const { renameSync } = fs;
  let isFirst = when === "during it";
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    const isOvertaken = isFirst;
    isFirst = false;
    if (isOvertaken) faster.finish();
    renameSync(from, to);
  });
  const slower = written(root, "slower");
  if (!isFirst) expect(faster.finish({ keep: true })).toBe("new");
  expect(slower.finish({ keep: true })).toBe("kept");
  for (const run of [faster, slower]) run.close();
  expect(wholeDay(join(root, "organization=org1", "date=2026-01-15"))).toEqual(["faster", "faster"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});

/** A folder with a day that a run has written before. */
function withDay(name: string): string {
  const root = join(place.folder, name);
  mkdirSync(root, { mode: 0o700 });
  const before = written(root, "before");
  before.finish();
  before.close();
  return root;
}

const wholeDay = (folder: string) => FILES.map((name) => readFileSync(join(folder, name), "utf8"));

test("a day that cannot be put in its place leaves the one that was there: its files are gone", () => {
  const root = withDay("gone");
  const run = written(root, "new");
  rmSync(run.folder, { recursive: true });
  expect(() => run.finish()).toThrow("ENOENT");
  run.close();
  expect(wholeDay(join(root, "organization=org1", "date=2026-01-15"))).toEqual(["before", "before"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});

/** Renames fail from this step on, for so many steps. */
function failing(step: number, steps: number, code: string): void {
  const { renameSync } = fs;
  let at = 0;
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    at += 1;
    if (at >= step && at < step + steps) throw Object.assign(new Error(code), { code });
    renameSync(from, to);
  });
}

test.each([
  { step: 1, code: "EACCES" },
  { step: 2, code: "EACCES" },
  { step: 2, code: "ENOSPC" },
])("a day that cannot be put in its place leaves the one that was there: $code at step $step", ({ step, code }) => {
  const root = withDay(`${code}-${step}`);
  failing(step, 1, code);
  const run = written(root, "new");
  expect(() => run.finish()).toThrow(code);
  run.close();
  expect(wholeDay(join(root, "organization=org1", "date=2026-01-15"))).toEqual(["before", "before"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});

test("a day that cannot be put back is kept where the message says", () => {
  const root = withDay("kept");
  failing(2, 2, "EACCES");
  const run = written(root, "new");
  const error = thrown(() => run.finish());
  run.close();
  const [, where = ""] = /permission denied; the day that was there is in (\S+)$/.exec(error.message) ?? [];
  expect(error.hint).toBe(`to put it back: mv ${where} ${join(root, "organization=org1", "date=2026-01-15")}`);
  expect(wholeDay(where)).toEqual(["before", "before"]);
});

test("a day that cannot be put back stays out if another run's is there", () => {
  const root = withDay("other");
  const faster = written(root, "faster");
  const { renameSync } = fs;
  let at = 0;
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    at += 1;
    if (at === 2) {
      faster.finish();
      throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    }
    renameSync(from, to);
  });
  const slower = written(root, "slower");
  expect(() => slower.finish()).toThrow("EACCES");
  for (const run of [faster, slower]) run.close();
  expect(wholeDay(join(root, "organization=org1", "date=2026-01-15"))).toEqual(["faster", "faster"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});

function thrown(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error("no failure");
}
