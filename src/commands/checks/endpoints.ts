/** What rules read: a test compares it with what they need. */
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listOrgCollections } from "../../catalog/collections.js";
import { listSpaceComments } from "../../catalog/comments.js";
import { getSpaceContent } from "../../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../../catalog/files.js";
import { listMembers } from "../../catalog/members.js";
import { listOpenapiSpecs } from "../../catalog/openapi.js";
import { getOrg } from "../../catalog/organizations.js";
import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../../catalog/pages.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { listSites } from "../../catalog/sites.js";
import { getSpace, listOrgSpaces, listSpaceLinks } from "../../catalog/spaces.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { listTranslations } from "../../catalog/translations.js";

export const READ = [
  listOrgSpaces,
  listOrgCollections,
  listSpacePages,
  listSpacePageBacklinks,
  listSpaceLinks,
  getSpaceContent,
  getSpacePage,
  listSpacePageLinks,
  listSpaceFiles,
  listSpaceFileBacklinks,
  listSpaceComments,
  listChangeRequests,
  listChangeRequestPages,
  getChangeRequestPage,
  listChangeRequestPageLinks,
  listMembers,
  listSites,
  listSiteSpaces,
  getOrg,
  getSpace,
  listTeams,
  listTeamMembers,
  listSiteSections,
  listShareLinks,
  getSiteAdaptiveSchema,
  listSamlProviders,
  listOpenapiSpecs,
  listTranslations,
] as const;
