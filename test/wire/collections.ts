import { collection, space } from "./answers.js";
import { list, PAGED, ROLES, read, write } from "./helper.js";

const all = "/v1/orgs/o1/collections";
const at = "/v1/collections/k1";

export const rows = [
  list("collections list", `GET ${all}?limit=1000`, [collection]),
  list(`collections list --no-nested ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&nested=false`, [collection]),
  list("collections list --nested", `GET ${all}?nested=true&limit=1000`, [collection]),
  write(
    "collections create --title Products --parent k2",
    `POST ${all}`,
    { title: "Products", parent: "k2" },
    201,
    collection,
  ),
  write("collections create --title Products", `POST ${all}`, { title: "Products" }, 201, collection),
  read("collections view k1", `GET ${at}`, collection),
  write(
    'collections edit k1 --title Products --description "All of them" --default-level comment',
    `PATCH ${at}`,
    { title: "Products", description: "All of them", defaultLevel: "comment" },
    200,
    collection,
  ),
  write('collections edit k1 --description ""', `PATCH ${at}`, { description: "" }, 200, collection),
  ...ROLES.map((role) =>
    write(`collections edit k1 --default-level ${role}`, `PATCH ${at}`, { defaultLevel: role }, 200, collection),
  ),
  write("collections delete k1 --yes", `DELETE ${at}`, undefined, 204),
  list("collections spaces k1", `GET ${at}/spaces?limit=1000`, [space]),
  list(`collections spaces k1 ${PAGED}`, `GET ${at}/spaces?page=c%2F2%2B%3D&limit=25`, [space]),
  write("collections move k1 --parent k2", `POST ${at}/move`, { parent: "k2" }, 200, collection),
  write(
    "collections move k1 --after k3",
    `POST ${at}/move`,
    { position: { after: { type: "space", space: "k3" } } },
    200,
    collection,
  ),
  write("collections transfer k1 --to-org o2 --yes", `POST ${at}/transfer`, { organization: "o2" }, 200, collection),
];
