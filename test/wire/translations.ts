import { translation } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const all = "/v1/orgs/o1/translations";
/** What the file that is named on the command line holds. */
const instructions = { object: "document", data: { schemaVersion: 8, extra: "kept" }, nodes: [] };

export const rows = [
  list("translations list", `GET ${all}?limit=1000`, [translation]),
  list(`translations list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [translation]),
  write(
    "translations create --source-space s1 --source-language en --language fr --instructions-file document.json",
    `POST ${all}`,
    { source: { space: "s1", language: "en" }, language: "fr", instructions },
    201,
    translation,
  ),
  write(
    "translations create --source-space s1 --language tlh",
    `POST ${all}`,
    { source: { space: "s1" }, language: "tlh" },
    201,
    translation,
  ),
  read("translations view z1", `GET ${all}/z1`, translation),
  write("translations edit z1 --instructions-file document.json", `PUT ${all}/z1`, { instructions }, 200, translation),
  write("translations delete z1 --yes", `DELETE ${all}/z1`, undefined, 204),
];
