/** Flags in the style of other tools: one dash before a word, a value for `--json`. */
import { type Failure, usage } from "../../../errors.js";
import { shellWord } from "../../../shared/shell-words.js";
import { closestWord } from "../../../shared/text/names.js";
import { type Flag, type Flags, flagName, hasNegation, longNames, takesValue } from "../../flags.js";
import { FLAG_WORDS } from "./hints.js";

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
    if (!/^-[a-z][\w-]/.test(word)) continue;
    const isOurs = word === "-help" || names.has(`-${word}`);
    const meant = isOurs ? `-${word}` : otherWord(`-${word}`, [...names]);
    if (meant) throw usage(`${word} is not a flag: long ones take two dashes`, `did you mean: ${meant}`);
  }
}

/** A word processor makes one long dash of two, and a shell passes it on as a word. @throws Failure usage */
export function refuseLongDash(argv: readonly string[], flags: Flags): void {
  if (!argv.some((word) => LONG_DASH.test(word))) return;
  const names = new Set(Object.entries(flags).flatMap(([field, flag]) => longNames(field, flag)));
  for (const at of placesOf(argv, flags)) {
    const [word = ""] = (argv[at] ?? "").split("=");
    const name = word.replace(LONG_DASH, "--");
    if (name !== word && names.has(name)) throw usage(`${word} starts with a long dash`, `did you mean: ${name}`);
  }
}

/**
 * A flag without its value takes the next flag for it: nobody means a title `--json`, or a file `--open`. What follows a `=`
 * is meant. @throws Failure usage
 */
export function refuseFlagAsValue(argv: readonly string[], flags: Flags): void {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  for (let at = 0; at + 1 < end; at++) {
    const [name = "", next = ""] = argv.slice(at, at + 2);
    if (!name.startsWith("-") || !/^-./.test(next)) continue;
    const isShort = Object.values(flags).some(({ short }) => short !== undefined && next === `-${short}`);
    const [field, flag] = (FLAG.test(next) || isShort ? flagNamed(name, flags) : undefined) ?? [];
    if (field === undefined || flag === undefined) continue;
    const way = PATHS.has(flag.value ?? "")
      ? `for a file of this name, pass ${name} ./${next}`
      : `for this text, pass --${flagName(field, flag)}=${next}`;
    throw usage(`${name} needs a value, not the flag ${next}`, way);
  }
}

/** The flag that takes a value and is written so. */
const flagNamed = (name: string, flags: Flags): [field: string, flag: Flag] | undefined =>
  Object.entries(flags).find(
    ([field, flag]) =>
      (name === `-${flag.short}` || (longNames(field, flag).includes(name) && !name.startsWith("--no-"))) &&
      takesValue(flag),
  );

const FLAG = /^--[a-z][\w-]*$/;

const PATHS: ReadonlySet<string> = new Set(["path", "folder", "file", "snapshot"]);

const LONG_DASH = /^[\u2010-\u2015\u2212]+-?(?=[a-z])/;

const NAMES = /^[\w.]+(,[\w.]+)*$/;

/** The word after `--json`, where gh takes field names. Undefined if there is none. */
export function behindJson(argv: readonly string[], flags: Flags): string | undefined {
  const place = placesOf(argv, flags).find((at) => argv[at] === "--json");
  const word = place === undefined ? undefined : argv[place + 1];
  return word !== undefined && NAMES.test(word) ? word : undefined;
}

/** `--fields subject author`: the list with the word, if a list and its value are before it. */
export function listWith(word: string, argv: readonly string[], flags: Flags): string | undefined {
  const at = argv.indexOf(word);
  const [name = "", value = ""] = argv.slice(Math.max(at - 2, 0), at);
  const [, flag] = flagNamed(name, flags) ?? [];
  return flag?.kind === "list" && !flag.whole ? `${name} ${shellWord(`${value},${word}`)}` : undefined;
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
  return usage(`${name} takes no value`, isOff ? `omit ${name}` : `pass ${name}`);
}

/** `--active no`: the word would be taken for a target. @throws Failure usage */
export function refuseSwitchValue(argv: readonly string[], flags: Flags): void {
  for (const at of placesOf(argv, flags)) {
    const [name = "", word = ""] = argv.slice(at, at + 2);
    const failure = /^(true|false|yes|no|on|off)$/i.test(word) ? valueOfSwitch(`${name}=${word}`, flags) : undefined;
    if (failure) throw failure;
  }
}

/** The one of these flags that does what a flag of other tools does. */
function otherWord(name: string, names: readonly string[]): string | undefined {
  const others = Object.hasOwn(FLAG_WORDS, name) ? (FLAG_WORDS[name]?.split(", ") ?? []) : [];
  return others.find((one) => names.includes(one.split(" ")[0] ?? ""));
}

/** The flag that was probably meant if commander knows of none: help is not one of its options. */
export function nearestFlag(name: string, flags: Flags): string | undefined {
  const names = Object.entries(flags).flatMap(([field, flag]) => longNames(field, flag));
  const [, positive = ""] = NEGATED.exec(name) ?? [];
  // The flag without the prefix says the opposite.
  if (names.includes(`--${positive}`)) return names.find((one) => one === `--no-${positive}`);
  const asserted = name.replace(/^--no-/, "--");
  if (names.includes(asserted)) return asserted;
  // A word that other tools have for something is not a misspelled word of ours.
  if (Object.hasOwn(FLAG_WORDS, name) || !name.startsWith("--")) return otherWord(name, names);
  // Two letters begin too many flags to be an abbreviation of one.
  const isShort = name.length < SHORTEST_ABBREVIATION;
  const like = closestWord(
    // The dashes make no flag more alike.
    name.slice(2),
    ["--help", ...names]
      .filter((one) => !isShort || !one.startsWith(name) || one.length === name.length + 1)
      .map((one) => one.slice(2)),
  );
  return like && `--${like}`;
}

/** No more flags than this are named. */
const MOST_NAMED = 10;

/** The own flags of a command that does not have one, and where the rest is. */
export function takesInstead(own: Flags, help: string): string {
  const names = Object.entries(own)
    .filter(([, flag]) => !flag.hidden)
    .map(([field, flag]) => `--${flagName(field, flag)}`);
  // Without a command only help and the version are read.
  if (names.length === 0 || names.includes("--help")) return `see: ${help}`;
  return `its own flags: ${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", ..." : ""}; see: ${help}`;
}

/** The next step for a flag that has no value yet. */
export function valueFor(name: string, flags: Flags): string | undefined {
  const [field, flag] = flagNamed(name, flags) ?? [];
  if (field === undefined || flag === undefined) return undefined;
  const values = [...(flag.values ?? flag.known ?? [])];
  if (values.length > 0 && values.length <= MOST_NAMED)
    return `pass ${name} with ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return `pass ${name} ${(flag.value ?? flagName(field, flag)).toUpperCase()}`;
}

const SHORTEST_ABBREVIATION = "--abc".length;

/** How people turn a word into its opposite. */
const NEGATED = /^--(?:disable-?|without-?|skip-?|hide-?|non-?|not-?|in|un|dis)([\w-]+)$/;
