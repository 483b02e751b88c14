import { DEFAULTS } from "./defaults.js";
import { isObject } from "./is-object.js";
import type { Found } from "./scan.js";

/** A scan of more than this is compiled before it has ended, and faster. */
const SHORT = 128 * 1024;

const PLAIN = /^[ -~]*$/;

/**
 * What the scan finds in a whole answer, for the short answer of a program that has just started: the engine's parser
 * needs no warming. Undefined for whatever is not the very text that JSON.stringify makes; the scan looks at that.
 */
export function locateShort(bytes: Buffer, name: string): (Found & { end: number }) | undefined {
  if (bytes.length > SHORT) return undefined;
  const text = bytes.toString("latin1");
  if (!text.startsWith("{") || !PLAIN.test(text)) return undefined;
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
  const found = { from, end, starts: [] as number[], ids: [] as number[] };
  let start = 0;
  for (const [index, item] of items.entries()) {
    const own = texts[index] ?? "";
    found.starts.push(start);
    if (isObject(item) && typeof item.id === "string") {
      const at = own.indexOf(`"id":${JSON.stringify(item.id)}`) + 6;
      found.ids.push(start + at, start + at + JSON.stringify(item.id).length - 2);
    }
    start += own.length + 1;
  }
  return found;
}

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
