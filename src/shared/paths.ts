import { isObject } from "./values.js";

// Path templates such as `/v1/spaces/{spaceId}`: one way to match them, and one to fill them in.

/** The path with a value in place of each parameter; `written` is the parameter in its braces. */
export const expandTemplate = (template: string, resolve: (name: string, written: string) => string): string =>
  template.replace(/\{(\w+)\}/g, (written: string, name: string) => resolve(name, written));

const isParameter = (part: string): boolean => part.startsWith("{");

/** Checks whether the segments of a path fit those of a template. */
export const fitsTemplate = (parts: readonly string[], segments: readonly string[]): boolean =>
  parts.length === segments.length && parts.every((part, at) => isParameter(part) || part === segments[at]);

export interface TemplateMatch<T> {
  found: T;
  /** Segments in the places of the parameters, as they are in the path. */
  params: Record<string, string>;
}

/** Finds what fits a path, the most specific first: literal segments (`versions/latest`) win over parameters. */
export function createTemplateMatcher<T>(
  all: Iterable<T>,
  templateOf: (one: T) => string,
): (segments: readonly string[]) => TemplateMatch<T>[] {
  const byLength = new Map<number, { found: T; parts: string[] }[]>();
  for (const found of all) {
    const parts = templateOf(found).split("/");
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { found, parts }]);
  }
  const parameters = (parts: readonly string[]): number => parts.filter(isParameter).length;
  for (const group of byLength.values()) group.sort((one, other) => parameters(one.parts) - parameters(other.parts));
  return (segments) =>
    (byLength.get(segments.length) ?? [])
      .filter(({ parts }) => fitsTemplate(parts, segments))
      .map(({ found, parts }) => ({ found, params: paramsAt(parts, segments) }));
}

const paramsAt = (parts: readonly string[], segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(parts.flatMap((part, at) => (isParameter(part) ? [[part.slice(1, -1), segments[at] ?? ""]] : [])));

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
