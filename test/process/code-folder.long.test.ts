/** What Node compiles is kept for the next run, where Node can (from 22.8 on), in a folder that nobody else can write to. */
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
import nodeModule from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { codeFolder } from "../../src/code-folder.js";
import { createHome } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

const home = useEach(createHome);
let folder: string;
beforeEach(() => {
  folder = join(home.dir, "cache", "docs", "code");
});

const found = (env: Record<string, string> = {}) => codeFolder({ ...home.env, ...env }, "linux");

describe("the folder", () => {
  it("is made for its owner alone, and found again", () => {
    expect(found()).toBe(folder);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(found()).toBe(folder);
  });

  it.each([
    ["where Node is told not to keep anything", { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["where the environment names no place", { XDG_CACHE_HOME: "", HOME: "" }],
  ])("is not made %s", (_, env) => {
    expect(found(env)).toBeUndefined();
    expect(existsSync(join(home.dir, "cache"))).toBe(false);
  });

  it("R41 is none where it cannot be made", () => {
    writeFileSync(join(home.dir, "cache"), "a file");
    expect(found()).toBeUndefined();
  });

  it.each([0o770, 0o707])("R53 is refused when others can write to it: %o", (mode) => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
    expect(found()).toBeUndefined();
  });

  it("R53 is refused when it is a link", () => {
    const elsewhere = join(home.dir, "elsewhere");
    mkdirSync(elsewhere);
    mkdirSync(join(folder, ".."), { recursive: true });
    symlinkSync(elsewhere, folder);
    expect(found()).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0)("R53 is refused when it is another user's, and not made in one that is", () => {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 65534, 65534);
    expect(found()).toBeUndefined();
    const other = join(home.dir, "other");
    mkdirSync(other);
    chownSync(other, 65534, 65534);
    expect(found({ XDG_CACHE_HOME: other })).toBeUndefined();
    expect(readdirSync(other)).toEqual([]);
  });
});

describe("the command", () => {
  const KEEPS = "enableCompileCache" in nodeModule;
  const kept = (): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
          lstatSync(join(folder, name)).isFile(),
        )
      : [];
  const run = async (env: Record<string, string> = {}) => {
    const { code, stderr } = await home.run(["config", "list", "--json"], { env });
    expect([code, stderr]).toEqual([0, ""]);
    return kept();
  };

  it("keeps what was compiled in it, wherever Node can, and nothing elsewhere", async () => {
    const first = await run();
    expect(first.length > 0).toBe(KEEPS);
    expect(await run()).toEqual(first);
    expect(readdirSync(home.dir)).not.toContain("node-compile-cache");
  });

  it("keeps nothing where Node is told not to", async () => {
    expect(await run({ NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual([]);
  });

  it("R53 keeps nothing in a folder that others can write to", async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    expect(await run()).toEqual([]);
  });
});
