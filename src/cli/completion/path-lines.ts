/** TAB in the path of `docs api`: the next segment of the paths that begin as typed. */
import type { Entry } from "../cache/entries.js";
import { API_PATHS } from "./api-paths.js";

/** Things of a kind whose id or number starts with a prefix, in the places that path parameters name. */
export type LookIn = (kind: string, prefix: string, named: Readonly<Record<string, string>>) => readonly Entry[];

/** A segment that may come next. */
interface Step {
  title: string;
  /** A path ends with it. */
  ends: boolean;
  /** Others go on after it. */
  goesOn: boolean;
}

/** One candidate a line, whole from its first slash on; with a slash at the end where it has to go on. */
export function pathLines(typed: string, look: LookIn): string {
  const segments = (typed || "/").split("/");
  const last = segments.pop() ?? "";
  const steps = new Map<string, Step>();
  for (const path of API_PATHS) {
    const template = path.split("/");
    const next = template[segments.length];
    const named = namedBy(template, segments);
    if (next === undefined || !named) continue;
    const goesOn = template.length > segments.length + 1;
    for (const [word, title] of wordsFor(next, last, named, look)) {
      const known = steps.get(word);
      steps.set(word, { title, ends: known?.ends || !goesOn, goesOn: known?.goesOn || goesOn });
    }
  }
  const before = segments.map((segment) => `${segment}/`).join("");
  const lines = [...steps].flatMap(([word, { title, ends, goesOn }]) => [
    ...(ends ? [`${before}${word}\t${title}\n`] : []),
    // Of several the bare word is enough: there is a next time to go on.
    ...(!ends || (goesOn && steps.size === 1) ? [`${before}${word}/\t${title}\n`] : []),
  ]);
  return lines.join("");
}

function wordsFor(
  segment: string,
  prefix: string,
  named: Readonly<Record<string, string>>,
  look: LookIn,
): (readonly [word: string, title: string])[] {
  const param = paramOf(segment);
  if (param === undefined) return segment.startsWith(prefix) ? [[segment, ""]] : [];
  // Paths take ids only: a number that starts so is none.
  const entries = look(param, prefix, named).filter(({ id }) => id.startsWith(prefix));
  return entries.map(({ id, title }) => [id, title]);
}

/** What the segments before name; undefined where they do not begin this path. `{org}` is left to the context. */
function namedBy(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
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
