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
