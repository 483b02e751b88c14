/** Raw additions: `--query k=v`, `--field k=v` (typed), `--raw-field k=v` (string); `a.b=1`, `a[b]=1` and `a[]=x` nest. */
import { usage } from "../../errors.js";
import type { Extra } from "../../http/types.js";
import { DEEPEST, parseJson, refuseDeep } from "./json-text.js";

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

/** Parses `true`, `false`, `null`, numbers, JSON arrays and objects; everything else is a string. */
export function parseTypedValue(text: string): unknown {
  if (/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(text)) return JSON.parse(text);
  if (!/^[[{]/.test(text)) return text;
  try {
    return parseJson(text, "--field: the value");
  } catch (error) {
    // Text that only looks like JSON: send it unchanged.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Rewrites `a[b][]` as `a.b[]`. */
const writeWithDots = (path: string): string => path.replace(/\[([^[\]]+)\]/g, ".$1");

/** Sets `a.b[]` and `a[b][]` style paths. Refuses names that would reach a prototype. */
export function assign(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = writeWithDots(path).split(".");
  if (steps.length > DEEPEST) throw usage(`a field name has ${steps.length} levels; at most ${DEEPEST} can be sent`);
  let at: Record<string, unknown> = target;
  for (const [index, raw] of steps.entries()) {
    const append = raw.endsWith("[]");
    const step = append ? raw.slice(0, -2) : raw;
    if (/^$|[[\]]/.test(step) || ["__proto__", "constructor", "prototype"].includes(step)) {
      throw usage(`${JSON.stringify(path)} is not a valid field name`);
    }
    if (index < steps.length - 1) at = child(at, step);
    else if (append) at[step] = [...listAt(at, step), value];
    else at[step] = value;
  }
}

function listAt(at: Record<string, unknown>, step: string): unknown[] {
  const present = at[step];
  return Array.isArray(present) ? present : [];
}

function child(at: Record<string, unknown>, step: string): Record<string, unknown> {
  const next = at[step];
  // A JSON object: the path continues into its members.
  if (typeof next === "object" && next !== null && !Array.isArray(next)) return next as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  at[step] = made;
  return made;
}
