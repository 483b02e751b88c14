import { Scalar, stringify } from "yaml";
import { escapeJson, isHostile } from "../../../shared/text/sanitize.js";
import { isObject } from "../../../shared/values.js";
import type { Renderer } from "../types.js";

/** A quoted text is one line, however long: its line ends are escapes. */
const OPTIONS = {
  // Also quotes texts that only YAML 1.1 reads as another type, such as the language code `no`.
  compat: "yaml-1.1",
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/** Letters that no terminal acts on. */
const LETTERS =
  "A-Za-z\\u00c0-\\u024f\\u0391-\\u03a1\\u03a3-\\u03ff\\u0400-\\u0481\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3";
/**
 * Texts that need no look of the library, which takes fifty times as long: words, sentences, ids and addresses. In quotes
 * if they have what would begin a value or a comment.
 */
const SIMPLE = new RegExp(`^[${LETTERS}](?:[${LETTERS}0-9 _./+(),;'!?&=%@*:#-]*[${LETTERS}0-9_./+(),;'!?&=%@*:#-])?$`);
const VALUE_OR_COMMENT = /: | #|:$/;
/**
 * One that starts with a digit is no number in any base if its first letter is neither an exponent nor names a base, or if
 * it has another letter than these have.
 */
const PLAIN_ID = /^(?:(?!0[box])\d+[a-df-z]|\d[a-z0-9]*[g-np-wyz])[a-z0-9]*$/i;
/** YAML 1.1 reads them as truth values or as null. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
/** YAML 1.1 reads it as a time, so that it is quoted. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The text of a scalar; what follows its first line is indented by two. */
function scalarText(value: unknown): string {
  if (typeof value === "string") {
    if (SIMPLE.test(value)) {
      if (VALUE_OR_COMMENT.test(value)) return `"${value}"`;
      if (value.length > 5 || !WORDS.test(value)) return value;
    } else if (PLAIN_ID.test(value)) return value;
    if (TIME.test(value)) return `"${value}"`;
  } else if (value === null || typeof value === "boolean") return String(value);
  else if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  const text = stringify([quoteHostile(value)], OPTIONS);
  return escapeJson(text.slice(2, -1));
}

/** Most keys are those of the contract, again and again. */
const KEYS = new Map<string, string>();
const MOST_KEYS = 1000;

function keyText(key: string, indent: string): string {
  const known = indent === "" ? undefined : KEYS.get(key);
  if (known !== undefined) return known;
  const text = /^[A-Za-z][A-Za-z0-9_]*$/.test(key) && !WORDS.test(key) ? `${key}:` : otherKey(key, indent);
  if (indent !== "" && KEYS.size < MOST_KEYS && !text.includes("\n")) KEYS.set(key, text);
  return text;
}

/** A key that is long or has several lines stands behind a question mark, and its value on the next line. */
function otherKey(key: string, indent: string): string {
  const map = new Map([[quoteHostile(key), 0]]);
  // At the start of a line of the document, `---` is something else.
  const text = escapeJson(indent === "" ? stringify(map, OPTIONS) : stringify([map], OPTIONS).slice(2));
  if (text.endsWith(": 0\n") && text.split("\n").length === 2) return text.slice(0, -3);
  return `? ${escapeJson(JSON.stringify(key))}\n${indent}:`;
}

/**
 * Quotes texts with characters that a terminal acts on, so that they can be escaped without loss. Also quotes `=`, which
 * has a special type in YAML 1.1.
 */
function quoteHostile(value: unknown): unknown {
  return typeof value === "string" && (value === "=" || isHostile(value)) ? inQuotes(value) : value;
}

function inQuotes(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

/** A value without lines of its own below it. */
function leaf(value: unknown, indent: string): string {
  if (Array.isArray(value)) return "[]\n";
  if (isObject(value)) return "{}\n";
  const text = scalarText(value);
  // Empty lines of a block stay empty.
  return text.includes("\n") ? `${text.replace(/\n(?=[^\n])/g, `\n${indent}`)}\n` : `${text}\n`;
}

const items = (list: readonly unknown[], indent: string): string => list.map((one) => item(one, indent)).join("");

/** An item of a sequence starts after its dash. */
function item(value: unknown, indent: string): string {
  const below = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) return `${indent}- ${items(value, below).slice(below.length)}`;
  if (isObject(value) && Object.keys(value).length > 0) return `${indent}- ${members(value, below)}`;
  return `${indent}- ${leaf(value, indent)}`;
}

/** The first line has no indent: it may stand behind a dash. */
function members(object: Readonly<Record<string, unknown>>, indent: string): string {
  let text = "";
  let lead = "";
  const below = `${indent}  `;
  for (const key in object) {
    const value = object[key];
    text += lead + keyText(key, indent);
    lead = indent;
    if (typeof value !== "object" || value === null) text += ` ${leaf(value, indent)}`;
    else if (Array.isArray(value)) text += value.length === 0 ? " []\n" : `\n${items(value, below)}`;
    else text += isEmpty(value) ? " {}\n" : `\n${below}${members(value as Readonly<Record<string, unknown>>, below)}`;
  }
  return text;
}

export function toYaml(value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return items(value, "");
  if (isObject(value) && Object.keys(value).length > 0) return members(value, "");
  // Alone in a document, a text may not look like the end of it, and the library loses the spaces before its first line.
  if (typeof value === "string") {
    return escapeJson(stringify(/^\s.*\n/s.test(value) ? inQuotes(value) : quoteHostile(value), OPTIONS));
  }
  return leaf(value, "");
}

/** One document; a list is one sequence, written page by page. */
export function renderer(): Renderer {
  let count = 0;
  return {
    item: (value) => toYaml(value ?? null),
    begin: () => "",
    page(items) {
      count += items.length;
      return items.map((item) => toYaml([item ?? null])).join("");
    },
    end: () => (count === 0 ? "[]\n" : ""),
  };
}
