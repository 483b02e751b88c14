/** Rubbish in every file that the tool keeps, and in those that a person names: a plain word, never "this is a bug". */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";

const home = useHome();
let cached: string;
beforeAll(async () => {
  await home.run(["--sandbox", "spaces", "list"]);
  const files = readdirSync(join(home.dir, "cache"), { recursive: true }).map((name) => join("cache", String(name)));
  cached = files.find((name) => statSync(join(home.dir, name)).isFile()) ?? "";
  expect(cached).toContain("spaceId");
});

const FOLDER = Symbol("a folder");
const RUBBISH: [string, Buffer | typeof FOLDER][] = [
  ["nothing", Buffer.from("")],
  ["a line end", Buffer.from("\n")],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a, 0xc3])],
  ["null", Buffer.from("null")],
  ["a list", Buffer.from("[[],{}]")],
  ["a number", Buffer.from("1e999\n")],
  ["wrong members", Buffer.from('{"version":"x","profile":[],"profiles":{"a":1},"aliases":{"a":{}},"record":7}\n')],
  ["half of something", Buffer.from('{"record":"run","version":1,"profiles":{"default"')],
  [
    "names of every object",
    Buffer.from('{"__proto__":{"a":1},"profiles":{"constructor":{"token":null}},"aliases":[]}'),
  ],
  ["deep nesting", Buffer.from("[".repeat(200_000))],
  ["the head of a database", Buffer.from(`SQLite format 3\0${"\u0001".repeat(200)}`)],
  ["a folder", FOLDER],
];

function put(path: string, what: Buffer | typeof FOLDER): void {
  const file = join(home.dir, path);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (what === FOLDER) mkdirSync(join(file, "inside"), { recursive: true, mode: 0o700 });
  else writeFileSync(file, what, { mode: 0o600 });
}

/** The commands that read or replace a file, and whether they have to end well whatever it holds. */
interface Case {
  file: () => string;
  commands: string[][];
  harmless?: true;
}

const API = ["--base-url", "http://127.0.0.1:9", "--retries", "0"];
const KEPT: Record<string, Case> = {
  "the configuration": {
    file: () => "config/docs/config.json",
    commands: [
      ["config", "list"],
      ["config", "set", "org", "o"],
      ["profiles", "list"],
      ["alias", "list"],
      ["auth", "status"],
    ],
  },
  "an alias": { file: () => "config/docs/config.json", commands: [["a"], ["alias", "set", "b", "spaces list"]] },
  "the cache": {
    file: () => cached,
    commands: [
      ["--sandbox", "spaces", "list", "-q", "length"],
      ["__complete", "zsh", "--word=", "--", "--sandbox", "spaces", "view"],
    ],
    harmless: true,
  },
  "the sandbox's state": {
    file: () => "data/docs/sandbox.sqlite",
    commands: [
      ["--sandbox", "orgs", "list"],
      ["sandbox", "reset", "--yes"],
    ],
  },
};
const EDIT = ["--sandbox", "cr", "edit", "42", "--subject", "x"];
const NAMED: Record<string, Case> = {
  "--resume": { file: () => "named", commands: [[...EDIT, "--resume", "named"]] },
  "--journal": { file: () => "named", commands: [[...EDIT, "--journal", "named"]] },
  "--ca-file": { file: () => "named", commands: [["orgs", "list", ...API, "--ca-file", "named"]] },
  "--token-file": { file: () => "named", commands: [["orgs", "list", ...API, "--token-file", "named"]] },
  "auth login": { file: () => "named", commands: [["auth", "login", ...API, "--token-file", "named"]] },
  "--body-file": {
    file: () => "named",
    commands: [["--sandbox", "comments", "create", "--dry-run", "--body-file", "named"]],
  },
  "adaptive-schema set --file": {
    file: () => "named",
    commands: [["--sandbox", "adaptive-schema", "set", "--dry-run", "--file", "named"]],
  },
  "content import": {
    file: () => "named",
    commands: [["--sandbox", "content", "import", "FILE", "--source", "website", "--cr", "42"]],
  },
  "openapi create": {
    file: () => "named",
    commands: [["--sandbox", "openapi", "create", "rubbish", "--source-url", "FILE"]],
  },
  "api --input": {
    file: () => "named",
    commands: [["--sandbox", "api", "/v1/orgs", "--method", "POST", "--input", "named"]],
  },
};

const CASES = Object.entries({ ...KEPT, ...NAMED }).flatMap(([name, one]) =>
  RUBBISH.map(([kind, what]): Case & { name: string; kind: string; what: typeof what } => ({
    ...one,
    name,
    kind,
    what,
  })),
);
const chosen = sampleCases("kept files", CASES, {
  nameOf: ({ name, kind }) => `${name}: ${kind}`,
  few: 20,
  rooms: ["src/config", "src/sandbox/store", "src/shared/documents", "src/cli/completion"],
});

test.each(chosen)("$name, a file that is $kind", async ({ file, commands, harmless, what }) => {
  for (const command of commands) {
    put(file(), what);
    const words = command.map((word) => (word === "FILE" ? pathToFileURL(join(home.dir, file())).href : word));
    const { code, signal, stderr } = await home.run(words, { env: { DOCS_TOKEN: undefined } });
    expect([signal, stderr]).toEqual([null, expect.not.stringMatching(/this is a bug|unexpected error|\n {4}at /)]);
    if (harmless) expect([command, code, stderr]).toEqual([command, 0, ""]);
    if (code !== 0) expect(stderr).toMatch(/^docs: /);
    expect([0, 1, 2, 3, 4, 5, 6, 8, 9, 10]).toContain(code);
  }
  rmSync(join(home.dir, file()), { recursive: true, force: true });
});
