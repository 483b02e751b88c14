/** One of the two snapshots, as the comparison asks it. */
import type { SourceState } from "../../sandbox/store/sources.js";
import type { OpenSnapshot } from "../file/open-snapshot.js";
import { type Item, type Lookup, TITLES } from "./kinds.js";

/** A difference between two snapshots. */
export interface FieldChange {
  /** Dotted path of a member. */
  name: string;
  /** Undefined where it is not there. */
  before: unknown;
  after: unknown;
}

export interface Change {
  /** As --only takes it: `pages`, `members`. */
  kind: string;
  change: "added" | "removed" | "changed" | "moved" | "renamed";
  id: string;
  title: string;
  /** Its container: a space, a site, a team; empty: the organization. */
  place: string;
  /** Of pages: where it is now, or was. */
  path: string;
  /** Of what moved: where it was. */
  from?: string;
  fields: FieldChange[];
  /** Of pages whose text differs, where texts are asked for. */
  texts?: { before: string; after: string };
  /** Of change requests with the field `content`, where both contents were read: changes of their pages. */
  pages?: Change[];
}

/** A part that cannot be compared, as one of the two does not have it. */
export interface Gap {
  kind: string;
  /** The side without it: the first, the second. */
  side: "before" | "after";
  state: string;
  reason: string;
  scopes: number;
}

export interface Comparison {
  organization: string;
  before: string;
  after: string;
  changes: Change[];
  gaps: Gap[];
}

export interface CompareOptions {
  /** Names of kinds; absent: all. */
  only?: readonly string[] | undefined;
  texts?: boolean | undefined;
  /** Of different organizations, too. */
  any?: boolean | undefined;
}

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
