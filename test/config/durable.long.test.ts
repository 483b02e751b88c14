/** R53: what is stored is on the disk before the command ends: the file, and its name in the folder. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { preloading } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";

const home = useHome();

const log = join(home.dir, "calls");
const preload = { ...preloading(resolve("test/config/record-durable.cjs")), RECORD_DURABLE: log };

it("brings the file to the disk, puts it in place, and brings the folder to the disk", async () => {
  const stored = await home.run(["config", "set", "output", "json"], { env: preload });
  expect(stored.code, stored.stderr).toBe(0);
  const folder = join(home.dir, "config", "docs");
  const file = join(folder, "config.json");
  const calls = readFileSync(log, "utf8").trimEnd().split("\n");
  const renamed = calls.findIndex((line) => line.startsWith("rename ") && line.endsWith(` ${file}`));
  const [, draft] = calls[renamed]?.split(" ") ?? [];
  expect(calls.slice(0, renamed)).toContain(`sync ${draft}`);
  expect(calls.slice(renamed + 1)).toContain(`sync ${folder}`);
});

describe("a folder that cannot be brought there", () => {
  it.each([
    ["EINVAL", 0],
    ["ENOTSUP", 0],
    ["EIO", 1],
  ])("%s ends with %d", async (code, exit) => {
    const stored = await home.run(["config", "set", "base-url", `https://${code}.example`], {
      env: { ...preload, SYNC_FAILS: code },
    });
    expect(stored.code, stored.stderr).toBe(exit);
    expect(stored.stderr).not.toContain("this is a bug");
  });
});
