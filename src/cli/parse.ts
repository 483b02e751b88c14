/** Any command line, read by commander. */
import { Command as Commander, CommanderError } from "commander";
import { Failure } from "../errors.js";
import { type Flags, flagName, longNames } from "./flags.js";
import { addOptions, everyFlag, type Typed, typedIn } from "./options.js";
import type { Read } from "./plain.js";

/**
 * Words and flags of `argv`; of two flags of one name the command's own is meant.
 * @throws Failure usage with a suggestion, or the command `help` that tells more
 */
export function parseWords(own: Flags, shared: Flags, argv: readonly string[], help: string): Read {
  const taken = new Set(Object.entries(own).flatMap(([field, flag]) => longNames(field, flag)));
  const others = Object.fromEntries(
    Object.entries(shared).filter(([field, flag]) => !taken.has(`--${flagName(field, flag)}`)),
  );
  try {
    return parse(own, others, argv, { help, isTyped: typedIn(argv) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Only among all flags can the one be found that was meant.
    return parse(own, others, argv, { help, isTyped: everyFlag });
  }
}

function parse(
  own: Flags,
  others: Flags,
  argv: readonly string[],
  { help, isTyped }: { help: string; isTyped: Typed },
): Read {
  const parser = new Commander("docs")
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .argument("[words...]")
    .action(() => {});
  const readOwn = addOptions(parser, own, isTyped);
  const readOthers = addOptions(parser, others, isTyped);
  try {
    parser.parse([...argv], { from: "user" });
  } catch (error) {
    throw asFailure(error, help);
  }
  const parsed = parser.opts();
  return { words: parser.args, own: readOwn(parsed), shared: readOthers(parsed) };
}

function asFailure(error: unknown, help: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  const [first = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const like = suggestion?.replace(/^\(Did you mean (one of )?(.*)\?\)$/i, "did you mean: $2");
  // What follows the = of a misspelt flag may be a secret.
  const message = first
    .replace(/^unknown option '([^=']*)(=.*)?'$/s, "unknown flag $1")
    .replace(/^option '(.*?)' argument missing$/s, "$1 needs a value")
    .replaceAll("'", '"');
  return new Failure("usage", message, { hint: like ?? `see: ${help}`, cause: error });
}
