import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkExternal } from "../../src/app/external-links.js";
import type { ExternalWanted } from "../../src/cli/context.js";
import { type Served, serve } from "../http/links/server.js";

const DAY = 86_400_000;

let server: Served;
let dir: string;
beforeEach(async () => {
  server = await serve();
  dir = mkdtempSync(join(tmpdir(), "docs-external-"));
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

const file = () => join(dir, "external-links.json");

async function check(paths: string[], passed = 0, more: Partial<ExternalWanted> = {}) {
  const announced: object[] = [];
  const addresses = paths.map((path) => `${server.origin}${path}`);
  let slept = 0;
  const found = await checkExternal(
    {
      dir,
      env: {},
      userAgent: "docs",
      now: () => Date.now() + passed + slept,
      sleep: async (ms) => {
        slept += ms;
      },
    },
    {
      addresses,
      allowHosts: ["127.0.0.1"],
      accept: [],
      announce: (counts) => announced.push(counts),
      progress: () => {},
      ...more,
    },
  );
  return { announced, states: addresses.map((address) => found.get(address)?.state) };
}

test("a good answer is remembered for a day, a failure is not", async () => {
  const paths = ["/ok", "/moved", "/gone", "/forbidden"];
  const states = ["good", "good", "broken", "unknown"];
  expect(await check(paths)).toEqual({ states, announced: [{ addresses: 4, hosts: 1, remembered: 0 }] });
  const before = server.seen.length;
  expect(await check(paths, DAY - 60_000)).toEqual({ states, announced: [{ addresses: 2, hosts: 1, remembered: 2 }] });
  expect(server.seen.slice(before).every(({ path }) => /gone|forbidden/.test(path))).toBe(true);
  expect((await check(paths, 2 * DAY)).announced).toEqual([{ addresses: 4, hosts: 1, remembered: 0 }]);
});

test("the age is what is asked for, and what counts as good on request is not remembered", async () => {
  await check(["/ok"]);
  expect((await check(["/ok"], 6 * DAY, { cacheDays: 7 })).announced).toMatchObject([{ remembered: 1 }]);
  expect((await check(["/ok"], 0, { cacheDays: 0 })).announced).toMatchObject([{ remembered: 0 }]);
  expect((await check(["/forbidden"], 0, { accept: [403] })).states).toEqual(["good"]);
  expect((await check(["/forbidden"])).states).toEqual(["unknown"]);
});

test("the cache is private and names no address; one that is broken is replaced", async () => {
  await check(["/ok?secret"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readFileSync(file(), "utf8")).not.toMatch(/secret|127/);
  for (const text of ["{", "[]", '{"a":1,"b":{"at":"x"}}', "null"]) {
    writeFileSync(file(), text);
    expect((await check(["/ok"])).states).toEqual(["good"]);
  }
});

test("a folder that others may write to is not used", async () => {
  chmodSync(dir, 0o777);
  await check(["/ok"]);
  expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
});
