import { member, space, team } from "./answers.js";
import { list, PAGED, ROLES, read, write } from "./helper.js";

const all = "/v1/orgs/o1/members";
const ofSpace = { permission: "edit", space };
const ofTeam = { team, member: { role: "owner" } };

export const rows = [
  list("members list", `GET ${all}?limit=1000`, [member]),
  list(
    `members list --order asc --role admin --search ada@ --sort lastSeenAt ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&order=asc&role=admin&search=ada%40&sort=lastSeenAt`,
    [member],
  ),
  ...ROLES.map((role) => list(`members list --role ${role}`, `GET ${all}?limit=1000&role=${role}`, [member])),
  read("members view u1", `GET ${all}/u1`, member),
  ...ROLES.map((role) => write(`members edit u1 --role ${role} --yes`, `PATCH ${all}/u1`, { role }, 200, member)),
  write("members edit u1 --no-role --yes", `PATCH ${all}/u1`, { role: null }, 200, member),
  write("members remove u1 --yes", `DELETE ${all}/u1`, undefined, 204),
  write("members sso u1", `POST ${all}/u1/sso`, undefined, 200, { ...member, sso: true }),
  list("members spaces u1", `GET ${all}/u1/spaces?limit=1000`, [ofSpace]),
  list(`members spaces u1 --order asc ${PAGED}`, `GET ${all}/u1/spaces?page=c%2F2%2B%3D&limit=25&order=asc`, [ofSpace]),
  list("members teams u1", `GET ${all}/u1/teams?limit=1000`, [ofTeam]),
  list(`members teams u1 --title wri ${PAGED}`, `GET ${all}/u1/teams?page=c%2F2%2B%3D&limit=25&title=wri`, [ofTeam]),
];
