import { isObject } from "./values.js";

const INHERITED: object = Object.prototype;

/** The member at a dotted path. An array along the path gives an array of its elements' members. */
export function getPath(value: unknown, path: string): unknown {
  return readerOf(path)(value);
}

const readers = new Map<string, (value: unknown) => unknown>();

/** `getPath` for one path, prepared once because it runs for every cell of a table. */
function readerOf(path: string): (value: unknown) => unknown {
  const known = readers.get(path);
  if (known) return known;
  const steps = path.split(".");
  const isOwn = !(path in INHERITED);
  const reader = (value: unknown): unknown => {
    if (!isObject(value)) return walk(value, steps, 0);
    // A member's name may itself contain dots. If no object inherits it, a defined member is the object's own.
    const member = value[path];
    if (isOwn ? member !== undefined : Object.hasOwn(value, path)) return member;
    return steps.length === 1 ? undefined : walk(value, steps, 0);
  };
  readers.set(path, reader);
  return reader;
}

function walk(value: unknown, steps: readonly string[], at: number): unknown {
  const step = steps[at];
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((element) => walk(element, steps, at)).filter((element) => element !== undefined);
    return found.length === 0 ? undefined : found;
  }
  return isObject(value) && Object.hasOwn(value, step) ? walk(value[step], steps, at + 1) : undefined;
}
