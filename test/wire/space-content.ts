import { applySpaceTemplate, getSpaceContent, importSpaceContent } from "../../src/catalog/content.js";
import { getSpaceFile, listSpaceFileBacklinks, listSpaceFiles } from "../../src/catalog/files.js";
import { getSpacePage, listSpacePageBacklinks, listSpacePageLinks, listSpacePages } from "../../src/catalog/pages.js";
import { listSpaceLinks, searchSpace } from "../../src/catalog/spaces.js";
import { file, link, linkStats, page, reference, revision } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const at = { params: { spaceId: "s1" } };
const onPage = { params: { spaceId: "s1", pageId: "p1" } };
const ofFile = { params: { spaceId: "s1", fileId: "f1" } };
const hit = { id: "p1", title: "Home", sections: [{ id: "h1", body: "words", urls: { app: "https://x" } }] };
const hits = { count: 1, items: [hit] };
const files = { count: 1, items: [file] };
const references = { count: 1, items: [reference] };
const links = { count: 1, items: [link], stats: linkStats };
const imported = { revision: "rev2", importedResources: 3, totalResources: 4 };

export const rows = [
  list(searchSpace, at, {}, "GET /v1/spaces/s1/search?limit=1000", hits, [hit]),
  list(
    searchSpace,
    { ...at, query: { query: "rate limits & é" } },
    PAGED,
    "GET /v1/spaces/s1/search?page=c%2F2%2B%3D&limit=25&query=rate+limits+%26+%C3%A9",
    hits,
    [hit],
  ),
  call(getSpaceContent, at, "GET /v1/spaces/s1/content", 200, revision),
  call(
    getSpaceContent,
    { ...at, query: { metadata: false, computed: true } },
    "GET /v1/spaces/s1/content?metadata=false&computed=true",
    200,
    revision,
  ),
  call(
    getSpaceContent,
    { ...at, query: { metadata: true, computed: false } },
    "GET /v1/spaces/s1/content?metadata=true&computed=false",
    200,
    revision,
  ),
  call(
    importSpaceContent,
    { ...at, body: { url: "https://example.com/a?b=c", source: "website" } },
    "POST /v1/spaces/s1/content/import",
    201,
    imported,
  ),
  call(
    importSpaceContent,
    { ...at, body: { url: "https://example.com", source: "rst" } },
    "POST /v1/spaces/s1/content/import",
    200,
    imported,
  ),
  call(
    applySpaceTemplate,
    {
      ...at,
      body: {
        id: "tpl1",
        params: { contentRefs: { logo: { kind: "file", file: "f1" }, api: { kind: "openapi", spec: "pet-store" } } },
      },
    },
    "POST /v1/spaces/s1/content/template",
    204,
  ),
  call(applySpaceTemplate, { ...at, body: {} }, "POST /v1/spaces/s1/content/template", 204),
  list(listSpacePages, at, {}, "GET /v1/spaces/s1/content/pages", { pages: [page] }, [page]),
  list(
    listSpacePages,
    { ...at, query: { metadata: false, computed: true } },
    {},
    "GET /v1/spaces/s1/content/pages?metadata=false&computed=true",
    { pages: [page] },
    [page],
  ),
  list(
    listSpacePages,
    { ...at, query: { metadata: true, computed: false } },
    {},
    "GET /v1/spaces/s1/content/pages?metadata=true&computed=false",
    { pages: [] },
    [],
  ),
  list(listSpaceFiles, at, {}, "GET /v1/spaces/s1/content/files?limit=1000", files, [file]),
  list(
    listSpaceFiles,
    { ...at, query: { metadata: false, computed: true } },
    PAGED,
    "GET /v1/spaces/s1/content/files?page=c%2F2%2B%3D&limit=25&metadata=false&computed=true",
    files,
    [file],
  ),
  list(
    listSpaceFiles,
    { ...at, query: { metadata: true, computed: false } },
    {},
    "GET /v1/spaces/s1/content/files?metadata=true&computed=false&limit=1000",
    files,
    [file],
  ),
  call(getSpaceFile, ofFile, "GET /v1/spaces/s1/content/files/f1", 200, file),
  call(
    getSpaceFile,
    { ...ofFile, query: { metadata: false, computed: true } },
    "GET /v1/spaces/s1/content/files/f1?metadata=false&computed=true",
    200,
    file,
  ),
  call(
    getSpaceFile,
    { ...ofFile, query: { metadata: true, computed: false } },
    "GET /v1/spaces/s1/content/files/f1?metadata=true&computed=false",
    200,
    file,
  ),
  list(listSpaceFileBacklinks, ofFile, {}, "GET /v1/spaces/s1/content/files/f1/backlinks?limit=1000", references, [
    reference,
  ]),
  list(
    listSpaceFileBacklinks,
    ofFile,
    PAGED,
    "GET /v1/spaces/s1/content/files/f1/backlinks?page=c%2F2%2B%3D&limit=25",
    references,
    [reference],
  ),
  call(getSpacePage, onPage, "GET /v1/spaces/s1/content/page/p1", 200, page),
  call(
    getSpacePage,
    { ...onPage, query: { format: "markdown", evaluated: true, metadata: false, computed: true } },
    "GET /v1/spaces/s1/content/page/p1?format=markdown&evaluated=true&metadata=false&computed=true",
    200,
    page,
  ),
  call(
    getSpacePage,
    { ...onPage, query: { evaluated: false, metadata: true, computed: false } },
    "GET /v1/spaces/s1/content/page/p1?evaluated=false&metadata=true&computed=false",
    200,
    page,
  ),
  list(listSpacePageLinks, onPage, {}, "GET /v1/spaces/s1/content/page/p1/links?limit=1000", links, [link]),
  list(listSpacePageLinks, onPage, PAGED, "GET /v1/spaces/s1/content/page/p1/links?page=c%2F2%2B%3D&limit=25", links, [
    link,
  ]),
  list(listSpacePageBacklinks, onPage, {}, "GET /v1/spaces/s1/content/page/p1/backlinks?limit=1000", references, [
    reference,
  ]),
  list(
    listSpacePageBacklinks,
    onPage,
    PAGED,
    "GET /v1/spaces/s1/content/page/p1/backlinks?page=c%2F2%2B%3D&limit=25",
    references,
    [reference],
  ),
  list(listSpaceLinks, at, {}, "GET /v1/spaces/s1/links?limit=1000", links, [link]),
  list(listSpaceLinks, at, PAGED, "GET /v1/spaces/s1/links?page=c%2F2%2B%3D&limit=25", links, [link]),
];
