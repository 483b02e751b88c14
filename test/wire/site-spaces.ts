import { siteSpace } from "./answers.js";
import { list, PAGED, write } from "./helper.js";

const all = "/v1/orgs/o1/sites/t1/site-spaces";

export const rows = [
  list("site-spaces list", `GET ${all}?limit=1000`, [siteSpace]),
  list(
    `site-spaces list --share-key key1 --no-default ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&shareKey=key1&default=false`,
    [siteSpace],
  ),
  list("site-spaces list --default", `GET ${all}?default=true&limit=1000`, [siteSpace]),
  write("site-spaces add --content s1 --section x1", `POST ${all}`, { spaceId: "s1", sectionId: "x1" }, 201, siteSpace),
  write("site-spaces add --content s1", `POST ${all}`, { spaceId: "s1" }, 201, siteSpace),
  write(
    "site-spaces edit n1 --path guides --condition visitor.claims.isBeta --content s2",
    `PATCH ${all}/n1`,
    { path: "guides", condition: "visitor.claims.isBeta", spaceId: "s2" },
    200,
    { ...siteSpace, space: { id: "s2" } },
  ),
  write("site-spaces edit n1 --no-condition", `PATCH ${all}/n1`, { condition: null }, 200, siteSpace),
  write("site-spaces edit n1 --content s2", `PATCH ${all}/n1`, { spaceId: "s2" }, 200, {
    ...siteSpace,
    space: { id: "s2" },
  }),
  write("site-spaces delete n1 --yes", `DELETE ${all}/n1`, undefined, 204),
  write(
    "site-spaces move n1 --before n2",
    `POST ${all}/n1/move`,
    { position: { before: { type: "site-space", siteSpace: "n2" } } },
    200,
    siteSpace,
  ),
];
