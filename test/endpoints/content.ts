import { expect } from "vitest";
import { file, link, linkStats, page, reference, revision } from "./answers.js";
import * as id from "./ids.js";
import {
  type Contract,
  type ContractField,
  list,
  PAGED,
  PAGES,
  type Row,
  read,
  type Shapes,
  type Successes,
  write,
} from "./row.js";

export const COMPUTED: ContractField[] = [
  { name: "metadata", type: "boolean", default: true },
  { name: "computed", type: "boolean", default: true },
];
export const IMPORT: ContractField[] = [
  { name: "url", type: "uri", required: "Y" },
  {
    name: "source",
    type: "enum",
    required: "Y",
    knownValues: ["website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs"],
  },
];
export const PAGE: ContractField[] = [
  { name: "format", type: "enum", knownValues: ["document", "markdown"] },
  { name: "evaluated", type: "boolean", default: false },
  ...COMPUTED,
];

export const contract: Contract = {
  searchSpace: {
    request: "GET /v1/spaces/{spaceId}/search",
    query: [...PAGES, { name: "query", type: "string", alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "SpaceSearchItem", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getSpaceContent: {
    request: "GET /v1/spaces/{spaceId}/content",
    query: COMPUTED,
    assumedStatus: 200,
    response: { resource: "Revision", list: false },
    retry: "safe",
    about: "a revision is compared where one is known: by snapshots and gates",
  },
  importSpaceContent: {
    request: "POST /v1/spaces/{spaceId}/content/import",
    body: IMPORT,
    assumedStatus: 201,
    response: { resource: "inline", list: false, name: "ImportResult" },
    retry: "unsafe",
    role: "edit",
    thing: "space",
    about: "the answer says how the request ended",
  },
  applySpaceTemplate: {
    request: "POST /v1/spaces/{spaceId}/content/template",
    body: [
      { name: "id", type: "string", required: "-", alwaysSent: true },
      { name: "params", type: "{contentRefs: map name to ContentReference}", required: "-" },
    ],
    status: 204,
    response: { resource: null, list: false },
    retry: "unsafe",
    role: "edit",
    thing: "space",
    about: "the answer has no body, and the path ends with no id",
  },
  listSpacePages: {
    // Not the list envelope; no pagination.
    request: "GET /v1/spaces/{spaceId}/content/pages",
    query: COMPUTED,
    assumedStatus: 200,
    response: { resource: "inline", list: false, name: "PageTree" },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listSpaceFiles: {
    request: "GET /v1/spaces/{spaceId}/content/files",
    query: [...PAGES, ...COMPUTED],
    assumedStatus: 200,
    response: { resource: "File", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getSpaceFile: {
    request: "GET /v1/spaces/{spaceId}/content/files/{fileId}",
    query: COMPUTED,
    assumedStatus: 200,
    response: { resource: "File", list: false },
    retry: "safe",
    about: { fileId: "id" },
  },
  listSpaceFileBacklinks: {
    request: "GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Reference", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getSpacePage: {
    request: "GET /v1/spaces/{spaceId}/content/page/{pageId}",
    query: PAGE,
    assumedStatus: 200,
    response: { resource: "Page", list: false },
    retry: "safe",
    about: { pageId: "id" },
  },
  listSpacePageLinks: {
    request: "GET /v1/spaces/{spaceId}/content/page/{pageId}/links",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "LinkItem", list: true, stats: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listSpacePageBacklinks: {
    // Exists for a space only, not under a change request.
    request: "GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Reference", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listSpaceLinks: {
    // Error condition: the space could not be found.
    request: "GET /v1/spaces/{spaceId}/links",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "LinkItem", list: true, stats: true },
    retry: "safe",
    about: "items have no field for what they belong to",
    errors: ["space not found"],
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Revision: "object=revision id parents pages:Page files:File reusableContents variables createdAt git? urls type",
  // The text comes with one page, layouts and variables with those that have their own.
  Page: `id title emoji? icon? createdAt updatedAt markdown? type urls slug path description pages:Page git? layout?
    cover? variables? hidden noIndex noRobotsIndex computed? computedSeed?`,
  File: "id name contentType downloadURL size dimensions? git?",
  LinkItem: "status relation targetReference locationReferences",
  Reference: "kind organization:Organization space:Space versionContext file?:File",
  SpaceSearchItem: "id title path sections urls",
  ImportResult: "revision importedResources totalResources",
};

export const commands = `
content view | cr no-metadata no-computed | GET SR/content
  content view
  content view --cr 42
content import <url> | source cr | POST SR/content/import
  content import data:text/markdown;name=new.md,%23%20New --source markdown
  content import data:text/markdown;name=new.md,%23%20New --source markdown --cr 42
content apply-template <template> | ref | POST S/content/template
  ! content apply-template product-docs
pages list | cr no-metadata no-computed | GET SR/content/pages
  pages list
  pages list --cr 42
pages view <page> | cr format evaluated no-evaluated no-metadata no-computed | GET SR/content/page/{pageId}
  pages view VRzPFXWE6YaDDdpwosnD
  pages view VRzPFXWE6YaDDdpwosnD --cr 42 --format markdown
pages links <page> | cr stats | GET SR/content/page/{pageId}/links
  pages links XP6omSZeoJsbZDXfvayL
  pages links XP6omSZeoJsbZDXfvayL --cr 42
pages backlinks <page> | | GET S/content/page/{pageId}/backlinks
  pages backlinks XP6omSZeoJsbZDXfvayL
files list | cr no-metadata no-computed | GET SR/content/files
  files list
  files list --cr 42
files view <file> | cr no-metadata no-computed | GET SR/content/files/{fileId}
  files view fT6kXw2NbRz9QmVd4LhG
  files view fT6kXw2NbRz9QmVd4LhG --cr 42
files backlinks <file> | cr | GET SR/content/files/{fileId}/backlinks
  files backlinks fT6kXw2NbRz9QmVd4LhG
  files backlinks fT6kXw2NbRz9QmVd4LhG --cr 42
files download <file> | cr output-file force |
`;

const imported = { revision: "rev2", importedResources: 3, totalResources: 3 };
const hit = { id: "p1", title: "Home", sections: [{ id: "h1", body: "words", urls: { app: "https://x" } }] };
const links = { count: 1, items: [link], stats: linkStats };

/** Content of a space or a change request, which `cr` names. */
export function contentOf(parent: string, cr: string) {
  const content = `${parent}/content`;
  const one = `${content}/page/p1`;
  return [
    read(`content view ${cr}`, `GET ${content}`, revision),
    read(`content view ${cr} --no-metadata --computed`, `GET ${content}?metadata=false&computed=true`, revision),
    read(`content view ${cr} --metadata --no-computed`, `GET ${content}?metadata=true&computed=false`, revision),
    write(
      `content import https://example.com/a?b=c --source website ${cr}`,
      `POST ${content}/import`,
      { url: "https://example.com/a?b=c", source: "website" },
      201,
      imported,
    ),
    write(
      `content import https://example.com --source rst ${cr}`,
      `POST ${content}/import`,
      { url: "https://example.com", source: "rst" },
      201,
      imported,
    ),
    list(`pages list ${cr}`, `GET ${content}/pages`, [page], { pages: [page] }),
    list(`pages list ${cr} --no-metadata --computed`, `GET ${content}/pages?metadata=false&computed=true`, [page], {
      pages: [page],
    }),
    list(`pages list ${cr} --metadata --no-computed`, `GET ${content}/pages?metadata=true&computed=false`, [], {
      pages: [],
    }),
    read(`pages view p1 ${cr}`, `GET ${one}`, page),
    read(
      `pages view p1 ${cr} --format markdown --evaluated --no-metadata --computed`,
      `GET ${one}?format=markdown&evaluated=true&metadata=false&computed=true`,
      page,
    ),
    read(
      `pages view p1 ${cr} --no-evaluated --metadata --no-computed`,
      `GET ${one}?evaluated=false&metadata=true&computed=false`,
      page,
    ),
    list(`pages links p1 ${cr}`, `GET ${one}/links?limit=1000`, [link], links),
    list(`pages links p1 ${cr} ${PAGED}`, `GET ${one}/links?page=c%2F2%2B%3D&limit=25`, [link], links),
    list(`files list ${cr}`, `GET ${content}/files?limit=1000`, [file]),
    list(
      `files list ${cr} --no-metadata --computed ${PAGED}`,
      `GET ${content}/files?page=c%2F2%2B%3D&limit=25&metadata=false&computed=true`,
      [file],
    ),
    list(`files list ${cr} --metadata --no-computed`, `GET ${content}/files?metadata=true&computed=false&limit=1000`, [
      file,
    ]),
    read(`files view f1 ${cr}`, `GET ${content}/files/f1`, file),
    read(`files view f1 ${cr} --no-metadata --computed`, `GET ${content}/files/f1?metadata=false&computed=true`, file),
    read(`files view f1 ${cr} --metadata --no-computed`, `GET ${content}/files/f1?metadata=true&computed=false`, file),
    list(`files backlinks f1 ${cr}`, `GET ${content}/files/f1/backlinks?limit=1000`, [reference]),
    list(`files backlinks f1 ${cr} ${PAGED}`, `GET ${content}/files/f1/backlinks?page=c%2F2%2B%3D&limit=25`, [
      reference,
    ]),
  ];
}

export const requests = [
  ...contentOf("/v1/spaces/s1", ""),
  list("spaces search battery", "GET /v1/spaces/s1/search?limit=1000&query=battery", [hit]),
  list(
    `spaces search "rate limits & é" ${PAGED}`,
    "GET /v1/spaces/s1/search?page=c%2F2%2B%3D&limit=25&query=rate+limits+%26+%C3%A9",
    [hit],
  ),
  write(
    "content apply-template tpl1 --ref logo=file:f1 --ref api=openapi:pet-store",
    "POST /v1/spaces/s1/content/template",
    {
      id: "tpl1",
      params: { contentRefs: { logo: { kind: "file", file: "f1" }, api: { kind: "openapi", spec: "pet-store" } } },
    },
    204,
  ),
  write("content apply-template tpl1", "POST /v1/spaces/s1/content/template", { id: "tpl1" }, 204),
  list("pages backlinks p1", "GET /v1/spaces/s1/content/page/p1/backlinks?limit=1000", [reference]),
  list(`pages backlinks p1 ${PAGED}`, "GET /v1/spaces/s1/content/page/p1/backlinks?page=c%2F2%2B%3D&limit=25", [
    reference,
  ]),
  list("spaces links", "GET /v1/spaces/s1/links?limit=1000", [link], links),
  list(`spaces links ${PAGED}`, "GET /v1/spaces/s1/links?page=c%2F2%2B%3D&limit=25", [link], links),
];

const SPACE = `/v1/spaces/${id.GUIDE}`;
export const DRAWING = { id: id.DRAWING, name: "tern-at-dock.svg", contentType: "image/svg+xml", size: 550 };
export const CHAPTERS = [
  "Overview",
  "Getting started",
  "Every day",
  "Maintenance",
  "Error codes",
  "Safety",
  "Release notes",
].map((title) => ({ title, type: "document" }));

/** An import of the one file in source/, as the embedded service reads it. */
export function importRow(at: string): Row {
  return {
    send: `POST ${at}/content/import`,
    body: { url: new URL("source/winter.md", import.meta.url).href, source: "markdown" },
    status: 201,
    answer: { revision: expect.stringMatching(/^\w{20}$/), importedResources: 1, totalResources: 1 },
    after: [
      {
        send: `GET ${at}/content/pages`,
        status: 200,
        answer: { pages: [...CHAPTERS, { title: "Winter", path: "winter" }] },
      },
    ],
  };
}

export const backlink = (space: string, revision: string) => ({
  kind: "page",
  organization: { object: "organization", id: id.ORG },
  space: { object: "space", id: space },
  versionContext: { type: "revision", revision },
});

export const successes: Successes = {
  searchSpace: {
    send: `GET ${SPACE}/search?query=adhesive`,
    status: 200,
    answer: {
      count: 1,
      items: [
        {
          id: id.CHARGING,
          title: "Charging",
          path: "getting-started/charging",
          sections: [{ title: "Place the dock", body: expect.stringContaining("adhesive pads") }],
        },
      ],
    },
  },
  getSpaceContent: {
    send: `GET ${SPACE}/content`,
    status: 200,
    answer: {
      object: "revision",
      id: "ggJ8nit9kHAoyB2V2o3F",
      pages: CHAPTERS,
      files: [DRAWING, { id: id.SAFETY_CARD }],
      variables: expect.any(Object),
      urls: { app: expect.stringContaining(`/o/${id.ORG}/s/${id.GUIDE}`) },
    },
  },
  importSpaceContent: importRow(SPACE),
  applySpaceTemplate: {
    send: `POST ${SPACE}/content/template`,
    body: { id: "api-reference", params: { contentRefs: { cover: { kind: "file", file: id.DRAWING } } } },
    status: 204,
    after: [
      {
        send: `GET ${SPACE}/content/pages`,
        status: 200,
        answer: {
          pages: [
            ...CHAPTERS,
            { title: "Introduction", cover: { ref: { kind: "file", file: id.DRAWING } } },
            { title: "Errors" },
          ],
        },
      },
    ],
  },
  listSpacePages: { send: `GET ${SPACE}/content/pages`, status: 200, answer: { pages: CHAPTERS } },
  listSpaceFiles: {
    send: `GET ${SPACE}/content/files`,
    status: 200,
    answer: { count: 2, items: [DRAWING, { id: id.SAFETY_CARD, contentType: "text/plain" }] },
  },
  getSpaceFile: {
    send: `GET ${SPACE}/content/files/${id.DRAWING}`,
    status: 200,
    answer: { ...DRAWING, dimensions: { width: 640, height: 420 } },
  },
  listSpaceFileBacklinks: {
    send: `GET ${SPACE}/content/files/${id.DRAWING}/backlinks`,
    status: 200,
    answer: { count: 1, items: [backlink(id.GUIDE, "ggJ8nit9kHAoyB2V2o3F")] },
  },
  getSpacePage: {
    send: `GET ${SPACE}/content/page/${id.CHARGING}`,
    status: 200,
    answer: {
      id: id.CHARGING,
      title: "Charging",
      type: "document",
      slug: "charging",
      path: "getting-started/charging",
      markdown: expect.stringMatching(/^The dock charges an empty battery in 75 minutes\./),
    },
  },
  listSpacePageLinks: {
    send: `GET ${SPACE}/content/page/${id.ERROR_CODES}/links`,
    status: 200,
    answer: {
      count: 3,
      stats: { total: 3, broken: { total: 1, changeRequest: 0 } },
      items: [{ status: "ok", relation: "reference" }, {}, {}],
    },
  },
  listSpacePageBacklinks: {
    send: `GET ${SPACE}/content/page/${id.CHARGING}/backlinks`,
    status: 200,
    answer: { count: 2, items: [backlink(id.GUIDE, "ggJ8nit9kHAoyB2V2o3F"), { kind: "page" }] },
  },
  listSpaceLinks: {
    send: `GET ${SPACE}/links?limit=1`,
    status: 200,
    answer: {
      next: { page: expect.any(String) },
      count: 14,
      stats: { total: 14, broken: { total: 2, changeRequest: 0 } },
      items: [{ targetReference: { kind: "file", file: { id: id.DRAWING } } }],
    },
  },
};
