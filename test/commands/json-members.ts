/** The members that help names of what a line answers. */
import { expect } from "vitest";
import { answerFields } from "../../src/cli/argv/field-flags.js";
import { parseArgv } from "../../src/cli/argv/program.js";
import { NOUNS } from "../../src/commands/index.js";

/** The command of a line. */
export async function commandOf(line: string) {
  const parsed = await parseArgv(line.split(" "), NOUNS);
  if (parsed.type !== "command") throw new Error(`not a command: ${line}`);
  return { noun: parsed.noun.name, command: parsed.command };
}

/** Help names every member of what the line answered. */
export async function expectNamed(line: string, stdout: string): Promise<void> {
  const { command } = await commandOf(line);
  const items = [JSON.parse(stdout)].flat() as object[];
  const given = new Set(items.flatMap((item) => Object.keys(item)));
  expect([...given].filter((name) => !answerFields(command)?.includes(name))).toEqual([]);
}
