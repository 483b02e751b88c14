/** The views that `docs snapshots query` offers in place of the tables of a snapshot; help and documentation are made of them, too. */

import { PEOPLE } from "./people.js";
import { APP, CREATED, ID, pathInCr, type Resource, TITLE, UPDATED, type View, type ViewColumn } from "./resource.js";
import { SITES } from "./sites.js";
import { SPACES, TALK } from "./spaces.js";

// Views of what spaces show: it is stored as a whole, and not by its parts.

const SPACE: ViewColumn = ["space", "space", "spaces.id"];
const CONTENT = "spaces/{spaceId}/content";
/** Of each space the revision that it shows. */
const SHOWN = `main.objects s JOIN main.objects r ON r.kind = 'revision' AND r.id = s.json ->> '$.revision'`;

const CONTENT_VIEWS: readonly View[] = [
  {
    name: "pages",
    about: "pages of all spaces; their texts are in page_texts",
    kept: true,
    using: `RECURSIVE tree (space, json, parent, sort, depth) AS (
      SELECT s.id, p.value, NULL, printf('%06d', p.key), 0 FROM ${SHOWN}, json_each(r.json, '$.pages') p
        WHERE s.kind = 'space'
      UNION ALL
      SELECT space, p.value, tree.json ->> '$.id', sort || printf('/%06d', p.key), depth + 1
        FROM tree, json_each(tree.json, '$.pages') p)`,
    rows: "revision",
    from: "tree ORDER BY space, sort",
    scopes: [CONTENT],
    columns: [
      SPACE,
      ID,
      ["parent", "parent", "pages.id of the page above; null: top level"],
      [
        "position",
        "row_number() OVER (PARTITION BY space ORDER BY sort)",
        "1, 2, 3 ... in the space, as it is read",
        "integer",
      ],
      ["depth", "depth", "pages above it", "integer"],
      TITLE,
      ["path", "$.path", "path in the space"],
      ["type", "$.type", "document, group, link or computed"],
      ["emoji", "$.emoji", "emoji"],
      ["description", "$.description", "description"],
      ["hidden", "coalesce(json ->> '$.hidden', 0)", "1: not in the table of contents", "boolean"],
      ["no_index", "coalesce(json ->> '$.noIndex', 0)", "1: not in the search of the space", "boolean"],
      [
        "no_robots_index",
        "coalesce(json ->> '$.noRobotsIndex', 0)",
        "1: search engines are asked not to index it",
        "boolean",
      ],
      ["href", "$.href", "target of a page of type link"],
      ["document", "$.document", "hash of its text; null: none was read"],
      ["git_path", "$.git.path", "file that it is synchronized with"],
      CREATED,
      UPDATED,
      APP,
    ],
  },
  {
    name: "revisions",
    about: "what each space shows: how and when it was changed last",
    from: `(SELECT s.id AS space, r.json AS json FROM ${SHOWN} WHERE s.kind = 'space')`,
    scopes: [CONTENT],
    columns: [
      SPACE,
      ID,
      ["type", "$.type", "edits, merge, rollback, update or computed"],
      CREATED,
      ["git_commit", "$.git.oid", "commit that it is; null: not from git"],
      ["git_message", "$.git.message", "message of the commit"],
      ["git_by_service", "$.git.createdByService", "1: the service made the commit", "boolean"],
      ["git_url", "$.git.url", "address of the commit"],
    ],
  },
  {
    name: "page_texts",
    about: "texts of pages",
    needs: ["pages"],
    from: "temp.pages p JOIN main.objects d ON d.kind = 'document' AND d.id = p.document",
    scopes: [CONTENT],
    columns: [
      ["space", "p.space", "spaces.id"],
      ["page", "p.id", "pages.id"],
      ["markdown", "d.json ->> '$.markdown'", "the text"],
    ],
  },
  {
    name: "files",
    about: "images and other files of spaces; bytes are not in a snapshot",
    from: `(SELECT s.id AS space, f.value AS json FROM ${SHOWN}, json_each(r.json, '$.files') f WHERE s.kind = 'space')`,
    scopes: [CONTENT],
    columns: [
      SPACE,
      ID,
      ["name", "$.name", "file name"],
      ["content_type", "$.contentType", "media type"],
      ["size", "$.size", "bytes", "integer"],
      ["git_path", "$.git.path", "file that it is synchronized with"],
    ],
  },
  {
    name: "links",
    about: "links of pages, a row for each page and target",
    kept: true,
    // Filled by the program: what a link means is not worked out in SQL.
    scopes: [CONTENT],
    columns: [
      ["space", "", "spaces.id"],
      ["page", "", "pages.id of the page with the link"],
      ["status", "", "ok, broken or in-app"],
      ["kind", "", "url, page, file or text (reusable)"],
      ["target", "", "address, path that leads nowhere, or id of page or file"],
      ["anchor", "", "heading in the target"],
    ],
  },
];

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
