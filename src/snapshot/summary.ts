/** Sums up the thousands of scopes of a snapshot in a few rows. */

import type { Source, SourceState } from "../sandbox/store/sources.js";
import { isFailed } from "../shared/views/scope-states.js";
import { type Endpoints, patterns, scopeName } from "./walk/reading-plan.js";

export interface PartRow {
  /** The pattern that the paths of the scopes match. */
  part: string;
  state: SourceState;
  scopes: number;
  /** How many of them were taken over from the previous snapshot. */
  reused: number;
  requests: number;
  /** Absent where it is not known. */
  objects?: number | undefined;
  reason?: string | undefined;
}

/** A scope read before the walk began was taken over. */
export const isReused = ({ endedAt }: Source, started: string): boolean => endedAt !== undefined && endedAt < started;

/**
 * One row for each part, state and reason. `started` is when the walk began; `objects` is the number of objects by the name
 * of the endpoint that returned them.
 */
export function partsOf(
  endpoints: Endpoints,
  sources: readonly Source[],
  { started, objects }: { started: string; objects: Readonly<Record<string, number>> },
): PartRow[] {
  const rows = new Map<string, PartRow>();
  const patternOf = patterns(endpoints);
  for (const source of sources) {
    const { scope, state, reason, requests } = source;
    const part = patternOf(scope);
    const key = JSON.stringify([part, state, reason]);
    const row = rows.get(key) ?? { part, state, scopes: 0, reused: 0, requests: 0, reason };
    row.scopes += 1;
    row.reused += isReused(source, started) ? 1 : 0;
    row.requests += requests;
    rows.set(key, row);
  }
  const sorted = [...rows.values()].sort((one, other) => (one.part < other.part ? -1 : one.part > other.part ? 1 : 0));
  for (const [name, count] of Object.entries(objects)) {
    const part = endpoints[name] && scopeName(endpoints[name], {});
    const row = sorted.find((one) => one.part === part && (one.state === "complete" || isFailed(one)));
    if (row) row.objects = count;
  }
  return sorted;
}
