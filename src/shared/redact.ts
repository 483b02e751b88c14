/** Finds secrets in texts and replaces them. */
import { isSecretName, isUrl, MASK, maskCredentials, maskUrl } from "./secret-places.js";
import { isDeeper, isObject, parseIfJson } from "./values.js";

/** `end` is exclusive. */
type Range = readonly [start: number, end: number];

/** Marks where a text was shortened. */
const CUTS = /…|\.\.\./g;
/** Before a cut, a shorter beginning of a secret reveals nothing, and hiding it would hide ordinary text. */
const LEAST = 4;
/** Elsewhere, pieces of a secret are found by this many consecutive characters and hidden if at least `PIECE` long. */
const GRAM = 8;
const PIECE = 12;

/** A position in a form. */
interface Place {
  form: string;
  place: number;
}

interface SecretForms {
  /** Unescaped, as is the text that they are compared with. */
  forms: readonly string[];
  /** Forms that are mostly backslashes: unescaped they would match ordinary text, so they are sought as written. */
  exact: readonly string[];
  /** Each run of `GRAM` characters of a form, with the places where it begins. */
  grams: ReadonlyMap<string, readonly Place[]>;
  beginnings: ReadonlySet<string>;
  /** A secret ends with a backslash, so backslashes after a match belong to it. */
  slashed: boolean;
}

/** Prepares the search for a set of secrets. */
function knownSecrets(secrets: readonly string[]): SecretForms {
  const written = secrets.flatMap(formsOf);
  const read = [...new Set(written.map((form) => unescapeText(form).text))];
  const forms = read.filter((form) => form.length >= LEAST);
  return {
    forms,
    exact: written.filter((form) => unescapeText(form).text.length < LEAST).flatMap((form) => [form, inJson(form)]),
    grams: gramsOf(forms),
    beginnings: new Set(forms.flatMap((form) => pieces(form, LEAST))),
    slashed: secrets.some((secret) => secret.endsWith("\\")),
  };
}

const inJson = (form: string): string => JSON.stringify(form).slice(1, -1);

const pieces = (form: string, size: number): string[] =>
  Array.from({ length: Math.max(0, form.length - size + 1) }, (_, at) => form.slice(at, at + size));

function gramsOf(forms: readonly string[]): SecretForms["grams"] {
  const grams = new Map<string, Place[]>();
  for (const form of forms) {
    for (const [place, gram] of pieces(form, GRAM).entries()) {
      const places = grams.get(gram);
      // A gram that repeats within one form is recorded once, at its first place.
      if (places === undefined) grams.set(gram, [{ form, place }]);
      else if (places.every((other) => other.form !== form)) places.push({ form, place });
    }
  }
  return grams;
}

/** The ranges of the text to mask, in any order; they may overlap. */
function findSecrets(text: string, known: SecretForms): Range[] {
  const plain = unescapeText(text);
  const whole = mergeRanges(occurrences(plain.text, known.forms));
  // The gaps between whole secrets may hold parts of one.
  const gaps = [...whole, [plain.text.length, plain.text.length] as const].map(
    ([start], index): Range => [whole[index - 1]?.[1] ?? 0, start],
  );
  const found = [...whole, ...gaps.flatMap(([start, end]) => parts(plain.text, start, end, known))];
  const ranges = found.map(([start, end]): Range => {
    let behind = plain.end(end - 1);
    while (known.slashed && text[behind] === "\\") behind += 1;
    return [plain.start(start), behind];
  });
  // Up to the cut mark, including the remains of an escape just before it.
  const cut = beginnings(plain.text, known).map(([start, end]): Range => [plain.start(start), plain.start(end)]);
  return ranges.concat(cut, occurrences(text, known.exact));
}

/** The same for whole secrets only: of what people wrote, a part may be an ordinary word. */
export function findWholeSecrets(text: string, known: SecretForms): Range[] {
  const plain = unescapeText(text);
  const found = occurrences(plain.text, known.forms).map(
    ([start, end]): Range => [plain.start(start), plain.end(end - 1)],
  );
  return found.concat(occurrences(text, known.exact));
}

/** Joins overlapping and adjoining ranges, and sorts them. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

function occurrences(text: string, forms: readonly string[]): Range[] {
  const found: Range[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      found.push([at, at + form.length]);
    }
  }
  return found;
}

/** Pieces from the middle of a secret. Checking every eighth place finds any that is long enough. */
function parts(text: string, from: number, to: number, { grams }: SecretForms): Range[] {
  const found: Range[] = [];
  let last = from;
  for (let at = from; at + GRAM <= to; at += GRAM) {
    if (at + GRAM <= last) continue;
    for (const known of grams.get(text.slice(at, at + GRAM)) ?? []) {
      const [start, end] = extendMatch(text, at, known, last, to);
      if (end - start < PIECE) continue;
      found.push([start, end]);
      last = Math.max(last, end);
    }
  }
  return found;
}

