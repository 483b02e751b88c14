import { space } from "./answers.js";
import { list, PAGED, ROLES, read, write } from "./helper.js";

const at = "/v1/spaces/s1";

export const rows = [
  list("spaces list", "GET /v1/orgs/o1/spaces?limit=1000", [space]),
  list(`spaces list ${PAGED}`, "GET /v1/orgs/o1/spaces?page=c%2F2%2B%3D&limit=25", [space]),
  read("spaces view", `GET ${at}`, space),
  read('spaces view s1 --share-key "k&y"', `GET ${at}?shareKey=k%26y`, space),
  write("spaces delete s1 --yes", `DELETE ${at}`, undefined, 204),
  write(
    "spaces edit --edit-mode locked --title Guides --default-level read --language fr --emoji 1f4d6",
    `PATCH ${at}`,
    { editMode: "locked", title: "Guides", defaultLevel: "read", language: "fr", emoji: "1f4d6" },
    200,
    space,
  ),
  write(
    "spaces edit s1 --language tlh --edit-mode live",
    `PATCH ${at}`,
    { language: "tlh", editMode: "live" },
    200,
    space,
  ),
  write('spaces edit s1 --title "" --yes', `PATCH ${at}`, { title: "" }, 200, space),
  ...ROLES.map((role) =>
    write(`spaces edit --default-level ${role}`, `PATCH ${at}`, { defaultLevel: role }, 200, space),
  ),
  write("spaces duplicate s1", `POST ${at}/duplicate`, undefined, 201, { ...space, id: "s9" }),
  write("spaces restore s1", `POST ${at}/restore`, undefined, 200, space),
  write("spaces move s1 --parent k2", `POST ${at}/move`, { parent: "k2" }, 200, space),
  write(
    "spaces move s1 --before s2",
    `POST ${at}/move`,
    { position: { before: { type: "space", space: "s2" } } },
    200,
    space,
  ),
  write(
    "spaces move s1 --parent k2 --after s2",
    `POST ${at}/move`,
    { parent: "k2", position: { after: { type: "space", space: "s2" } } },
    200,
    space,
  ),
  write("spaces transfer s1 --to-org o2 --yes", `POST ${at}/transfer`, { organization: "o2" }, 200, space),
  write("spaces transfer s1 --to-collection k9 --yes", `POST ${at}/transfer`, { collection: "k9" }, 200, space),
];
