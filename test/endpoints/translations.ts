import { translation } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listTranslations: {
    request: "GET /v1/orgs/{organizationId}/translations",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Translation", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createTranslation: {
    request: "POST /v1/orgs/{organizationId}/translations",
    body: [
      { name: "source", type: "{space: string, language: string}", required: "-", alwaysSent: true },
      {
        name: "language",
        type: "string",
        required: "-",
        knownValues: [
          "en",
          "fr",
          "de",
          "es",
          "it",
          "pt",
          "pt-br",
          "ru",
          "ja",
          "zh",
          "yue",
          "ko",
          "ar",
          "hi",
          "nl",
          "pl",
          "tr",
          "sv",
          "no",
          "da",
          "fi",
          "el",
          "cs",
          "hu",
          "ro",
          "th",
          "vi",
          "id",
          "ms",
          "he",
          "uk",
          "sk",
          "bg",
          "hr",
          "lt",
          "lv",
          "et",
          "sl",
        ],
        alwaysSent: true,
      },
      { name: "instructions", type: "Document", required: "-" },
    ],
    assumedStatus: 201,
    response: { resource: "Translation", list: false },
    retry: "unsafe",
    proof: { get: "getTranslation", made: true },
    role: "create",
    thing: "translation",
    about: "the thing is new, and has no field for what it belongs to",
    errors: ["bad request"],
  },
  getTranslation: {
    request: "GET /v1/orgs/{organizationId}/translations/{translationId}",
    assumedStatus: 200,
    response: { resource: "Translation", list: false },
    retry: "safe",
    about: { translationId: "id" },
    errors: ["no matching resource"],
  },
  updateTranslation: {
    request: "PUT /v1/orgs/{organizationId}/translations/{translationId}",
    body: [{ name: "instructions", type: "Document", required: "-", alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "Translation", list: false },
    retry: "idempotent",
    proof: { get: "getTranslation" },
    role: "create",
    thing: "translation",
    about: { translationId: "id" },
    errors: ["bad request", "no matching resource"],
  },
  deleteTranslation: {
    request: "DELETE /v1/orgs/{organizationId}/translations/{translationId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "create",
    thing: "translation",
    about: { translationId: "id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Translation:
    "object=translation id status source language instructions? result? createdAt updatedAt stats permissions urls",
};

export const commands = `
translations list | | GET O/translations
  translations list
translations view <translation> | | GET O/translations/{translationId}
  translations view lkEDBVz72E62zj22Hd4M
translations create | source-space source-language language instructions instructions-file wait | POST O/translations
  translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja
translations edit <translation> | instructions instructions-file | PUT O/translations/{translationId}
  translations edit lkEDBVz72E62zj22Hd4M --instructions New
translations delete <translation> | yes confirm must-exist | DELETE O/translations/{translationId}
  ! translations delete lkEDBVz72E62zj22Hd4M --yes
`;

const all = "/v1/orgs/o1/translations";
/** What the file that is named on the command line holds. */
const instructions = { object: "document", data: { schemaVersion: 8, extra: "kept" }, nodes: [] };

export const requests = [
  list("translations list", `GET ${all}?limit=1000`, [translation]),
  list(`translations list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [translation]),
  write(
    "translations create --source-space s1 --source-language en --language fr --instructions-file document.json",
    `POST ${all}`,
    { source: { space: "s1", language: "en" }, language: "fr", instructions },
    201,
    translation,
  ),
  write(
    "translations create --source-space s1 --language tlh",
    `POST ${all}`,
    { source: { space: "s1" }, language: "tlh" },
    201,
    translation,
  ),
  read("translations view z1", `GET ${all}/z1`, translation),
  write("translations edit z1 --instructions-file document.json", `PUT ${all}/z1`, { instructions }, 200, translation),
  write("translations delete z1 --yes", `DELETE ${all}/z1`, undefined, 204),
];

const ORG = `/v1/orgs/${id.ORG}`;
const TRANSLATIONS = `${ORG}/translations`;
const written = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [{ object: "block", type: "paragraph", key: "k1", isVoid: false, data: { align: "start" }, nodes: [] }],
};

export const successes: Successes = {
  listTranslations: {
    send: `GET ${TRANSLATIONS}`,
    status: 200,
    answer: { count: 1, items: [{ object: "translation", id: id.TRANSLATION, status: "completed", language: "de" }] },
  },
  createTranslation: {
    send: `POST ${TRANSLATIONS}`,
    body: { source: { space: id.GUIDE, language: "en" }, language: "fr", instructions: written },
    status: 201,
    answer: {
      object: "translation",
      status: "pending",
      source: { space: id.GUIDE, language: "en" },
      language: "fr",
      instructions: written,
      createdAt: "2026-01-15T10:00:00.000Z",
    },
  },
  getTranslation: {
    send: `GET ${TRANSLATIONS}/${id.TRANSLATION}`,
    status: 200,
    answer: {
      id: id.TRANSLATION,
      source: { space: id.GUIDE, language: "en" },
      result: { space: id.GERMAN, revision: "uA1W6Jwp4EzD6qShhr48" },
      stats: { runs: 2, totalWords: 148, totalPages: 4 },
    },
  },
  updateTranslation: {
    send: `PUT ${TRANSLATIONS}/${id.TRANSLATION}`,
    body: { instructions: written },
    status: 200,
    answer: { id: id.TRANSLATION, instructions: written, language: "de", updatedAt: "2026-01-15T10:00:00.000Z" },
  },
  deleteTranslation: {
    send: `DELETE ${TRANSLATIONS}/${id.TRANSLATION}`,
    status: 204,
    after: [
      { send: `GET ${TRANSLATIONS}/${id.TRANSLATION}`, status: 404 },
      { send: `GET /v1/spaces/${id.GERMAN}`, status: 200, answer: { id: id.GERMAN } },
    ],
  },
};