/** Extends a match in both directions as far as text and form agree, within `from` and `to`. */
function extendMatch(text: string, at: number, { form, place }: Place, from: number, to: number): Range {
  let before = 0;
  while (at - before > from && place > before && text[at - before - 1] === form[place - before - 1]) before += 1;
  let length = GRAM;
  while (at + length < to && place + length < form.length && text[at + length] === form[place + length]) length += 1;
  return [at - before, at + length];
}

/** Beginnings of secrets just before a cut mark. */
function beginnings(text: string, { forms, beginnings: known }: SecretForms): Range[] {
  const found: Range[] = [];
  let last = 0;
  for (const { index } of text.matchAll(CUTS)) {
    if (index - last >= LEAST && known.has(text.slice(index - LEAST, index))) {
      const starts = forms
        .flatMap((form) => longestBeginning(text, last, index, form))
        .filter((start) => !isWord(text.slice(start, index)));
      if (starts.length > 0) found.push([Math.min(...starts), index]);
    }
    last = index + 1;
  }
  return found;
}

/** A short beginning of letters alone, such as "docs", is a word, and reveals nothing. */
const isWord = (beginning: string): boolean => beginning.length < GRAM && /^[a-z]+$/i.test(beginning);

/** The start of the longest beginning of the form that ends at `end`; empty if there is none. */
function longestBeginning(text: string, from: number, end: number, form: string): number[] {
  for (let at = Math.max(from, end - form.length); end - at >= LEAST; at += 1) {
    if (text[at] === form[0] && form.startsWith(text.slice(at, end))) return [at];
  }
  return [];
}

/**
 * The encodings in which services, proxies and logs write a secret: as it is, in a URL (also one within another), in HTML, in
 * base64 at any offset, in hex, and as the bytes that Node prints. String escapes are handled when the text is read
 * (`unescapeText`).
 */
function formsOf(secret: string): string[] {
  return [...new Set([secret, ...inUrl(secret), ...inHtml(secret), ...inBase64(secret), ...asBytes(secret)])];
}

/** `<Buffer 61 62>` and the JSON of a buffer. */
function asBytes(secret: string): string[] {
  const bytes = [...Buffer.from(secret)];
  const hex = Buffer.from(secret).toString("hex");
  return [hex, hex.toUpperCase(), hex.replace(/..(?=.)/g, "$& "), bytes.join(","), bytes.join(", ")];
}

