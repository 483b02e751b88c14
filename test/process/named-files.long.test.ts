/** Files and variables that make no sense: a plain word, never "this is a bug", and an end. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { decodeJson, hasMoreValues } from "../../src/http/answer/decode.js";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";

const home = useHome();
beforeAll(() => {
  mkdirSync(join(home.dir, "folder"));
  writeFileSync(join(home.dir, "large"), Buffer.alloc(16 * 1024 * 1024 + 1, "x"));
  writeFileSync(join(home.dir, "bytes"), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  execFileSync("ln", ["-s", "circle", join(home.dir, "circle")]);
});

const NETWORK = ["orgs", "list", "--retries", "0", "--timeout", "2", "--base-url"];
const TAKES_FILES: [string, string[], number][] = [
  ["--ca-file", [...NETWORK, "http://127.0.0.1:9", "--ca-file"], 2],
  ["--body-file", ["--sandbox", "comments", "create", "--dry-run", "--body-file"], 2],
  ["--token-file", [...NETWORK, "http://127.0.0.1:9", "--token-file"], 0],
  ["--resume", ["--sandbox", "cr", "edit", "42", "--subject", "x", "--resume"], 2],
];

const FILES = ["/dev/zero", "/dev/full", "folder", "large", "bytes", "circle", "none", ""];
const chosenFiles = sampleCases(
  "named files",
  TAKES_FILES.flatMap(([flag, args, code]) => FILES.map((file) => ({ flag, args, code, file }))),
  { nameOf: ({ flag, file }) => `${flag} ${file}`, few: 6, rooms: ["src/shared/documents", "src/system"] },
);

test.each(chosenFiles)("$flag, the file $file", async ({ args, code, file }) => {
  const result = await home.run([...args, file], { env: { DOCS_TOKEN: "t" } });
  expect(result.stdout).toBe("");
  expect(result.stderr).toMatch(/^docs: /);
  expect(result.stderr).not.toMatch(/this is a bug|unexpected error|\n {4}at /);
  if (file !== "bytes" && code > 0) expect(result.code).toBe(code);
  expect(result.code).not.toBe(0);
  if (file.startsWith("/dev/") && code === 2 && !args.includes("--resume")) {
    expect(result.stderr).toContain("it is a device");
  }
});

test("too much on standard input ends as a file that is too large does", async () => {
  const input = "x".repeat(16 * 1024 * 1024 + 1);
  const args = ["--sandbox", "comments", "create", "--dry-run", "--body-file"];
  const [typed, file] = [await home.run([...args, "-"], { input }), await home.run([...args, "large"])];
  expect([typed.code, typed.stderr]).toEqual([2, "docs: standard input is larger than 16 MiB\n"]);
  expect([file.code, file.stderr]).toEqual([2, "docs: large is larger than 16 MiB\n"]);
});

describe("variables", () => {
  const RUBBISH = ["ht!tp://x", "\u{1f4a5}\u202e '\"$(x)", "[", "%zz", "-1e999", "http://[::1", "/dev/null/x"];
  const NAMES = [
    ["DOCS_BASE_URL", "DOCS_TOKEN", "DOCS_PROFILE", "DOCS_OUTPUT", "DOCS_CONFIG_DIR", "DOCS_ORG", "DOCS_DEBUG"],
    ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "DOCS_PAGER"],
    ["XDG_DATA_HOME", "TERM", "COLUMNS", "LANG", "TZ", "NO_COLOR", "FORCE_COLOR", "NODE_DEBUG", "CI"],
  ].flat();

  const chosen = sampleCases("named variables", NAMES, {
    nameOf: (name) => name,
    few: 4,
    rooms: ["src/config", "src/http/transport", "src/system"],
  });

  test.each(chosen)("rubbish in %s", async (name) => {
    for (const value of RUBBISH.slice(NAMES.indexOf(name) % 2).filter((_, at) => at % 2 === 0)) {
      const proxied = /proxy/i.test(name);
      const address = proxied ? "https://docs.invalid" : "http://127.0.0.1:9";
      const args = name === "XDG_DATA_HOME" ? ["--sandbox", "orgs", "list"] : [...NETWORK.slice(0, -1)];
      const env = { DOCS_BASE_URL: address, DOCS_TOKEN: "t", [name]: value };
      const result = await home.run(args, { env });
      expect(result.stderr).not.toMatch(/this is a bug|unexpected error|\n {4}at /);
    }
  });

  test("a proxy that is no address is told as such", async () => {
    const env = { DOCS_TOKEN: "t", HTTPS_PROXY: "ht!tp://proxy.example:1" };
    const result = await home.run([...NETWORK, "https://docs.invalid"], { env });
    expect(result.stderr).toContain("the proxy of the environment is not an http or https URL");
    expect(result.code).not.toBe(0);
  });
});

describe("an answer of very many values", () => {
  test.each([
    ["[1,2,3]", 4, 3],
    ['{"a":1,"b":[{},{}]}', 7, 6],
    ['["a,b,[{\\",",1]', 3, 2],
  ])("is counted up to its limit: %s", (text, count, fewer) => {
    const bytes = Buffer.from(text);
    // Text that is too short to hold so many is not looked at.
    expect(hasMoreValues(bytes, fewer)).toBe(bytes.length > 2 * fewer);
    expect(hasMoreValues(bytes, count)).toBe(false);
  });

  test("is refused before it takes memory", () => {
    const body = Buffer.from(`[${"{},".repeat(4_000_000)}{}]`);
    expect(() => decodeJson({ status: 200, headers: {}, body })).toThrow("holds more than 4000000 values");
  });
});
