/** Executables for macOS, which is not here: what its kernel reads before it starts one. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signed } from "../../scripts/binaries/sign.mjs";

let out: string;
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "docs-macos-"));
  const only = ["--only", "darwin-x64", "--only", "darwin-arm64"];
  execFileSync(process.execPath, ["scripts/binaries.mjs", ...only, "--bare", "--out", out], { stdio: "pipe" });
}, 600_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const made = (platform: string): Buffer => readFileSync(join(out, platform, "docs"));

/** The load commands of a 64-bit Mach-O, by their numbers. */
function commands(file: Buffer): { command: number; bytes: Buffer }[] {
  let at = 32;
  return Array.from({ length: file.readUInt32LE(16) }, () => {
    const bytes = file.subarray(at, at + file.readUInt32LE(at + 4));
    at += bytes.length;
    return { command: bytes.readUInt32LE(0), bytes };
  });
}

const of = (file: Buffer, command: number): Buffer[] =>
  commands(file)
    .filter((one) => one.command === command)
    .map(({ bytes }) => bytes);

/** How the file is signed, and the pages that have another hash than the signature says. */
function signatureOf(file: Buffer) {
  const [{ bytes: command = Buffer.alloc(16) } = {}] = commands(file).filter((one) => one.command === 0x1d);
  const [start, size] = [command.readUInt32LE(8), command.readUInt32LE(12)];
  const directory = file.subarray(start + file.readUInt32BE(start + 16));
  const word = (at: number) => directory.readUInt32BE(at);
  const [hashes, pages, end] = [word(16), word(28), word(32)];
  const wrong = Array.from({ length: pages }, (_, page) => page).filter((page) => {
    const bytes = file.subarray(page * 4096, Math.min(end, (page + 1) * 4096));
    const at = hashes + page * 32;
    return !createHash("sha256")
      .update(bytes)
      .digest()
      .equals(directory.subarray(at, at + 32));
  });
  const magic = [file.readUInt32BE(start), word(0)];
  return { magic, isAdhoc: (word(12) & 2) === 2, covers: end, start, ends: start + size, pages, wrong };
}

describe.each([
  ["darwin-x64", 0x01000007],
  ["darwin-arm64", 0x0100000c],
])("the executable for %s", (platform, processor) => {
  test("is for that processor, macOS 13 or newer, and needs no library but those of the system", () => {
    const file = made(platform);
    expect([file.readUInt32LE(0), file.readUInt32LE(4), file.readUInt32LE(12)]).toEqual([0xfeedfacf, processor, 2]);
    // System and version, as two bytes and a byte each.
    expect(of(file, 0x32).map((bytes) => [bytes.readUInt32LE(8), bytes.readUInt32LE(12)])).toEqual([[1, 13 << 16]]);
    const libraries = of(file, 0x0c).map((bytes) =>
      bytes.toString("latin1", bytes.readUInt32LE(8)).replace(/\0.*/s, ""),
    );
    expect(libraries).toContain("/usr/lib/libSystem.B.dylib");
    for (const library of libraries) expect(library).toMatch(/^\/(?:usr\/lib|System\/Library)\//);
  });

  test("has a signature that fits all of it", () => {
    const file = made(platform);
    const { magic, start, ...signature } = signatureOf(file);
    expect(magic).toEqual([0xfade0cc0, 0xfade0c02]);
    expect(signature).toEqual({
      isAdhoc: true,
      covers: start,
      ends: file.length,
      pages: Math.ceil(start / 4096),
      wrong: [],
    });
  });
});

test("a signature is what Bun writes for Apple's processors, but for the word that a linker made it", () => {
  const file = made("darwin-arm64");
  const ours = signed(file, "a.out");
  // The third byte of the flags follows 20 bytes of the list and 12 of the directory.
  const flags = signatureOf(file).start + 20 + 12 + 1;
  expect([file[flags], ours[flags]]).toEqual([2, 0]);
  ours[flags] = 2;
  expect(ours.equals(file)).toBe(true);
});
