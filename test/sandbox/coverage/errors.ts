import { contract, successes } from "../../endpoints/all.js";
import * as id from "../../endpoints/ids.js";
import type { Row } from "../../endpoints/row.js";

const ORG = `/v1/orgs/${id.ORG}`;
const SITE = `${ORG}/sites/${id.SITE}`;
const FIELD = `${ORG}/sites/${id.FIELD_SITE}`;
const SPEC = `${ORG}/openapi/harbor-api`;
const GUIDE = `/v1/spaces/${id.GUIDE}`;
const ROBOTS = `/v1/collections/${id.ROBOTS}`;
const SAME = "operation would not result in any update";

/** A condition that the contract names for an endpoint. */
interface ErrorRow extends Row {
  endpoint: string;
  condition: string;
}

/** The body of every error answer. */
const error = (code: number, message: string) => ({ error: { code, message } });

type Given = Omit<ErrorRow, "endpoint" | "condition" | "send" | "status"> & { why?: string };
const row =
  (condition: string, status: number) =>
  (endpoint: string, send: string, { why, ...rest }: Given = {}): ErrorRow => ({
    endpoint,
    condition,
    send,
    status,
    ...(why !== undefined && { answer: error(status, why) }),
    ...rest,
  });

const absent = row("absent on delete", 204);
const bad = row("bad request", 400);
const unexpected = row("unexpected error", 500);
const missing = row("no matching resource", 404);
const position = row("invalid position", 400);
const same = row("no update", 409);

const beside = (reference: object) => ({ position: { after: reference } });
const none = "nothing000000000000x";

/** Deleting what never was, by the successful deletion with another last id. */
const absences: ErrorRow[] = contract
  .filter(({ method }) => method === "DELETE")
  .map(({ id: name }) => absent(name, successes[name]?.send.replace(/[^/]+$/, none) ?? ""));

/** Deleting in what never was, and what was deleted before. */
const moreAbsences: ErrorRow[] = [
  absent("deleteSpaceCommentReply", `DELETE ${GUIDE}/comments/${none}/replies/${none}`),
  absent("deleteChangeRequestComment", `DELETE ${GUIDE}/change-requests/4711/comments/${none}`),
  absent("removeSectionFromGroup", `DELETE ${SITE}/section-groups/${id.GROUP}/sections/${id.S_ROBOTS}`),
  absent("removeSectionFromGroup", `DELETE ${SITE}/section-groups/${none}/sections/${id.S_FLEET}`),
  absent("removeTeamMember", `DELETE ${ORG}/teams/${id.SUPPORT}/members/${id.SAM}`),
];

