/** Lists without things that another answer of the same walk names. */

import { getPath } from "../../shared/paths.js";
import type { Params } from "../types.js";
import { nothingYet, type Read } from "./ask/ask.js";
import { NAMED_IN } from "./read-rules.js";
import { type Reading, scopeName } from "./reading-plan.js";
import { put, targetsOf, timeOf, type Walking } from "./walk-context.js";

/** Notes which things of other lists were named in an answer. Without these lists, some of it cannot be found in the file. */
export function noteNamed(
  { readings, named }: Walking,
  { name, endpoint: own }: Reading,
  params: Params,
  { items }: Read,
): void {
  for (const { name: other, endpoint } of readings) {
    const rule = NAMED_IN[other];
    if (rule?.of !== name) continue;
    const ids = new Set(items.map((item) => getPath(item, rule.member)).filter((id) => typeof id === "string"));
    const scope = scopeName(endpoint, params);
    named.set(scope, new Map(named.get(scope)).set(scopeName(own, params), ids));
  }
}

/** The lists that name one of these things of another. */
export const listsThatName = ({ named }: Walking, scope: string, things: readonly unknown[]): string[] =>
  [...(named.get(scope) ?? [])].flatMap(([list, ids]) => (things.some((id) => ids.has(id)) ? [list] : []));

/** Marks them as partial, and adds what is known from before. */
export function markContradicted(walking: Walking): void {
  const { file, readings, named } = walking;
  for (const [name, { words }] of Object.entries(NAMED_IN)) {
    const reading = readings.find((one) => one.name === name);
    if (!reading) continue;
    for (const { params } of targetsOf(walking, reading)) {
      const scope = scopeName(reading.endpoint, params);
      if (file.stateOf(scope) !== "complete") continue;
      const all = new Set([...(named.get(scope)?.values() ?? [])].flatMap((ids) => [...ids]));
      const listed = new Set(file.items(name, params).map(({ id }) => id));
      const missing = [...all].filter((id) => !listed.has(id)).length;
      if (missing === 0) continue;
      // A list of sections is one page, and took one request.
      const read = { ...nothingYet(), state: "partial" as const, requests: 1 };
      const reason = `${missing} of the ${all.size} that ${words} ${missing === 1 ? "was" : "were"} not listed`;
      put(walking, reading, params, { read: { ...read, reason }, startedAt: timeOf(walking) });
    }
  }
}
