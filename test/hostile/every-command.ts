/** Runs a line on poisoned answers, and looks at what was shown. */
import { closeAll } from "../../src/system/signals.js";
import { type RunOptions, testCli } from "../helpers/run.js";
import { EVERY_LINE, FILES, type Line } from "./every-line.js";
import { type Damage, damageIn, poisoned } from "./poison.js";

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}', ...FILES };

export const WAYS = {
  "in a pipe": { tty: false },
  "at a terminal": { tty: true, width: 100, color: true, env: { DOCS_PAGER: "" } },
  "at a narrow terminal": { tty: true, width: 40, env: { NO_COLOR: "1", DOCS_PAGER: "" } },
} satisfies Record<string, RunOptions>;

export type Way = keyof typeof WAYS;

export interface HostileCase {
  way: Way;
  line: Line;
}

// The keys of WAYS are all there are.
export const CASES: readonly HostileCase[] = (Object.keys(WAYS) as Way[]).flatMap((way) =>
  EVERY_LINE.map((line) => ({ way, line })),
);

/** What is wrong with what a line showed on each stream: nothing, in a good program. */
export async function damageOf({ way, line: { line, before = [], codes = [0], rightly = [], on } }: HostileCase) {
  const cli = await testCli();
  try {
    const at = (text: string) => text.replaceAll("{dir}", cli.folder);
    const options = { files, rewrite: poisoned, ...on, ...WAYS[way] };
    for (const one of before) {
      await cli.run(at(one), options);
      await closeAll();
    }
    const { stdout, stderr, code, questions } = await cli.run(at(line), options);
    const wrong: Record<string, unknown> = codes.includes(code) ? {} : { code, said: stderr };
    return {
      ...wrong,
      ...named("stdout", damageIn(stdout, rightly)),
      ...named("stderr", damageIn([stderr, ...questions].join("\n"))),
    };
  } finally {
    cli.close();
  }
}

const named = (stream: string, damage: Partial<Record<Damage, string>>) =>
  Object.keys(damage).length === 0 ? {} : { [stream]: damage };
