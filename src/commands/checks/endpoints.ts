/** Endpoints that rules read: a test compares them with what the rules need. */
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listCollectionSpaces, listOrgCollections } from "../../catalog/collections.js";
import { listChangeRequestComments, listSpaceComments } from "../../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../../catalog/files.js";
import { listMemberSpaces, listMembers } from "../../catalog/members.js";
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
import { getSite, listSites } from "../../catalog/sites.js";
import { getSpace, listOrgSpaces, listSpaceLinks, searchSpace } from "../../catalog/spaces.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { listTranslations } from "../../catalog/translations.js";

// Endpoints that the rules about a space and its change requests read.

export const SPACE_READS = [
  getSpace,
  getOrg,
  listSpaceLinks,
  listSpacePages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpaceFiles,
  listSpaceFileBacklinks,
  getSpaceContent,
  getChangeRequestContent,
  getSpacePage,
  listSpaceComments,
  listChangeRequests,
  listChangeRequestComments,
  listChangeRequestPages,
  getChangeRequestPage,
  listChangeRequestPageLinks,
  listMembers,
  listSites,
  listSiteSpaces,
  searchSpace,
] as const;

export const READ = [
  listOrgSpaces,
  listOrgCollections,
  listCollectionSpaces,
  ...SPACE_READS,
  getOrg,
  listMemberSpaces,
  listTeams,
  listTeamMembers,
  listSiteSections,
  listShareLinks,
  getSite,
  getSiteAdaptiveSchema,
  listSamlProviders,
  listOpenapiSpecs,
  listTranslations,
] as const;
