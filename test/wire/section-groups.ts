import { group } from "./answers.js";
import { list, PAGED, write } from "./helper.js";

const all = "/v1/orgs/o1/sites/t1/section-groups";
const LONG = "i".repeat(50);

export const rows = [
  list("section-groups list", `GET ${all}?limit=1000`, [group]),
  list(`section-groups list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [group]),
  write(
    `section-groups create --title More --icon ${LONG} --sections x1,x2`,
    `POST ${all}`,
    { title: "More", icon: LONG, sections: ["x1", "x2"] },
    201,
    { ...group, sections: [...group.sections, { object: "site-section", id: "x2" }] },
  ),
  write("section-groups create --title More", `POST ${all}`, { title: "More" }, 201, group),
  write(
    "section-groups edit y1 --title More --icon book",
    `PATCH ${all}/y1`,
    { title: "More", icon: "book" },
    200,
    group,
  ),
  write('section-groups edit y1 --title "" --yes', `PATCH ${all}/y1`, { title: "" }, 200, group),
  write("section-groups edit y1 --icon star", `PATCH ${all}/y1`, { icon: "star" }, 200, group),
  write("section-groups delete y1 --yes", `DELETE ${all}/y1`, undefined, 204),
  write("section-groups add y1 x1", `POST ${all}/y1/sections`, { sectionId: "x1" }, 201, group),
  write("section-groups remove y1 x1", `DELETE ${all}/y1/sections/x1`, undefined, 204),
  write(
    "section-groups move y1 --after x2",
    `POST ${all}/y1/move`,
    { position: { after: { type: "site-section", id: "x2" } } },
    200,
    group,
  ),
];
