import { expect } from "vitest";
import { CERTIFICATE } from "../../helpers/certificate.js";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const ORG = `/v1/orgs/${id.ORG}`;
const SPEC = `${ORG}/openapi/harbor-api`;
const source = { url: new URL("source/docks.json", import.meta.url).href };
const content = {
  filesystem: { "openapi.json": { openapi: "3.1.0", info: { title: "Harbor API", version: "2.1.0" } } },
  url: expect.stringMatching(/\/openapi\.json\?key=[\w-]{22}$/),
};

export const saml: Successes = {
  listSamlProviders: {
    send: `GET ${ORG}/saml`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "saml-provider", id: id.SAML, label: "Halden account", status: "active" },
        { object: "saml-provider", label: "Former account", status: "expired" },
      ],
    },
  },
  createSamlProvider: {
    send: `POST ${ORG}/saml`,
    body: {
      label: "Partners",
      entityID: "https://id.partner.example",
      certificate: CERTIFICATE,
      ssoURL: "https://id.partner.example/sso",
      defaultTeam: id.SUPPORT,
      defaultRole: null,
    },
    status: 201,
    answer: {
      object: "saml-provider",
      label: "Partners",
      entityID: "https://id.partner.example",
      ssoURL: "https://id.partner.example/sso",
      defaultTeam: { object: "team", id: id.SUPPORT, title: "Customer support" },
      defaultRole: null,
      createdAt: "2026-01-15T10:00:00.000Z",
      service: { acsURL: expect.stringMatching(/\/acs$/), startURL: expect.stringMatching(/\/start$/) },
    },
  },
  getSamlProvider: {
    send: `GET ${ORG}/saml/${id.SAML}`,
    status: 200,
    answer: {
      id: id.SAML,
      ssoURL: "https://login.halden-robotics.example/saml/docs",
      entityID: "https://login.halden-robotics.example/saml",
    },
  },
  deleteSamlProvider: {
    send: `DELETE ${ORG}/saml/${id.SAML}`,
    status: 204,
    after: [{ send: `GET ${ORG}/sso`, status: 200, answer: { items: [] } }],
  },
  updateSamlProvider: {
    send: `PATCH ${ORG}/saml/${id.SAML}`,
    body: { label: "Sign in", defaultTeam: id.FIRMWARE, defaultRole: "edit" },
    status: 200,
    answer: {
      id: id.SAML,
      label: "Sign in",
      defaultTeam: { id: id.FIRMWARE },
      defaultRole: "edit",
      ssoURL: "https://login.halden-robotics.example/saml/docs",
    },
  },
  listSsoLogins: {
    send: `GET ${ORG}/sso`,
    status: 200,
    answer: {
      items: [
        {
          id: id.SAML,
          label: "Halden account",
          startURL: `https://docs.sandbox.invalid/saml/${id.SAML}/start`,
        },
      ],
    },
  },
};

export const openapi: Successes = {
  listOpenapiSpecs: {
    send: `GET ${ORG}/openapi`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "openapi-spec", slug: "harbor-api", visibility: "public", processingState: "complete" },
        { slug: "harbor-events", lastProcessErrorCode: "FETCH_ERROR" },
      ],
    },
  },
  createOpenapiSpec: {
    send: `POST ${ORG}/openapi`,
    body: { slug: "docks", source },
    status: 201,
    answer: {
      object: "openapi-spec",
      slug: "docks",
      sourceURL: source.url,
      processingState: "pending",
      visibility: "private",
    },
    after: [
      { send: `GET ${ORG}/openapi/docks`, status: 200, answer: { processingState: "complete" } },
      {
        send: `GET ${ORG}/openapi/docks/versions/latest/content`,
        status: 200,
        answer: { filesystem: { "docks.json": { info: { title: "Docks" } } } },
      },
    ],
  },
  getOpenapiSpec: {
    send: `GET ${SPEC}`,
    status: 200,
    answer: {
      object: "openapi-spec",
      slug: "harbor-api",
      sourceURL: "https://harbor.halden-robotics.example/api/v2/openapi.json",
      lastVersion: id.LAST_VERSION,
      lastProcessedAt: "2025-12-22T10:00:00.000Z",
      permissions: { view: true, edit: true },
    },
  },
  putOpenapiSpec: {
    send: `PUT ${ORG}/openapi/docks`,
    body: { source },
    status: 201,
    answer: { object: "openapi-spec", slug: "docks", sourceURL: source.url },
    after: [
      { send: `PUT ${ORG}/openapi/docks`, body: { source }, status: 200, answer: { slug: "docks" } },
      { send: `GET ${ORG}/openapi`, status: 200, answer: { count: 3 } },
    ],
  },
  deleteOpenapiSpec: {
    send: `DELETE ${SPEC}`,
    status: 204,
    after: [
      { send: `GET ${SPEC}`, status: 404 },
      { send: `GET ${SPEC}/versions/${id.LAST_VERSION}`, status: 404 },
    ],
  },
  updateOpenapiSpecVisibility: {
    send: `PATCH ${SPEC}`,
    body: { visibility: "private" },
    status: 200,
    answer: { slug: "harbor-api", visibility: "private", lastVersion: id.LAST_VERSION },
  },
  listOpenapiVersions: {
    send: `GET ${SPEC}/versions`,
    status: 200,
    answer: { count: 2, items: [{ object: "openapi-spec-version", id: id.LAST_VERSION }, { id: id.FIRST_VERSION }] },
  },
  getLatestOpenapiVersion: {
    send: `GET ${SPEC}/versions/latest`,
    status: 200,
    answer: { object: "openapi-spec-version", id: id.LAST_VERSION, createdAt: "2025-12-22T10:00:00.000Z" },
  },
  getLatestOpenapiVersionContent: { send: `GET ${SPEC}/versions/latest/content`, status: 200, answer: content },
  getOpenapiVersion: {
    send: `GET ${SPEC}/versions/${id.FIRST_VERSION}`,
    status: 200,
    answer: { id: id.FIRST_VERSION, url: expect.stringContaining(id.FIRST_VERSION) },
  },
  getOpenapiVersionContent: {
    send: `GET ${SPEC}/versions/${id.LAST_VERSION}/content`,
    status: 200,
    answer: content,
  },
};

const TRANSLATIONS = `${ORG}/translations`;
const instructions = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [{ object: "block", type: "paragraph", key: "k1", isVoid: false, data: { align: "start" }, nodes: [] }],
};

export const translations: Successes = {
  listTranslations: {
    send: `GET ${TRANSLATIONS}`,
    status: 200,
    answer: { count: 1, items: [{ object: "translation", id: id.TRANSLATION, status: "completed", language: "de" }] },
  },
  createTranslation: {
    send: `POST ${TRANSLATIONS}`,
    body: { source: { space: id.GUIDE, language: "en" }, language: "fr", instructions },
    status: 201,
    answer: {
      object: "translation",
      status: "pending",
      source: { space: id.GUIDE, language: "en" },
      language: "fr",
      instructions,
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
    body: { instructions },
    status: 200,
    answer: { id: id.TRANSLATION, instructions, language: "de", updatedAt: "2026-01-15T10:00:00.000Z" },
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
