/** What a view of `docs snapshots query` is made of. */

/** Name, expression, meaning. `$.a.b` stands for a member of the JSON text. */
export type ViewColumn = readonly [name: string, sql: string, meaning: string];

export interface View {
  name: string;
  about: string;
  columns: readonly ViewColumn[];
  /** What follows FROM; the JSON text is its column `json`. */
  from: string;
  /** WITH clause before it. */
  using?: string;
  /** Patterns of the scopes that its rows come from. */
  scopes: readonly string[];
  /** Worked out once for each query that names it, as it costs more than reading rows. */
  kept?: true;
  /** Views that it is made of. */
  needs?: readonly string[];
}

/** Rows of one kind. */
export const ofKind = (kind: string): string => `main.objects o WHERE o.kind = '${kind}'`;
/** Scopes of lists of the organization. */
export const inOrg = (list: string): string[] => [`orgs/{organizationId}/${list}`];

export const ID: ViewColumn = ["id", "$.id", "id"];
export const TITLE: ViewColumn = ["title", "$.title", "title"];
export const CREATED: ViewColumn = ["created_at", "$.createdAt", "time, ISO 8601 in UTC"];
export const UPDATED: ViewColumn = ["updated_at", "$.updatedAt", "time of the last change"];
export const APP: ViewColumn = ["url", "$.urls.app", "address in the app"];
export const DEFAULT_LEVEL: ViewColumn = [
  "default_level",
  "$.defaultLevel",
  "what members may do without another grant",
];