/** The forms that libraries escape: five characters, or also those that could end a word; by name, decimal or hex. */
function inHtml(secret: string): string[] {
  const numbered = (pattern: RegExp, digits: (code: number) => string) =>
    secret.replace(pattern, (character) => `&#${digits(character.charCodeAt(0))};`);
  const decimal = (code: number) => String(code);
  const hex = (code: number) => `x${code.toString(16)}`;
  const capital = (code: number) => `x${code.toString(16).toUpperCase()}`;
  const named = (quote: string) => secret.replace(/[&<>"']/g, (character) => NAMED[character] ?? quote);
  return [
    ...["'", "&#39;", "&#x27;", "&apos;"].map(named),
    ...[/[&<>"']/g, /[&<>"'`=/+]/g].flatMap((pattern) => [decimal, hex, capital].map((to) => numbered(pattern, to))),
    named("&#39;").replace(/[/`=]/g, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`),
  ];
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Encoders differ in which characters they leave alone and in the case of the hex digits. */
function inUrl(secret: string): string[] {
  const url = new URL("http://h/");
  url.search = secret;
  const written = [
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    encodeURI(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    url.search.slice(1),
  ];
  return written.flatMap((text) => [text, text.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())]);
}

function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    // Only the characters that depend on the secret alone; if few are left, masking them would hide ordinary text.
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const start = [0, 2, 3][shift] ?? 0;
    const end = (shift + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    const stable = text.slice(start, end);
    if (stable.length >= 8) forms.push(stable, stable.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}

/** A text with its string escapes decoded, and the original position of each character. */
interface UnescapedText {
  text: string;
  /** Start of the character at an index: at its first backslash if it was escaped. */
  start(index: number): number;
  /** Its end. */
  end(index: number): number;
}

const BACKSLASH = 0x5c;

/**
 * Backslashes are removed, however often nested JSON repeated them, and `\u0061` and `\x61` become the characters they
 * stand for. A truncated escape is dropped, so that the text before it directly precedes the cut.
 */
function unescapeText(text: string): UnescapedText {
  if (!text.includes("\\")) return { text, start: (index) => index, end: (index) => index + 1 };
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  const place = (start: number, end: number) => {
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  let at = 0;
  while (at < text.length) {
    const slash = text.indexOf("\\", at);
    const plainEnd = slash < 0 ? text.length : slash;
    for (let index = at; index < plainEnd; index += 1) place(index, index + 1);
    parts.push(text.slice(at, plainEnd));
    at = plainEnd;
    if (slash < 0) continue;
    const { character, end } = escapeAt(text, slash);
    if (character !== "") place(slash, end);
    parts.push(character);
    at = end;
  }
  return { text: parts.join(""), start: (index) => starts[index] ?? 0, end: (index) => ends[index] ?? 0 };
}

/** The character that the backslashes from `slash` and the characters after them stand for. */
function escapeAt(text: string, slash: number): { character: string; end: number } {
  let after = slash;
  while (text.charCodeAt(after) === BACKSLASH) after += 1;
  if (isCut(text, after)) return { character: "", end: after };
  const digits = text[after] === "u" ? 4 : text[after] === "x" ? 2 : 0;
  if (digits === 0) return { character: text.charAt(after), end: after + 1 };
  const written = /^[0-9a-f]*/i.exec(text.slice(after + 1, after + 1 + digits))?.[0] ?? "";
  const end = after + 1 + written.length;
  if (written.length === digits) {
    const character = String.fromCharCode(Number.parseInt(written, 16));
    return { character: character === "\\" ? "" : character, end };
  }
  return isCut(text, end) ? { character: "", end } : { character: text.charAt(after), end: after + 1 };
}

const isCut = (text: string, at: number): boolean =>
  at === text.length || text.startsWith("…", at) || text.startsWith("...", at);

/** R56, R104: removes secrets by their value, so that no word of a title or a message is taken for one. */
type Redactor = (text: string) => string;

/**
 * @param secrets called on each use, as a token may become known late
 * @param find default: also beginnings and parts of a secret, for texts that others may have shortened
 */
export function createSecretFilter(secrets: () => readonly string[], find: typeof findSecrets = findSecrets): Redactor {
  let key = "";
  let known = knownSecrets([]);
  return (text) => {
    const live = secrets().filter((secret) => secret.length >= 4);
    if (live.length === 0) return text;
    if (live.join("\n") !== key) {
      key = live.join("\n");
      known = knownSecrets(live);
    }
    return maskRanges(text, find(text, known));
  };
}

function maskRanges(text: string, ranges: readonly Range[]): string {
  let out = "";
  let last = 0;
  for (const [start, end] of mergeRanges(ranges)) {
    out += text.slice(last, start) + MASK;
    last = end;
  }
  return out + text.slice(last);
}

/** Members that hold what people write: a URL in them is a part of a text. */
const TEXTS = /^(?:title|name|label|subject|description|thing|command)$/;

/**
 * A request, or a value shown as data, without secrets: those known by value in all strings and names, and whatever is in
 * members with a secret name, in URLs and in headers. The structure is kept.
 */
export function redactValue<T>(redact: Redactor, value: T): T {
  const ofText = (text: string, name: string): string => {
    const safe = redact(text);
    // The body of a raw call is text.
    if (name === "body") return redactJson(safe, (body) => filtered(body, ""));
    return isUrl(safe) && !TEXTS.test(name) ? maskUrl(safe) : safe;
  };
  const filtered = (one: unknown, name: string): unknown => {
    if (typeof one === "string") return ofText(one, name);
    if (Array.isArray(one)) return one.map((item) => filtered(item, name));
    if (!isObject(one)) return one;
    const hidden = ([key, member]: [string, unknown]): [string, unknown] => {
      const shown = isSecretName(key) ? MASK : filtered(member, key);
      return [redact(key), name === "headers" && typeof shown === "string" ? maskCredentials(shown) : shown];
    };
    return Object.fromEntries(Object.entries(one).map(hidden));
  };
  // Objects stay objects, arrays stay arrays and strings stay strings; only their contents are replaced.
  return filtered(value, "") as T;
}

/** Deeper bodies are shown as they are: no service accepts them. */
const DEEPEST = 1_000;

/** The text as it is, if nothing in it had to be masked. */
function redactJson(text: string, filtered: (value: unknown) => unknown): string {
  const value = parseIfJson(text);
  if (isDeeper(value, DEEPEST)) return text;
  const shown = JSON.stringify(filtered(value));
  return shown === JSON.stringify(value) ? text : shown;
}
