import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Config } from "../../src/config/schema.js";
import { retryWhileBusy, updateConfig } from "../../src/config/write.js";
import { useEach } from "../helpers/set-ups.js";
import { failure, json, mode, put, scratch } from "./place.js";

const s = useEach(scratch);

const useB = (config: Config): Config => ({ ...config, profile: "b" });

describe("R53 writing", () => {
  it("makes the folders as 0700 and the file as 0600, whatever the umask", async () => {
    const dir = join(s.dir, "x", "docs");
    const old = process.umask(0);
    try {
      await updateConfig({ ...s.place, dir }, useB);
    } finally {
      process.umask(old);
    }
    expect([mode(join(s.dir, "x")), mode(dir), mode(join(dir, "config.json"))]).toEqual(["700", "700", "600"]);
    expect(readFileSync(join(dir, "config.json"), "utf8")).toBe(
      '{\n  "version": 1,\n  "profile": "b",\n  "profiles": {},\n  "aliases": {}\n}\n',
    );
    expect(s.warnings).toEqual([]);
  });

  it("answers what was written and leaves nothing else", async () => {
    put(s.file, '{"profiles":{"a":{"org":"o"}}}');
    const written = await updateConfig(s.place, useB);
    expect(written).toEqual({ version: 1, profile: "b", profiles: { a: { org: "o" } }, aliases: {} });
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });

  it("R55 keeps members that it does not know", async () => {
    put(s.file, '{"version":1,"x":{"y":[1,null]},"profiles":{"a":{"color":"red","org":"o"}}}');
    await updateConfig(s.place, useB);
    expect(json(s.file)).toEqual({
      version: 1,
      profile: "b",
      profiles: { a: { color: "red", org: "o" } },
      aliases: {},
      x: { y: [1, null] },
    });
  });

  it("puts a new file in the place of the old one, and does not touch it when nothing changed", async () => {
    put(s.file, '{"profile":"a"}');
    const first = statSync(s.file).ino;
    await updateConfig(s.place, (config) => config);
    expect(statSync(s.file).ino).toBe(first);
    expect(readFileSync(s.file, "utf8")).toBe('{"profile":"a"}');
    const old = join(s.dir, "kept");
    linkSync(s.file, old);
    await updateConfig(s.place, useB);
    // Written in place, the second name would show the new text.
    expect(readFileSync(old, "utf8")).toBe('{"profile":"a"}');
  });

  it("does so inside a snap too, and leaves its environment alone", async () => {
    put(s.file, '{"profile":"a"}');
    const old = join(s.dir, "kept");
    linkSync(s.file, old);
    vi.stubEnv("SNAP", "/snap/x");
    try {
      await updateConfig(s.place, useB);
      expect(process.env.SNAP).toBe("/snap/x");
    } finally {
      vi.unstubAllEnvs();
    }
    expect(readFileSync(old, "utf8")).toBe('{"profile":"a"}');
  });

  it("tightens a wider mode of the file, with a warning", async () => {
    put(s.file, '{"profile":"a"}');
    chmodSync(s.file, 0o644);
    await updateConfig(s.place, useB);
    expect(mode(s.file)).toBe("600");
    expect(s.warnings).toEqual([
      `${s.file} was open to others (mode 0644) and is now 0600; replace tokens that it held`,
    ]);
  });

  it("tightens a wider mode of the folder, with a warning", async () => {
    chmodSync(s.dir, 0o755);
    await updateConfig(s.place, useB);
    expect(mode(s.dir)).toBe("700");
    expect(s.warnings).toEqual([`the folder ${s.dir} was open to others (mode 0755) and is now closed to them`]);
  });

  it("gives its owner no right to the folder that was taken away", async () => {
    chmodSync(s.dir, 0o555);
    // The administrator may write all the same; for others this fails.
    await updateConfig(s.place, useB).catch(() => undefined);
    expect(mode(s.dir)).toBe("500");
    chmodSync(s.dir, 0o700);
  });

  it("replaces what a symbolic link leads to, and keeps the link", async () => {
    const real = join(s.dir, "dotfiles");
    mkdirSync(real, { mode: 0o755 });
    put(join(real, "docs.json"), '{"profile":"a"}');
    symlinkSync("dotfiles/docs.json", join(s.dir, "hop"));
    symlinkSync("hop", s.file);
    await updateConfig(s.place, useB);
    expect(readlinkSync(s.file)).toBe("hop");
    expect(lstatSync(join(real, "docs.json")).isFile()).toBe(true);
    expect(json(join(real, "docs.json"))).toMatchObject({ profile: "b" });
    expect(readdirSync(real)).toEqual(["docs.json"]);
  });

  it("makes the file that a symbolic link leads to when it is not there yet", async () => {
    mkdirSync(join(s.dir, "dotfiles"), { mode: 0o700 });
    symlinkSync("dotfiles/docs.json", s.file);
    await updateConfig(s.place, useB);
    expect(readlinkSync(s.file)).toBe("dotfiles/docs.json");
    expect(json(join(s.dir, "dotfiles", "docs.json"))).toMatchObject({ profile: "b" });
  });

  it("removes temporary files of killed processes, and nothing else", async () => {
    const gone = ["config.json.0123456789abcdef.tmp", "config.json.tmp-1234567890abcdef"];
    for (const name of [...gone, "config.json.bak", "config.json.old.tmp", "notes.tmp"]) {
      put(join(s.dir, name), "x");
    }
    await updateConfig(s.place, useB);
    expect(readdirSync(s.dir).sort()).toEqual(["config.json", "config.json.bak", "config.json.old.tmp", "notes.tmp"]);
  });

  it("starts again with the new state when the lock was taken away meanwhile", async () => {
    put(s.file, '{"profile":"a"}');
    let runs = 0;
    const written = await updateConfig(s.place, (config) => {
      runs += 1;
      if (runs === 1) {
        put(`${s.file}.lock`, "999999 here thief");
        put(s.file, '{"profile":"a","added":"by the other"}');
      }
      return useB(config);
    });
    expect(runs).toBe(2);
    expect(written).toMatchObject({ profile: "b", added: "by the other" });
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });

  it.each(["{}", "precious"])("never follows a link that lies in the place of the kept state, to %s", async (text) => {
    put(join(s.dir, "victim"), text);
    symlinkSync("victim", `${s.file}.previous`);
    await updateConfig(s.place, useB);
    expect(readFileSync(join(s.dir, "victim"), "utf8")).toBe(text);
    expect(readdirSync(s.dir).sort()).toEqual(["config.json", "victim"]);
  });
});

