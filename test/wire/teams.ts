import { member, team } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const all = "/v1/orgs/o1/teams";
const members = "/v1/orgs/o1/teams/g1/members";
const LONG = "w".repeat(64);

export const rows = [
  list("teams list", `GET ${all}?limit=1000`, [team]),
  list(`teams list --owner u1 --title Wri ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&owner=u1&title=Wri`, [team]),
  write("teams create --title W --members u1,u2", `PUT ${all}`, { title: "W", members: ["u1", "u2"] }, 201, team),
  write(`teams create --title ${LONG}`, `PUT ${all}`, { title: LONG }, 201, team),
  read("teams view g1", `GET ${all}/g1`, team),
  write("teams edit g1 --title Authors", `PATCH ${all}/g1`, { title: "Authors" }, 200, team),
  write("teams delete g1 --yes", `DELETE ${all}/g1`, undefined, 204),
  list("team-members list g1", `GET ${members}?limit=1000`, [member]),
  list(`team-members list g1 ${PAGED}`, `GET ${members}?page=c%2F2%2B%3D&limit=25`, [member]),
  write(
    "team-members edit g1 --add u1,ada@example.com --remove u2 --role u3=owner",
    `PUT ${members}`,
    { add: ["u1", "ada@example.com"], remove: ["u2"], memberships: { u3: { role: "owner" } } },
    204,
  ),
  write("team-members edit g1 --add u1", `PUT ${members}`, { add: ["u1"] }, 204),
  write(
    "team-members edit g1 --role ada@example.com=member",
    `PUT ${members}`,
    { memberships: { "ada@example.com": { role: "member" } } },
    204,
  ),
  write("team-members set g1 u1 --role owner", `PUT ${members}/u1`, { role: "owner" }, 204),
  write("team-members set g1 u1 --role member", `PUT ${members}/u1`, { role: "member" }, 204),
  write("team-members set g1 u1", `PUT ${members}/u1`, {}, 204),
  write("team-members remove g1 u1 --yes", `DELETE ${members}/u1`, undefined, 204),
];
