/** Stands in for the prompts library: answers come from a list, questions are written down. */
import { vi } from "vitest";
import { orCanceled } from "../../src/cli/ask/ask.js";

/** An answer that stands for Ctrl-C at the question. */
export const CANCEL = Symbol("cancel");

let answers: unknown[] = [];
let questions: string[] = [];

/** The answers of the next run; its questions are added to `asked`. */
export function answerWith(given: readonly unknown[], asked: string[]): void {
  answers = [...given];
  questions = asked;
  // The library is imported when a question is asked, so this comes in time. Each test file forgets the mocks of others.
  vi.doMock("@inquirer/prompts", () => ({ input, search, password: plain, confirm: plain }));
  vi.doMock("../../src/cli/ask/plain-ask.js", async (original) => ({ ...(await original<object>()), askInEditor }));
  vi.doMock("../../src/cli/ask/keys.js", () => ({ readKey }));
}

interface Question {
  message: string;
  validate?: (text: string) => true | string;
  source?: (term: string, options: { signal: AbortSignal }) => Promise<{ name: string; value: unknown }[]>;
}

function next({ message }: Question): unknown {
  // In one line: where it breaks depends on the width, which test/process/terminal.long.test.ts looks at.
  questions.push(message.replaceAll("\n  ", " "));
  if (answers.length === 0) throw new Error(`no answer for: ${message}`);
  const answer = answers.shift();
  if (answer === CANCEL) throw Object.assign(new Error("canceled"), { name: "ExitPromptError" });
  return answer;
}

/** Like the real one: refused texts are told and asked for again. */
async function input(question: Question): Promise<unknown> {
  for (;;) {
    const answer = next(question);
    const verdict = question.validate?.(String(answer)) ?? true;
    if (verdict === true) return answer;
    questions.push(verdict);
  }
}

async function search(question: Question): Promise<unknown> {
  const term = String(next(question));
  const [found] = (await question.source?.(term, { signal: new AbortController().signal })) ?? [];
  if (!found) throw new Error(`nothing to choose for ${JSON.stringify(term)}`);
  questions.push(`> ${found.name}`);
  return found.value;
}

/** What the editor opens with is written down too. */
async function askInEditor(_: unknown, { message, initial }: { message: string; initial?: string }): Promise<unknown> {
  const text = await orCanceled(plain({ message }));
  if (initial !== undefined) questions.push(`< ${initial}`);
  return text;
}

/** The question is the keys that there are. */
async function readKey(keys: readonly { key: string }[]): Promise<unknown> {
  return orCanceled(plain({ message: keys.map(({ key }) => key).join("") }));
}

const plain = async (question: Question): Promise<unknown> => next(question);
