import { unsafeCodes } from "../../shared/text/unsafe-characters.js";
import { HASHES } from "../../shared/text/workflow-commands.js";
import { DEFAULTS } from "../defaults.js";

/** Where the items of a page are. */
interface Found {
  /** Offsets of the first item and of the end of the last one. */
  from: number;
  end: number;
  /** Offset of each item, relative to `from`. */
  starts: readonly number[];
  /** One per item. */
  ids: readonly (string | undefined)[];
}

/**
 * Finds the items of a page's array `name` without building them. Undefined unless the page is valid, compact JSON, not
 * nested too deep and free of what JSON output escapes (characters, and the commands of CI logs); the caller then parses it,
 * which always works. The bytes must be valid UTF-8.
 */
export function scan(bytes: Buffer, name: string): Found | undefined {
  if (bytes[0] !== OPEN_OBJECT || holdsCommand(bytes)) return undefined;
  const arrays: Found[] = [];
  const end = endOfObject(bytes, 0, DEFAULTS.maxDepth, (at, levels, start, nameEnd) => {
    const member = bytes.toString("latin1", start, nameEnd);
    // An escaped name might be the one that is looked for.
    if (member.includes("\\")) return -1;
    if (member !== name) return endOfValue(bytes, at, levels);
    const found = itemsAt(bytes, at, levels);
    if (found) arrays.push(found);
    return found ? found.end + 1 : -1;
  });
  return end > 0 && arrays.length === 1 && isBlank(bytes, end) ? arrays[0] : undefined;
}

/** Headings in Markdown have the same first sign, so the quick search alone would turn away every page of texts. */
const holdsCommand = (bytes: Buffer): boolean => bytes.includes("##") && bytes.toString("latin1").search(HASHES) >= 0;

function itemsAt(bytes: Buffer, start: number, levels: number): Found | undefined {
  if (bytes[start] !== OPEN_ARRAY) return undefined;
  const from = start + 1;
  const starts: number[] = [];
  const ids: (string | undefined)[] = [];
  let id: string | undefined;
  const member: EndOfMember = (at, depth, name, nameEnd) => {
    const end = endOfValue(bytes, at, depth);
    if (isId(bytes, name, nameEnd)) id = end > 0 && bytes[at] === QUOTE ? textOf(bytes, at, end) : undefined;
    return end;
  };
  const end = endOfArray(bytes, start, levels, (at, depth) => {
    if (bytes[at] !== OPEN_OBJECT) return -1;
    starts.push(at - from);
    id = undefined;
    const behind = endOfObject(bytes, at, depth, member);
    ids.push(id);
    return behind;
  });
  return end < 0 ? undefined : { from, end: end - 1, starts, ids };
}

const isId = (bytes: Buffer, start: number, end: number): boolean =>
  end - start === 2 && bytes[start] === 0x69 && bytes[start + 1] === 0x64;

/** The text between the quotes. */
const textOf = (bytes: Buffer, start: number, end: number): string => bytes.toString("utf8", start + 1, end - 1);

/** Allows a line end after the object. */
function isBlank(bytes: Buffer, from: number): boolean {
  return bytes.length - from < 8 && /^[ \t\r\n]*$/.test(bytes.toString("latin1", from));
}

/*
 * Finds where the parts of compact JSON end, without building any value. Each function returns the offset just after the
 * part that starts at `at`, or -1 if that part is invalid, not compact, nested deeper than `levels` or holds a character
 * that JSON output escapes. The bytes are known to be valid UTF-8.
 */

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const [CLOSE_OBJECT, CLOSE_ARRAY, COMMA, COLON, BACKSLASH] = [0x7d, 0x5d, 0x2c, 0x3a, 0x5c];
const [MINUS, PLUS, DOT, ZERO, NINE, LOWER_E, LOWER_U] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x65, 0x75];
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const UPPER_TO_LOWER = 0x20;

const UNSAFE: ReadonlySet<number> = new Set(unsafeCodes);
/** Bytes in a string that need handling: quote, backslash, controls and the first byte of each unsafe character. */
const NEEDS_LOOK = new Uint8Array(256);
for (const code of unsafeCodes) NEEDS_LOOK[Buffer.from(String.fromCharCode(code))[0] ?? 0] = 1;
NEEDS_LOOK.fill(1, 0, 0x20);
NEEDS_LOOK[QUOTE] = 1;
NEEDS_LOOK[BACKSLASH] = 1;

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

