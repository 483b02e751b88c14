/** One of the two snapshots, as the comparison asks it. */

import type { SourceState } from "../../sandbox/store/sources.js";
import type { OpenSnapshot } from "../file/open-snapshot.js";
import { type Item, type Lookup, TITLES } from "./kinds.js";

export interface Side extends Lookup {
  snapshot: OpenSnapshot;
  stateOf(scope: string): SourceState | undefined;
  /** True if a thing of any kind with this id is there. */
  hasThing(id: string): boolean;
}

export interface StoredRow {
  id: string;
  scope: string;
  json: string;
}

/** Kinds of things that others stand in. */
const CONTAINERS = ["space", "site", "site-section", "team", "change-request", "comment", "openapi-spec", "member"];

export function sideOf(snapshot: OpenSnapshot): Side {
  const { db, store, org, sources } = snapshot;
  const states = new Map(sources.map(({ scope, state }) => [scope, state]));
  const kinds = CONTAINERS.map((kind) => `'${kind}'`).join(", ");
  const ids = new Set(db.all(`SELECT id FROM objects WHERE kind IN (${kinds})`).map(({ id }) => String(id)));
  return {
    snapshot,
    org,
    stateOf: (scope) => states.get(scope),
    hasThing: (id) => ids.has(id),
    scopeOf: (kind, id) => store.scopeOf(kind, id),
    title(kind, id) {
      const item = store.get<Item>(kind, id);
      return item ? String((TITLES[kind] ?? (({ title }: Item) => title))(item) ?? id) : id;
    },
  };
}

/** All rows of a kind by their ids. */
export function rowsOf({ snapshot }: Side, kind: string): Map<string, StoredRow> {
  const rows = snapshot.db.all("SELECT id, scope, json FROM objects WHERE kind = ?", kind);
  return new Map(
    rows.map(({ id, scope, json }) => [String(id), { id: String(id), scope: String(scope), json: String(json) }]),
  );
}