describe("R53 R55 writing is refused and changes nothing", () => {
  async function refused(text: string, message: string): Promise<void> {
    put(s.file, text);
    const before = readdirSync(s.dir);
    const error = await failure(() => updateConfig(s.place, useB));
    expect(error.kind).toBe("config");
    expect(error.message).toContain(message);
    expect(readFileSync(s.file, "utf8")).toBe(text);
    expect(readdirSync(s.dir)).toEqual(before);
  }

  it("for a broken file", () => refused('{\n"version": 1,', "line 2: the file is not valid JSON"));
  it("for an empty file", () => refused("", "line 1: the file is empty"));
  it("for the file of a newer version", () =>
    refused('{"version":2}', "was written by a newer version of docs (format 2)"));
  it("for a member nested too deeply to be written again", () =>
    refused(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "nested too deeply"));

  it.each([0o770, 0o707, 0o1777])("for a folder of mode %o", async (bits) => {
    chmodSync(s.dir, bits);
    const error = await failure(() => updateConfig(s.place, useB));
    expect(error.kind).toBe("config");
    expect(error.message).toBe(`others can write to the configuration folder ${s.dir}`);
    expect(readdirSync(s.dir)).toEqual([]);
  });

  it("for a shared folder behind a symbolic link", async () => {
    const shared = join(s.dir, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    symlinkSync(join(shared, "c.json"), s.file);
    expect((await failure(() => updateConfig(s.place, useB))).message).toBe(
      `others can write to the configuration folder ${shared}`,
    );
    expect(readdirSync(shared)).toEqual([]);
  });

  it.each(["file", "folder"])("for a %s of another user", async (which) => {
    put(s.file, '{"profile":"a"}');
    let uid = s.place.uid ?? 0;
    // Only the superuser can give a file away; others look at their own file with another id.
    if (uid === 0) chownSync(which === "file" ? s.file : s.dir, 12345, 12345);
    else uid += 1;
    const error = await failure(() => updateConfig({ ...s.place, uid }, useB));
    expect(error.kind).toBe("config");
    expect(error.message).toContain("belongs to another user");
    expect(readFileSync(s.file, "utf8")).toBe('{"profile":"a"}');
  });

  it("for links in a circle", async () => {
    symlinkSync("other", s.file);
    symlinkSync("config.json", join(s.dir, "other"));
    expect((await failure(() => updateConfig(s.place, useB))).message).toContain("leads in a circle");
  });

  it("R40 without a folder", async () => {
    const error = await failure(() => updateConfig({ ...s.place, dir: undefined }, useB));
    expect(error.kind).toBe("config");
    expect(error.message).toBe("there is no folder for the configuration");
  });

  it("R41 where HOME is a file", async () => {
    const home = join(s.dir, "home");
    put(home, "x");
    const error = await failure(() => updateConfig({ ...s.place, dir: join(home, ".config", "docs") }, useB));
    expect(error.kind).toBe("io");
    expect(error.message).toBe(`cannot write ${home}/.config/docs/config.json: a part of the path is not a folder`);
    expect(readFileSync(home, "utf8")).toBe("x");
  });

  it("when the change fails, with the error of the change", async () => {
    put(s.file, '{"profile":"a"}');
    const change = (): Config => {
      throw new TypeError("a bug");
    };
    await expect(updateConfig(s.place, change)).rejects.toThrow(new TypeError("a bug"));
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });
});

describe("R42 renaming on Windows", () => {
  function clock(platform: string) {
    let now = 0;
    const sleep = async (ms: number) => {
      now += ms;
    };
    return { platform, now: () => now, sleep };
  }
  const busy = (code: string) => Object.assign(new Error(code), { code });

  it.each(["EPERM", "EACCES", "EBUSY"])("is tried again on %s", async (code) => {
    let tries = 0;
    await retryWhileBusy(clock("win32"), () => {
      tries += 1;
      if (tries < 4) throw busy(code);
    });
    expect(tries).toBe(4);
  });

  it("is given up after 5 s", async () => {
    const time = clock("win32");
    await expect(
      retryWhileBusy(time, () => {
        throw busy("EBUSY");
      }),
    ).rejects.toThrow("EBUSY");
    expect(time.now()).toBe(5_000);
  });

  it.each([
    ["linux", "EBUSY"],
    ["win32", "ENOSPC"],
  ])("is not tried again on %s for %s", async (platform, code) => {
    let tries = 0;
    const rename = () => {
      tries += 1;
      throw busy(code);
    };
    await expect(retryWhileBusy(clock(platform), rename)).rejects.toThrow(code);
    expect(tries).toBe(1);
  });
});
