/** Sites and their parts in stored form, found by the ids in a path. present.ts turns them into answers. */
import { findIn, findOrganization, notFound } from "../lookup.js";
import type { HandlerContext, HandlerInput } from "../types.js";

export interface StoredSite {
  object: "site";
  id: string;
  title: string;
  type: string;
  hostname?: string;
  basename?: string;
  proxy?: { origin: string; target: string };
  visibility: string;
  published: boolean;
  /** Number of site spaces, at the root and in all sections. */
  siteSpaces: number;
  createdAt: string;
  adaptiveContent: { enabled: boolean };
  ads: { status: string; submittable: boolean };
  agentsContext: string;
  features: object[];
  urls: Record<string, string>;
}

/** Scope: the site. `siteSpaces` is filled in by present.ts. */
export interface StoredSection {
  object: "site-section";
  id: string;
  title: string;
  description?: string;
  default: boolean;
  path: string;
  condition?: string;
  sectionGroup?: string;
  icon?: string;
}

/** Scope: the site, in a common order with its sections. `sections` is filled in by present.ts. */
export interface StoredGroup {
  object: "site-section-group";
  id: string;
  title: string;
  icon?: string;
}

/** Scope: its section, or the site. */
export interface StoredSiteSpace {
  object: "site-space";
  id: string;
  path: string;
  section?: string;
  /** Id of the space; answers contain the space in its current state. */
  space: string;
  title?: string;
  default: boolean;
  condition?: string;
  hasAdvancedCustomizationFeature: boolean;
}

/** Scope: the site. Its key is its id. */
export interface StoredShareLink {
  object: "share-link";
  id: string;
  createdAt: string;
  name: string;
  active: boolean;
}

/** The organization and site of a request. */
interface SitePlace {
  org: string;
  site: StoredSite;
  /** Id of the site: the scope of its parts. */
  scope: string;
}

/** The site that a path names. @throws ServiceError 404 */
export function findSite({ params }: HandlerInput, context: HandlerContext): SitePlace {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const id = params.siteId ?? "";
  return { org, site: findIn<StoredSite>(context, "site", org, { id }), scope: id };
}

/** @throws ServiceError 404 */
export const findSection = (context: HandlerContext, site: string, id: string): StoredSection =>
  findIn(context, "site-section", site, { id, name: "section" });

/** A site space at the root or in a section of the site, with its scope; undefined if there is none. */
export function siteSpaceOf(
  context: HandlerContext,
  site: string,
  id: string,
): { siteSpace: StoredSiteSpace; scope: string } | undefined {
  const { store } = context;
  const scope = store.scopeOf("site-space", id);
  if (scope === undefined || (scope !== site && store.scopeOf("site-section", scope) !== site)) return undefined;
  const siteSpace = store.get<StoredSiteSpace>("site-space", id);
  return siteSpace && { siteSpace, scope };
}

/** @throws ServiceError 404 */
export function findSiteSpace(context: HandlerContext, site: string, id: string) {
  const found = siteSpaceOf(context, site, id);
  if (!found) throw notFound("site space", id);
  return found;
}
