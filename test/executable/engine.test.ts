/** What only an executable has: an engine that obeys variables of its own. Run with DOCS_TEST_BIN (`--mode executable`). */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandOf, preloading } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";

const home = useHome();

test.each([
  ["BUN_OPTIONS", "--smol"],
  ["BUN_INSPECT", "127.0.0.1:0"],
  ["BUN_INSPECT_PRELOAD", "/nowhere.js"],
  ["BUN_JSC_useJIT", "0"],
  ["BUN_BYTECODE_ORDER_OUT", join(home.dir, "order")],
])("R93 %s is refused", async (name, value) => {
  const ran = await home.run(["orgs", "list"], { env: { [name]: value, DOCS_TOKEN: "t" } });
  expect(ran).toMatchObject({
    code: 2,
    stdout: "",
    stderr: `docs: ${name} changes the engine of this program: it is not run\n  unset it and try again\n`,
  });
});

test.each([
  ["NODE_OPTIONS", "--require"],
  ["NODE_OPTIONS", "--import"],
  ["BUN_CONFIG_FILE", ""],
  ["BUN_PRELOAD", ""],
])("R93 %s with %s loads nothing", async (name, flag) => {
  const evil = join(home.dir, "evil.js");
  writeFileSync(evil, 'require("node:fs").writeSync(2, "other code\\n");');
  const ran = await home.run(["--version"], { env: { [name]: `${flag} ${evil}`.trim() } });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
});

test("R93 the settings of an engine in the home folder are not read", async () => {
  const evil = join(home.dir, "evil-home.js");
  writeFileSync(evil, 'require("node:fs").writeSync(2, "other code\\n");');
  mkdirSync(join(home.dir, "config"), { recursive: true });
  for (const place of [".bunfig.toml", "config/.bunfig.toml"]) {
    writeFileSync(join(home.dir, place), `preload = [${JSON.stringify(evil)}]\n`);
  }
  expect(await home.run(["--version"])).toMatchObject({ code: 0, stderr: "" });
});

test("R93 no folder of the machine that built it is in it", () => {
  const [file] = commandOf();
  const count = (text: string) =>
    Number(execFileSync("sh", ["-c", 'grep -c -a -F -- "$1" "$2" || true', "sh", text, file], { encoding: "utf8" }));
  expect(count("docs-executable-")).toBe(0);
  expect(count(process.cwd())).toBe(0);
  // What is looked for would be found.
  expect(count("DOCS_FOLDER")).toBeGreaterThan(0);
});

test.each([
  [["--help"], "help.txt"],
  [["cr", "--help"], "help/cr.txt"],
])("%j is what the build wrote, without loading the program", async (args, name) => {
  const watch = join(home.dir, "watch.cjs");
  writeFileSync(
    watch,
    `const fs = require("node:fs");
const { readFileSync } = fs;
const read = [];
fs.readFileSync = (...args) => {
  const text = readFileSync(...args);
  read.push(args[0]);
  return text;
};
process.on("exit", () => fs.writeSync(2, read.join("\\n")));
`,
  );
  const ran = await home.run(args, { env: preloading(watch) });
  expect(ran).toMatchObject({ code: 0, stdout: readFileSync(`dist/${name}`, "utf8") });
  expect(ran.stderr).toMatch(new RegExp(`^[^\n]*/dist/${name}$`));
});

test("what a short command uses lies at the front of the bytecode", async () => {
  const watch = join(home.dir, "watch-order.cjs");
  writeFileSync(
    watch,
    `process.on("exit", () => require("node:fs").writeSync(2, JSON.stringify(require("bun:jsc").bytecodeOrderStats())));`,
  );
  const { stderr } = await home.run(["--sandbox", "members", "list"], { env: preloading(watch) });
  // Printed by the file just above.
  const { hot, cold } = JSON.parse(stderr) as { hot: number; cold: number };
  expect(hot).toBeGreaterThan(5 * cold);
});

test("`docs doctor` names the engine", async () => {
  const { stdout } = await home.run(["doctor", "--json"]);
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      check: "engine",
      detail: expect.stringMatching(/^Bun \d+\.\d+\.\d+ \(executable\), linux/),
    }),
  );
});
