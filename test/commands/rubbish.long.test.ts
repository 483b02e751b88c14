/** Rubbish in every flag: a word about it or an answer, never a bug (the runner throws what is no Failure). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GLOBAL_FLAGS } from "../../src/cli/argv/globals.js";
import type { AnyCommand } from "../../src/cli/command.js";
import { type Flags, flagName } from "../../src/cli/flags.js";
import { NOUNS } from "../../src/commands/index.js";
import { type TestCli, testCli } from "../helpers/run.js";

const RUBBISH = [
  '{"a":',
  "-1e999",
  "\u{1f4a5}\u202e%zz",
  "http://[",
  "constructor",
  "../../..",
  "",
  "@none",
  "a=b=c,,",
];

let cli: TestCli;
const before = process.cwd();
beforeAll(async () => {
  cli = await testCli();
  process.chdir(cli.folder);
});
afterAll(() => {
  process.chdir(before);
  cli.close();
});

const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;

/** Three kinds of rubbish for each flag; the next flag gets others. */
async function throwAt(line: string, flags: Flags): Promise<number> {
  let runs = 0;
  for (const [at, [field, flag]] of Object.entries(flags).entries()) {
    for (const step of [0, 1, 2]) {
      const value = RUBBISH[(at * 2 + step * 3) % RUBBISH.length] ?? "";
      const { code, stderr } = await cli.run(`${line} --${flagName(field, flag)}=${quoted(value)}`);
      runs += 1;
      if (code !== 0) expect(stderr, line).toMatch(/docs: |"error"/);
    }
  }
  return runs;
}

const words = (command: AnyCommand): string =>
  Object.keys(command.args ?? {})
    .map(() => " x")
    .join("");

describe("flags", () => {
  test.each(NOUNS.map((noun) => [noun.name, noun] as const))("of docs %s", async (_, noun) => {
    const { default: module } = await noun.load();
    // What acts on this machine's own files is tried on the built program.
    const commands = module.commands.filter(({ endpoints }) => endpoints.length > 0);
    for (const command of commands) {
      await throwAt(`${noun.name} ${command.name}${words(command)} --dry-run`, command.flags ?? {});
    }
  });

  test("of every command", async () => {
    const { web: _, ...flags } = GLOBAL_FLAGS;
    const runs = (await throwAt("spaces list", flags)) + (await throwAt("spaces edit x --dry-run --title y", flags));
    expect(runs).toBe(Object.keys(flags).length * 6);
  });
});
