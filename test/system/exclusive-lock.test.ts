/** R44 the lock behind a journal, where its file comes and goes under the hands of those who want it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { Failure } from "../../src/errors.js";
import { lockExclusively } from "../../src/system/exclusive-lock.js";
import * as sqlite from "../../src/system/sqlite.js";

const folder = mkdtempSync(join(tmpdir(), "docs-lock-"));
let count = 0;
let path = "";
beforeEach(() => {
  count += 1;
  path = join(folder, `lock-${count}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("is had once, is private, and is gone when it is let go", () => {
  const release = lockExclusively(path, sqlite);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(lockExclusively(path, sqlite)).toBeUndefined();
  release?.();
  expect(existsSync(path)).toBe(false);
  lockExclusively(path, sqlite)?.();
  expect(existsSync(path)).toBe(false);
});

/** The binding, with something that happens once between the opening of the file and its locking. */
function interrupted(happens: () => void): typeof sqlite {
  let first = true;
  return {
    ...sqlite,
    openBinding(...given) {
      const db = sqlite.openBinding(...given);
      if (first) happens();
      first = false;
      return db;
    },
  };
}

test("the lock of a file that another process made anew is not believed", () => {
  const replaced = interrupted(() => {
    unlinkSync(path);
    writeFileSync(path, "");
  });
  const release = lockExclusively(path, replaced);
  expect(release).toBeDefined();
  // It is the file that everybody sees that is locked.
  expect(lockExclusively(path, sqlite)).toBeUndefined();
  release?.();
});

test("the lock of a file that was released is taken on a new file", () => {
  const release = lockExclusively(
    path,
    interrupted(() => unlinkSync(path)),
  );
  expect(release).toBeDefined();
  expect(lockExclusively(path, sqlite)).toBeUndefined();
  release?.();
});

test("is not taken on a file that has something in it, which stays as it is", () => {
  writeFileSync(path, "theirs");
  expect(() => lockExclusively(path, sqlite)).toThrow("another file is in its place");
  expect(readFileSync(path, "utf8")).toBe("theirs");
});

test("is refused where SQLite is missing", () => {
  const openBinding = () => {
    throw new Failure("config", "the sandbox needs SQLite");
  };
  expect(() => lockExclusively(path, { ...sqlite, openBinding })).toThrow("a journal needs SQLite for its lock");
});
