/** R60: a file name that the service chooses never leaves the folder that the person chose. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Reply, type TestCli, testCli } from "../helpers/run.js";
import { HOSTILE, rawCharacters } from "./text.js";

let cli: TestCli;
let folder: string;
beforeEach(async () => {
  cli = await testCli();
  folder = join(cli.folder, "chosen");
  mkdirSync(folder);
});
afterEach(() => cli.close());

const LONG = "x".repeat(5000);
const NAMES: [string, string][] = [
  ["../../x", "x"],
  ["..\\..\\x.txt", "x.txt"],
  ["/etc/passwd", "passwd"],
  ["C:\\Windows\\System32\\cmd.exe", "cmd.exe"],
  ["CON", "_CON"],
  ["con.txt", "_con.txt"],
  ["nul.", "_nul"],
  ["COM1.log", "_COM1.log"],
  ["COM¹", "_COM_"],
  ["a\0b", "a_b"],
  [".bashrc", "bashrc"],
  ["...", "download"],
  ["..", "download"],
  ["", "download"],
  [".", "download"],
  ["-rf", "rf"],
  ["--output=/etc/x", "x"],
  ["-", "download"],
  ["a:stream", "a_stream"],
  ["dot.", "dot"],
  ["space ", "space_"],
  ["$(touch x)`id`;&|", "__touch_x__id____"],
  ["'\"<>|*?", "download"],
  ["photo\u202egpj.exe", "photo_gpj.exe"],
  ["ｅｖｉｌ．ｅｘｅ", "download"],
  ["%2e%2e%2fx", "_2e_2e_2fx"],
  [`${LONG}.pdf`, `${"x".repeat(116)}.pdf`],
  [`a.${LONG}`, `a.${"x".repeat(118)}`],
  ["line\nbreak\r.txt", "line_break_.txt"],
  ["~root", "_root"],
  ["desktop.ini/", "download"],
];

/** `header`: the name comes with the file. */
function serve(name: string, header?: string) {
  return ({ path }: { path: string }): Reply =>
    path.startsWith("/files/")
      ? { status: 200, text: "content", headers: header === undefined ? {} : { "content-disposition": header } }
      : { status: 200, body: { object: "file", id: "f1", name, downloadURL: "https://docs.sandbox.invalid/files/" } };
}

/** All names below the test's own folder but those of the service's state. */
function everything(): string[] {
  return readdirSync(cli.folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith("sandbox.db"))
    .sort();
}

const quoted = (name: string) => `"${name.replace(/["\\]/g, "\\$&")}"`;

describe("R60 a name is a plain one, inside the folder", () => {
  test.each(NAMES)("%j becomes %j", async (name, expected) => {
    const ran = await cli.run(`files download f1 -O ${folder}`, { intercept: serve(name) });
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({
      code: 0,
      stderr: `Wrote ${folder}/${expected} (7 bytes)\n`,
    });
    expect(everything()).toEqual(["chosen", `chosen/${expected}`]);
    expect(readFileSync(join(folder, expected), "utf8")).toBe("content");
  });

  test.each(NAMES.filter(([name]) => /^[\x20-\x7e]*$/.test(name)))(
    "%j in a header becomes %j",
    async (name, expected) => {
      for (const header of [
        `attachment; filename=${quoted(name)}`,
        `attachment; filename="ok.txt"; filename*=UTF-8''${encodeURIComponent(name)}`,
      ]) {
        const ran = await cli.run(`files download f1 -O ${folder} --force`, { intercept: serve("f1", header) });
        expect(ran.code).toBe(0);
        const [written, ...rest] = everything().slice(1);
        expect(rest).toEqual([]);
        expect([`chosen/${expected}`, "chosen/f1", "chosen/ok.txt"]).toContain(written);
        cli.close();
        cli = await testCli();
        folder = join(cli.folder, "chosen");
        mkdirSync(folder);
      }
    },
  );

  test("a name full of escapes is told without them", async () => {
    const ran = await cli.run(`files download f1 -O ${folder}`, { tty: true, color: true, intercept: serve(HOSTILE) });
    expect(ran.code).toBe(0);
    expect(rawCharacters(ran.stdout + ran.stderr, { ours: true })).toEqual([]);
    const [, written = ""] = everything();
    expect(written).toMatch(/^chosen\/[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/);
  });
});

describe("R60 what lies there already", () => {
  test("a link in the place of the file is neither followed nor, with --force, written through", async () => {
    const outside = join(cli.folder, "outside.txt");
    writeFileSync(outside, "mine");
    symlinkSync(outside, join(folder, "a.txt"));
    const refused = await cli.run(`files download f1 -O ${folder}`, { intercept: serve("a.txt") });
    expect(refused.code).toBe(1);
    expect(readFileSync(outside, "utf8")).toBe("mine");
    const forced = await cli.run(`files download f1 -O ${folder} --force`, { intercept: serve("a.txt") });
    expect(forced.code).toBe(0);
    expect(readFileSync(outside, "utf8")).toBe("mine");
    expect(lstatSync(join(folder, "a.txt")).isSymbolicLink()).toBe(false);
  });

  test("two files of one name do not replace each other", async () => {
    const ran = await cli.run(`files download f1 f2 -O ${folder}`, { intercept: serve("same.txt") });
    expect(ran.code).toBe(9);
    expect(everything()).toEqual(["chosen", "chosen/same.txt"]);
  });
});
