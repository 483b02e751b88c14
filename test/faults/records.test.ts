/** Journals and kept plans on disk: with their names, from nobody else, and without secrets. */
import type fs from "node:fs";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRecordedRuns } from "../../src/cli/records/history.js";
import { logFiles } from "../../src/cli/records/log-files.js";
import { keepSecret } from "../../src/system/secrets.js";
import { closeAll } from "../../src/system/signals.js";

const disk = vi.hoisted(() => {
  // Another file of this worker may have loaded what is mocked here; none may get the mock.
  vi.resetModules();
  return { calls: [] as string[], fails: false };
});
afterAll(() => void vi.resetModules());
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    writeSync: (file: number, bytes: Uint8Array, at: number) => {
      disk.calls.push("write");
      return real.writeSync(file, bytes, at);
    },
    fsync: (file: number, done: (error: Error | null) => void) => {
      disk.calls.push("sync begins");
      if (disk.fails) return done(Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" }));
      real.fsync(file, (error) => {
        disk.calls.push("sync ends");
        done(error);
      });
    },
    fsyncSync: (file: number) => {
      disk.calls.push(real.fstatSync(file).isDirectory() ? "sync folder" : "sync file");
      real.fsyncSync(file);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-records-"));
  disk.calls = [];
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(process.platform === "win32")("the name of a state is on disk before its first line counts", async () => {
  const { append } = (await logFiles()).create(join(folder, "some.state"));
  append("{}\n");
  append("{}\n");
  expect(disk.calls).toEqual(["sync folder", "write", "sync file", "write", "sync file"]);
});

it("a result is on disk with the next request, or at the end", async () => {
  const { append } = (await logFiles()).create(join(folder, "some.state"));
  append("{}\n");
  append("{}\n", { isDurable: false });
  expect(disk.calls.slice(1)).toEqual(["write", "sync file", "write"]);
  await closeAll();
  expect(disk.calls.slice(4)).toEqual(["sync file"]);
});

it("requests that start together wait for one sync, which begins after the last of their lines", async () => {
  const { append, flush } = (await logFiles()).create(join(folder, "some.state"));
  append("{}\n");
  disk.calls = [];
  const ahead = async (name: string) => {
    append("{}\n", { isDurable: false });
    await flush();
    disk.calls.push(`send ${name}`);
  };
  const first = ahead("a");
  const second = ahead("b");
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  // The sync is under way: it may be without this line.
  const third = ahead("c");
  await Promise.all([first, second, third]);
  expect(disk.calls.filter((call) => call === "sync begins")).toHaveLength(2);
  expect(disk.calls.slice(0, 2)).toEqual(["write", "write"]);
  const at = (call: string) => disk.calls.indexOf(call);
  expect(at("send a")).toBeGreaterThan(at("sync ends"));
  expect(at("send c")).toBeGreaterThan(disk.calls.lastIndexOf("sync ends"));
  expect(disk.calls.lastIndexOf("sync begins")).toBeGreaterThan(disk.calls.lastIndexOf("write"));
});

it("a sync that fails stops the request that waits for it, and no later one", async () => {
  const { append, flush } = (await logFiles()).create(join(folder, "some.state"));
  append("{}\n");
  disk.fails = true;
  append("{}\n", { isDurable: false });
  await expect(flush()).rejects.toThrow(/^cannot write the journal /);
  disk.fails = false;
  append("{}\n", { isDurable: false });
  await flush();
});

it.each([
  ["longer", (path: string) => appendFileSync(path, '{"theirs":1}\n')],
  [
    "another file",
    (path: string) => {
      writeFileSync(`${path}.new`, readFileSync(path));
      renameSync(`${path}.new`, path);
    },
  ],
])("a state that another program wrote to since it was read gets no line: %s", async (_, meddle) => {
  const path = join(folder, "some.state");
  writeFileSync(path, '{"mine":1}\n', { mode: 0o600 });
  const file = (await logFiles()).resume(path);
  expect(file.text).toBe('{"mine":1}\n');
  meddle(path);
  const theirs = readFileSync(path, "utf8");
  expect(() => file.append('{"mine":2}\n')).toThrow("was changed by another program; nothing was sent");
  expect(readFileSync(path, "utf8")).toBe(theirs);
});

it("a plan that is kept has no secrets of this run, nor has the list", async () => {
  const secret = "kept-nowhere-5f1c9a";
  keepSecret(secret);
  const { remember, runs } = createRecordedRuns({ dir: folder, now: () => 0 });
  const plan = {
    id: "p1",
    command: `docs --with ${secret}`,
    origin: "sandbox",
    organization: "o1",
    steps: 1,
    maker: "docs",
  };
  const kept = await remember(plan, { text: `{"body":"${secret}","title":"Left as it is"}` });
  const text = readFileSync(kept, "utf8");
  expect(text).not.toContain(secret);
  expect(text).toContain("Left as it is");
  expect(JSON.stringify(await runs())).not.toContain(secret);
  expect(await runs()).toHaveLength(1);
});

it("a log that ends within its first line lists nothing of another one", async () => {
  const { begin, runs } = createRecordedRuns({ dir: folder, now: () => 0 });
  const run = { plan: "p1", origin: "sandbox", organization: "o1", maker: "docs" };
  for (const command of ["docs spaces edit a", "docs spaces edit b", "docs spaces edit cccccccc"])
    begin({ ...run, command });
  const log = (number: number) => join(folder, "history", `00000${number}.log`);
  truncateSync(log(1), 20);
  truncateSync(log(2), statSync(log(2)).size - 1);
  expect((await runs()).map(({ number, command }) => [number, command])).toEqual([
    [3, "docs spaces edit cccccccc"],
    [2, "docs spaces edit b"],
  ]);
});
