/** Programs named docs-<name> in PATH, run as commands. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";

const home = createHome();
const [bin, later, work] = ["bin", "later", "work"].map((name) => join(home.dir, name)) as [string, string, string];
afterAll(() => home.remove());

/** Prints its arguments and what it was told, one a line, and ends with 7. */
const HELLO = `#!/bin/sh
for word in "$@"; do printf '<%s>\\n' "$word"; done
env | grep '^DOCS_' | sort
exit 7
`;

beforeAll(() => {
  for (const folder of [bin, later, work, join(work, "rel")]) mkdirSync(folder);
  const program = (path: string, text = HELLO) => writeFileSync(path, text, { mode: 0o755 });
  program(join(bin, "docs-hello"));
  program(join(later, "docs-hello"), "#!/bin/sh\necho wrong\n");
  program(join(bin, "docs-cr"), "#!/bin/sh\necho wrong\n");
  program(join(bin, "docs-spell-check"), "#!/bin/sh\nkill -TERM $$\n");
  program(
    join(bin, "docs-sleep"),
    "#!/bin/sh\ntrap 'echo got; exit 3' TERM\necho ready\nwhile :; do sleep 0.05; done\n",
  );
  writeFileSync(join(bin, "docs-data"), "no program");
  chmodSync(join(bin, "docs-data"), 0o644);
  program(join(work, "docs-here"), "#!/bin/sh\necho wrong\n");
  program(join(work, "rel", "docs-rel"), "#!/bin/sh\necho wrong\n");
  symlinkSync(join(bin, "docs-hello"), join(later, "docs-link"));
});

const PATH = `:rel:${bin}:.:${later}:/nowhere:${process.env.PATH ?? ""}`;
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  home.run(args, { cwd: work, env: { PATH, ...env } });

/** What docs-sleep prints when this program is ended once it runs, and the exit code. */
async function terminated(env: Record<string, string> = {}): Promise<[string, unknown]> {
  const child = home.start(["sleep"], { cwd: work, env: { PATH, ...env } });
  let out = "";
  child.stdout.on("data", (text: Buffer) => {
    out += String(text);
    if (out === "ready\n") child.kill("SIGTERM");
  });
  child.stderr.resume();
  const code = await new Promise((done) => {
    // What is left behind where the signal was not passed on keeps the pipes open.
    child.once("exit", (code) => (code === null ? done(code) : child.once("close", () => done(code))));
  });
  return [out, code];
}

describe("docs-<name>", () => {
  test("gets its arguments as they are, and its exit code is ours", async () => {
    const words = ["a b", "", "--json", "--help", "$(id)", "--", "-x", "*"];
    const ran = await run(["hello", ...words]);
    expect(ran.code).toBe(7);
    expect(ran.stdout.split("\n").slice(0, words.length)).toEqual(words.map((word) => `<${word}>`));
    expect((await run(["link", "x"])).stdout).toContain("<x>\n");
  });

  test("is told of profile, sandbox and context, never of the token", async () => {
    const token = "a-token-of-twenty-characters";
    const plain = await run(["hello"], { DOCS_TOKEN: token, DOCS_BASE_URL: "https://docs.example.com" });
    expect(plain.stdout).toBe("DOCS_BASE_URL=https://docs.example.com\nDOCS_PROFILE=default\n");
    const sandbox = await run(["--sandbox", "--space", "s1", "hello"], { DOCS_TOKEN: token });
    expect(sandbox.stdout).toBe("DOCS_PROFILE=sandbox\nDOCS_SPACE=s1\n");
    const refused = await run(["--token-file", "x", "hello"]);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("docs: extensions are given no token\n");
    expect((await run(["--json", "hello"])).code).toBe(2);
  });

  test("that a signal ends, ends this program by it; one that we get is passed on", async () => {
    expect(await run(["spell-check"])).toMatchObject({ code: null, signal: "SIGTERM" });
    expect(await terminated()).toEqual(["ready\ngot\n", 3]);
  });

  test("gets a signal that comes while this program still starts it", async () => {
    const late = join(home.dir, "late.cjs");
    writeFileSync(
      late,
      `const processes = require("node:child_process"), { spawn } = processes;
      processes.spawn = (...given) => {
        const child = spawn(...given);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        return child;
      };`,
    );
    expect(await terminated({ NODE_OPTIONS: `--require=${late}` })).toEqual(["ready\ngot\n", 3]);
  });

  test("never replaces a command, is never found in a relative folder, and has to be a program", async () => {
    expect((await run(["--sandbox", "cr", "list", "-q", "length"])).stdout).not.toContain("wrong");
    for (const name of ["here", "rel", "data", "../bin/docs-hello", "nothing"]) {
      const ran = await run([name]);
      expect([ran.code, ran.stdout], name).toEqual([2, ""]);
      expect(ran.stderr).toContain("unknown command");
    }
    expect((await run(["helo"])).stderr).not.toContain("wrong");
    expect((await run(["spacs"])).stderr).toContain("did you mean: docs spaces");
  });

  test("is listed, with what hides it, and apart in the help", async () => {
    const rows = JSON.parse((await run(["extensions", "--json"])).stdout);
    expect(rows).toEqual([
      { name: "cr", path: join(bin, "docs-cr"), state: "hidden by a command" },
      { name: "hello", path: join(bin, "docs-hello"), state: "active" },
      { name: "sleep", path: join(bin, "docs-sleep"), state: "active" },
      { name: "spell-check", path: join(bin, "docs-spell-check"), state: "active" },
      { name: "hello", path: join(later, "docs-hello"), state: "hidden by an earlier one" },
      { name: "link", path: join(later, "docs-link"), state: "active" },
    ]);
    const line = /^ {2}Extensions +hello, sleep, spell-check, link$/m;
    for (const args of [[], ["--help"], ["help"]]) expect((await run(args)).stdout).toMatch(line);
    expect((await home.run(["--help"], { env: { PATH: "/nowhere" } })).stdout).not.toContain("Extensions");
  });

  test("is completed like a noun, each name once", async () => {
    const offered = async (word: string) =>
      (await run(["__complete", "zsh", `--word=${word}`, "--"])).stdout.split("\n");
    const extensions = (await offered("")).filter((line) => line.endsWith("\textension"));
    expect(extensions.map((line) => line.split("\t")[0])).toEqual(["hello", "sleep", "spell-check", "link"]);
    expect(await offered("sp")).toEqual([
      "words\t\tsp",
      expect.stringMatching(/^spaces\t/),
      "spell-check\textension",
      "",
    ]);
  });
});
