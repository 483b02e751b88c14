import { changeRequest } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const all = "/v1/spaces/s1/change-requests";
const pdf = { url: "https://files.example.com/cr1.pdf" };
const LONG = "s".repeat(100);

export const rows = [
  list("cr list", `GET ${all}?limit=1000`, [changeRequest]),
  list(
    `cr list --status draft --contributor u1 ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&status=draft&contributor=u1`,
    [changeRequest],
  ),
  write(
    'cr create --subject "Fix typos" --agent-task task1',
    `POST ${all}`,
    { subject: "Fix typos", agentTaskId: "task1" },
    201,
    changeRequest,
  ),
  write("cr create", `POST ${all}`, {}, 201, changeRequest),
  read("cr view c1", `GET ${all}/c1`, changeRequest),
  read("cr view 7", `GET ${all}/7`, changeRequest),
  write(
    "cr edit 7 --subject Typos --status archived",
    `PATCH ${all}/7`,
    { subject: "Typos", status: "archived" },
    200,
    changeRequest,
  ),
  write("cr edit c1 --status parked", `PATCH ${all}/c1`, { status: "parked" }, 200, changeRequest),
  write(`cr edit c1 --subject ${LONG}`, `PATCH ${all}/c1`, { subject: LONG }, 200, changeRequest),
  write("cr merge 7 --yes", `POST ${all}/7/merge`, undefined, 200, { revision: "rev2", result: "merge" }),
  write("cr update 7", `POST ${all}/7/update`, undefined, 200, { revision: "rev3", result: "update" }),
  read("cr pdf c1", `GET ${all}/c1/pdf`, pdf),
  read("cr pdf c1 --page p1 --only", `GET ${all}/c1/pdf?only=true&page=p1`, pdf),
  read("cr pdf c1 --no-only", `GET ${all}/c1/pdf?only=false`, pdf),
];
