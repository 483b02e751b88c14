import { Failure } from "../../errors.js";
import { isDeeper } from "../../shared/values.js";
import { DEFAULTS } from "../defaults.js";
import type { WireResponse } from "../types.js";

// Finds numbers in JSON text that JavaScript cannot represent exactly.

/** For people: what such a number means. */
export const INEXACT = "the answer has numbers with too many digits; they are shown rounded, or as null if too large";

/** Most answers do not match this and need no closer look. */
const SUSPICIOUS = /\d{16}|\d[eE][+-]?\d{3}/;

/** Numbers, and the quotes that open the strings to skip. */
const TOKENS = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** True if the text, which is valid JSON, holds a number that would be shown with another value. */
export function hasInexactNumbers(json: string): boolean {
  if (!SUSPICIOUS.test(json)) return false;
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(json); found !== null; found = TOKENS.exec(json)) {
    if (found[0] === '"') TOKENS.lastIndex = endOfJsonText(json, found.index);
    else if (!isExact(found[0])) return true;
  }
  return false;
}

function endOfJsonText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && slashesBefore(json, end) % 2 === 1) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

function slashesBefore(text: string, at: number): number {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return at - first;
}

/** True if the number keeps its value when parsed: 1.0 and 1e2 do, as 1 and 100. */
function isExact(written: string): boolean {
  const value = Number(written);
  return Number.isFinite(value) && digitsOf(written) === digitsOf(String(value));
}

/** The significant digits and the position of the decimal point. */
function digitsOf(number: string): string {
  const [mantissa = "", exponent = "0"] = number.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  const start = all.search(/[1-9]/);
  if (start < 0) return "0";
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return `${all.slice(start, end)}e${whole.length - start + Number(exponent)}`;
}

const { isAscii, isUtf8 } = process.getBuiltinModule("node:buffer");

const invalidAnswer = (message: string, hint?: string) => new Failure("invalid-answer", message, { hint });

/** An answer that is not one of the service, or about something else: the same request would be answered so again. */
export class ForeignAnswer extends Failure {
  constructor(message: string, hint?: string) {
    super("invalid-answer", message, { hint });
  }
}

/** Guesses the kind of a body by its first characters: JSON that was cut off is not text. */
export function kindOfBody(bytes: Buffer): "empty" | "html" | "text" | "json" {
  const start = bytes.subarray(0, 200).toString("latin1").trimStart();
  if (start === "") return bytes.length > 200 ? "text" : "empty";
  if (start.startsWith("<")) return "html";
  return /^(?:[[{"\d-]|true\b|false\b|null\b)/.test(start) ? "json" : "text";
}

/** Gets what people should know of an answer that can be used; `debug`: under --debug only. */
export type Note = (message: string, debug?: true) => void;

const NO_JSON = "the answer is not valid JSON";
const BASE_URL = "is the base URL right?";

/**
 * R32: the JSON of a body. Strict UTF-8, one leading BOM removed, nesting bounded before anything walks the value.
 * @throws Failure "invalid-answer"
 */
export function decodeJson(response: WireResponse, maxBody: number = DEFAULTS.maxBody, note?: Note): unknown {
  const bytes = plainBytes(response, maxBody);
  const kind = kindOfBody(bytes);
  if (kind === "empty") throw invalidAnswer("the answer is empty, JSON was expected");
  if (kind === "html") throw new ForeignAnswer("the answer is HTML, JSON was expected", BASE_URL);
  if (hasMoreValues(bytes, DEFAULTS.maxValues)) {
    throw invalidAnswer(`the answer holds more than ${DEFAULTS.maxValues} values`, "request less at once");
  }
  const text = utf8(bytes);
  try {
    const value: unknown = JSON.parse(text);
    refuseDeep(value);
    if (hasInexactNumbers(text)) note?.(INEXACT);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (kind === "text") throw new ForeignAnswer(NO_JSON, BASE_URL);
    throw invalidAnswer(NO_JSON, BASE_URL);
  }
}

/** Code that recurses through a deep value would overflow the stack. @throws Failure "invalid-answer" */
export function refuseDeep(value: unknown): void {
  const most = DEFAULTS.maxDepth;
  if (isDeeper(value, most)) throw invalidAnswer(`the answer is nested deeper than ${most} levels`);
}

/** The body decompressed and without a BOM. Some servers compress although `identity` was requested. */
export function plainBytes(response: WireResponse, maxBody: number): Buffer {
  const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const { body } = response;
  let bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (coding !== "" && coding !== "identity" && bytes.length > 0) bytes = decompress(coding, bytes, maxBody);
  if (bytes.length > maxBody) throw tooLarge(maxBody);
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const tooLarge = (maxBody: number) =>
  new Failure("too-large", `the answer is larger than ${maxBody} bytes`, { hint: "raise --max-body" });

function decompress(coding: string, bytes: Buffer, maxBody: number): Buffer {
  const zlib = process.getBuiltinModule("node:zlib");
  const decoders: Record<string, (input: Buffer, options: { maxOutputLength: number }) => Buffer> = {
    gzip: zlib.gunzipSync,
    "x-gzip": zlib.gunzipSync,
    deflate: zlib.inflateSync,
    br: zlib.brotliDecompressSync,
  };
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (!decode) throw invalidAnswer(`the answer has an unsupported content coding: ${coding.slice(0, 40)}`);
  try {
    return decode(bytes, { maxOutputLength: maxBody });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBody);
    throw invalidAnswer(`the answer is not valid ${coding}`);
  }
}

function utf8(bytes: Buffer): string {
  // Takes half the time of decoding UTF-8.
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) throw invalidAnswer(`the answer is not valid UTF-8 at byte ${invalidOffset(bytes, isUtf8)}`);
  return bytes.toString("utf8");
}

/** Offset of the first byte that is not valid UTF-8, by bisection. */
function invalidOffset(bytes: Buffer, isUtf8: (input: Uint8Array) => boolean): number {
  let good = 0;
  let end = bytes.length;
  while (end - good > 4) {
    const middle = boundary(bytes, good + ((end - good) >> 1));
    if (middle <= good || middle >= end) break;
    if (isUtf8(bytes.subarray(good, middle))) good = middle;
    else end = middle;
  }
  while (good < end) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(bytes.subarray(good, good + size)));
    if (length === undefined || good + length > bytes.length) return good;
    good += length;
  }
  return good;
}

/** Finds the first byte of the character at `offset`. */
function boundary(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && offset - at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** True if JSON text may hold more values than `most`: counts commas and opening brackets, so empty arrays count twice. */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  // A value takes at least two bytes.
  if (bytes.length <= 2 * most) return false;
  let count = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA || byte === 0x7b || byte === 0x5b) count += 1;
  }
  return count > most;
}

/** Offset of the closing quote of the string that starts at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