const requests: ErrorRow[] = [
  bad("createOpenapiSpec", `POST ${ORG}/openapi`, {
    body: { slug: "Harbor API", source: { url: "https://harbor.example/openapi.json" } },
    why: "slug is not valid",
  }),
  bad("createOpenapiSpec", `POST ${ORG}/openapi`, {
    body: { slug: "harbor-api", source: { url: "https://harbor.example/openapi.json" } },
    why: 'slug "harbor-api" is taken',
  }),
  bad("createOpenapiSpec", `POST ${ORG}/openapi`, { body: { slug: "docks" }, why: "source is required" }),
  bad("putOpenapiSpec", `PUT ${ORG}/openapi/docks`, {
    body: { source: { url: "no address" } },
    after: [{ send: `GET ${ORG}/openapi/docks`, status: 404 }],
  }),
  bad("putOpenapiSpec", `PUT ${ORG}/openapi/Docks`, { body: { source: { url: "https://harbor.example/x.json" } } }),
  bad("updateOpenapiSpecVisibility", `PATCH ${SPEC}`, {
    body: { visibility: "hidden" },
    why: "visibility must be one of private, public",
  }),
  bad("setSiteAdaptiveSchema", `PUT ${FIELD}/adaptive-schema`, {
    body: { jsonSchema: { type: "object", properties: { plan: { type: "string" } }, additionalProperties: false } },
    why: "jsonSchema: properties.plan must be of type boolean",
    after: [{ send: `GET ${FIELD}/adaptive-schema`, status: 404 }],
  }),
  bad("createTranslation", `POST ${ORG}/translations`, {
    body: { source: { space: id.GUIDE, language: "en" }, language: "en" },
    why: 'language must differ from the source\'s language "en"',
  }),
  bad("createTranslation", `POST ${ORG}/translations`, { body: { language: "fr" }, why: "source is required" }),
  bad("updateTranslation", `PUT ${ORG}/translations/${id.TRANSLATION}`, { body: {}, why: "instructions is required" }),
  bad("updateTranslation", `PUT ${ORG}/translations/${id.TRANSLATION}`, { body: { instructions: "be polite" } }),
  unexpected("getSiteAdaptiveSchema", `GET ${SITE}/adaptive-schema`, { damaged: true }),
  unexpected("setSiteAdaptiveSchema", `PUT ${FIELD}/adaptive-schema`, {
    damaged: true,
    body: { jsonSchema: { type: "object", properties: {}, additionalProperties: false } },
  }),
  {
    ...row("no visitor schema", 404)("getSiteAdaptiveSchema", `GET ${FIELD}/adaptive-schema`, {
      why: "no visitor attributes schema found for the site",
    }),
  },
  row("invalid default content", 400)("updateOrg", `PATCH ${ORG}`, {
    body: { defaultContent: { type: "site", site: "sB7f4FK792W5aR4r447u" }, title: "Changed" },
    why: 'invalid default content: site "sB7f4FK792W5aR4r447u" is not in the organization',
    after: [{ send: `GET ${ORG}`, status: 200, answer: { title: "Halden Robotics" } }],
  }),
  row("space not found", 404)("listSpaceLinks", `GET /v1/spaces/${none}/links`, { why: `space "${none}" not found` }),
];

const instructions = { object: "document", data: { schemaVersion: 8 }, nodes: [] };

const resources: ErrorRow[] = [
  missing("getSite", `GET ${ORG}/sites/${none}`, { why: `site "${none}" not found` }),
  missing("getSite", `GET /v1/orgs/${id.ORCHARD}/sites/${id.SITE}`, { why: `site "${id.SITE}" not found` }),
  missing("getPublishedSite", `GET ${ORG}/sites/${none}/published`, { why: `site "${none}" not found` }),
  missing("getPublishedSite", `GET ${FIELD}/published`, { why: `site "${id.FIELD_SITE}" is not published` }),
  missing("getOpenapiSpec", `GET ${ORG}/openapi/docks`),
  missing("updateOpenapiSpecVisibility", `PATCH ${ORG}/openapi/docks`, { body: { visibility: "public" } }),
  missing("listOpenapiVersions", `GET ${ORG}/openapi/docks/versions`),
  missing("getLatestOpenapiVersion", `GET ${ORG}/openapi/docks/versions/latest`),
  missing("getLatestOpenapiVersion", `GET ${ORG}/openapi/harbor-events/versions/latest`, {
    why: 'specification "harbor-events" has no version',
  }),
  missing("getLatestOpenapiVersionContent", `GET ${ORG}/openapi/harbor-events/versions/latest/content`),
  missing("getOpenapiVersion", `GET ${SPEC}/versions/${none}`),
  missing("getOpenapiVersionContent", `GET ${SPEC}/versions/${none}/content`),
  missing("getTranslation", `GET ${ORG}/translations/${none}`),
  missing("updateTranslation", `PUT ${ORG}/translations/${none}`, { body: { instructions } }),
  missing("getOrg", `GET /v1/orgs/${none}`, { why: `organization "${none}" not found` }),
  missing("updateOrg", `PATCH /v1/orgs/${none}`, { body: { title: "No one" } }),
  missing("getSamlProvider", `GET ${ORG}/saml/${none}`, { why: `SAML provider "${none}" not found` }),
  missing("updateSamlProvider", `PATCH ${ORG}/saml/${none}`, { body: { label: "New" } }),
  missing("moveSpace", `POST /v1/spaces/${none}/move`, { body: { parent: id.DRAFTS } }),
  missing("moveSpace", `POST ${GUIDE}/move`, { body: { parent: none }, why: `collection "${none}" not found` }),
  missing("transferSpace", `POST /v1/spaces/${none}/transfer`, { body: { organization: id.ORCHARD } }),
  missing("transferSpace", `POST ${GUIDE}/transfer`, { body: { organization: none } }),
  missing("transferSpace", `POST ${GUIDE}/transfer`, { body: { collection: none } }),
  missing("moveCollection", `POST /v1/collections/${none}/move`, { body: { parent: id.DRAFTS } }),
  missing("moveCollection", `POST ${ROBOTS}/move`, { body: { parent: none } }),
  missing("transferCollection", `POST /v1/collections/${none}/transfer`, { body: { organization: id.ORCHARD } }),
  missing("transferCollection", `POST ${ROBOTS}/transfer`, { body: { organization: none } }),
  missing("moveSiteSpace", `POST ${SITE}/site-spaces/${none}/move`, {
    body: beside({ type: "site-space", siteSpace: id.W_GERMAN }),
  }),
  missing("moveSiteSectionGroup", `POST ${SITE}/section-groups/${none}/move`, {
    body: beside({ type: "site-section", id: id.S_ROBOTS }),
  }),
];

