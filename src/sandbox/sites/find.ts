/** Sites and their parts in stored form, found by the ids in a path. present.ts turns them into answers. */
import { findIn, findOrganization, notFound } from "../lookup.js";
import { noUpdate } from "../positions.js";
import type { Store } from "../store/store.js";
import type { HandlerContext, HandlerInput } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

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
  return { org, site: findIn<StoredSite>(context.store, "site", org, { id }), scope: id };
}

/** @throws ServiceError 404 */
export const findSection = (context: HandlerContext, site: string, id: string): StoredSection =>
  findIn(context.store, "site-section", site, { id, name: "section" });

/** A site space at the root or in a section of the site, with its scope; undefined if there is none. */
export function lookUpSiteSpace(
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
  const found = lookUpSiteSpace(context, site, id);
  if (!found) throw notFound("site space", id);
  return found;
}

// The order of a site's parts. Sections and groups share one order; a group's sections appear in its place.

const ROOT_KINDS = ["site-section", "site-section-group"] as const;

/** Sections at the root (no group) or of one group, in order. */
export function sectionsIn(store: Store, site: string, group: string | undefined): StoredSection[] {
  if (group !== undefined) return store.all<StoredSection>("site-section", site, { sectionGroup: group });
  // In a snapshot, the list of groups may be missing.
  const isIn = (one: string | null | undefined) => one && store.scopeOf("site-section-group", one) === site;
  return store.all<StoredSection>("site-section", site).filter(({ sectionGroup }) => !isIn(sectionGroup));
}

/** Ids of sibling sections and groups: those at the root, or the sections of one group. */
export function findLevel(store: Store, site: string, group: string | undefined): string[] {
  const sections = new Set(sectionsIn(store, site, group).map(({ id }) => id));
  return store
    .siblings(site, ROOT_KINDS)
    .filter(({ kind, id }) => sections.has(id) || (group === undefined && kind === "site-section-group"))
    .map(({ id }) => id);
}

/** All sections of a site, in the order in which visitors see them. */
export function orderedSections(store: Store, site: string): StoredSection[] {
  return findLevel(store, site, undefined).flatMap((id) => {
    if (store.scopeOf("site-section-group", id) === site) return sectionsIn(store, site, id);
    const section = store.get<StoredSection>("site-section", id);
    return section ? [section] : [];
  });
}

/** All site spaces of a site: those at the root, then section by section. */
export function orderedSiteSpaces(store: Store, site: string): StoredSiteSpace[] {
  const scopes = [site, ...orderedSections(store, site).map(({ id }) => id)];
  return scopes.flatMap((scope) => store.all<StoredSiteSpace>("site-space", scope));
}

/** Marks exactly one as the default: the stored one, or else the first. */
export function withDefault<T extends { default: boolean }>(parts: readonly T[]): T[] {
  const chosen = parts.find((part) => part.default) ?? parts[0];
  return parts.map((part) => ({ ...part, default: part === chosen }));
}

// Positions of moves, relative to a sibling that the caller looks up.

/** A destination: the sibling, and which side of it. */
interface Place {
  sibling: string;
  side: "before" | "after";
}

export const invalidPosition = (why: string) => new ServiceError(400, `invalid position: ${why}`);

/**
 * The place requested in the body of a move.
 * @param reference Member that names the sibling: `siteSpace`, `siteSection` or `id`
 * @throws ServiceError 400 for both sides or the thing itself, 409 if no position is given
 */
export function findPlace(body: Record<string, unknown>, reference: string, own: string): Place {
  // The catalog's schema of the move has checked the shape.
  const { before, after } = (body.position ?? {}) as Partial<Record<Place["side"], Record<string, string>>>;
  if (before && after) throw invalidPosition("give either before or after");
  const sibling = (before ?? after)?.[reference];
  if (sibling === undefined) throw noUpdate();
  if (sibling === own) throw invalidPosition(`"${own}" cannot be placed beside itself`);
  return { sibling, side: before ? "before" : "after" };
}

/** @throws ServiceError 409 if the thing is already there */
export function refuseSame(order: readonly string[], own: string, { sibling, side }: Place): void {
  const at = order.indexOf(own);
  if (at >= 0 && order[side === "before" ? at + 1 : at - 1] === sibling) throw noUpdate();
}
