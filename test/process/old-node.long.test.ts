import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();
const preload = join(home.dir, "node-version.cjs");

async function on(version: string, ...args: string[]) {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(preload, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
  return home.run(args, { env: { NODE_OPTIONS: `--require ${preload}` } });
}

it.each(["18.20.8", "20.18.3"])("says on Node %s which one it needs, in place of a stack trace", async (version) => {
  const { code, stdout, stderr } = await on(version, "doctor", "--offline");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(`docs: Node ${version} is too old\n  docs needs Node 20.19 or newer: node --version\n`);
});

it.each(["20.19.0", "22.13.0", "100.0.0"])("runs on Node %s", async (version) => {
  expect(await on(version, "ci", "list", "-q", ".[0].name")).toMatchObject({ code: 0, stdout: "setup\n" });
});
