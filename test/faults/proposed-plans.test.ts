/** Plans that a program proposed: written once, as many as a person can look at, and named where they cannot be written. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepProposed } from "../../src/cli/records/plan-files.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "docs-proposed-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const place = () => ({ dir, now: () => Date.UTC(2026, 0, 15, 10) });
const keep = (id: string, folder?: string) => keepProposed(place(), { id, text: `plan ${id}`, folder });

it("a plan is written once, for its owner only, beside those of others", () => {
  const file = keep("p1");
  expect([file, readFileSync(file, "utf8")]).toEqual([
    join(dir, "plans", "proposed-2026-01-15T10-00-00.000Z-p1.plan"),
    "plan p1",
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([keep("p1"), keep("p2") === file]).toEqual([file, false]);
  expect(readdirSync(join(dir, "plans"))).toHaveLength(2);
});

it("one that was applied waits no longer", () => {
  const file = keep("p1");
  writeFileSync(`${file}.state`, "");
  expect(() =>
    keepProposed({ ...place(), now: () => Date.UTC(2026, 0, 16) }, { id: "p1", text: "", folder: undefined }),
  ).not.toThrow();
  expect(readdirSync(join(dir, "plans")).filter((name) => name.endsWith(".plan"))).toHaveLength(2);
});

it("a hundred wait at most, other files aside", () => {
  for (let at = 0; at < 99; at += 1) writeFileSync(join(dir, `proposed-${at}.plan`), "");
  writeFileSync(join(dir, "own.plan"), "");
  keep("last", dir);
  expect(() => keep("more", dir)).toThrow(
    expect.objectContaining({ kind: "usage", message: `100 proposed plans are waiting in ${dir}` }),
  );
  expect(readdirSync(dir)).toHaveLength(101);
});

it("a missing folder is reported", () => {
  expect(() => keepProposed({ ...place(), dir: undefined }, { id: "p1", text: "", folder: undefined })).toThrow(
    expect.objectContaining({ kind: "usage", message: "there is no folder for plans" }),
  );
  const file = join(dir, "file");
  writeFileSync(file, "");
  for (const own of [file, join(dir, "none")]) {
    expect(() => keep("p1", own)).toThrow(
      expect.objectContaining({ kind: "io", message: expect.stringContaining(`cannot write a plan to ${own}: `) }),
    );
  }
});
