/** R41 R44 a disk that is full in the middle of a record: the journal keeps whole lines, and can be resumed. */
import type fs from "node:fs";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logFiles } from "../../src/cli/records/log-files.js";

const disk = vi.hoisted(() => {
  // Another file of this worker may have loaded what is mocked here; none may get the mock.
  vi.resetModules();
  return { room: Number.POSITIVE_INFINITY };
});
afterAll(() => void vi.resetModules());
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    // As on a real disk: what fits is written, and only the next write fails.
    writeSync: (file: number, bytes: Buffer, at: number) => {
      if (disk.room === 0) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      const written = real.writeSync(file, bytes, at, Math.min(bytes.length - at, disk.room));
      disk.room -= written;
      return written;
    },
  };
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-journal-"));
  path = join(folder, "j");
});
afterEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
  rmSync(folder, { recursive: true, force: true });
});

/** Appends the second line where only four bytes of it fit, then the third where there is room again. */
function appendAroundFullDisk(file: { append(line: string): void }): void {
  file.append('{"n":1}\n');
  disk.room = 4;
  expect(() => file.append('{"n":2}\n')).toThrow(`cannot write the journal ${path}: no space left on the device`);
  disk.room = Number.POSITIVE_INFINITY;
  file.append('{"n":3}\n');
  file.append('{"n":4}\n');
}

describe("a record of which only a part fits", () => {
  test("is not in a new journal, and those after it are whole lines", async () => {
    const files = await logFiles();
    appendAroundFullDisk(files.create(path));
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":3}\n{"n":4}\n');
  });

  test("is not in a resumed one either, whose earlier lines stay", async () => {
    writeFileSync(path, '{"n":0}\n{"n":', { mode: 0o600 });
    const files = await logFiles();
    const file = files.resume(path);
    expect(file.text).toBe('{"n":0}\n');
    appendAroundFullDisk(file);
    expect(readFileSync(path, "utf8")).toBe('{"n":0}\n{"n":1}\n{"n":3}\n{"n":4}\n');
  });
});
