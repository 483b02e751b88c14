/** Any mistake, with any command, is answered by rules that a program can check: what is wrong, and a next step that works. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProfileService } from "../../src/cli/context.js";
import { testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { useOnce } from "../helpers/set-ups.js";
import { allMistakes, type Mistake } from "./all-mistakes.js";

const cli = useOnce(() => testCli());
const folder = (): string => join(cli.folder, "files");

const before = process.cwd();

// What a command writes by default is written here.
beforeAll(() => {
  mkdirSync(folder());
  process.chdir(cli.folder);
  writeFileSync(join(folder(), "empty"), "");
  writeFileSync(join(folder(), "binary"), Buffer.from([0, 1, 2, 255, 254, 0, 7]));
  writeFileSync(join(folder(), "wrong.json"), '{"a": 1}');
  writeFileSync(join(folder(), "wrong.csv"), "a,b\n1,2\n");
});

afterAll(() => process.chdir(before));

/** A machine on which nothing is stored. */
const profiles: Partial<ProfileService> = {
  list: async () => [],
  settings: async () => [],
  get: async () => undefined,
  aliases: async () => [],
};

const MOST_LINES = 6;
/** What stands for something in a command that is named: FILE, a TITLE. */
const PLACEHOLDER = /(?:^|[\s='<])[A-Z][A-Z-]+\b|\bORG\b|\.\.\./;
/** The words of a sentence behind a command. */
const SENTENCE =
  /\s(?:adds?|as|checks|copies|chooses|in|is|lists?|makes?|opens?|reads?|shows?|tells|the|what|which|with)\s.*$/;

/** The commands that an answer names, as printed. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])docs (?=[a-z-])[^\n;"]*/g)].flatMap(([found]) =>
    found.split(/,? (?:or|and) (?=docs )|, (?=docs )/).map((one) =>
      one
        .replace(/, (?:and |or )?(?![^']*'[^']*$).*$/, "")
        .replace(/[:.)]+$/, "")
        .trim(),
    ),
  );

/** No change that a command proposes is made. */
const refuse = ({ method }: { method: string }) =>
  method === "GET" ? undefined : { status: 403, body: { error: { message: "not now" } } };

/** The printed command is no command line; what its files hold, or the machine, is another matter. */
async function isWrong(command: string): Promise<boolean> {
  const line = command.slice("docs ".length).replace(SENTENCE, "");
  if (PLACEHOLDER.test(line)) return false;
  try {
    const { code, stderr } = await cli.run(line, { profiles, intercept: refuse });
    return code === 2 && /unknown (?:command|flag)|unexpected "|needs a value| takes (?!the)/.test(stderr);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("the test gives no ")) return false;
    throw error;
  }
}

async function problemsOf({ kind, line: typed, wrong: word, also = [] }: Mistake): Promise<string[]> {
  const [line, wrong] = [typed, word].map((text) => text.replaceAll("{dir}", folder())) as [string, string];
  // A command that was proposed before may have made it.
  rmSync(join(folder(), "nothing.txt"), { force: true });
  const { code, stdout, stderr, sent } = await cli.run(line, { profiles });
  const lines = stderr.trimEnd().split("\n");
  const hasNext = lines.length > 1 || /"hint":|: use |'| takes |there are /.test(stderr);
  // What looks like an id is sent: the service alone knows whether it is one.
  const isAnswered = code === 3 && /answered 404|does not exist|not in /.test(stderr);
  const writes = isAnswered ? [] : sent.filter(({ method }) => method !== "GET");
  const commands = commandsIn(stderr);
  const failing = await Promise.all(
    commands.map(async (one) => ((await isWrong(one)) ? [`does not run: ${one}`] : [])),
  );
  return [
    ...([2, 3, ...also].includes(code) ? [] : [`ends with ${code}`]),
    ...(stdout === "" ? [] : ["writes to standard output"]),
    ...(writes.length === 0 ? [] : [`sends ${writes.length}`]),
    ...(lines.length <= MOST_LINES ? [] : [`${lines.length} lines`]),
    ...(stderr.includes(wrong) || stderr.includes("nothing.txt") ? [] : [`does not name ${wrong}`]),
    ...(hasNext ? [] : ["no next step"]),
    ...(/undefined|\[object|NaN/.test(stderr.replaceAll(wrong || "\0", "")) ? ["an odd value"] : []),
    ...(lines.every((one) => one.split(/\bbut\b/).length < 3) ? [] : ["but, twice"]),
    ...(commands.includes(`docs ${line}`) && kind !== "flag for a value" ? ["repeats the mistake"] : []),
    ...failing.flat(),
  ].map((problem) => `${problem}\n${stderr}`);
}

const ALL = await allMistakes();
const CASES = sampleCases("mistakes", ALL, { nameOf: ({ line }) => line, few: 60, rooms: ["src/cli/argv/mistakes"] });

describe("mistakes", () => {
  it("are made with every command and in every way", () => {
    expect(ALL.length).toBeGreaterThan(8000);
    expect(new Set(ALL.map(({ kind }) => kind)).size).toBeGreaterThan(30);
  });

  it.each(CASES.map((one) => [one.kind, one.line, one] as const))("%s: docs %s", async (_, __, one) => {
    expect((await problemsOf(one)).join("\n")).toBe("");
  });
});
