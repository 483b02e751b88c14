/** No command runs what the schema of a stranger's file contains: each names it and ends with 9 (R102). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { useHome } from "../helpers/home.js";
import { forge, writing } from "../snapshot/forged-helper.js";

const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const home = useHome();
const place = (name: string) => join(home.dir, name);
const PROBLEM = 'is damaged: table "x_fts" was added';

beforeAll(async () => {
  const create = ["--sandbox", "snapshots", "create", "base.docs", "--exclude", "content,comments"];
  expect((await home.run(create)).code).toBe(0);
  expect((await home.run(["--sandbox", "spaces", "edit", GUIDE, "--title", "Other"])).code).toBe(0);
  expect((await home.run(create)).code).toBe(0);
  forge(place("base.docs"), place("evil.docs"), writing(place("marker")), true);
  forge(place("base.docs"), place("waiting.docs.partial"), writing(place("marker")), true);
});

const COMMANDS = [
  "snapshots view evil.docs",
  "snapshots view evil.docs@1",
  "snapshots list evil.docs",
  "snapshots verify evil.docs",
  "snapshots verify evil.docs@1",
  "snapshots log evil.docs",
  "snapshots forget evil.docs --keep-last 1 --yes",
  "snapshots query evil.docs@1 SELECT/**/1",
  "snapshots tables evil.docs@1 out",
  "snapshots export evil.docs@1 out",
  "--sandbox snapshots restore evil.docs@1 --settings --plan out.json",
  "snapshots diff base.docs evil.docs@1",
  "--sandbox snapshots diff evil.docs@1 --live",
  "--sandbox snapshots create waiting.docs",
  "sandbox load evil.docs@1 --yes",
  "--snapshot evil.docs spaces list",
  "--snapshot evil.docs@1 spaces list",
  "--snapshot evil.docs@1 checks run",
  "--snapshot evil.docs@1 mcp",
  "--sandbox checks run --changed-since evil.docs@1",
];

describe.each(COMMANDS)("docs %s", (line) => {
  it("refuses the file", async () => {
    const before = readFileSync(place("evil.docs"));
    const { code, stderr } = await home.run(line.split(" "));
    expect({ line, code, stderr }).toMatchObject({ code: 9, stderr: expect.stringContaining(PROBLEM) });
    expect(["marker", "out", "out.json", "waiting.docs"].filter((name) => existsSync(place(name)))).toEqual([]);
    expect(readFileSync(place("evil.docs")).equals(before)).toBe(true);
  });
});

it("docs snapshots create replaces no file that may be somebody else's", async () => {
  const before = readFileSync(place("evil.docs"));
  expect(await home.run(["--sandbox", "snapshots", "create", "evil.docs"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("evil.docs exists and is not a snapshot that can be replaced"),
  });
  expect(readFileSync(place("evil.docs")).equals(before)).toBe(true);
});

it("leaves nothing behind", () => {
  const names = readdirSync(home.dir).filter((name) => name.includes(".docs"));
  expect(names.sort()).toEqual(["base.docs", "evil.docs", "waiting.docs.partial"]);
});
