import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/read.js";
import { useEach } from "../helpers/set-ups.js";
import { failure, put, scratch } from "./place.js";

const FULL = {
  version: 1,
  profile: "work",
  profiles: {
    work: {
      baseUrl: "https://docs.example",
      token: "tok_0123456789abcdef",
      tokenOrigin: "https://docs.example",
      org: "o1",
    },
  },
  aliases: { mine: "cr list --contributor me" },
};

const s = useEach(scratch);

describe("reading", () => {
  it("answers what the file holds", () => {
    put(s.file, JSON.stringify(FULL));
    expect(readConfig(s.place)).toEqual(FULL);
    expect(s.warnings).toEqual([]);
  });

  it("R55 keeps members that it does not know", () => {
    const text = '{"version":1,"profile":"a","profiles":{"a":{"color":"red"}},"aliases":{},"later":[1]}';
    put(s.file, text);
    expect(readConfig(s.place)).toEqual(JSON.parse(text));
  });

  it("answers the empty configuration where there is no file, no folder and no home", () => {
    const empty = { version: 1, profile: "default", profiles: {}, aliases: {} };
    expect(readConfig(s.place)).toEqual(empty);
    expect(readConfig({ ...s.place, dir: join(s.dir, "none") })).toEqual(empty);
    expect(readConfig({ ...s.place, dir: undefined })).toEqual(empty);
    put(s.file, "{}");
    expect(readConfig(s.place)).toEqual(empty);
  });

  it("R41 works where HOME is a file", () => {
    put(join(s.dir, "home"), "");
    expect(readConfig({ ...s.place, dir: join(s.dir, "home", ".config", "docs") }).profiles).toEqual({});
  });

  it("takes a byte order mark, as editors on Windows write it", () => {
    put(s.file, `\ufeff${JSON.stringify(FULL)}`);
    expect(readConfig(s.place).profile).toBe("work");
  });

  it("R55 reads the file of a newer version", () => {
    put(s.file, '{"version":7,"profile":"a","profiles":{"a":{"org":"o7"}},"shape":"new"}');
    expect(readConfig(s.place).profiles).toEqual({ a: { org: "o7" } });
  });
});

describe("R55 a broken file", () => {
  it.each([
    ["cut", '{\n  "version": 1,\n  "profiles": {\n    "a": {"token": "secret-of-a', 4, "is not valid JSON"],
    ["empty", "", 1, "is empty"],
    ["not JSON", '{\n  "version": 1,\n  token: secret-of-a\n}', 3, "is not valid JSON"],
    ["a list", "\n[]", 2, "is not valid: the whole file must be an object"],
    ["a bad version", '{\n"version": "secret-of-a"}', 2, "is not valid: version must be a whole number from 1"],
    ["a bad profile name", '{\n"profile": 1}', 2, "is not valid: profile must be text"],
    ["bad profiles", '{\n\n"profiles": []}', 3, "is not valid: profiles must be an object"],
    ["a bad profile", '{"profiles":\n{"a": "secret-of-a"}}', 2, "is not valid: profiles.a must be an object"],
    [
      "a bad token",
      '{"profiles": {"a": {\n"token": ["secret-of-a"]}}}',
      2,
      "is not valid: profiles.a.token must be text",
    ],
    ["bad aliases", '{"version": 1,\n"aliases": null}', 2, "is not valid: aliases must be an object"],
    ["a bad alias", '{"aliases": {\n"x": 1}}', 2, "is not valid: aliases.x must be text"],
  ])("that is %s is named with its line, kept, and not quoted", async (_what, text, line, message) => {
    put(s.file, text);
    const error = await failure(() => readConfig(s.place));
    expect(error.kind).toBe("config");
    expect(error.message).toBe(`${s.file}, line ${line}: the file ${message}`);
    expect(error.details).toEqual({ path: s.file, line });
    expect(`${error.message}${error.hint}${error.cause}`).not.toContain("secret-of-a");
    expect(readFileSync(s.file, "utf8")).toBe(text);
  });

  it("that is not UTF-8 is named with its line", async () => {
    writeFileSync(s.file, Buffer.from([0x7b, 0x0a, 0x22, 0xff, 0x22]), { mode: 0o600 });
    expect((await failure(() => readConfig(s.place))).message).toBe(`${s.file}, line 2: the file is not valid UTF-8`);
  });

  it("that is huge, a folder or a pipe is refused at once", async () => {
    put(s.file, " ".repeat(1024 * 1024 + 1));
    expect((await failure(() => readConfig(s.place))).message).toContain("larger than 1 MiB");
    const folder = join(s.dir, "folder");
    mkdirSync(join(folder, "config.json"), { recursive: true, mode: 0o700 });
    expect((await failure(() => readConfig({ ...s.place, dir: folder }))).message).toContain("is not a file");
    const pipe = join(s.dir, "pipe");
    mkdirSync(pipe, { mode: 0o700 });
    execFileSync("mkfifo", [join(pipe, "config.json")]);
    expect((await failure(() => readConfig({ ...s.place, dir: pipe }))).message).toContain("is not a file");
  });
});

describe("names that every object has", () => {
  it("are plain names in the file", () => {
    put(s.file, '{"profiles":{"__proto__":{"token":"t"},"constructor":{"org":"o"}}}');
    const config = readConfig(s.place);
    expect(Object.keys(config.profiles)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).token).toBeUndefined();
  });
});

describe("R53 reading what others can change", () => {
  it.each([0o770, 0o707, 0o777, 0o1777])("is refused for a folder of mode %o", async (bits) => {
    put(s.file, "{}");
    chmodSync(s.dir, bits);
    const error = await failure(() => readConfig(s.place));
    expect(error.kind).toBe("config");
    expect(error.message).toBe(`others can write to the configuration folder ${s.dir}`);
  });

  it("is refused for the folder behind a symbolic link", async () => {
    const elsewhere = join(s.dir, "elsewhere");
    mkdirSync(elsewhere);
    chmodSync(elsewhere, 0o777);
    put(join(elsewhere, "real.json"), "{}");
    symlinkSync(join(elsewhere, "real.json"), s.file);
    expect((await failure(() => readConfig(s.place))).message).toBe(
      `others can write to the configuration folder ${elsewhere}`,
    );
  });

  it("is refused for a file of another user", async () => {
    put(s.file, "{}");
    let uid = s.place.uid ?? 0;
    // Only the superuser can give a file away; others look at their own file with another id.
    if (uid === 0) chownSync(s.file, 12345, 12345);
    else uid += 1;
    const error = await failure(() => readConfig({ ...s.place, uid }));
    expect(error.kind).toBe("config");
    expect(error.message).toContain("belongs to another user");
  });

  it("does not look at modes where there are none", () => {
    put(s.file, '{"profile":"win"}', 0o666);
    chmodSync(s.dir, 0o777);
    expect(readConfig({ ...s.place, platform: "win32", uid: undefined }).profile).toBe("win");
  });

  it.each([
    [0o644, '{"profiles":{"a":{"token":"t"}}}', 1],
    [0o644, '{"profiles":{"a":{"org":"o"}}}', 0],
    [0o620, "{}", 1],
    [0o600, '{"profiles":{"a":{"token":"t"}}}', 0],
  ])("tells of a file of mode %o that holds %s: %i warning", (bits, text, count) => {
    put(s.file, text);
    chmodSync(s.file, bits);
    readConfig(s.place);
    expect(s.warnings).toEqual(count === 0 ? [] : [`others have access to ${s.file}; run: chmod 600 ${s.file}`]);
  });
});
