/** Endpoints that the rules about a space and its change requests read. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listChangeRequestComments, listSpaceComments } from "../../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../../catalog/files.js";
import { listMembers } from "../../catalog/members.js";
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
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { listSites } from "../../catalog/sites.js";
import { getSpace, listSpaceLinks, searchSpace } from "../../catalog/spaces.js";

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
