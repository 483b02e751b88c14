/** Things whose history `docs snapshots query` and `docs snapshots log` know, as data. */
import type { ColumnType, View, ViewColumn } from "./view.js";

export type HistoryKindName =
  | "teams"
  | "members"
  | "spaces"
  | "sites"
  | "team_members"
  | "member_spaces"
  | "share_links"
  | "change_requests"
  | "pages";

interface HistoryColumn {
  name: string;
  /** `$.a.b`: a member of its JSON; `parent`: id of what it is in; `above`: id of the page above; otherwise: how the thing that another column names was last called. */
  from: string | { of: string; kind: HistoryKindName };
  meaning: string;
  type?: ColumnType;
}

export interface HistoryKind {
  name: HistoryKindName;
  about: string;
  /** Kind of the stored rows; pages are in those of contents. */
  rows: string;
  /** Pattern of the list that shows whether it is there; the parameter that is no organization is its parent. */
  list: string;
  /** The thing that it is in; absent: the organization. */
  parent?: HistoryKindName;
  /** The column of its title. */
  title: string;
  /** The column that people ask for first, such as a role. */
  state?: string;
  columns: readonly HistoryColumn[];
}

const column = (name: string, from: HistoryColumn["from"], meaning: string, type?: ColumnType): HistoryColumn => ({
  name,
  from,
  meaning,
  ...(type && { type }),
});
const nameColumn = (name: string, of: string, kind: HistoryKindName): HistoryColumn =>
  column(name, { of, kind }, `how it was last called`);

const ID = column("id", "$.id", "id");
const TITLE = column("title", "$.title", "title");
const CREATED = column("created_at", "$.createdAt", "time", "time");

/** A thing comes before its parts. */
export const HISTORY_KINDS: readonly HistoryKind[] = [
  {
    name: "teams",
    about: "teams",
    rows: "team",
    list: "orgs/{organizationId}/teams",
    title: "title",
    columns: [ID, TITLE, CREATED],
  },
  {
    name: "members",
    about: "members of the organization",
    rows: "member",
    list: "orgs/{organizationId}/members",
    title: "name",
    state: "role",
    columns: [
      ID,
      column("name", "$.user.displayName", "name"),
      column("email", "$.user.email", "email"),
      column("role", "$.role", "admin, create, review, edit, comment or read; null: a guest"),
      column("disabled", "$.disabled", "1: cannot sign in", "boolean"),
      column("sso", "$.sso", "1: signs in with single sign-on", "boolean"),
      column("joined_at", "$.joinedAt", "time", "time"),
    ],
  },
  {
    name: "spaces",
    about: "spaces",
    rows: "space",
    list: "orgs/{organizationId}/spaces",
    title: "title",
    state: "visibility",
    columns: [
      ID,
      TITLE,
      column("visibility", "$.visibility", "public, unlisted, share-link, visitor-auth, in-collection or private"),
      column("collection", "$.parent", "collections.id; null: top level"),
      column("language", "$.language", "language"),
      column("edit_mode", "$.editMode", "live or locked"),
      column("default_level", "$.defaultLevel", "what members may do without another grant"),
      column("git_repository", "$.gitSync.repoName", "repository that it is synchronized with; null: none"),
      CREATED,
    ],
  },
  {
    name: "sites",
    about: "sites",
    rows: "site",
    list: "orgs/{organizationId}/sites",
    title: "title",
    state: "visibility",
    columns: [
      ID,
      TITLE,
      column("type", "$.type", "basic or another plan"),
      column("visibility", "$.visibility", "public, unlisted, share-link or visitor-auth"),
      column("published", "$.published", "1: visitors find it", "boolean"),
      column("hostname", "$.hostname", "own host"),
      column("basename", "$.basename", "its name in addresses"),
      CREATED,
    ],
  },
  {
    name: "team_members",
    about: "members of each team",
    rows: "team-membership",
    list: "orgs/{organizationId}/teams/{teamId}/members",
    parent: "teams",
    title: "member_name",
    state: "role",
    columns: [
      column("team", "parent", "id of the team"),
      nameColumn("team_title", "team", "teams"),
      column("member", "$.user", "id of the member"),
      nameColumn("member_name", "member", "members"),
      column("role", "$.role", "owner or member"),
    ],
  },
  {
    name: "member_spaces",
    about: "effective permission of each member in each space",
    rows: "member-space",
    list: "orgs/{organizationId}/members/{userId}/spaces",
    parent: "members",
    title: "member_name",
    state: "permission",
    columns: [
      column("member", "parent", "id of the member"),
      nameColumn("member_name", "member", "members"),
      column("space", "$.space.id", "id of the space"),
      nameColumn("space_title", "space", "spaces"),
      column("permission", "$.permission", "admin, create, review, edit, comment or read"),
    ],
  },
  {
    name: "share_links",
    about: "share links of sites",
    rows: "share-link",
    list: "orgs/{organizationId}/sites/{siteId}/share-links",
    parent: "sites",
    title: "name",
    columns: [
      column("site", "parent", "id of the site"),
      nameColumn("site_title", "site", "sites"),
      ID,
      column("name", "$.name", "name"),
      column("active", "$.active", "1: opens the site without a token", "boolean"),
      CREATED,
    ],
  },
  {
    name: "change_requests",
    about: "change requests of all states",
    rows: "change-request",
    list: "spaces/{spaceId}/change-requests",
    parent: "spaces",
    title: "subject",
    state: "status",
    columns: [
      column("space", "parent", "id of the space"),
      nameColumn("space_title", "space", "spaces"),
      ID,
      column("number", "$.number", "number in the space", "integer"),
      column("status", "$.status", "draft, open, merged or archived"),
      column("subject", "$.subject", "subject"),
      column("created_by", "$.createdBy.id", "id of the member"),
      CREATED,
    ],
  },
  {
    name: "pages",
    about: "pages of all spaces",
    rows: "revision",
    list: "spaces/{spaceId}/content",
    parent: "spaces",
    title: "title",
    state: "path",
    columns: [
      column("space", "parent", "id of the space"),
      nameColumn("space_title", "space", "spaces"),
      ID,
      column("parent", "above", "id of the page above; null: top level"),
      TITLE,
      column("path", "$.path", "path in the space"),
      column("type", "$.type", "document, group, link or computed"),
      column("hidden", "$.hidden", "1: not in the table of contents", "boolean"),
      column("document", "$.document", "hash of its text; null: none was read"),
      column("updated_at", "$.updatedAt", "time of the last change", "time"),
    ],
  },
];

