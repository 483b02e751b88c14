import type * as z from "zod/mini";
import * as adaptiveSchema from "./adaptive-schema.js";
import * as changeRequests from "./change-requests.js";
import * as collections from "./collections.js";
import * as comments from "./comments.js";
import * as content from "./content.js";
import type { AnyEndpoint } from "./endpoint.js";
import * as files from "./files.js";
import * as members from "./members.js";
import * as openapi from "./openapi.js";
import * as organizations from "./organizations.js";
import * as pages from "./pages.js";
import * as saml from "./saml.js";
import * as sectionGroups from "./section-groups.js";
import * as sections from "./sections.js";
import * as shareLinks from "./share-links.js";
import { Member, User } from "./shared.js";
import * as siteSpaces from "./site-spaces.js";
import * as sites from "./sites.js";
import * as spaces from "./spaces.js";
import * as teamMembers from "./team-members.js";
import * as teams from "./teams.js";
import * as translations from "./translations.js";

/*
 * The whole catalog: for the sandbox, the generators and the tests. Commands import only the file of their resource.
 */

/** Every module of endpoints, by file name. */
export const modules = {
  "adaptive-schema": adaptiveSchema,
  "change-requests": changeRequests,
  collections,
  comments,
  content,
  files,
  members,
  openapi,
  organizations,
  pages,
  saml,
  "section-groups": sectionGroups,
  sections,
  "share-links": shareLinks,
  "site-spaces": siteSpaces,
  sites,
  spaces,
  "team-members": teamMembers,
  teams,
  translations,
};

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "retry" in value;
}

/** The 139 endpoints by their export names. */
export const endpoints: Readonly<Record<string, AnyEndpoint>> = Object.fromEntries(
  Object.values(modules).flatMap((module) => Object.entries(module).filter((entry) => isEndpoint(entry[1]))),
);

/** Schemas of answers by the contract's names, created on first use; for lists, the schema of one item. */
export const resources: Readonly<Record<string, () => z.ZodMiniObject>> = {
  ...{ User, Member },
  // Modules export nothing else with such a name that is a function.
  ...Object.fromEntries(
    Object.values(modules).flatMap((module) =>
      Object.entries<unknown>(module).filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === "function"),
    ),
  ),
};
