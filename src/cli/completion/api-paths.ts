/** TAB in the path of `docs api`: the next segment of the paths that match so far. */
import type { Entry } from "../cache/entries.js";
import type { Candidate } from "./shells.js";

/** Things of a kind, in the place that the path parameters name; with `containing` those that have this text, or all if none has. */
export type LookIn = (kind: string, named: Readonly<Record<string, string>>, containing?: string) => readonly Entry[];

/** A possible next segment. */
interface Step {
  title: string;
  /** A path ends here. */
  ends: boolean;
  /** Other paths continue after it. */
  goesOn: boolean;
}

/** Complete from the first slash; a candidate ends with a slash if the path must continue. */
export function offerPaths(paths: readonly string[], typed: string, look: LookIn): Candidate[] {
  const segments = (typed || "/").split("/");
  const last = segments.pop() ?? "";
  const steps = new Map<string, Step>();
  for (const path of paths) {
    const template = path.split("/");
    const next = template[segments.length];
    const named = matchSegments(template, segments);
    if (next === undefined || !named) continue;
    const goesOn = template.length > segments.length + 1;
    for (const [word, title] of wordsFor(next, last, named, look)) {
      const known = steps.get(word);
      steps.set(word, { title, ends: known?.ends || !goesOn, goesOn: known?.goesOn || goesOn });
    }
  }
  const before = segments.map((segment) => `${segment}/`).join("");
  return [...steps].flatMap(([word, { title, ends, goesOn }]): Candidate[] => [
    ...(ends ? ([[before + word, title]] as const) : []),
    // If there are several, offer just the word: the next TAB can continue.
    ...(!ends || (goesOn && steps.size === 1) ? ([[`${before}${word}/`, title]] as const) : []),
  ]);
}

function wordsFor(
  segment: string,
  prefix: string,
  named: Readonly<Record<string, string>>,
  look: LookIn,
): (readonly [word: string, title: string])[] {
  const param = paramOf(segment);
  if (param === undefined) return segment.startsWith(prefix) ? [[segment, ""]] : [];
  // Paths only take ids: a number with this prefix is not one.
  const entries = look(param, named).filter(({ id }) => id.startsWith(prefix));
  return entries.map(({ id, title }) => [id, title]);
}

/** What the segments so far name; undefined if they do not match this path. `{org}` is left to the context. */
function matchSegments(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const named: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const wanted = template[at];
    const param = paramOf(wanted ?? "");
    if (param === undefined ? wanted !== segment : segment === "") return undefined;
    if (param !== undefined && paramOf(segment) === undefined) named[param] = segment;
  }
  return named;
}

const paramOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];
