/** Changes to a site's parts that keep counters, default flags and paths correct. */
import { slugify } from "../content/pages.js";
import { findSpace, notFound, type StoredSpace } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import type { StoredSection, StoredSite, StoredSiteSpace } from "./find.js";

type PartKind = "site-section" | "site-space";
type Part = { id: string; path: string; default: boolean };

const MAX_PATH = 100;

/** A space of the site's organization. @throws ServiceError 404 */
export function findOwnSpace(context: HandlerContext, org: string, id: string): StoredSpace {
  const space = findSpace(context, id);
  if (space.organization !== org) throw notFound("space", id);
  return space;
}

/** A path that is unique in the scope; if it is taken, a number is appended. */
export function freePath(context: HandlerContext, kind: PartKind, scope: string, wanted: string): string {
  const taken = new Set(context.store.all<Part>(kind, scope).map(({ path }) => path));
  let path = wanted.slice(0, MAX_PATH);
  for (let n = 1; taken.has(path); n += 1) path = `${wanted.slice(0, MAX_PATH - 1 - String(n).length)}-${n}`;
  return path;
}

/** @throws ServiceError 400 if it cannot be one segment of an address */
function refuseBadSegment(name: string, segment: string): void {
  if (segment.trim() === "") throw new ServiceError(400, `${name} must not be empty`);
  if (/[/?#\s]/.test(segment) || segment === "." || segment === "..") {
    throw new ServiceError(400, `${name} must be one segment of an address: no "/", "?", "#" or spaces`);
  }
}

/** @throws ServiceError 400 for a basename that cannot be in an address, or that any site already has */
export function refuseBasename({ store }: HandlerContext, site: string, basename: string): void {
  refuseBadSegment("basename", basename);
  const taken = store.sql.all(
    "SELECT id FROM objects WHERE kind = 'site' AND id <> ? AND json_extract(json, '$.basename') = ?",
    site,
    basename,
  );
  if (taken.length > 0) throw new ServiceError(400, `basename "${basename}" is taken`);
}

/** @throws ServiceError 400 for a path that cannot be in an address, or that another part of the scope already has */
export function refuseTakenPath(
  context: HandlerContext,
  kind: PartKind,
  scope: string,
  part: { id: string; path: unknown },
): void {
  refuseBadSegment("path", String(part.path));
  if (context.store.all<Part>(kind, scope).some(({ id, path }) => path === part.path && id !== part.id)) {
    throw new ServiceError(400, `path "${part.path}" is taken`);
  }
}

/** Makes one part of a scope its only default. Without an id: the first one, unless there is a default. */
export function setDefault(context: HandlerContext, kind: PartKind, scope: string, wanted?: string): void {
  const parts = context.store.all<Part>(kind, scope);
  const chosen = wanted ?? (parts.find((part) => part.default) ?? parts[0])?.id;
  for (const part of parts) {
    const isDefault = part.id === chosen;
    if (part.default === isDefault) continue;
    context.store.update<Part>(kind, part.id, (value) => ({ ...value, default: isDefault }));
  }
}

export function defaultSection({ store }: HandlerContext, site: string): StoredSection | undefined {
  return store.all<StoredSection>("site-section", site, { default: true })[0];
}

/** Updates the number of site spaces stored in the site. */
export function countSiteSpaces({ store }: HandlerContext, site: string): void {
  const scopes = [site, ...store.ids("site-section", site)];
  const siteSpaces = scopes.reduce((sum, scope) => sum + store.count("site-space", scope), 0);
  store.update<StoredSite>("site", site, (value) => ({ ...value, siteSpaces }));
}

/** Links a space at the end of a section, or of the root if none is given. The first in its scope becomes the default. */
export function linkSpace(
  context: HandlerContext,
  site: string,
  space: StoredSpace,
  section: string | undefined,
): StoredSiteSpace {
  const scope = section ?? site;
  const siteSpace: StoredSiteSpace = {
    object: "site-space",
    id: context.id(),
    path: freePath(context, "site-space", scope, slugify(space.title)),
    ...(section !== undefined && { section }),
    space: space.id,
    default: context.store.count("site-space", scope) === 0,
    hasAdvancedCustomizationFeature: false,
  };
  context.store.put("site-space", siteSpace.id, scope, siteSpace);
  countSiteSpaces(context, site);
  return siteSpace;
}

/** Removes a site space from its site; the next one in its scope becomes the default in its place. */
export function unlinkSpace(context: HandlerContext, site: string, scope: string, id: string): void {
  context.store.remove("site-space", id);
  setDefault(context, "site-space", scope);
  countSiteSpaces(context, site);
}

/** Moves a section into a group, or to the root if none is given, keeping its place in the order. */
export function setGroup({ store }: HandlerContext, section: string, group: string | undefined): void {
  store.update<StoredSection>("site-section", section, ({ sectionGroup: _sectionGroup, ...rest }) => ({
    ...rest,
    ...(group !== undefined && { sectionGroup: group }),
  }));
}
