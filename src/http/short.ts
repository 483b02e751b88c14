import { nesting } from "./decode.js";
import { DEFAULTS } from "./defaults.js";
import { isObject } from "./is-object.js";
import type { Found } from "./scan.js";

/** To read more than this, WebAssembly is worth its start. */
const SHORT = 128 * 1024;

/** What output would escape, in UTF-8 read byte by byte: controls, DEL, C1 and bidi controls, line separators. */
const HIDDEN = /[\0-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2(?:\x80[\x8e\x8f\xa8-\xae]|\x81[\xa6-\xa9])/;

export const isShort = (bytes: Uint8Array): boolean => bytes.length <= SHORT;

/**
 * What the scan finds in a whole answer, for the short answer of a program that has just started: the engine's parser
 * needs no warming. Undefined for whatever is not the very text that JSON.stringify makes; the scan looks at that.
 */
export function locateShort(bytes: Buffer, name: string): Found | undefined {
  if (!isShort(bytes) || nesting(bytes) > DEFAULTS.maxDepth) return undefined;
  // One character a byte: offsets in the text are offsets in the bytes. The bytes are known to be UTF-8.
  const text = bytes.toString("latin1");
  if (!text.startsWith("{") || HIDDEN.test(text)) return undefined;
  const items = arrayIn(text, name);
  if (!items?.every((item) => isObject(item))) return undefined;
  const texts = items.map((item) => JSON.stringify(item));
  const from = text.indexOf(`"${name}":[`) + name.length + 4;
  const within = texts.join();
  const end = from + within.length;
  if (text[end] !== "]" || !text.startsWith(within, from)) return undefined;
  const beside = text.slice(0, from) + text.slice(end);
  // Another member of that name, deeper or once more, would have been found in place of the array.
  if (arrayIn(beside, name)?.length !== 0 || [beside, ...texts].some(isDeep)) return undefined;
  let start = 0;
  const starts = Int32Array.from(texts, (own) => {
    const before = start;
    start += own.length + 1;
    return before;
  });
  const ids = items.flatMap((item) => (isObject(item) && typeof item.id === "string" ? [decoded(item.id)] : []));
  return { from, end, starts, ids };
}

const decoded = (id: string): string => Buffer.from(id, "latin1").toString();

function arrayIn(text: string, name: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const member = isObject(value) ? value[name] : undefined;
    return Array.isArray(member) ? member : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The scan does not get through either, and the caller tells what is wrong.
    return undefined;
  }
}

/** More brackets than levels: it may be too deep. */
const isDeep = (text: string): boolean => text.split(/[[{]/, DEFAULTS.maxDepth).length >= DEFAULTS.maxDepth - 2;
