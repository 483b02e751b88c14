/** Addresses of published sites. Nothing is served there; they merely look real. */

import type { StoredSpace } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import type { Store } from "../store/store.js";
import type { HandlerContext } from "../types.js";
import {
  orderedSiteSpaces,
  type StoredSection,
  type StoredShareLink,
  type StoredSite,
  type StoredSiteSpace,
} from "./find.js";

/** Address of the site itself, ignoring a proxy. No trailing slash. */
export function ownAddress({ id, hostname, basename }: StoredSite): string {
  return hostname === undefined ? `${ORIGIN}/published/${basename || id}` : `https://${hostname}`;
}

const address = (site: StoredSite) => (site.proxy ? `https://${site.proxy.origin}` : ownAddress(site));

/** Address that a share link gives out. */
export function shareAddress(site: StoredSite, link: StoredShareLink): string {
  return `${address(site)}/?shareKey=${link.id}`;
}

/** Returns the address of a part of a site by its path; undefined if visitors have none. */
export type Addresses = (...path: string[]) => string | undefined;

/**
 * Parts of an unpublished site have no address, and those of a site with share links only have one together with the key
 * of one of its active links.
 */
export function makeAddresses(store: Store, site: StoredSite, shareKey?: unknown): Addresses {
  const base = address(site);
  if (!site.published) return () => undefined;
  if (site.visibility !== "share-link") return (...path) => [base, ...path].join("/");
  const key = typeof shareKey === "string" ? shareKey : "";
  const link = store.get<StoredShareLink>("share-link", key);
  if (!link?.active || store.scopeOf("share-link", key) !== site.id) return () => undefined;
  return (...path) => `${[base, ...path].join("/")}?shareKey=${key}`;
}

// `urls.published` of spaces: every answered space says where visitors can read it.

/** Ids of the spaces on a site. */
export function spaceIdsOnSite(store: Store, site: string): string[] {
  const scopes = [site, ...store.ids("site-section", site)];
  return scopes.flatMap((scope) => store.all<StoredSiteSpace>("site-space", scope)).map(({ space }) => space);
}

/** Ids of the sites that show one of these spaces. */
function sitesShowing(store: Store, spaces: readonly string[]): Set<string> {
  const rows = store.sql.all(
    `SELECT DISTINCT coalesce(section.scope, shown.scope) AS site FROM objects shown
     LEFT JOIN objects section ON section.kind = 'site-section' AND section.id = shown.scope
     WHERE shown.kind = 'site-space' AND json_extract(shown.json, '$.space') IN (SELECT value FROM json_each(?))`,
    JSON.stringify(spaces),
  );
  return new Set(rows.map(({ site }) => String(site)));
}

/** Finds the addresses at which an organization's sites show its spaces; if a space is on several sites, the first counts. */
function findFirstAddresses(
  store: Store,
  organization: string,
  only: readonly string[] | undefined,
): Map<string, string> {
  const found = new Map<string, string>();
  const showing = only && sitesShowing(store, only);
  for (const id of store.ids("site", organization)) {
    const site = showing && !showing.has(id) ? undefined : store.get<StoredSite>("site", id);
    if (!site) continue;
    const addresses = makeAddresses(store, site);
    for (const { space, section, path } of orderedSiteSpaces(store, site.id)) {
      const above = section === undefined ? undefined : store.get<StoredSection>("site-section", section)?.path;
      const address = addresses(...(above === undefined ? [] : [above]), path);
      if (address !== undefined && !found.has(space)) found.set(space, address);
    }
  }
  return found;
}

/** Updates the addresses of an organization's spaces, all or some, after its sites changed. */
export function refreshAddresses(store: Store, organization: string, only?: readonly string[]): void {
  if (only?.length === 0) return;
  const shown = findFirstAddresses(store, organization, only);
  const before = store.sql.all(
    `SELECT id, json_extract(json, '$.urls.published') AS published FROM objects
     WHERE kind = 'space' AND json_extract(json, '$.organization') = ?1
     ${only ? "AND id IN (SELECT value FROM json_each(?2))" : "AND ?2 IS NULL"}`,
    organization,
    only && JSON.stringify(only),
  );
  for (const { id, published } of before) {
    const address = shown.get(String(id));
    if (address === (published ?? undefined)) continue;
    store.update<StoredSpace>("space", String(id), ({ urls: { published: _published, ...urls }, ...space }) => ({
      ...space,
      urls: { ...urls, ...(address !== undefined && { published: address }) },
    }));
  }
}

// The sites that show a space, and its address there.

interface SpaceOnSite {
  /** Id of the site space. */
  id: string;
  site: string;
  /** Absent for a site space at the root of its site. */
  section?: string | undefined;
  path: string;
}

/** Site spaces that show a space, in no particular order. */
export function sitesOf({ store }: HandlerContext, space: string): SpaceOnSite[] {
  const rows = store.sql.all(
    `SELECT shown.id AS id, json_extract(shown.json, '$.path') AS path, shown.scope AS scope, section.scope AS site
     FROM objects shown LEFT JOIN objects section ON section.kind = 'site-section' AND section.id = shown.scope
     WHERE shown.kind = 'site-space' AND json_extract(shown.json, '$.space') = ?`,
    space,
  );
  return rows.map((row) => {
    const [id, path] = [String(row.id), String(row.path)];
    const scope = String(row.scope);
    return row.site === null ? { id, site: scope, path } : { id, site: String(row.site), section: scope, path };
  });
}

/** A space with the address for visitors who have the key of a share link; without a key, the stored address. */
export function withAddress<T extends { id: string; urls: Record<string, string> }>(
  context: HandlerContext,
  space: T,
  shareKey: unknown,
): T {
  if (shareKey === undefined) return space;
  const shown = sitesOf(context, space.id);
  if (shown.length === 0) return space;
  const { store } = context;
  for (const { site: id, section, path } of shown) {
    const site = store.get<StoredSite>("site", id);
    const above = section === undefined ? undefined : store.get<StoredSection>("site-section", section)?.path;
    const published =
      site && makeAddresses(context.store, site, shareKey)(...(above === undefined ? [] : [above]), path);
    if (published !== undefined) return { ...space, urls: { ...space.urls, published } };
  }
  return space;
}
