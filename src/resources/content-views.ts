/** Views of what spaces show: it is stored as a whole, and not by its parts. */
import { APP, CREATED, ID, TITLE, UPDATED, type View, type ViewColumn } from "./view.js";

const SPACE: ViewColumn = ["space", "space", "spaces.id"];
const CONTENT = "spaces/{spaceId}/content";
/** Of each space the revision that it shows. */
const SHOWN = `main.objects s JOIN main.objects r ON r.kind = 'revision' AND r.id = s.json ->> '$.revision'`;

export const CONTENT_VIEWS: readonly View[] = [
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
