import { section } from "./answers.js";
import { list, PAGED, write } from "./helper.js";

const all = "/v1/orgs/o1/sites/t1/sections";

export const rows = [
  list("sections list", `GET ${all}?limit=1000`, [section]),
  list(`sections list --share-key key1 ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&shareKey=key1`, [section]),
  write(
    "sections create --content s1 --title Guides --icon book",
    `POST ${all}`,
    { spaceId: "s1", title: "Guides", icon: "book" },
    201,
    section,
  ),
  write(
    "sections create --content s1 --no-title --no-icon",
    `POST ${all}`,
    { spaceId: "s1", title: null, icon: null },
    201,
    section,
  ),
  write("sections create --content s1", `POST ${all}`, { spaceId: "s1" }, 201, section),
  write(
    'sections edit x1 --title Guides --path guides --default-site-space n1 --condition visitor.claims.isBeta --icon book --description "How to"',
    `PATCH ${all}/x1`,
    {
      title: "Guides",
      path: "guides",
      defaultSiteSpace: "n1",
      condition: "visitor.claims.isBeta",
      icon: "book",
      description: "How to",
    },
    200,
    section,
  ),
  write(
    "sections edit x1 --no-condition --no-icon --no-description",
    `PATCH ${all}/x1`,
    { condition: null, icon: null, description: null },
    200,
    section,
  ),
  write("sections edit x1 --title Go", `PATCH ${all}/x1`, { title: "Go" }, 200, section),
  write("sections delete x1 --yes", `DELETE ${all}/x1`, undefined, 204),
  write(
    "sections move x1 --before x2",
    `POST ${all}/x1/move`,
    { position: { before: { type: "site-section", siteSection: "x2" } } },
    200,
    section,
  ),
];
