/** The views that `docs snapshots query` offers in place of the tables of a snapshot; help and documentation are made of them, too. */
import { CONTENT_VIEWS } from "./content-views.js";
import { PEOPLE } from "./people.js";
import { pathInCr, type Resource } from "./resource.js";
import { SITES } from "./sites.js";
import { SPACES, TALK } from "./spaces.js";
import type { View } from "./view.js";

const toPlural = (name: string): string => `${name.replace(/y$/, "ie")}s`;

/** The views of resources that are stored by themselves. */
export const viewsOf = (resources: Readonly<Record<string, Resource>>): View[] =>
  Object.entries(resources).flatMap(([name, resource]): View[] => {
    const { path, inCr, about, rows, from, columns } = resource;
    if (about === undefined || columns === undefined) return [];
    // There is one organization: no list has it.
    const isOne = name === "organization";
    const paths = isOne ? ["/v1/orgs/{organizationId}"] : [path, ...(inCr ? [pathInCr(resource)] : [])];
    return [
      {
        name: isOne ? name : toPlural(name),
        ...{ about, columns, scopes: paths.map((one) => one.replace("/v1/", "")) },
        ...(rows !== undefined && { rows }),
        ...(from !== undefined && { from }),
      },
    ];
  });

/** The readings of the organization. */
const SCOPES: View = {
  name: "scopes",
  about: "which parts were read, and which were not",
  from: "main.sources",
  scopes: [],
  columns: [
    ["scope", "scope", "path of the list or the content, or what cannot be read"],
    ["state", "state", "complete, partial, denied, unsettled, not-asked or unreadable"],
    ["reason", "reason", "why it is not complete"],
    ["status", "status", "last HTTP status", "integer"],
    ["started_at", "started_at", "time", "time"],
    ["ended_at", "ended_at", "time", "time"],
    ["requests", "requests", "requests sent for it", "integer"],
  ],
};

export const VIEWS: readonly View[] = [
  ...viewsOf(PEOPLE),
  ...viewsOf(SPACES),
  ...CONTENT_VIEWS,
  ...viewsOf(TALK),
  ...viewsOf(SITES),
  SCOPES,
];

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
