/** Flags in the style of other tools: one dash before a word, a value for `--json`. */
import { type Failure, usage } from "../../../errors.js";
import { closestWord } from "../../../shared/text/closest-word.js";
import { type Flags, flagName, hasNegation, longNames, takesValue } from "../../flags.js";

/** All spellings of a command's flags that take a separate value. */
const valuedNames = (flags: Flags): Set<string> =>
  new Set(
    Object.entries(flags)
      .filter(([, flag]) => takesValue(flag))
      .flatMap(([field, flag]) => [
        `--${flagName(field, flag)}`,
        ...(flag.file ? [`--${flagName(field, flag)}-file`] : []),
        ...(flag.short ? [`-${flag.short}`] : []),
      ]),
  );

/** Indexes in `argv` of flags and words, but not values of flags; up to `--`. */
function placesOf(argv: readonly string[], flags: Flags): number[] {
  const valued = valuedNames(flags);
  const places: number[] = [];
  for (let at = 0; at < argv.length && argv[at] !== "--"; at++) {
    places.push(at);
    if (valued.has(argv[at] ?? "")) at++;
  }
  return places;
}

/** `-json` would be read as `-j -s -o -n`. @throws Failure usage */
export function refuseOneDash(argv: readonly string[], flags: Flags): void {
  if (!argv.some((word) => /^-[a-z][\w-]/.test(word))) return;
  const names = new Set(Object.entries(flags).flatMap(([field, flag]) => longNames(field, flag)));
  for (const at of placesOf(argv, flags)) {
    const [word = ""] = (argv[at] ?? "").split("=");
    if (/^-[a-z][\w-]/.test(word) && names.has(`-${word}`)) {
      throw usage(`${word} is not a flag: long ones take two dashes`, `did you mean: -${word}`);
    }
  }
}

const NAMES = /^[\w.]+(,[\w.]+)*$/;

/** The word after `--json`, where gh takes field names. Undefined if there is none. */
export function behindJson(argv: readonly string[], flags: Flags): string | undefined {
  const place = placesOf(argv, flags).find((at) => argv[at] === "--json");
  const word = place === undefined ? undefined : argv[place + 1];
  return word !== undefined && NAMES.test(word) ? word : undefined;
}

/** `--json` followed by field names: says what we call it. */
export const jsonFields = (fields: string): Failure =>
  usage(
    "--json takes no value",
    NAMES.test(fields) ? `did you mean: --json --fields ${fields}` : "see: docs help formatting",
  );

/** `--active=false`: says how a flag without a value is turned off. Undefined if the flag is none of those. */
export function valueOfSwitch(option: string, flags: Flags): Failure | undefined {
  const [, name = "", value = ""] = /^(--[\w-]+)=(.*)$/s.exec(option) ?? [];
  const found = Object.entries(flags).find(([field, flag]) => longNames(field, flag).includes(name));
  if (!found || takesValue(found[1])) return undefined;
  const isOff = /^(false|no|off|0)$/i.test(value);
  if (isOff && hasNegation(found[1]) && !name.startsWith("--no-")) {
    return usage(`${name} takes no value`, `pass --no-${name.slice(2)}`);
  }
  return usage(`${name} takes no value`, isOff ? `omit it` : `pass ${name}`);
}

/** The flag that was probably meant if commander knows of none: help is not one of its options. */
export function nearestFlag(name: string, flags: Flags): string | undefined {
  const names = Object.entries(flags).flatMap(([field, flag]) => longNames(field, flag));
  const [, positive = ""] = NEGATED.exec(name) ?? [];
  // The flag without the prefix says the opposite.
  if (names.includes(`--${positive}`)) return names.find((one) => one === `--no-${positive}`);
  if (!name.startsWith("--")) return undefined;
  // Two letters begin too many flags to be an abbreviation of one.
  const isShort = name.length < SHORTEST_ABBREVIATION;
  return closestWord(
    name,
    ["--help", ...names].filter((one) => !isShort || !one.startsWith(name) || one.length === name.length + 1),
  );
}

const SHORTEST_ABBREVIATION = "--abc".length;

/** How people turn a word into its opposite. */
const NEGATED = /^--(?:disable-?|without-?|skip-?|hide-?|non-?|not-?|in|un|dis)([\w-]+)$/;
