import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openPartition } from "../../src/snapshot/tables/tables.js";
import { temporaryFolder } from "./snapshot-helper.js";

const fs = process.getBuiltinModule("node:fs");
const place = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

const DAY = { organization: "org1", date: "2026-01-15" };
const FILES = ["pages.parquet", "spaces.parquet"];

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
  expect(slower.finish()).toBe(true);
  for (const run of [faster, slower]) run.close();
  const folder = join(root, "organization=org1", "date=2026-01-15");
  expect(readdirSync(folder).sort()).toEqual(FILES);
  expect(FILES.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["slower", "slower"]);
  expect(readdirSync(root)).toEqual(["organization=org1"]);
});
