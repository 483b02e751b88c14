/**
 * Maps paths to the files that handle them. A request only loads the catalog file and the handlers of its resource. The longest
 * pattern that a path starts with wins; `*` stands for an id. A test checks the whole catalog against this table.
 */
import type { Handlers } from "../types.js";

export interface Resource {
  /** Path below /v1, with `*` for ids. */
  pattern: string;
  catalog: () => Promise<Record<string, unknown>>;
  handlers: () => Promise<{ handlers: Handlers }>;
}

const organizations = {
  catalog: () => import("../../catalog/organizations.js"),
  handlers: () => import("./organizations.js"),
};
const collections = {
  catalog: () => import("../../catalog/collections.js"),
  handlers: () => import("./collections.js"),
};
const members = { catalog: () => import("../../catalog/members.js"), handlers: () => import("./members.js") };
const teams = { catalog: () => import("../../catalog/teams.js"), handlers: () => import("./teams.js") };
const teamMembers = { catalog: () => import("../../catalog/team-members.js"), handlers: () => import("./teams.js") };
const saml = { catalog: () => import("../../catalog/saml.js"), handlers: () => import("./saml.js") };
const spaces = { catalog: () => import("../../catalog/spaces.js"), handlers: () => import("./spaces.js") };
const changeRequests = {
  catalog: () => import("../../catalog/change-requests.js"),
  handlers: () => import("./change-requests.js"),
};
const changeRequestPdf = {
  catalog: () => import("../../catalog/change-requests.js"),
  handlers: () => import("./content.js"),
};
const content = { catalog: () => import("../../catalog/content.js"), handlers: () => import("./content.js") };
const pages = { catalog: () => import("../../catalog/pages.js"), handlers: () => import("./content.js") };
const files = { catalog: () => import("../../catalog/files.js"), handlers: () => import("./content.js") };
const links = { catalog: () => import("../../catalog/spaces.js"), handlers: () => import("./content.js") };
const search = { catalog: () => import("../../catalog/spaces.js"), handlers: () => import("./search.js") };
const orgSearch = { catalog: () => import("../../catalog/organizations.js"), handlers: () => import("./search.js") };
const sites = { catalog: () => import("../../catalog/sites.js"), handlers: () => import("./sites.js") };
const adaptiveSchema = {
  catalog: () => import("../../catalog/adaptive-schema.js"),
  handlers: () => import("./adaptive-schema.js"),
};
const sections = { catalog: () => import("../../catalog/sections.js"), handlers: () => import("./sections.js") };
const sectionGroups = {
  catalog: () => import("../../catalog/section-groups.js"),
  handlers: () => import("./section-groups.js"),
};
const siteSpaces = {
  catalog: () => import("../../catalog/site-spaces.js"),
  handlers: () => import("./site-spaces.js"),
};
const shareLinks = {
  catalog: () => import("../../catalog/share-links.js"),
  handlers: () => import("./share-links.js"),
};
const comments = { catalog: () => import("../../catalog/comments.js"), handlers: () => import("./comments.js") };
const replies = { catalog: () => import("../../catalog/comments.js"), handlers: () => import("./replies.js") };
const openapi = { catalog: () => import("../../catalog/openapi.js"), handlers: () => import("./openapi.js") };
const translations = {
  catalog: () => import("../../catalog/translations.js"),
  handlers: () => import("./translations.js"),
};

export const RESOURCES: readonly Resource[] = [
  { pattern: "orgs", ...organizations },
  { pattern: "email-domains", ...organizations },
  { pattern: "orgs/*/collections", ...collections },
  { pattern: "collections", ...collections },
  { pattern: "orgs/*/members", ...members },
  { pattern: "orgs/*/teams", ...teams },
  { pattern: "orgs/*/teams/*/members", ...teamMembers },
  { pattern: "orgs/*/saml", ...saml },
  { pattern: "orgs/*/sso", ...saml },
  { pattern: "orgs/*/spaces", ...spaces },
  { pattern: "spaces", ...spaces },
  { pattern: "spaces/*/links", ...links },
  { pattern: "spaces/*/search", ...search },
  { pattern: "orgs/*/search", ...orgSearch },
  { pattern: "spaces/*/content", ...content },
  { pattern: "spaces/*/content/pages", ...pages },
  { pattern: "spaces/*/content/page", ...pages },
  { pattern: "spaces/*/content/files", ...files },
  { pattern: "spaces/*/change-requests", ...changeRequests },
  { pattern: "spaces/*/change-requests/*/pdf", ...changeRequestPdf },
  { pattern: "spaces/*/change-requests/*/content", ...content },
  { pattern: "spaces/*/change-requests/*/content/pages", ...pages },
  { pattern: "spaces/*/change-requests/*/content/page", ...pages },
  { pattern: "spaces/*/change-requests/*/content/files", ...files },
  { pattern: "orgs/*/sites", ...sites },
  { pattern: "orgs/*/sites/*/adaptive-schema", ...adaptiveSchema },
  { pattern: "orgs/*/sites/*/sections", ...sections },
  { pattern: "orgs/*/sites/*/section-groups", ...sectionGroups },
  { pattern: "orgs/*/sites/*/site-spaces", ...siteSpaces },
  { pattern: "orgs/*/sites/*/share-links", ...shareLinks },
  { pattern: "spaces/*/comments", ...comments },
  { pattern: "spaces/*/comments/*/replies", ...replies },
  { pattern: "spaces/*/change-requests/*/comments", ...comments },
  { pattern: "spaces/*/change-requests/*/comments/*/replies", ...replies },
  { pattern: "spaces/*/change-requests/*/commenters", ...comments },
  { pattern: "orgs/*/openapi", ...openapi },
  { pattern: "orgs/*/translations", ...translations },
];
