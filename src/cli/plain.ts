/** The plain forms of a command line, read without a parser: most are nothing else. */
import { type Flag, type Flags, flagName, longNames, takesValue } from "./flags.js";

export interface Read {
  words: string[];
  /** Values of the command's own flags, by field name, as they were typed. */
  own: Record<string, unknown>;
  /** Those of the shared ones. */
  shared: Record<string, unknown>;
}

/**
 * Words, `--flag` and `--flag value`, `-f` and `-f value`. Undefined for any other form, and for any flag that is not
 * known: the parser reads those, and tells what is wrong.
 */
export function readPlain(own: Flags, shared: Flags, argv: readonly string[]): Read | undefined {
  const read: Read = { words: [], own: {}, shared: {} };
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? "";
    if (token === "-" || !token.startsWith("-")) {
      read.words.push(token);
      continue;
    }
    const mine = find(own, token);
    const [field, flag] = mine ?? find(shared, token) ?? [];
    if (field === undefined || flag === undefined || (!mine && isTaken(own, field, flag))) return undefined;
    const values = mine ? read.own : read.shared;
    if (!takesValue(flag)) {
      values[field] = true;
      continue;
    }
    at += 1;
    const value = argv[at];
    if (value === undefined || (value.startsWith("-") && value !== "-")) return undefined;
    // What is there was put there by the line itself.
    values[field] = flag.kind === "list" ? [...((values[field] as string[] | undefined) ?? []), value] : value;
  }
  return read;
}

function find(flags: Flags, token: string): [field: string, flag: Flag] | undefined {
  return Object.entries(flags).find(([field, flag]) =>
    token.length === 2 ? token === `-${flag.short}` : token === `--${flagName(field, flag)}`,
  );
}

/** A flag of the command's own goes by one of the names of this one. */
const isTaken = (own: Flags, field: string, flag: Flag): boolean =>
  Object.entries(own).some(([ownField, one]) => longNames(ownField, one).includes(`--${flagName(field, flag)}`));
