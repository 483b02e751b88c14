/** Addresses of published sites. Nothing is served there; they merely look real. */
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import type { StoredShareLink, StoredSite } from "./find.js";

/** Address of the site itself, ignoring a proxy. No trailing slash. */
export function ownAddress({ id, hostname, basename }: Pick<StoredSite, "id" | "hostname" | "basename">): string {
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
export function addressesOf(context: Pick<HandlerContext, "store">, site: StoredSite, shareKey?: unknown): Addresses {
  const base = address(site);
  if (!site.published) return () => undefined;
  if (site.visibility !== "share-link") return (...path) => [base, ...path].join("/");
  const key = typeof shareKey === "string" ? shareKey : "";
  const link = context.store.get<StoredShareLink>("share-link", key);
  if (!link?.active || context.store.scopeOf("share-link", key) !== site.id) return () => undefined;
  return (...path) => `${[base, ...path].join("/")}?shareKey=${key}`;
}
