import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { createWriter } from "../../../src/cli/output/stream.js";

const dir = mkdtempSync(join(tmpdir(), "docs-files-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Standard output as Node gives it for a file: every write is done at once. */
function toFile(file: number) {
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      writeSync(file, chunk);
      done();
    },
  });
  return Object.assign(stream, { fd: file });
}

describe("a file as standard output", () => {
  it("holds text and bytes in the order they were written, though bytes share two pieces of memory", async () => {
    const path = join(dir, "list");
    const file = openSync(path, "w");
    const writer = createWriter(toFile(file));
    const memory = [Buffer.alloc(300_000), Buffer.alloc(300_000)] as const;
    let expected = "[";
    await writer.write("[");
    for (let page = 0; page < 20; page += 1) {
      const bytes = memory[page % 2 === 0 ? 0 : 1].fill(65 + page);
      expected += `,${bytes.toString("latin1")}`;
      if (page % 3 === 0) await writer.write([",", "", bytes]);
      else {
        await writer.write(",");
        await writer.write(bytes);
      }
    }
    await writer.write("]\n");
    await writer.flush();
    closeSync(file);
    expect(readFileSync(path, "latin1") === `${expected}]\n`).toBe(true);
  });

  it("R37 tells with the next write or the flush that bytes could not be written", async () => {
    const path = join(dir, "unwritable");
    closeSync(openSync(path, "w"));
    for (const then of ["write", "flush"] as const) {
      const file = openSync(path, "r");
      const writer = createWriter(toFile(file));
      await writer.write(Buffer.from("page"));
      const told = then === "write" ? writer.write(Buffer.from("more")) : writer.flush();
      await expect(told).rejects.toMatchObject({ kind: "io" });
      closeSync(file);
    }
    expect(readFileSync(path, "utf8")).toBe("");
  });

  it("takes up a write that was done in part where it ended", async () => {
    const path = join(dir, "parts");
    const file = openSync(path, "w");
    const fs = process.getBuiltinModule("node:fs");
    let calls = 0;
    // A full disk, or a signal: fewer bytes are taken than were given.
    const inPart = (target: number, parts: readonly Buffer[], done: (error: null, count: number) => void): void => {
      calls += 1;
      done(null, writeSync(target, Buffer.concat(parts).subarray(0, 7)));
    };
    const { writev } = fs;
    Object.assign(fs, { writev: inPart });
    const writer = createWriter(toFile(file));
    await writer.write([Buffer.from("abcde"), Buffer.from("fghij"), Buffer.from("klmno")]);
    await writer.flush();
    Object.assign(fs, { writev });
    closeSync(file);
    expect([calls, readFileSync(path, "utf8")]).toEqual([3, "abcdefghijklmno"]);
  });
});
