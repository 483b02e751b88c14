/** Answers of sites and their parts: what is stored, with spaces, sections, counters and addresses as they are now. */
import type { HandlerContext } from "../types.js";
import { type Addresses, addressesOf, shareAddress } from "./addresses.js";
import type { StoredGroup, StoredSection, StoredShareLink, StoredSite, StoredSiteSpace } from "./find.js";
import { sectionsIn, withDefault } from "./order.js";

interface LinkedSpace {
  title: string;
  deletedAt?: string;
  urls?: Record<string, string>;
}

export interface PresentedSiteSpace extends Omit<StoredSiteSpace, "space"> {
  space?: object;
  urls: object;
}

export interface PresentedSection extends StoredSection {
  siteSpaces: PresentedSiteSpace[];
}

export interface Presenter {
  site(): object;
  section(section: StoredSection): PresentedSection;
  group(group: StoredGroup): object;
  siteSpace(siteSpace: StoredSiteSpace): PresentedSiteSpace;
  shareLink(link: StoredShareLink): object;
}

export interface PresentOptions {
  /** Key of a share link: gives the parts of a site with share links their addresses. */
  shareKey?: unknown;
  /** Leave out what visitors cannot see: site spaces whose space is deleted. */
  forVisitors?: boolean;
}

/** Presents the parts of one site. */
export function presenter(
  context: HandlerContext,
  site: StoredSite,
  { shareKey, forVisitors = false }: PresentOptions = {},
): Presenter {
  const { store } = context;
  if (context.frozen) return { ...AS_ANSWERED, site: () => asAnswered<object>(site) };
  const addresses = addressesOf(context, site, shareKey);
  const siteSpace = (stored: StoredSiteSpace) => {
    const section = stored.section === undefined ? undefined : store.get<StoredSection>("site-section", stored.section);
    return presentSiteSpace(context, stored, addresses(...(section ? [section.path] : []), stored.path));
  };
  const section = (stored: StoredSection) => {
    const all = store.all<StoredSiteSpace>("site-space", stored.id);
    // Visitors meet another one first where the default is deleted.
    const shown = forVisitors ? withDefault(all.filter(({ space }) => isLive(context, space))) : all;
    // What stands at the root is no section of its own.
    const own = addresses(stored.id === site.id ? "" : stored.path);
    return { ...stored, siteSpaces: shown.map(siteSpace), urls: urlsOf(own) };
  };
  return {
    site: () => presentSite(site, addresses),
    section,
    group: (stored) => ({ ...stored, sections: sectionsIn(context, site.id, stored.id).map(section) }),
    siteSpace,
    shareLink: (stored) => ({ ...stored, urls: { published: shareAddress(site, stored) } }),
  };
}

/** Of a copy that is only read: as the service answered it. */
function asAnswered<T>(stored: object): T {
  const { answered }: { answered?: object } = stored;
  // Whoever stored it kept the answer of the endpoint that lists these.
  return (answered ?? stored) as T;
}

const AS_ANSWERED = {
  section: asAnswered<PresentedSection>,
  group: asAnswered<object>,
  siteSpace: asAnswered<PresentedSiteSpace>,
  shareLink: asAnswered<object>,
};

/** False for spaces that were deleted, whether or not they can still be restored. */
export function isLive({ store }: HandlerContext, space: string): boolean {
  const found = store.get<LinkedSpace>("space", space);
  return found !== undefined && found.deletedAt === undefined;
}

const urlsOf = (published: string | undefined) => (published === undefined ? {} : { published });

function presentSite(site: StoredSite, addresses: Addresses): object {
  const { published: _published, ...urls } = site.urls;
  return { ...site, urls: { ...urls, ...urlsOf(addresses("")) } };
}

/** The space is as it is now, with its address on this site; it is absent once it is gone for good. */
function presentSiteSpace(
  { store }: HandlerContext,
  stored: StoredSiteSpace,
  published: string | undefined,
): PresentedSiteSpace {
  const { space: id, ...fields } = stored;
  const space = store.get<LinkedSpace>("space", id);
  const urls = urlsOf(published);
  return {
    ...fields,
    ...(space && { space: { ...space, urls: { ...space.urls, ...urls } } }),
    title: stored.title ?? space?.title,
    urls,
  };
}
