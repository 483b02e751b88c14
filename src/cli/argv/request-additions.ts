/** Raw additions: `--query k=v`, `--field k=v` (typed), `--raw-field k=v` (string); `a.b=1`, `a[b]=1` and `a[]=x` nest. */
import { usage } from "../../errors.js";
import type { Extra } from "../../http/types.js";
import { isDeeper, isObject } from "../../shared/values.js";

// Reads JSON that a person gave in a flag or a file.

/** The same limit as for answers. */
const DEEPEST = 1000;

/**
 * @param where what messages call it
 * @throws SyntaxError for invalid JSON, Failure usage for JSON nested too deeply to be sent, or with a number that a
 * double cannot hold: another one would be sent
 */
export function parseJson(text: string, where: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
    if (token.startsWith('"') || isExact(token)) continue;
    throw usage(`${where}: the number ${token} would lose digits: send it as text, in quotes or with --raw-field`);
  }
  refuseDeep(value, where);
  return value;
}

/** @throws Failure usage for what is nested too deeply to be sent */
export function refuseDeep(value: unknown, where: string): void {
  if (isDeeper(value, DEEPEST)) throw usage(`${where} is nested deeper than ${DEEPEST} levels`);
}

const isExact = (text: string): boolean => digitsOf(text) === digitsOf(String(Number(text)));

/** A number as its digits and the power of ten of the last one, so that `1.50` and `15e-1` are equal. */
function digitsOf(text: string): string {
  const [, whole = "", part = "", power = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = `${whole}${part}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return digits === "" ? "0" : `${digits}e${Number(power) - part.length + all.length - digits.length}`;
}

/** @throws Failure usage for an entry without `=` or with an empty or forbidden name. */
export function parseAdditions(given: { query: string[]; field: string[]; rawField: string[] }): Extra {
  const query = groupRepeated(given.query.map((entry) => split(entry, "--query")));
  const body: Record<string, unknown> = {};
  for (const entry of given.field) {
    const [key, value] = split(entry, "--field");
    assign(body, key, parseTypedValue(value));
  }
  for (const entry of given.rawField) {
    const [key, value] = split(entry, "--raw-field");
    assign(body, key, value);
  }
  refuseDeep(body, "--field: the body");
  return { ...(given.query.length > 0 && { query }), ...(given.field.length + given.rawField.length > 0 && { body }) };
}

/** Parameters by name; repeated ones become lists. Any name becomes an own member, even `__proto__`. */
export function groupRepeated(entries: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const all = new Map<string, string[]>();
  for (const [name, value] of entries) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, values.length === 1 ? values.join() : values] as const),
  );
}

/** @throws Failure usage for an entry without a key. */
export function split(entry: string, flag: string): [string, string] {
  const at = entry.indexOf("=");
  if (at < 1) throw usage(`${flag} takes key=value, not ${JSON.stringify(entry)}`);
  return [entry.slice(0, at), entry.slice(at + 1)];
}

/**
 * Parses `true`, `false`, `null`, numbers, JSON arrays and objects; everything else is a string.
 * @throws Failure usage for a number that would lose digits
 */
export function parseTypedValue(text: string): unknown {
  if (/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(text)) return parseJson(text, "--field");
  if (!/^[[{]/.test(text)) return text;
  try {
    return parseJson(text, "--field: the value");
  } catch (error) {
    // Text that only looks like JSON: send it unchanged.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Rewrites `a[b][]` as `a.b[]`, and `a[][b]` as `a[].b`. */
const writeWithDots = (path: string): string => path.replace(/\[([^[\]]+)\]/g, ".$1");

type Members = Record<string, unknown>;

/**
 * Sets `a.b[]`, `a[b][]` and `a[][b]` style paths. As in gh, a member of an object in a list belongs to the last object
 * until it has that member. Refuses names that would reach a prototype, and a value that would replace an earlier one.
 */
export function assign(target: Members, path: string, value: unknown): void {
  const steps = writeWithDots(path).split(".");
  if (steps.length > DEEPEST) throw usage(`a field name has ${steps.length} levels; at most ${DEEPEST} can be sent`);
  let at = target;
  for (const [index, raw] of steps.entries()) {
    const append = raw.endsWith("[]");
    const step = append ? raw.slice(0, -2) : raw;
    if (/^$|[[\]]/.test(step) || ["__proto__", "constructor", "prototype"].includes(step)) {
      throw usage(`${JSON.stringify(path)} is not a valid field name`);
    }
    const rest = steps.slice(index + 1);
    if (rest.length > 0) at = append ? lastItem(listAt(at, step, path), rest) : child(at, step, path);
    else if (append) listAt(at, step, path).push(value);
    else if (Object.hasOwn(at, step)) throw usage(`the field ${JSON.stringify(path)} is given twice`);
    else at[step] = value;
  }
}

/** @throws Failure usage where something else than a list is there. */
function listAt(at: Members, step: string, path: string): unknown[] {
  if (!Object.hasOwn(at, step)) at[step] = [];
  const present = at[step];
  if (!Array.isArray(present))
    throw usage(`the field ${JSON.stringify(path)} would replace an earlier one: it is no list`);
  return present;
}

/** The object that `rest` of a path belongs to: the last one, or a new one where that has the member already. */
function lastItem(list: unknown[], rest: readonly string[]): Members {
  const last = list.at(-1);
  if (isObject(last) && !isTaken(last, rest)) return last;
  const made: Members = {};
  list.push(made);
  return made;
}

function isTaken(at: Members, [step = "", ...rest]: readonly string[]): boolean {
  const name = step.endsWith("[]") ? step.slice(0, -2) : step;
  if (step.endsWith("[]") || !Object.hasOwn(at, name)) return false;
  const present = at[name];
  return rest.length === 0 || !isObject(present) || isTaken(present, rest);
}

/** @throws Failure usage where something else than an object is there. */
function child(at: Members, step: string, path: string): Members {
  if (!Object.hasOwn(at, step)) at[step] = {};
  const present = at[step];
  // A JSON object: the path continues into its members.
  if (!isObject(present))
    throw usage(`the field ${JSON.stringify(path)} would replace an earlier one: it is no object`);
  return present;
}
