/** Asks on a terminal for values that a command needs and that were not typed. */
import { Failure, usage } from "../../errors.js";
import { checkParam } from "../../shared/ids.js";
import { foldText } from "../../shared/text/names.js";
import { checkText, flagValue, valuesOf } from "../argv/values.js";
import { type AnyCommand, flagsOf } from "../command.js";
import { type Flag, flagName } from "../flags.js";
import { type Kind, kindsOf } from "../kinds.js";
import type { Ask, Choice } from "./types.js";

export interface AskMissingOptions {
  command: AnyCommand;
  /** `docs cr merge`, for messages. */
  path: string;
  /** --field or --raw-field set members of the body: ask for nothing else. */
  hasAdditions: boolean;
  ask: Ask;
  /** Picks a target of a kind on a terminal; undefined if nobody can be asked. */
  pickTarget?: (kind: Kind, question?: string) => Promise<string>;
  /** The text that an editor opens with; undefined if there is none. */
  present?: (args: Record<string, unknown>) => Promise<string | undefined>;
}

/** True to offer fields if none was given. */
export const canOffer = ({ command, ask }: AskMissingOptions): boolean =>
  ask.available && command.offeredFields !== undefined;

/**
 * Adds to `values`. Runs last: nobody should write a text only to learn that its target is unknown.
 * @throws Failure usage if nobody can be asked, canceled
 */
export async function askMissing(
  values: Record<string, unknown>,
  args: Record<string, unknown>,
  setup: AskMissingOptions,
): Promise<void> {
  if (setup.hasAdditions) return;
  const flags = flagsOf(setup.command);
  if (canOffer(setup) && Object.keys(values).length === 0) await offer(values, args, setup);
  for (const [field, flag] of Object.entries(flags)) {
    if (flag.required && values[field] === undefined) values[field] = await askFor(field, flag, args, setup);
  }
}

/** Asks for the name of a thing that does not exist yet. */
export const askNew = ({ name, called = "id", normalize }: Kind, ask: Ask): Promise<string> =>
  ask.text(`${called.charAt(0).toUpperCase()}${called.slice(1)} of the new ${name}`, {
    validate: (text) =>
      text === "" ? `Enter a ${called}.` : verdictOf(() => checkParam(called, normalize?.(text) ?? text)),
  });

async function offer(
  values: Record<string, unknown>,
  args: Record<string, unknown>,
  setup: AskMissingOptions,
): Promise<void> {
  const flags = flagsOf(setup.command);
  const offered = (setup.command.offeredFields ?? []).flatMap((field) =>
    flags[field] ? [{ field, flag: flags[field] }] : [],
  );
  const [first, ...others] = offered.map(({ field, flag }) => ({ name: questionOf(flag), value: { field, flag } }));
  if (!first) return;
  const { field, flag } = others.length > 0 ? await pickOne("What to do?", [first, ...others], setup) : first.value;
  if (setup.command.needsField) {
    values[field] = await askFor(field, flag, args, setup);
    return;
  }
  const fits = limits(field, flag);
  const text = await setup.ask.text(`${questionOf(flag)} (optional)`, {
    validate: (typed) => typed === "" || fits(typed),
  });
  if (text !== "") values[field] = text;
}

const pickOne = <T>(question: string, all: readonly Choice<T>[], { ask }: AskMissingOptions): Promise<T> =>
  ask.pick(question, async (term) => all.filter(({ name }) => foldText(name).includes(foldText(term))));

/** A flag's description as a question: what follows a semicolon only concerns the command line. */
function questionOf({ describe }: Flag): string {
  const [words = ""] = describe.split(";");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function askFor(
  field: string,
  flag: Flag,
  args: Record<string, unknown>,
  setup: AskMissingOptions,
): Promise<unknown> {
  const name = flagName(field, flag);
  // A text that may be given without its flag is an argument.
  const word = setup.command.textField === field ? `<${name}>` : `--${name}`;
  if (!setup.ask.available)
    throw usage(`${word} is required: ${flag.describe.split(";")[0]}`, `see: ${setup.path} --help`);
  if (flag.editor) return askInEditor(flag, args, setup);
  const kinds = flag.id === undefined ? [] : kindsOf(flag.id);
  const [only, ...others] = kinds.map((kind) => ({ name: kind.name, value: kind }));
  if (only && setup.pickTarget) {
    const kind =
      others.length > 0 ? await pickOne(`${questionOf(flag)}: which kind?`, [only, ...others], setup) : only.value;
    return setup.pickTarget(kind, questionOf(flag));
  }
  const values = valuesOf(flag);
  if (values.length > 0) {
    const chosen = await pickOne(
      questionOf(flag),
      values.map((value) => ({ name: value, value })),
      setup,
    );
    return flagValue(field, flag, chosen);
  }
  const fits = limits(field, flag);
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  const validate = (text: string): true | string =>
    text === "" ? `Enter ${article} ${name.replaceAll("-", " ")}.` : fits(text);
  return flagValue(field, flag, await setup.ask.text(questionOf(flag), { validate }));
}

/** Text from the editor, which opens with the current text. */
async function askInEditor(
  flag: Flag,
  args: Record<string, unknown>,
  { ask, present }: AskMissingOptions,
): Promise<string> {
  const before = await present?.(args);
  const text = await ask.editor(questionOf(flag), before);
  // Saving nothing, or nothing new, is how people back out of an editor.
  if (text.trim() === "") throw new Failure("canceled", "canceled: the text is empty; nothing was sent");
  if (before !== undefined && text.trimEnd() === before.trimEnd()) {
    throw new Failure("canceled", "canceled: the text is unchanged; nothing was sent");
  }
  return text;
}

const limits =
  (field: string, flag: Flag) =>
  (text: string): true | string =>
    verdictOf(() => checkText(`--${flagName(field, flag)}`, flag, text));

/** Returns the message of the check that failed; true if none did. */
function verdictOf(check: () => unknown): true | string {
  try {
    check();
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
