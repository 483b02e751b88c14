/** Endpoints that rules read: a test compares them with what the rules need. */
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listCollectionSpaces, listOrgCollections } from "../../catalog/collections.js";
import { listMemberSpaces } from "../../catalog/members.js";
import { listOpenapiSpecs } from "../../catalog/openapi.js";
import { getOrg } from "../../catalog/organizations.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { getSite } from "../../catalog/sites.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { listTranslations } from "../../catalog/translations.js";
import { SPACE_READS } from "./space-reads.js";

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
