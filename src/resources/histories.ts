/** Things whose history `docs snapshots query` and `docs snapshots log` know: views, and what of them a history keeps. */
import { RESOURCES } from "./index.js";
import type { View, ViewColumn } from "./resource.js";
import { VIEWS, viewsOf } from "./views.js";

interface HistoryRule<Name extends string> {
  /** The thing that it is in; absent: the organization. */
  parent?: Name;
  /** The column of its title. */
  title: string;
  /** The column that people ask for first, such as a role. */
  state?: string;
  /** Columns of the view; `member_name` is how the thing that the column `member` names was last called. */
  columns: string;
}

const defineRules = <Name extends string>(rules: Record<Name, HistoryRule<NoInfer<Name>>>) => rules;

/** By the name of the view. A thing comes before its parts. */
const RULES = defineRules({
  teams: { title: "title", columns: "id title created_at" },
  members: { title: "name", state: "role", columns: "id name email role disabled sso joined_at" },
  spaces: {
    title: "title",
    state: "visibility",
    columns: "id title visibility collection language edit_mode default_level git_repository created_at",
  },
  sites: {
    title: "title",
    state: "visibility",
    columns: "id title type visibility published hostname basename created_at",
  },
  team_members: {
    parent: "teams",
    title: "member_name",
    state: "role",
    columns: "team team_title member member_name role",
  },
  member_spaces: {
    parent: "members",
    title: "member_name",
    state: "permission",
    columns: "member member_name space space_title permission",
  },
  share_links: { parent: "sites", title: "name", columns: "site site_title id name active created_at" },
  change_requests: {
    parent: "spaces",
    title: "subject",
    state: "status",
    columns: "space space_title id number status subject created_by created_at",
  },
  pages: {
    parent: "spaces",
    title: "title",
    state: "path",
    columns: "space space_title id parent title path type hidden document updated_at",
  },
});

export type HistoryKindName = keyof typeof RULES;

interface HistoryColumn {
  name: string;
  /** `$.a.b`: a member of its JSON; `parent`: id of what it is in; `above`: id of the page above; otherwise: how the thing that another column names was last called. */
  from: string | { of: string; kind: HistoryKindName };
}

export interface HistoryKind extends Omit<HistoryRule<HistoryKindName>, "columns"> {
  name: HistoryKindName;
  view: View;
  /** Kind of the stored rows; pages are in those of contents. */
  rows: string;
  /** Pattern of the list that shows whether it is there; the parameter that is no organization is its parent. */
  list: string;
  columns: readonly HistoryColumn[];
}

const findColumn = ({ columns }: View, name: string): ViewColumn | undefined =>
  columns.find(([column]) => column === name);

/** The view whose ids a column has: `members` if it means `members.id`. */
const namedBy = (view: View, name: string): string | undefined => findColumn(view, name)?.[2].split(".")[0];

// Object.keys knows no literal names.
export const HISTORY_KINDS: readonly HistoryKind[] = (Object.keys(RULES) as HistoryKindName[]).map((name) => {
  const { columns, ...rule } = RULES[name];
  const view = VIEWS.find((one) => one.name === name);
  const [list] = view?.scopes ?? [];
  if (view?.rows === undefined || list === undefined) throw new TypeError(`the view ${name} can have no history`);
  const kind = { name, view, rows: view.rows, list, ...rule };
  return { ...kind, columns: columns.split(" ").map((column) => toColumn(column, kind)) };
});

function toColumn(name: string, { view, parent }: Pick<HistoryKind, "view" | "parent">): HistoryColumn {
  const [, sql] = findColumn(view, name) ?? [];
  if (sql === undefined) {
    const of = name.slice(0, name.lastIndexOf("_"));
    // The column that it is derived from names a thing with a history.
    return { name, from: { of, kind: namedBy(view, of) as HistoryKindName } };
  }
  const isParent = parent !== undefined && namedBy(view, name) === parent;
  return { name, from: isParent ? "parent" : (/\$\.[\w.]+/.exec(sql)?.[0] ?? "above") };
}

/** Columns that each history has in addition. */
export const HISTORY_COLUMNS: readonly ViewColumn[] = [
  ["valid_from", "", "time of the first generation that shows it so", "time"],
  ["valid_to", "", "time of the first in which it is proved gone or different; null: still holds", "time"],
  ["not_before", "", "last reading without it: it was added, or changed, after that; null: there is none", "time"],
  ["last_seen", "", "last reading that shows it so: it was removed, or changed, after that", "time"],
  ["began", "", "first (the first reading; it may be older), added, changed or returned"],
  ["ended", "", "gone, unseen (gone, or hidden from a caller without admin rights) or changed; null: still holds"],
  [
    "changed",
    "",
    "names of the columns that are different from the interval before, with spaces between; null: it was added",
  ],
  ["previous", "", "these columns as they were, as JSON"],
  ["generation", "", "number of the generation of valid_from", "integer"],
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

/** The name of what a view shows in `docs snapshots log` and `docs snapshots diff`. */
export const logKind = (name: string): string => (name === "member_spaces" ? "access" : name.replaceAll("_", "-"));

/** Kinds that `docs snapshots diff` compares in this order: people, contents, sites. Other resources follow. */
const ORDER = `
  organization members teams team-members access collections spaces pages change-requests comments replies
  sites section-groups sections site-spaces share-links visitor-schemas customizations specs spec-versions
  translations saml-providers
`;

export const COMPARED_KINDS: readonly string[] = [
  ...new Set([...ORDER.trim().split(/\s+/), ...viewsOf(RESOURCES).map(({ name }) => logKind(name))]),
];

/** By the name that people use. */
export const LOG_KINDS: ReadonlyMap<string, HistoryKindName> = new Map(
  HISTORY_KINDS.map(({ name }) => [logKind(name), name]),
);

// Views of what is no longer so, made of the generations of a file.

export interface HistoryView extends View {
  /** The kind of things whose history it has. */
  history: HistoryKindName;
}

export const HISTORY_VIEWS: readonly HistoryView[] = HISTORY_KINDS.map(({ name, view, columns }) => ({
  name: `${name}_history`,
  about: `${view.about}: one row per period without changes, over all generations of the file`,
  history: name,
  kept: true,
  scopes: view.scopes,
  columns: [
    ...columns.map(
      ({ name: column }): ViewColumn => findColumn(view, column) ?? [column, "", "how it was last called"],
    ),
    ...HISTORY_COLUMNS,
  ],
}));

/** Their own columns in a line each, and once those that all of them have. */
export function historiesHelp(): string {
  const lines = HISTORY_KINDS.map(
    ({ name, columns }) => `  ${name}_history: ${columns.map(({ name: column }) => column).join(", ")}`,
  );
  const width = Math.max(...HISTORY_COLUMNS.map(([name]) => name.length));
  const common = HISTORY_COLUMNS.map(([name, , meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  return [...lines, "", "Each has these columns, too:", "", ...common].join("\n");
}
