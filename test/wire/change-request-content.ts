import { getChangeRequestContent, importChangeRequestContent } from "../../src/catalog/content.js";
import {
  getChangeRequestFile,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
} from "../../src/catalog/files.js";
import { getChangeRequestPage, listChangeRequestPageLinks, listChangeRequestPages } from "../../src/catalog/pages.js";
import { file, link, linkStats, page, reference, revision } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const at = { params: { spaceId: "s1", changeRequestId: "7" } };
const onPage = { params: { spaceId: "s1", changeRequestId: "7", pageId: "p1" } };
const ofFile = { params: { spaceId: "s1", changeRequestId: "7", fileId: "f1" } };
const files = { count: 1, items: [file] };
const references = { count: 1, items: [reference] };
const links = { count: 1, items: [link], stats: linkStats };
const imported = { revision: "rev2", importedResources: 3, totalResources: 4 };

export const rows = [
  call(getChangeRequestContent, at, "GET /v1/spaces/s1/change-requests/7/content", 200, revision),
  call(
    getChangeRequestContent,
    { ...at, query: { metadata: false, computed: true } },
    "GET /v1/spaces/s1/change-requests/7/content?metadata=false&computed=true",
    200,
    revision,
  ),
  call(
    getChangeRequestContent,
    { ...at, query: { metadata: true, computed: false } },
    "GET /v1/spaces/s1/change-requests/7/content?metadata=true&computed=false",
    200,
    revision,
  ),
  call(
    importChangeRequestContent,
    { ...at, body: { url: "https://example.com/a.md", source: "markdown" } },
    "POST /v1/spaces/s1/change-requests/7/content/import",
    201,
    imported,
  ),
  list(listChangeRequestPages, at, {}, "GET /v1/spaces/s1/change-requests/7/content/pages", { pages: [page] }, [page]),
  list(
    listChangeRequestPages,
    { ...at, query: { metadata: false, computed: true } },
    {},
    "GET /v1/spaces/s1/change-requests/7/content/pages?metadata=false&computed=true",
    { pages: [page] },
    [page],
  ),
  list(
    listChangeRequestPages,
    { ...at, query: { metadata: true, computed: false } },
    {},
    "GET /v1/spaces/s1/change-requests/7/content/pages?metadata=true&computed=false",
    { pages: [page] },
    [page],
  ),
  list(listChangeRequestFiles, at, {}, "GET /v1/spaces/s1/change-requests/7/content/files?limit=1000", files, [file]),
  list(
    listChangeRequestFiles,
    { ...at, query: { metadata: false, computed: true } },
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/content/files?page=c%2F2%2B%3D&limit=25&metadata=false&computed=true",
    files,
    [file],
  ),
  list(
    listChangeRequestFiles,
    { ...at, query: { metadata: true, computed: false } },
    {},
    "GET /v1/spaces/s1/change-requests/7/content/files?metadata=true&computed=false&limit=1000",
    files,
    [file],
  ),
  call(getChangeRequestFile, ofFile, "GET /v1/spaces/s1/change-requests/7/content/files/f1", 200, file),
  call(
    getChangeRequestFile,
    { ...ofFile, query: { metadata: false, computed: true } },
    "GET /v1/spaces/s1/change-requests/7/content/files/f1?metadata=false&computed=true",
    200,
    file,
  ),
  call(
    getChangeRequestFile,
    { ...ofFile, query: { metadata: true, computed: false } },
    "GET /v1/spaces/s1/change-requests/7/content/files/f1?metadata=true&computed=false",
    200,
    file,
  ),
  list(
    listChangeRequestFileBacklinks,
    ofFile,
    {},
    "GET /v1/spaces/s1/change-requests/7/content/files/f1/backlinks?limit=1000",
    references,
    [reference],
  ),
  list(
    listChangeRequestFileBacklinks,
    ofFile,
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/content/files/f1/backlinks?page=c%2F2%2B%3D&limit=25",
    references,
    [reference],
  ),
  call(getChangeRequestPage, onPage, "GET /v1/spaces/s1/change-requests/7/content/page/p1", 200, page),
  call(
    getChangeRequestPage,
    { ...onPage, query: { format: "document", evaluated: true, metadata: false, computed: true } },
    "GET /v1/spaces/s1/change-requests/7/content/page/p1?format=document&evaluated=true&metadata=false&computed=true",
    200,
    page,
  ),
  call(
    getChangeRequestPage,
    { ...onPage, query: { evaluated: false, metadata: true, computed: false } },
    "GET /v1/spaces/s1/change-requests/7/content/page/p1?evaluated=false&metadata=true&computed=false",
    200,
    page,
  ),
  list(
    listChangeRequestPageLinks,
    onPage,
    {},
    "GET /v1/spaces/s1/change-requests/7/content/page/p1/links?limit=1000",
    links,
    [link],
  ),
  list(
    listChangeRequestPageLinks,
    onPage,
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/content/page/p1/links?page=c%2F2%2B%3D&limit=25",
    links,
    [link],
  ),
];
