import { rows as changeRequests } from "./change-requests.js";
import { rows as collections } from "./collections.js";
import { rows as comments } from "./comments.js";
import { rows as content } from "./content.js";
import type { Row } from "./helper.js";
import { rows as members } from "./members.js";
import { rows as openapi } from "./openapi.js";
import { rows as organizations } from "./organizations.js";
import { rows as saml } from "./saml.js";
import { rows as sectionGroups } from "./section-groups.js";
import { rows as sections } from "./sections.js";
import { rows as shareLinks } from "./share-links.js";
import { rows as siteSpaces } from "./site-spaces.js";
import { rows as sites } from "./sites.js";
import { rows as spaces } from "./spaces.js";
import { rows as teams } from "./teams.js";
import { rows as translations } from "./translations.js";

/** Every exchange by the resource it belongs to. */
export const rows: Record<string, Row[]> = {
  comments,
  "change requests": changeRequests,
  content,
  spaces,
  collections,
  sites,
  sections,
  "section groups": sectionGroups,
  "site spaces": siteSpaces,
  "share links": shareLinks,
  teams,
  organizations,
  members,
  "single sign-on": saml,
  openapi,
  translations,
};