/** Columns that each history has in addition. */
export const HISTORY_COLUMNS: readonly HistoryColumn[] = [
  column("valid_from", "", "time of the first generation that shows it so", "time"),
  column("valid_to", "", "time of the first in which it is proved gone or different; null: still holds", "time"),
  column(
    "not_before",
    "",
    "last reading without it: it was added, or changed, after that; null: there is none",
    "time",
  ),
  column("last_seen", "", "last reading that shows it so: it was removed, or changed, after that", "time"),
  column("began", "", "first (the first reading; it may be older), added, changed or returned"),
  column(
    "ended",
    "",
    "gone, unseen (gone, or hidden from a caller without admin rights) or changed; null: still holds",
  ),
  column(
    "changed",
    "",
    "names of the columns that are different from the interval before, with spaces between; null: it was added",
  ),
  column("previous", "", "these columns as they were, as JSON"),
  column("generation", "", "number of the generation of valid_from", "integer"),
];

export const historyKind = (name: HistoryKindName): HistoryKind => {
  const found = HISTORY_KINDS.find((kind) => kind.name === name);
  if (!found) throw new Error(`there is no history of ${name}`);
  return found;
};

/** With all that they need: what they are in, and what names them; in the order of HISTORY_KINDS. */
export function withNeeded(names: readonly HistoryKindName[]): HistoryKind[] {
  const needed = new Set<HistoryKindName>();
  const add = (name: HistoryKindName): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const { parent, columns } = historyKind(name);
    if (parent) add(parent);
    for (const { from } of columns) if (typeof from === "object") add(from.kind);
  };
  names.forEach(add);
  return HISTORY_KINDS.filter(({ name }) => needed.has(name));
}

/** The name of a kind in `docs snapshots log`, which names things as `docs snapshots diff` does. */
export const logKind = (name: HistoryKindName): string =>
  name === "member_spaces" ? "access" : name.replaceAll("_", "-");

/** By the name that people use. */
export const LOG_KINDS: ReadonlyMap<string, HistoryKindName> = new Map(
  HISTORY_KINDS.map(({ name }) => [logKind(name), name]),
);

// Views of what is no longer so, made of the generations of a file.

export interface HistoryView extends View {
  /** The kind of things whose history it has. */
  history: HistoryKindName;
}

export const HISTORY_VIEWS: readonly HistoryView[] = HISTORY_KINDS.map(({ name, about, list, columns }) => ({
  name: `${name}_history`,
  about: `${about}: one row per period without changes, over all generations of the file`,
  history: name,
  kept: true,
  // Filled by the program, which goes through the generations.
  from: "",
  scopes: [list],
  columns: [...columns, ...HISTORY_COLUMNS].map(
    ({ name: column, meaning, type = "text" }): ViewColumn => [column, "", meaning, type],
  ),
}));
