import { spec, version, versionContent } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const all = "/v1/orgs/o1/openapi";
const at = "/v1/orgs/o1/openapi/pet-store";
const url = "https://example.com/openapi.json";

export const rows = [
  list("openapi list", `GET ${all}?limit=1000`, [spec]),
  list(`openapi list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [spec]),
  write(
    `openapi create pet-store --source-url ${url}`,
    `POST ${all}`,
    { slug: "pet-store", source: { url } },
    201,
    spec,
  ),
  read("openapi view pet-store", `GET ${at}`, spec),
  write(`openapi publish pet-store --source-url ${url}`, `PUT ${at}`, { source: { url } }, 201, spec),
  write(`openapi publish pet-store --source-url ${url}`, `PUT ${at}`, { source: { url } }, 200, spec),
  write("openapi delete pet-store --yes", `DELETE ${at}`, undefined, 204),
  write("openapi edit pet-store --visibility private", `PATCH ${at}`, { visibility: "private" }, 200, spec),
  write("openapi edit pet-store --visibility public", `PATCH ${at}`, { visibility: "public" }, 200, spec),
  list("openapi versions pet-store", `GET ${at}/versions?limit=1000`, [version]),
  list(`openapi versions pet-store ${PAGED}`, `GET ${at}/versions?page=c%2F2%2B%3D&limit=25`, [version]),
  read("openapi version pet-store", `GET ${at}/versions/latest`, version),
  read("openapi content pet-store", `GET ${at}/versions/latest/content`, versionContent),
  read("openapi version pet-store b1", `GET ${at}/versions/b1`, version),
  read("openapi content pet-store b1", `GET ${at}/versions/b1/content`, versionContent),
];
