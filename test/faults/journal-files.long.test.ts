/** R43 R75 the file behind --journal and --resume: what is left as it is, what is on the disk. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { preloading } from "../helpers/cli.js";
import { answer } from "../helpers/fault-server.js";
import { EDIT, journaled, space } from "./journaled.js";

const at = journaled();
const { run, lines } = at;

/** Exactly as it was: bytes, mode, times of change. */
const stateOf = (path: string) => {
  const { mode, size, mtimeMs, ctimeMs, ino } = statSync(path);
  return { text: readFileSync(path, "latin1"), mode, size, mtimeMs, ctimeMs, ino };
};

describe("R75 a file that is no journal", () => {
  test.each([
    ["JSON without an end of line", '{"important":1}'],
    ["JSON lines", '{"important":1}\n{"important":2}\n'],
    ["a text", "Dear diary,\ntoday nothing.\nThe end"],
    ["an empty line", "\n"],
    ["bytes", "\u00ff\u00fe\u0000\n"],
    ["records without the first", '{"record":"ok","index":0,"key":"s1","at":"","attempts":1}\n'],
    ["a first record that was cut", '{"record":"run","version":1'],
    ["a first record that lacks its members", '{"record":"run","version":1}\n'],
  ])("%s: refused, untouched", async (_, text) => {
    const { journal } = at;
    writeFileSync(journal, text, "latin1");
    chmodSync(journal, 0o644);
    const before = stateOf(journal);
    const ran = await run("--resume", journal);
    expect(ran, ran.stderr).toMatchObject({ code: 2, stdout: "", error: { kind: "usage" } });
    expect(lines()).toEqual([]);
    expect(stateOf(journal)).toEqual(before);
  });

  test("a journal of something else, or one that is damaged, is left as it is too", async () => {
    const { journal } = at;
    at.second = answer(500, {});
    await run("--journal", journal);
    const whole = readFileSync(journal, "utf8");
    for (const text of [
      `${whole.replaceAll("docs spaces edit", "docs spaces restore")}{"record":`,
      whole.replace('{"record":"ok"', '{"rec'),
    ]) {
      writeFileSync(journal, text);
      chmodSync(journal, 0o644);
      const before = stateOf(journal);
      expect(await run("--resume", journal)).toMatchObject({ code: 2 });
      expect(stateOf(journal)).toEqual(before);
    }
    expect(lines()).toHaveLength(3);
  });

  test("a folder, a pipe and a device are refused at once", async () => {
    const { journal } = at;
    execFileSync("mkfifo", [journal]);
    for (const path of [journal, at.home.dir, "/dev/zero"]) {
      const ran = await run("--resume", path);
      expect(ran, ran.stderr).toMatchObject({ code: 2, signal: null });
      expect(ran.error?.message).toMatch(/: it is a (pipe|folder|device);/);
    }
    expect(lines()).toEqual([]);
  });
});

describe("R43 what is on the disk", () => {
  test("each request is brought there before it is sent, and its result with the next one or at the end", async () => {
    const { journal } = at;
    const log = join(at.home.dir, "calls");
    const preload = resolve("test/faults/record-sync.cjs");
    const ran = await at.home.run([...EDIT, "--journal", journal], {
      env: { ...at.environment(), ...preloading(preload), RECORD_SYNC: log },
    });
    expect(ran.code, ran.stderr).toBe(0);
    const calls = readFileSync(log, "utf8").trimEnd().split("\n");
    const write = ["sent", "fsync", "request", "ok"];
    expect(calls).toEqual(["run", "fsync", ...write, ...write, ...write, "fsync"]);
  });

  test("half a line at the end is taken away, so that the next records are whole", async () => {
    const { journal } = at;
    at.second = answer(500, {});
    await run("--journal", journal);
    at.second = space;
    writeFileSync(journal, `${readFileSync(journal, "utf8")}{"record":"sent","ind`);
    expect(await run("--resume", journal)).toMatchObject({ code: 0 });
    const records = readFileSync(journal, "utf8").trimEnd().split("\n");
    expect(records.map((line) => JSON.parse(line).record).slice(-5)).toEqual([
      ...["run", "skipped", "sent", "ok", "skipped"],
    ]);
    expect(await run("--resume", journal)).toMatchObject({ code: 0 });
    expect(lines().slice(3)).toEqual(["GET /v1/spaces/s2", "PATCH /v1/spaces/s2"]);
  });
});
