/** The views that `docs snapshots query` offers in place of the tables of a snapshot; help and documentation are made of them, too. */
import { HISTORY_COLUMNS, HISTORY_KINDS } from "./history-kinds.js";
import { PEOPLE_VIEWS } from "./people-views.js";
import { SITE_VIEWS } from "./site-views.js";
import { SPACE_VIEWS } from "./space-views.js";
import { TALK_VIEWS } from "./talk-views.js";
import type { View } from "./view.js";

export type { View, ViewColumn } from "./view.js";

export const VIEWS: readonly View[] = [...PEOPLE_VIEWS, ...SPACE_VIEWS, ...TALK_VIEWS, ...SITE_VIEWS];

/** Questions that people have, as they are in help and in the documentation. */
export const EXAMPLES: readonly { question: string; sql: string }[] = [
  {
    question: "who can edit what",
    sql: `SELECT m.name, s.title, a.permission
FROM member_spaces a
JOIN members m ON m.id = a.member
JOIN spaces s ON s.id = a.space
WHERE a.permission NOT IN ('read', 'comment')
ORDER BY m.name, s.title`,
  },
  {
    question: "pages unchanged for a year",
    sql: `SELECT s.title AS space, p.path, p.updated_at
FROM pages p JOIN spaces s ON s.id = p.space
WHERE p.type = 'document'
AND date(p.updated_at) < date('now', '-1 year')
ORDER BY p.updated_at`,
  },
  {
    question: "spaces on no site",
    sql: `SELECT id, title, visibility FROM spaces WHERE id NOT IN
(SELECT space FROM site_spaces WHERE space IS NOT NULL)
ORDER BY title`,
  },
];

/** Their own columns in a line each, and once those that all of them have. */
export function historiesHelp(): string {
  const lines = HISTORY_KINDS.map(
    ({ name, columns }) => `  ${name}_history: ${columns.map(({ name: column }) => column).join(", ")}`,
  );
  const width = Math.max(...HISTORY_COLUMNS.map(({ name }) => name.length));
  const common = HISTORY_COLUMNS.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`);
  return [...lines, "", "Each has these columns, too:", "", ...common].join("\n");
}

/** A section for each view: its columns and what they mean. */
export function viewsHelp(): string {
  const one = ({ name, about, columns }: View) => {
    const width = Math.max(...columns.map(([column]) => column.length));
    return [name, `  ${about}:`, ...columns.map(([column, , words]) => `  ${column.padEnd(width)}  ${words}`)].join(
      "\n",
    );
  };
  return VIEWS.map(one).join("\n\n");
}
