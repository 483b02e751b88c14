import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceFile } from "../../src/system/files/write-file.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "docs-replace-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a file of somebody else beside it stays, whatever it is called", () => {
  const [file, other] = [join(dir, "list"), join(dir, `list.${process.pid}`)];
  writeFileSync(other, "theirs");
  replaceFile(file, "ours");
  expect([readFileSync(file, "utf8"), readFileSync(other, "utf8")]).toEqual(["ours", "theirs"]);
  expect(readdirSync(dir)).toHaveLength(2);
});

test("a failed write leaves no file of its own, and removes no other", () => {
  const [folder, other] = [join(dir, "list"), join(dir, `list.${process.pid}`)];
  mkdirSync(folder);
  writeFileSync(other, "theirs");
  expect(() => replaceFile(folder, "ours")).toThrow();
  expect(readdirSync(dir).sort()).toEqual(["list", `list.${process.pid}`]);
});
