/** A snapshot in a few rows: thousands of scopes by what they are of. */
import type { Source, SourceState } from "../sandbox/store/sources.js";
import { type Endpoints, patternOf } from "./plan.js";

export interface PartRow {
  /** Pattern of the scopes' paths. */
  part: string;
  state: SourceState;
  scopes: number;
  requests: number;
  reason?: string | undefined;
}

/** States of scopes that should have been read and were not, or not whole. */
export const FAILED: ReadonlySet<SourceState> = new Set(["partial", "denied", "unsettled"]);

/** One row for each part, state and reason. */
export function partsOf(endpoints: Endpoints, sources: readonly Source[]): PartRow[] {
  const rows = new Map<string, PartRow>();
  for (const { scope, state, reason, requests } of sources) {
    const part = patternOf(endpoints, scope);
    const key = JSON.stringify([part, state, reason]);
    const row = rows.get(key) ?? { part, state, scopes: 0, requests: 0, reason };
    rows.set(key, { ...row, scopes: row.scopes + 1, requests: row.requests + requests });
  }
  return [...rows.values()].sort((one, other) => (one.part < other.part ? -1 : one.part > other.part ? 1 : 0));
}
