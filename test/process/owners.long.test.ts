/** R53: what is another user's is neither used nor changed, and nothing of ours is left in it. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { forget, readCache, remember } from "../../src/app/cache/cache-files.js";
import { makePrivateFolder } from "../../src/system/folders.js";
import { createHome } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

const isRoot = process.getuid?.() === 0;
const OTHER = 65534;
const home = useEach(createHome);

const theirs = (...parts: string[]): string => {
  const folder = join(home.dir, ...parts);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, OTHER, OTHER);
  return folder;
};
const place = { profile: "p", origin: "https://docs.example", kind: "spaceId", contexts: ["o1"] };
const listed = { entries: [{ id: "a", name: "", title: "A" }], whole: true };

describe("a folder that is shared", () => {
  test.each([0o777, 0o775, 0o1777])("%o: the cache gives no words to it and takes none from it", (mode) => {
    const dir = join(home.dir, "cache");
    remember(dir, place, listed);
    expect(readCache(dir, place)).toHaveLength(1);
    chmodSync(dir, mode);
    expect(readCache(dir, place)).toEqual([]);
    forget(dir, place);
    remember(dir, { ...place, kind: "siteId" }, listed);
    chmodSync(dir, 0o700);
    expect(readCache(dir, place)).toHaveLength(1);
    expect(readCache(dir, { ...place, kind: "siteId" })).toEqual([]);
  });

  test("holds no state of the sandbox", async () => {
    const folder = join(home.dir, "data", "docs");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const result = await home.run(["--sandbox", "orgs", "list"]);
    expect(result).toMatchObject({ stdout: "", stderr: expect.stringContaining(`others can write to`) });
    expect(result.stderr).toContain(`chmod go-w ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(isRoot)("another user's", () => {
  test("state is neither used, changed nor put aside, behind a link either", async () => {
    const folder = theirs("their");
    const file = join(folder, "sandbox.sqlite");
    writeFileSync(file, "their own", { mode: 0o644 });
    chownSync(file, OTHER, OTHER);
    const own = join(home.dir, "data", "docs");
    mkdirSync(own, { recursive: true, mode: 0o700 });
    symlinkSync(file, join(own, "sandbox.sqlite"));
    for (const args of [
      ["--sandbox", "orgs", "list"],
      ["sandbox", "reset", "--yes"],
    ]) {
      const result = await home.run(args);
      expect(result).toMatchObject({ stdout: "", stderr: expect.stringContaining(`${file} belongs to another user`) });
      expect(result.code).not.toBe(0);
    }
    expect(lstatSync(file).mode & 0o777).toBe(0o644);
    expect([readdirSync(folder), readdirSync(own)]).toEqual([["sandbox.sqlite"], ["sandbox.sqlite"]]);
  });

  test("home gets no folders of the administrator's", async () => {
    const their = theirs("their");
    const env = { HOME: their, XDG_CACHE_HOME: "", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "", DOCS_CONFIG_DIR: "" };
    for (const args of [
      ["--sandbox", "spaces", "list"],
      ["config", "set", "output", "json"],
      ["config", "list"],
      ["orgs", "list", "--base-url", "http://127.0.0.1:9", "--retries", "0"],
    ]) {
      await home.run(args, { env });
      expect(readdirSync(their)).toEqual([]);
    }
    const refused = await home.run(["--sandbox", "spaces", "list"], { env });
    expect(refused.stderr).toContain(`${their} belongs to another user`);
  });

  test("cache is not read and not cleared", () => {
    const dir = join(home.dir, "cache");
    remember(dir, place, listed);
    chownSync(dir, OTHER, OTHER);
    forget(dir, place);
    expect(readCache(dir, place)).toEqual([]);
    expect(readdirSync(join(dir, "ids"))).toHaveLength(1);
  });
});

describe("a home in which no folder can be made", () => {
  test.runIf(existsSync("/proc/self"))("is told once, and the program ends", async () => {
    const env = { HOME: "/proc", XDG_CACHE_HOME: "", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "", DOCS_CONFIG_DIR: "" };
    expect(await home.run(["config", "list", "--json"], { env })).toMatchObject({ code: 0 });
    const state = await home.run(["--sandbox", "orgs", "list"], { env });
    expect([state.code, state.stderr]).toEqual([1, expect.stringContaining("cannot be opened")]);
    const config = await home.run(["config", "set", "output", "json"], { env });
    expect([config.code, config.stderr]).toEqual([1, expect.stringContaining("cannot write")]);
    expect(() => makePrivateFolder("/proc/none/deep/er")).toThrow(/ENOENT/);
  });

  test("a list is shown all the same, and the program ends", async () => {
    const env = { XDG_CACHE_HOME: "/proc/none" };
    expect(await home.run(["--sandbox", "orgs", "list", "-q", "length"], { env })).toMatchObject({
      code: 0,
      stderr: "",
    });
  });
});

test("folders are made for their owner alone, and a file in the place of one is told", () => {
  const deep = join(home.dir, "a", "b", "c");
  makePrivateFolder(deep);
  for (const folder of [deep, dirname(deep)]) expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(home.dir, "file"), "");
  expect(() => makePrivateFolder(join(home.dir, "file", "below"))).toThrow(/ENOTDIR/);
});
