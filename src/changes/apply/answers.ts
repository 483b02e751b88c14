/** Passes parts of answers on to later requests. */

import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { contentsOf } from "../inverses/contents.js";
import { references } from "../request-rules.js";
import { isReference, type Plan, referenceTo } from "../types.js";

/** For each step, the dotted paths of its answer that other requests use, or that an undo compares. */
export function usedAnswers({ steps }: Pick<Plan, "steps">): Map<string, string[]> {
  const used = new Map<string, string[]>();
  const note = (value: unknown): void => {
    if (isReference(value)) used.set(value.$from, [...(used.get(value.$from) ?? []), value.path]);
    else if (Array.isArray(value)) value.forEach(note);
    else if (isObject(value)) Object.values(value).forEach(note);
  };
  for (const { id, endpoint, params, body, inverse } of steps) {
    note([params, body, inverse]);
    for (const content of contentsOf(endpoint)) if ("answered" in content) note(referenceTo({ id }, content.answered));
  }
  return used;
}

export const pickOutputs = (answer: unknown, paths: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, valueAt(answer, path)]).filter(([, value]) => value !== undefined));

/** The member at a dotted path; a number in it is that element of a list. */
function valueAt(answer: unknown, path: string): unknown {
  const [, list = "", index = "", rest = ""] = /^(.+?)\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (list === "") return getPath(answer, path);
  const items = getPath(answer, list);
  return Array.isArray(items) ? valueAt(items[Number(index)], rest) : undefined;
}

/** The value with placeholders filled in; undefined if an answer is not known. */
export function resolveReferences<T>(
  value: T,
  outs: ReadonlyMap<string, Record<string, unknown> | undefined>,
): T | undefined {
  if (references(value).length === 0) return value;
  const isKnown = (one: { $from: string; path: string }) => outs.get(one.$from)?.[one.path] !== undefined;
  let whole = true;
  const put = (one: unknown): unknown => {
    if (isReference(one)) {
      whole &&= isKnown(one);
      return outs.get(one.$from)?.[one.path];
    }
    if (Array.isArray(one)) return one.map(put);
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([name, member]) => [name, put(member)])) : one;
  };
  const filled = put(value);
  // Only placeholders were replaced.
  return whole ? (filled as T) : undefined;
}

export type Outputs = Map<string, Record<string, unknown> | undefined>;
