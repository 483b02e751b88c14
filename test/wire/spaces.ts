import {
  deleteSpace,
  duplicateSpace,
  getSpace,
  listOrgSpaces,
  moveSpace,
  restoreSpace,
  transferSpace,
  updateSpace,
} from "../../src/catalog/spaces.js";
import { space } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const at = { params: { spaceId: "s1" } };
const org = { params: { organizationId: "o1" } };
const spaces = { count: 1, items: [space] };

export const rows = [
  list(listOrgSpaces, org, {}, "GET /v1/orgs/o1/spaces?limit=1000", spaces, [space]),
  list(listOrgSpaces, org, PAGED, "GET /v1/orgs/o1/spaces?page=c%2F2%2B%3D&limit=25", spaces, [space]),
  call(getSpace, at, "GET /v1/spaces/s1", 200, space),
  call(getSpace, { ...at, query: { shareKey: "k&y" } }, "GET /v1/spaces/s1?shareKey=k%26y", 200, space),
  call(deleteSpace, at, "DELETE /v1/spaces/s1", 204),
  call(
    updateSpace,
    { ...at, body: { editMode: "locked", title: "Guides", defaultLevel: "read", language: "fr", emoji: "1f4d6" } },
    "PATCH /v1/spaces/s1",
    200,
    space,
  ),
  call(updateSpace, { ...at, body: { language: "tlh" } }, "PATCH /v1/spaces/s1", 200, space),
  call(updateSpace, { ...at, body: { title: "" } }, "PATCH /v1/spaces/s1", 200, space),
  call(duplicateSpace, at, "POST /v1/spaces/s1/duplicate", 201, space),
  call(restoreSpace, at, "POST /v1/spaces/s1/restore", 200, space),
  call(moveSpace, { ...at, body: { parent: "k2" } }, "POST /v1/spaces/s1/move", 200, { ...space, parent: "k2" }),
  call(
    moveSpace,
    { ...at, body: { position: { before: { type: "space", space: "s2" } } } },
    "POST /v1/spaces/s1/move",
    200,
    space,
  ),
  call(
    moveSpace,
    { ...at, body: { parent: "k2", position: { after: { type: "space", space: "s2" } } } },
    "POST /v1/spaces/s1/move",
    200,
    { ...space, parent: "k2" },
  ),
  call(transferSpace, { ...at, body: { organization: "o2" } }, "POST /v1/spaces/s1/transfer", 200, space),
  call(transferSpace, { ...at, body: { collection: "k9" } }, "POST /v1/spaces/s1/transfer", 200, space),
];
