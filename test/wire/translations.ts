import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from "../../src/catalog/translations.js";
import { translation } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", translationId: "tr1" } };
const translations = { count: 1, items: [translation] };

export const rows = [
  list(listTranslations, org, {}, "GET /v1/orgs/o1/translations?limit=1000", translations, [translation]),
  list(listTranslations, org, PAGED, "GET /v1/orgs/o1/translations?page=c%2F2%2B%3D&limit=25", translations, [
    translation,
  ]),
  call(
    createTranslation,
    {
      ...org,
      body: {
        source: { space: "s1", language: "en" },
        language: "fr",
        instructions: {
          object: "document",
          data: { schemaVersion: 8, extra: "kept" },
          nodes: [{ object: "block", type: "paragraph", isVoid: false, data: { align: "start" }, nodes: [] }],
        },
      },
    },
    "POST /v1/orgs/o1/translations",
    201,
    translation,
  ),
  call(createTranslation, { ...org, body: {} }, "POST /v1/orgs/o1/translations", 201, translation),
  call(getTranslation, at, "GET /v1/orgs/o1/translations/tr1", 200, translation),
  call(
    updateTranslation,
    { ...at, body: { instructions: { object: "document", data: {}, nodes: [] } } },
    "PUT /v1/orgs/o1/translations/tr1",
    200,
    translation,
  ),
  call(updateTranslation, { ...at, body: {} }, "PUT /v1/orgs/o1/translations/tr1", 200, translation),
  call(deleteTranslation, at, "DELETE /v1/orgs/o1/translations/tr1", 204),
];
