/** Path templates such as `/v1/spaces/{spaceId}`: one way to match them, and one to fill them in. */

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
