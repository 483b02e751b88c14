import { shareLink } from "./answers.js";
import { list, PAGED, write } from "./helper.js";

const all = "/v1/orgs/o1/sites/t1/share-links";

export const rows = [
  list("share-links list", `GET ${all}?limit=1000`, [shareLink]),
  list(`share-links list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [shareLink]),
  write("share-links create --name Partners", `POST ${all}`, { name: "Partners" }, 201, shareLink),
  write(
    "share-links edit l1 --active --name Partners",
    `PATCH ${all}/l1`,
    { active: true, name: "Partners" },
    200,
    shareLink,
  ),
  write("share-links edit l1 --no-active", `PATCH ${all}/l1`, { active: false }, 200, shareLink),
  write("share-links edit l1 --name Press", `PATCH ${all}/l1`, { name: "Press" }, 200, shareLink),
  write("share-links delete l1 --yes", `DELETE ${all}/l1`, undefined, 204),
];
