import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createOutput } from "../../../src/cli/output/output.js";
import { ClosedPipe, createWriter } from "../../../src/cli/output/stream.js";
import { PIPE, sink } from "./helpers.js";

const coded = (code: string) => Object.assign(new Error(`write ${code}`), { code });

/** A stream that fails with this code from the given write on. */
function failing(code: string, from: number, how: "callback" | "throw" = "callback"): Writable {
  let writes = 0;
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      writes += 1;
      if (writes < from) done();
      else if (how === "callback") setImmediate(() => done(coded(code)));
      else throw coded(code);
    },
  });
  return stream;
}

async function* endless(taken: { pages: number }) {
  for (;;) {
    taken.pages += 1;
    if (taken.pages > 1000) throw new Error("fetched on and on");
    await sleep(0);
    yield { items: [{ id: `${taken.pages}` }], next: `${taken.pages}` };
  }
}

const listTo = async (stdout: Writable) => {
  const taken = { pages: 0 };
  const out = createOutput({
    terminal: PIPE,
    stdout,
    stderr: sink(),
    options: { format: "jsonl", quiet: false, now: () => 0 },
  });
  const error: unknown = await out.list({ pages: () => endless(taken) }).catch((thrown: unknown) => thrown);
  return { error, pages: taken.pages };
};

describe("standard output", () => {
  it("R37 stops fetching quietly when the reader has gone", async () => {
    const { error, pages } = await listTo(failing("EPIPE", 3));
    expect(error).toBeInstanceOf(ClosedPipe);
    expect(pages).toBeLessThanOrEqual(5);
  });

  it("R37 notices a real reader that goes away", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.once('data', () => process.exit(0))"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    const { error } = await listTo(child.stdin);
    expect(error).toBeInstanceOf(ClosedPipe);
  });

  it.each([
    ["ENOSPC", "cannot write the output: no space left on the device"],
    ["EIO", "cannot write the output: input or output error"],
  ])("R37 reports %s as a failure of input and output", async (code, message) => {
    expect((await listTo(failing(code, 2))).error).toMatchObject({ kind: "io", message });
    expect((await listTo(failing(code, 2, "throw"))).error).toMatchObject({ kind: "io", message });
  });

  it("R37 reports what happens after the last write when flushed", async () => {
    const writer = createWriter(failing("ENOSPC", 1));
    await writer.write("all of it");
    await expect(writer.flush()).rejects.toMatchObject({ kind: "io" });
    await expect(writer.write("more")).rejects.toMatchObject({ kind: "io" });
  });

  it("R37 ends several targets after the running one when the reader has gone", async () => {
    const started: string[] = [];
    const out = createOutput({
      terminal: PIPE,
      stdout: failing("EPIPE", 1),
      stderr: sink(),
      options: { format: "jsonl", quiet: false, now: () => 0 },
    });
    const ended = out.each(["a", "b", "c", "d", "e", "f"], async (target) => {
      started.push(target);
      await sleep(1);
      return { target };
    });
    await expect(ended).rejects.toBeInstanceOf(ClosedPipe);
    expect(started.length).toBeLessThan(4);
  });

  it("waits for a slow reader before the next page is asked for", async () => {
    let waiting: (() => void) | undefined;
    let written = "";
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        written += String(chunk);
        waiting = done;
      },
    });
    let pages = 0;
    const out = createOutput({ terminal: PIPE, stdout: slow, stderr: sink(), options: { quiet: false, now: () => 0 } });
    const ended = out.list({
      async *pages() {
        for (const id of ["a", "b"]) {
          pages += 1;
          yield { items: [{ id }], next: id === "a" ? "2" : undefined };
        }
      },
    });
    await expect.poll(() => written).toBe("a\n");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(pages).toBe(1);
    waiting?.();
    await expect.poll(() => written).toBe("a\nb\n");
    waiting?.();
    await expect.poll(() => waiting).toBeDefined();
    const timer = setInterval(() => waiting?.(), 1);
    await ended;
    clearInterval(timer);
    expect(pages).toBe(2);
  });
});

describe("flush", () => {
  const folder = mkdtempSync(join(tmpdir(), "docs-flush-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => vi.restoreAllMocks());

  it("resolves when all bytes are in the file, however slow it is and however few it takes at once", async () => {
    const path = join(folder, "slow");
    const stream = createWriteStream(path);
    await once(stream, "open");
    const writer = createWriter(stream);
    const order: string[] = [];
    const { writev } = fs;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(fs, "writev").mockImplementation(((file: number, parts: Buffer[], done: () => void) => {
      const [first = Buffer.alloc(0)] = parts;
      void held.then(() => writev(file, [first.subarray(0, 7)], done));
    }) as never);
    await writer.write(Buffer.from("what takes several writes"));
    const flushed = writer.flush().then(() => order.push("flushed"));
    // An empty write comes back in the meantime.
    await new Promise((resolve) => stream.write("", resolve));
    await new Promise((resolve) => setImmediate(resolve));
    order.push("released");
    release();
    await flushed;
    expect(order).toEqual(["released", "flushed"]);
    expect(readFileSync(path, "utf8")).toBe("what takes several writes");
    stream.end();
    await once(stream, "close");
  });
});
