/** Readings of another service in a state file: one row per scope, a list or the parts of a thing. */
import type { Row } from "../../system/sqlite.js";
import type { Sql } from "./store.js";

export type SourceState = "complete" | "partial" | "denied" | "unsettled" | "not-asked" | "unreadable";

export interface Source {
  scope: string;
  state: SourceState;
  /** Why it is incomplete, in words for people. */
  reason?: string | undefined;
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** ISO 8601. */
  startedAt?: string | undefined;
  endedAt?: string | undefined;
  requests: number;
}

/** Records how far a scope was read, replacing an earlier record. */
export function putSource({ sql }: { sql: Sql }, source: Source): void {
  const { scope, state, reason, status, startedAt, endedAt, requests } = source;
  sql.run(
    `INSERT OR REPLACE INTO sources (scope, state, reason, status, started_at, ended_at, requests)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    scope,
    state,
    reason,
    status,
    startedAt,
    endedAt,
    requests,
  );
}

/** All recorded scopes, by name. */
export function listSources({ sql }: { sql: Sql }): Source[] {
  return sql.all("SELECT * FROM sources ORDER BY scope").map(sourceOf);
}

/** False for a scope that was not read to its end: what is stored of it is not all there is. `pattern` is its path. */
export function isWhole({ sql }: { sql: Sql }, scope: string, pattern: string): boolean {
  const rows = sql.all("SELECT scope, state FROM sources WHERE scope IN (?, ?)", scope, pattern);
  const found = rows.find((row) => row.scope === scope) ?? rows[0];
  return found === undefined || found.state === "complete";
}

/** A row of the table. */
export function sourceOf(row: Row): Source {
  const optional = <T>(value: unknown, as: (value: unknown) => T) => (value === null ? undefined : as(value));
  return {
    scope: String(row.scope),
    // The table accepts no other value.
    state: String(row.state) as SourceState,
    reason: optional(row.reason, String),
    status: optional(row.status, Number),
    startedAt: optional(row.started_at, String),
    endedAt: optional(row.ended_at, String),
    requests: Number(row.requests),
  };
}
