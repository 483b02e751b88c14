import { changeRequests } from "./change-requests.js";
import { changeRequestComments, spaceComments } from "./comments.js";
import { changeRequestContent, spaceContent } from "./content.js";
import { members, organizations, teams } from "./people.js";
import type { Successes } from "./row.js";
import { sectionGroups, sections, siteSpaces } from "./sections.js";
import { openapi, saml, translations } from "./services.js";
import { shareLinks, sites } from "./sites.js";
import { collections, spaces } from "./spaces.js";

/** The successful call of every endpoint, by its name. */
export const successes: Successes = {
  ...spaceComments,
  ...changeRequestComments,
  ...changeRequests,
  ...changeRequestContent,
  ...spaceContent,
  ...spaces,
  ...collections,
  ...sites,
  ...shareLinks,
  ...sections,
  ...sectionGroups,
  ...siteSpaces,
  ...teams,
  ...organizations,
  ...members,
  ...saml,
  ...openapi,
  ...translations,
};
