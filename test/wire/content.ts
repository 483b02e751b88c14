import { file, link, linkStats, page, reference, revision } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const imported = { revision: "rev2", importedResources: 3, totalResources: 3 };
const hit = { id: "p1", title: "Home", sections: [{ id: "h1", body: "words", urls: { app: "https://x" } }] };
const links = { count: 1, items: [link], stats: linkStats };

/** Content of a space or a change request, which `cr` names. */
function contentOf(parent: string, cr: string) {
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

export const rows = [
  ...contentOf("/v1/spaces/s1", ""),
  ...contentOf("/v1/spaces/s1/change-requests/7", "--cr 7"),
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