const moves: ErrorRow[] = [
  position("moveSpace", `POST ${GUIDE}/move`, { body: beside({ type: "space", space: none }) }),
  position("moveSpace", `POST ${GUIDE}/move`, {
    body: {
      position: { before: { type: "space", space: id.HARBOR }, after: { type: "space", space: id.API } },
    },
    why: "invalid position: give either before or after",
  }),
  position("moveCollection", `POST ${ROBOTS}/move`, {
    body: { parent: id.RETIRED },
    why: "invalid position: a collection cannot be placed below itself",
  }),
  position("moveCollection", `POST ${ROBOTS}/move`, { body: beside({ type: "space", space: none }) }),
  position("moveSiteSpace", `POST ${SITE}/site-spaces/${id.W_OLD}/move`, {
    body: beside({ type: "site-space", siteSpace: none }),
    why: `invalid position: "${none}" is not a site space of the site`,
  }),
  position("moveSiteSectionGroup", `POST ${SITE}/section-groups/${id.GROUP}/move`, {
    body: beside({ type: "site-section", id: id.S_FLEET }),
    why: `invalid position: "${id.S_FLEET}" is not at the root of the site`,
  }),
  same("moveSpace", `POST ${GUIDE}/move`, { body: { parent: id.ROBOTS }, why: SAME }),
  same("moveSpace", `POST ${GUIDE}/move`, { body: {}, why: SAME }),
  same("moveSpace", `POST ${GUIDE}/move`, {
    body: { position: { before: { type: "space", space: id.GERMAN } } },
    why: SAME,
  }),
  same("transferSpace", `POST ${GUIDE}/transfer`, { body: { organization: id.ORG }, why: SAME }),
  same("transferSpace", `POST ${GUIDE}/transfer`, { body: {}, why: SAME }),
  same("moveCollection", `POST ${ROBOTS}/move`, { body: { parent: id.PRODUCT }, why: SAME }),
  same("transferCollection", `POST ${ROBOTS}/transfer`, { body: { organization: id.ORG }, why: SAME }),
  row("cannot be moved", 412)("transferSpace", `POST ${GUIDE}/transfer`, {
    body: { organization: id.ORCHARD },
    why: `the space cannot be moved: a site shows space "${id.GUIDE}"`,
    after: [{ send: `GET ${GUIDE}`, status: 200, answer: { organization: id.ORG, parent: id.ROBOTS } }],
  }),
  row("cannot be moved", 412)("transferCollection", `POST ${ROBOTS}/transfer`, {
    body: { organization: id.ORCHARD },
    why: `the collection cannot be moved: a site shows space "${id.GUIDE}"`,
    after: [{ send: `GET ${ROBOTS}`, status: 200, answer: { organization: id.ORG } }],
  }),
];

export const errors: readonly ErrorRow[] = [...absences, ...moreAbsences, ...requests, ...resources, ...moves];
