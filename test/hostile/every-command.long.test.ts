/** R57, R77, R90: titles that attack a reader or a CI service pass through every command of the registry. */
import { afterEach, expect, test } from "vitest";
import { NOUNS } from "../../src/commands/index.js";
import { closeAll } from "../../src/system/signals.js";
import { sampleCases } from "../helpers/sample.js";
import { CASES, damageOf } from "./every-command.js";
import { EVERY_LINE, isOwn } from "./every-line.js";

afterEach(closeAll);

test("every command has a line here", async () => {
  const names: string[] = [];
  for (const noun of NOUNS) {
    const { commands } = (await noun.load()).default;
    names.push(...commands.map(({ name }) => (noun.direct ? noun.name : `${noun.name} ${name}`)));
  }
  const starts = (name: string) => EVERY_LINE.some(({ line }) => `${line} `.startsWith(`${name} `));
  // A new command needs a line in every-line.ts; that it shows nothing of the service has to be said there, too.
  expect(names.filter((name) => !starts(name) && !isOwn(name))).toEqual([]);
  expect(names.filter((name) => starts(name) && isOwn(name))).toEqual([]);
});

const chosen = sampleCases("every command", CASES, {
  nameOf: ({ line, way }) => `docs ${line.line}, ${way}`,
  few: 12,
  rooms: ["src/cli/output", "src/shared/text"],
});

test.each(chosen)("docs $line.line, $way", async (one) => {
  expect(await damageOf(one)).toEqual({});
});
