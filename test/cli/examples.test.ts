/** Help teaches by example: each command has three, and each is a command line that the program takes. */

import { describe, expect, it } from "vitest";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { parseArgv } from "../../src/cli/argv/program.js";
import { flagValues } from "../../src/cli/argv/values.js";
import { NOUNS } from "../../src/commands/index.js";
import { wordsOf } from "../helpers/words.js";

const commands = await Promise.all(
  NOUNS.map(async (noun) => {
    const { default: module } = await noun.load();
    return module.commands.map((command) => ({ name: `${noun.name} ${command.name}`, noun, command }));
  }),
).then((all) => all.flat());

/** Command lines of `docs` in an example: parts of a pipeline, without redirections. */
function docsLines(example: string): string[][] {
  const inner = example.replace(/^.*\$\((docs [^)]*)\).*$/, "$1");
  const lines: string[][] = [[]];
  for (const word of wordsOf(inner)) {
    if (word === "|") lines.push([]);
    else lines.at(-1)?.push(word);
  }
  return lines
    .filter(([program]) => program === "docs")
    .map(([, ...words]) => {
      const end = words.findIndex((word) => word === "<" || word === ">");
      return end < 0 ? words : words.slice(0, end);
    });
}

describe("examples", () => {
  it("are found in all commands", () => {
    expect(commands.length).toBeGreaterThan(120);
  });

  it.each(commands)("docs $name has three that differ", ({ command }) => {
    expect(new Set(command.examples).size).toBeGreaterThanOrEqual(3);
  });

  it.each(commands)("those of docs $name are understood", async ({ noun, command }) => {
    const homes: string[] = [];
    for (const example of command.examples) {
      const lines = docsLines(example);
      expect(lines, example).not.toEqual([]);
      for (const words of lines) {
        const parsed = await parseArgv(words, NOUNS);
        expect(parsed.type, example).toBe("command");
        if (parsed.type !== "command") continue;
        homes.push(`${parsed.noun.name} ${parsed.command.name}`);
        // Values have to be among the allowed ones, too.
        flagValues(parsed.command.flags ?? {}, parsed.own);
        readGlobals(parsed.globals);
      }
    }
    expect(homes.filter((home) => home === `${noun.name} ${command.name}`).length).toBeGreaterThanOrEqual(3);
  });
});
