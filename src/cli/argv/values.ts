/** Turns words of the command line into the values that a flag expects. */
import { usage } from "../../errors.js";
import { maskUrl } from "../../shared/secret-places.js";
import { shellWord } from "../../shared/shell-words.js";
import { closestWord } from "../../shared/text/names.js";
import { type Flag, type Flags, flagName } from "../flags.js";
import { idsInUrl, isAddress, pathInUrl } from "../targets/target-shape.js";

/**
 * The value of one flag from what the parser found: `undefined` absent, `false` for `--no-x`, else one or several texts.
 * The contract's limits are checked here, so a mistake costs no request.
 * @throws Failure usage
 */
export function flagValue(field: string, flag: Flag, given: unknown): unknown {
  if (given === undefined) return undefined;
  const name = `--${flagName(field, flag)}`;
  if (flag.kind === "boolean" || flag.kind === "switch") return given === true || given === "true";
  if (given === false) return null;
  refuseEmpty(name, flag, given);
  // Lists are collected as texts.
  if (flag.kind === "list") return list(given as string[], flag).map((item) => parseValue(name, field, flag, item));
  const text = String(given);
  if (flag.kind === "number") return wholeNumber(name, flag, text);
  return parseValue(name, field, flag, text);
}

/** An empty text clears a field; anywhere else it comes from a variable that is not set. @throws Failure usage */
function refuseEmpty(name: string, flag: Flag, given: unknown): void {
  const isField = flag.into === "body" && flag.id === undefined && valuesOf(flag).length === 0;
  if (isField || flag.required || flag.mayBeEmpty || ![given].flat().every((text) => /^[\s,]*$/.test(`${text}`)))
    return;
  const value = flag.value ?? name.slice("--".length);
  throw usage(`${name} needs a value`, `pass ${name} ${value.toUpperCase()}, or omit it`);
}

const list = (given: string[], flag: Flag): string[] =>
  flag.whole
    ? given
    : given
        .flatMap((part) => part.split(","))
        .map((part) => part.trim())
        .filter(Boolean);

function wholeNumber(name: string, flag: Flag, text: string): number {
  const value = Number(text);
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = flag;
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw usage(
      `${name} takes a whole number from ${min}${flag.max === undefined ? "" : ` to ${max}`}, not ${JSON.stringify(text)}`,
    );
  }
  return value;
}

function parseValue(name: string, field: string, flag: Flag, text: string): string | null {
  if (flag.nullable && flag.values?.includes("read") && text === "guest") return null;
  refuseSeveral(name, flag, text);
  if (flag.values && !flag.values.includes(text)) {
    const like = closestWord(text, flag.values) ?? flag.values.find((value) => isShortFor(text, value));
    const file = name === "--output" && /\.\w+$/.test(text) ? shellWord(text) : undefined;
    const hint = file && `to write a file: > ${file}, or -O ${file} where a command has it`;
    throw usage(
      `${name} takes ${oneOf(flag)}, not ${JSON.stringify(text)}`,
      like === undefined ? hint : `did you mean: ${name} ${like}`,
    );
  }
  refuseMisspelled(name, field, flag, text);
  if (flag.id !== undefined && isAddress(text)) return idInAddress(name, [flag.id].flat(), text);
  if (flag.kind === "string") checkText(name, flag, text);
  return flag.parse ? flag.parse(text, name) : text;
}

/** `draft,open`: the values of other flags are lists. @throws Failure usage */
function refuseSeveral(name: string, flag: Flag, text: string): void {
  const known = valuesOf(flag);
  const values = text.split(",").map((value) => value.trim());
  if (values.length < 2 || known.includes(text) || !values.every((value) => known.includes(value))) return;
  const way = known.includes("all") ? `one of them, or ${name} all` : `one of them: ${name} ${values[0]}`;
  throw usage(`${name} takes one value, not ${JSON.stringify(text)}`, `pass ${way}`);
}

/** `md` for `markdown`: some of the letters, in their order, with the first one. */
function isShortFor(text: string, value: string): boolean {
  if (text.length < 2 || text[0] !== value[0]) return false;
  let at = 0;
  for (const letter of value) if (letter === text[at]) at += 1;
  return at === text.length;
}

function idInAddress(name: string, params: readonly string[], address: string): string {
  const ids = idsInUrl(address);
  // The app's address of a page names it by its path.
  const path = params.includes("pageId") ? pathInUrl(address) : undefined;
  const found = params.map((param) => ids?.[param]).find((id) => id !== undefined) ?? path;
  if (found === undefined) throw usage(`${name}: no id in this URL: ${maskUrl(address)}`);
  return found;
}

/** Shorter values are abbreviations, such as those of languages, which are all one letter apart. */
const SHORTEST_MISSPELLED = 4;

/** An unknown value may be new to us, but one that is a typo away from a known value was not intended. */
function refuseMisspelled(name: string, field: string, flag: Flag, text: string): void {
  if (!flag.known || flag.known.includes(text)) return;
  const known = flag.known.filter((value) => value.length >= SHORTEST_MISSPELLED);
  // A language with a region is no longer form of the language.
  const short = flag.anyValue ? undefined : known.find((value) => !value.includes("-") && isShortFor(text, value));
  const like = closestWord(text, known) ?? short;
  if (like === undefined) return;
  const addition = flag.into === "query" ? "--query" : "--raw-field";
  throw usage(
    `${name} ${JSON.stringify(text)} is not a known value`,
    `did you mean: ${name} ${like}; to send it anyway: ${addition} ${shellWord(`${field}=${text}`)}`,
  );
}

/** The values that can be given, as far as known; includes guest if null means that. */
export function valuesOf(flag: Flag): string[] {
  const values = [...(flag.values ?? flag.known ?? [])];
  if (flag.nullable && values.includes("read")) values.push("guest");
  return values;
}

/** "admin, create or read" */
export function oneOf(flag: Flag): string {
  const values = valuesOf(flag);
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/** Checks the contract's limits for a text. @throws Failure usage */
export function checkText(name: string, flag: Flag, text: string): void {
  const length = text.length;
  if (flag.min !== undefined && length < flag.min) {
    throw usage(`${name} takes at least ${flag.min} character${flag.min === 1 ? "" : "s"}, got ${length}`);
  }
  if (flag.max !== undefined && length > flag.max) {
    throw usage(`${name} takes at most ${flag.max} characters, got ${length}`);
  }
  if (flag.pattern && !flag.pattern.test(text)) {
    throw usage(`${name} has a format that the service does not accept: ${JSON.stringify(text)}`, flag.describe);
  }
}

/** Values of a record of flags, without absent ones. `raw` is keyed by field name. */
export function flagValues(flags: Flags, raw: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, flag] of Object.entries(flags)) {
    const value = flagValue(field, flag, raw[field]);
    if (value !== undefined) values[field] = value;
  }
  return values;
}
