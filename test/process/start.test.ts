/** What the engine compiled is kept for the next run, and taken only where nobody else could have put it. */
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";

let home: Home;
let folder: string;
beforeEach(() => {
  home = createHome();
  folder = join(home.dir, "cache", "docs", "code");
});
afterEach(() => home.remove());

/** A command that needs the whole program, but no service. */
async function run(env: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await home.run(["config", "list", "--json"], { env });
  expect([code, stdout.startsWith("[") || stdout.startsWith("{"), stderr]).toEqual([0, true, ""]);
}

const files = () => readdirSync(folder);

/** The file after two runs. */
async function kept() {
  await run();
  await run();
  const [name = ""] = files();
  const path = join(folder, name);
  return { name, path, ino: () => lstatSync(path).ino };
}

describe("the compiled program", () => {
  it("is kept by the second run and used by the third", async () => {
    await run();
    expect(files()).toEqual([]);
    await run();
    expect(files()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{16}-${process.version}-${process.arch}$`))]);
    const path = join(folder, files()[0] ?? "");
    const { mode, ino, size } = lstatSync(path);
    expect([lstatSync(folder).mode & 0o777, mode & 0o777, size > 50_000]).toEqual([0o700, 0o600, true]);
    await run();
    // What the engine refuses is written anew.
    expect(lstatSync(path).ino).toBe(ino);
  });

  it("holds nothing of the run that kept it", async () => {
    const env = { DOCS_TOKEN: "secret-token-of-a-run", DOCS_ORG: "organization-of-a-run" };
    await run(env);
    await run(env);
    const bytes = readFileSync(join(folder, files()[0] ?? ""), "latin1");
    for (const value of Object.values(env)) expect(bytes).not.toContain(value);
  });

  it("lies beside that of other builds, of which the newest stay", async () => {
    await run();
    for (let age = 1; age <= 9; age += 1) {
      const path = join(folder, `${age}-v1.0.0-x64`);
      writeFileSync(path, "old");
      utimesSync(path, new Date(), new Date(Date.now() - age * 1000));
    }
    await run();
    expect(files().length).toBe(8);
    expect(files().filter((name) => /^\d-/.test(name))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((age) => `${age}-v1.0.0-x64`),
    );
  });

  it("is made anew when the program is not the one that was compiled", async () => {
    const copy = join(home.dir, "copy");
    for (const part of ["dist", "bin", "package.json"]) cpSync(resolve(part), join(copy, part), { recursive: true });
    const told = async () => {
      const { stderr } = await home.shell(`'${process.execPath}' '${join(copy, "bin", "docs.js")}' nosuch`);
      return stderr.split(" ").slice(0, 3).join(" ");
    };
    expect([await told(), await told(), await told()]).toEqual(Array(3).fill("docs: unknown command"));
    expect(files().length).toBe(1);
    const main = join(copy, "dist", "main.cjs");
    writeFileSync(main, readFileSync(main, "latin1").replaceAll("unknown command", "UNKNOWN COMMAND"));
    expect([await told(), await told()]).toEqual(Array(2).fill("docs: UNKNOWN COMMAND"));
    expect(files().length).toBe(1);
  });

  it.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    ["another program's", (bytes: Buffer) => Buffer.concat([Buffer.alloc(9999, "x"), bytes.subarray(-64)])],
    [
      "cut short with its end in place",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 9999), bytes.subarray(-64)]),
    ],
  ])("is passed over and made anew when it is %s", async (_, broken) => {
    const { path } = await kept();
    const whole = readFileSync(path);
    writeFileSync(path, broken(whole));
    await run();
    await run();
    expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
    expect(readFileSync(path).subarray(-16)).toEqual(whole.subarray(-16));
  });
});

describe("a place that is not ours alone", () => {
  it("R53 a file that others can write to is made anew", async () => {
    const { path, ino } = await kept();
    const before = ino();
    chmodSync(path, 0o620);
    await run();
    expect([ino() === before, lstatSync(path).mode & 0o777]).toEqual([false, 0o600]);
  });

  it("R53 a link is not followed", async () => {
    const { name, path } = await kept();
    const target = join(home.dir, name);
    writeFileSync(target, readFileSync(path));
    const before = readFileSync(target);
    rmSync(path);
    symlinkSync(target, path);
    await run();
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(target)).toEqual(before);
  });

  it("R53 a folder that others can write to, or a link to one, is left alone", async () => {
    const { path, ino } = await kept();
    const before = ino();
    writeFileSync(path, "not ours");
    chmodSync(folder, 0o777);
    await run();
    expect([readFileSync(path, "utf8"), ino()]).toEqual(["not ours", before]);
    rmSync(folder, { recursive: true });
    const elsewhere = join(home.dir, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder);
    await run();
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("R53 another user's file or folder is not taken", async () => {
    const { path, ino } = await kept();
    const before = ino();
    chownSync(path, 65534, 65534);
    await run();
    expect([ino() === before, lstatSync(path).uid]).toEqual([false, 0]);
    writeFileSync(path, "theirs");
    chownSync(folder, 65534, 65534);
    await run();
    expect(readFileSync(path, "utf8")).toBe("theirs");
    rmSync(folder, { recursive: true });
    chownSync(join(folder, ".."), 65534, 65534);
    await run();
    expect(() => files()).toThrow("ENOENT");
  });
});

describe("nothing is kept", () => {
  it.each([
    ["where Node is told not to", { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["under options of the engine", { NODE_OPTIONS: "--max-old-space-size=512" }],
    ["without a folder for caches", { XDG_CACHE_HOME: "", HOME: "" }],
  ])("%s", async (_, env) => {
    await run(env);
    await run(env);
    expect(() => files()).toThrow("ENOENT");
  });

  it("R41 where it cannot be written", async () => {
    writeFileSync(join(home.dir, "cache"), "a file");
    await run();
    await run();
    expect(readFileSync(join(home.dir, "cache"), "utf8")).toBe("a file");
  });
});
