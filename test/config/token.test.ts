import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/config/schema.js";
import { type BoundToken, bindToken, describeToken, readToken, tokenTail } from "../../src/config/token.js";
import { checkToken } from "../../src/shared/ids.js";
import { useEach } from "../helpers/set-ups.js";
import { failure, put, scratch } from "./place.js";

const s = useEach(scratch);

const config: Config = {
  version: 1,
  profile: "work",
  profiles: { work: { token: "of-the-profile" }, bad: { token: "se cret" } },
  aliases: {},
};

const read = (source: BoundToken, stdin = "") =>
  readToken(source, {
    env: { DOCS_TOKEN: "of-the-env\n" },
    config,
    readKeyring: async () => "",
    readStdin: async () => stdin,
  });

describe("R47 the token", () => {
  it("is read from each source", async () => {
    put(join(s.dir, "t"), "of-the-file\r\n");
    expect(await read({ from: "stdin" }, "of-stdin\n")).toBe("of-stdin");
    expect(await read({ from: "file", path: join(s.dir, "t") })).toBe("of-the-file");
    expect(await read({ from: "environment" })).toBe("of-the-env");
    expect(await read({ from: "profile", profile: "work", origin: "https://a.example" })).toBe("of-the-profile");
  });

  it("is read from a pipe, as the shell's <(...) makes it", async () => {
    const pipe = join(s.dir, "pipe");
    execFileSync("mkfifo", [pipe]);
    const [token] = await Promise.all([read({ from: "file", path: pipe }), writeFile(pipe, "of-the-pipe\n")]);
    expect(token).toBe("of-the-pipe");
  });

  it("is not read without end", async () => {
    const device = await failure(() => read({ from: "file", path: "/dev/zero" }));
    expect(device.message).toBe("cannot read /dev/zero: it is a device");
    const long = join(s.dir, "long");
    await writeFile(long, "a".repeat(1024 * 1024));
    expect((await failure(() => read({ from: "file", path: long }))).message).toContain(`${long} holds no valid token`);
  });

  it("of a missing file is an error that names the file", async () => {
    const error = await failure(() => read({ from: "file", path: join(s.dir, "none") }));
    expect(error.kind).toBe("usage");
    expect(error.message).toBe(`cannot read ${join(s.dir, "none")}: no such file or folder`);
  });

  it("shows four characters, only when it has 16 or more", () => {
    expect(tokenTail("0123456789abcdef")).toBe("cdef");
    expect(tokenTail("0123456789abcde")).toBeUndefined();
  });

  it("has a source with a name", () => {
    expect(describeToken({ from: "environment" })).toBe("DOCS_TOKEN");
    expect(describeToken({ from: "profile", profile: "work", origin: undefined })).toBe('the profile "work"');
    expect(describeToken({ from: "file", path: "t" })).toBe("the file t");
  });
});

describe("R48 a token", () => {
  it.each(["t", "!~", "a".repeat(4096)])("may be visible ASCII", (token) => {
    expect(checkToken(token, "x")).toBe(token);
    expect(checkToken(`${token}\n`, "x")).toBe(token);
    expect(checkToken(`${token}\r\n`, "x")).toBe(token);
    expect(checkToken(`\ufeff${token}\r\n`, "x")).toBe(token);
  });

  it.each([
    ["", "it is empty"],
    ["\n", "it is empty"],
    ["secret\n\n", "it has more than one line"],
    ["secret\nsecret", "it has more than one line"],
    ["secret\r", "it has more than one line"],
    ["secret ", "it contains a space"],
    ["Bearer secret", "it contains a space"],
    [`secret${"a".repeat(4096)}`, "it is too long"],
    ["secr\u00e9t", "it contains a character that is not visible ASCII"],
    ["secret\u0000", "it contains a character that is not visible ASCII"],
    ["secret\u007f", "it contains a character that is not visible ASCII"],
    ["\ufeff", "it is empty"],
    ["\ufeff\ufeffsecret", "it contains a space"],
    [Buffer.from("secret\r\n", "utf16le").toString(), "it is in UTF-16; save it as UTF-8"],
    [Buffer.from("\ufeffsecret\r\n", "utf16le").toString(), "it is in UTF-16; save it as UTF-8"],
    [Buffer.from("secret", "utf16le").swap16().toString(), "it is in UTF-16; save it as UTF-8"],
  ])("%j is refused and not shown", async (text, reason) => {
    const error = await failure(() => checkToken(text, "DOCS_TOKEN"));
    expect(error.kind).toBe("config");
    expect(error.message).toBe(`DOCS_TOKEN holds no valid token: ${reason}`);
    expect(`${error.message}${error.hint}${error.cause}${error.stack}`).not.toContain("secr");
  });

  it("of a profile that was edited by hand is checked too", async () => {
    const error = await failure(() => read({ from: "profile", profile: "bad", origin: "https://a.example" }));
    expect(error.message).toBe('the profile "bad" holds no valid token: it contains a space');
  });
});

describe("R49 a stored token", () => {
  const stored = { from: "profile", profile: "work", origin: "https://docs.example" } as const;

  it("goes to its own origin", () => {
    expect(bindToken(stored, "https://docs.example")).toEqual(stored);
  });

  it.each([
    "https://evil.example",
    "http://docs.example",
    "https://docs.example:8443",
    "https://docs.example.evil.com",
    "https://sub.docs.example",
  ])("does not go to %s", async (origin) => {
    const error = await failure(() => bindToken(stored, origin));
    expect(error.kind).toBe("no-token");
    expect(error.message).toBe(`no token for ${origin}: the token of the profile "work" is for https://docs.example`);
  });

  it("without a known origin goes nowhere", async () => {
    const error = await failure(() => bindToken({ ...stored, origin: undefined }, "https://docs.example"));
    expect(error.kind).toBe("no-token");
  });

  it.each([{ from: "stdin" }, { from: "file", path: "t" }, { from: "environment" }] as const)(
    "is no matter for a token of the run itself: %j",
    (source) => {
      expect(bindToken(source, "https://other.example")).toEqual(source);
    },
  );

  it("that is missing is told before anything is sent", async () => {
    const error = await failure(() => bindToken({ from: "none" }, "https://docs.example"));
    expect(error.kind).toBe("no-token");
    expect(error.message).toBe("no token for https://docs.example");
    expect(error.hint).toBe("docs auth login, or set DOCS_TOKEN, or pass --token-stdin");
  });
});