/** Reads the value at `at`; its name is the text from `name` to `nameEnd`. */
type EndOfMember = (at: number, levels: number, name: number, nameEnd: number) => number;
type EndOfElement = (at: number, levels: number) => number;

function endOfValue(bytes: Uint8Array, at: number, levels: number): number {
  const byte = byteAt(bytes, at);
  if (byte === QUOTE) return endOfString(bytes, at);
  if (byte === OPEN_OBJECT) return endOfObject(bytes, at, levels);
  if (byte === OPEN_ARRAY) return endOfArray(bytes, at, levels);
  return endOfScalar(bytes, at);
}

/** `member` reads the values instead of `endOfValue`. */
function endOfObject(bytes: Uint8Array, start: number, levels: number, member?: EndOfMember): number {
  if (levels === 0) return -1;
  if (byteAt(bytes, start + 1) === CLOSE_OBJECT) return start + 2;
  let at = start;
  do {
    const name = at + 1;
    const colon = byteAt(bytes, name) === QUOTE ? endOfString(bytes, name) : -1;
    if (colon < 0 || byteAt(bytes, colon) !== COLON) return -1;
    at = member ? member(colon + 1, levels - 1, name + 1, colon - 1) : endOfValue(bytes, colon + 1, levels - 1);
  } while (at > 0 && byteAt(bytes, at) === COMMA);
  return at > 0 && byteAt(bytes, at) === CLOSE_OBJECT ? at + 1 : -1;
}

/** `element` reads the values instead of `endOfValue`. */
function endOfArray(bytes: Uint8Array, start: number, levels: number, element?: EndOfElement): number {
  if (levels === 0) return -1;
  if (byteAt(bytes, start + 1) === CLOSE_ARRAY) return start + 2;
  let at = start;
  do at = element ? element(at + 1, levels - 1) : endOfValue(bytes, at + 1, levels - 1);
  while (at > 0 && byteAt(bytes, at) === COMMA);
  return at > 0 && byteAt(bytes, at) === CLOSE_ARRAY ? at + 1 : -1;
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = byteAt(bytes, at);
    if (NEEDS_LOOK[byte] === 0) continue;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      at = lastOfEscape(bytes, at + 1);
      if (at < 0) return -1;
    } else if (byte < 0x80 || UNSAFE.has(codeAt(bytes, at))) return -1;
  }
  return -1;
}

/** The code of the two- or three-byte character that starts here; no unsafe character is longer. */
function codeAt(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [byteAt(bytes, at), byteAt(bytes, at + 1) & 0x3f, byteAt(bytes, at + 2) & 0x3f];
  return first < 0xe0 ? ((first & 0x1f) << 6) | second : ((first & 0x0f) << 12) | (second << 6) | third;
}

/** Offset of the last byte of the escape whose backslash is just before `at`. */
function lastOfEscape(bytes: Uint8Array, at: number): number {
  if (byteAt(bytes, at) !== LOWER_U) return SIMPLE_ESCAPES.has(byteAt(bytes, at)) ? at : -1;
  for (let digit = at + 1; digit <= at + 4; digit += 1) if (!isHex(byteAt(bytes, digit))) return -1;
  return at + 4;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

function isHex(byte: number): boolean {
  const lower = byte | UPPER_TO_LOWER;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

const WORDS = [Buffer.from("true"), Buffer.from("false"), Buffer.from("null")];

function endOfScalar(bytes: Uint8Array, at: number): number {
  for (const word of WORDS) {
    if (byteAt(bytes, at) !== word[0]) continue;
    return word.every((byte, index) => byteAt(bytes, at + index) === byte) ? at + word.length : -1;
  }
  const first = byteAt(bytes, at) === MINUS ? at + 1 : at;
  const whole = byteAt(bytes, first) === ZERO ? first + 1 : behindDigits(bytes, first);
  const fraction = whole > 0 && byteAt(bytes, whole) === DOT ? behindDigits(bytes, whole + 1) : whole;
  if (fraction < 0 || (byteAt(bytes, fraction) | UPPER_TO_LOWER) !== LOWER_E) return fraction;
  const sign = byteAt(bytes, fraction + 1);
  return behindDigits(bytes, sign === PLUS || sign === MINUS ? fraction + 2 : fraction + 1);
}

/** -1 if there is no digit. */
function behindDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(byteAt(bytes, at))) at += 1;
  return at > start ? at : -1;
}
