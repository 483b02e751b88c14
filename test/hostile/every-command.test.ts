/** R57, R77, R90: a few of the cases of every-command.long.test.ts, and that no command is without one. */
import { afterEach, expect, test } from "vitest";
import { closeAll } from "../../src/app/shutdown.js";
import { NOUNS } from "../../src/commands/index.js";
import { sampled } from "../helpers/random.js";
import { CASES, damageOf } from "./every-command.js";
import { EVERY_LINE, isOwn } from "./every-line.js";

/** Another sample: DOCS_SEED=<number>. */
const { DOCS_SEED: seed = "7" } = process.env;

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

test.each(sampled(CASES, 12, Number(seed)))(`docs $line.line, $way (seed ${seed})`, async (one) => {
  expect(await damageOf(one)).toEqual({});
});
