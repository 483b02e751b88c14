/** Command lines as the program reads them, up to where a command would run. */

import { readGlobals } from "../../src/cli/argv/globals.js";
import { commandPath, type ParsedLine, parseArgv } from "../../src/cli/argv/program.js";
import type { Ask } from "../../src/cli/ask/ask.js";
import type { Kind } from "../../src/cli/kinds.js";
import { type Inputs, resolveInputs } from "../../src/cli/targets/command-inputs.js";
import { NOUNS } from "../../src/commands/index.js";
import { wordsOf } from "../helpers/words.js";

export interface Around {
  /** Defaults of environment or profile; o1, s1 and t1 unless given. */
  defaults?: { org?: string; space?: string; site?: string };
  stdin?: string;
  /** Answers to questions; without any nobody can be asked. */
  answers?: string[];
}

export interface Resolved extends Inputs {
  notes: string[];
  asked: string[];
}

export const parse = (line: string): Promise<ParsedLine> => parseArgv(wordsOf(line), NOUNS);

/** What a command line becomes. */
export async function inputs(line: string, around: Around = {}): Promise<Resolved> {
  const parsed = await parse(line);
  if (parsed.type !== "command") throw new Error(`${line} is no command`);
  const globals = readGlobals(parsed.globals);
  const defaults = around.defaults ?? { org: "o1", space: "s1", site: "t1" };
  const told = { notes: [] as string[], asked: [] as string[] };
  const answers = around.answers && [...around.answers];
  const resolved = await resolveInputs({
    command: parsed.command,
    path: commandPath(parsed.noun, parsed.command),
    words: parsed.words,
    own: parsed.own,
    hasAdditions: parsed.globals.field !== undefined || parsed.globals.rawField !== undefined,
    source: { given: (name) => globals.place[name] ?? defaults[name], changeRequest: globals.place.cr },
    ask: fakeAsk(answers, told.asked),
    files: { read: async (path) => (path === "-" ? (around.stdin ?? "") : `text of ${path}`) },
    note: (message) => void told.notes.push(message),
    ...(answers && {
      pickTarget: async (kind: Kind) => {
        told.asked.push(`Which ${kind.name}?`);
        return answers.shift() ?? "";
      },
    }),
  });
  return { ...resolved, ...told };
}

/** Answers in order; a question without an answer fails the test. */
export function fakeAsk(answers: unknown[] | undefined, asked: string[] = []): Ask {
  const next = async (message: string): Promise<never> => {
    asked.push(message);
    if (!answers || answers.length === 0) throw new Error(`nobody answers ${message}`);
    // Each test gives the type that its question asks for.
    return answers.shift() as never;
  };
  return {
    available: answers !== undefined,
    text: next,
    secret: next,
    confirm: next,
    pick: next,
    key: () => next("a key"),
    editor: next,
  };
}
