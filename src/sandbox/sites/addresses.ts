/** Where a site is published. Nothing is served there; the addresses only look like the real ones. */
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import type { StoredShareLink, StoredSite } from "./find.js";

/** Address of the site itself, without a proxy before it. No trailing slash. */
export function ownAddress({ id, hostname, basename }: Pick<StoredSite, "id" | "hostname" | "basename">): string {
  return hostname === undefined ? `${ORIGIN}/published/${basename || id}` : `https://${hostname}`;
}

const address = (site: StoredSite) => (site.proxy ? `https://${site.proxy.origin}` : ownAddress(site));

/** Address that a share link hands out. */
export function shareAddress(site: StoredSite, link: StoredShareLink): string {
  return `${address(site)}/?shareKey=${link.id}`;
}

/** Addresses of the parts of a site, by their paths; undefined where visitors have none. */
export type Addresses = (...path: string[]) => string | undefined;

/**
 * Parts of an unpublished site have no address, and those of a site with share links only with the key of an active
 * link of this site.
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
