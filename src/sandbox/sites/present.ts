/** Answers for sites and their parts: stored data with the current spaces, sections, counters and addresses. */
import type { HandlerContext } from "../types.js";
import { type Addresses, makeAddresses, shareAddress } from "./addresses.js";
import {
  orderedSections,
  orderedSiteSpaces,
  type StoredGroup,
  type StoredSection,
  type StoredShareLink,
  type StoredSite,
  type StoredSiteSpace,
  sectionsIn,
  withDefault,
} from "./find.js";

interface LinkedSpace {
  title: string;
  deletedAt?: string;
  urls?: Record<string, string>;
}

interface PresentedSiteSpace extends Omit<StoredSiteSpace, "space"> {
  space?: object;
  urls: object;
}

interface PresentedSection extends StoredSection {
  siteSpaces: PresentedSiteSpace[];
}

interface Presenter {
  site(): object;
  section(section: StoredSection): PresentedSection;
  group(group: StoredGroup): object;
  siteSpace(siteSpace: StoredSiteSpace): PresentedSiteSpace;
  shareLink(link: StoredShareLink): object;
}

interface PresentOptions {
  /** Key of a share link: gives addresses to the parts of a site with share links. */
  shareKey?: unknown;
  /** Omit what visitors cannot see: site spaces whose space is deleted. */
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
  const addresses = makeAddresses(context.store, site, shareKey);
  const siteSpace = (stored: StoredSiteSpace) => {
    const section = stored.section === undefined ? undefined : store.get<StoredSection>("site-section", stored.section);
    return presentSiteSpace(context, stored, addresses(...(section ? [section.path] : []), stored.path));
  };
  const section = (stored: StoredSection) => {
    const all = store.all<StoredSiteSpace>("site-space", stored.id);
    // If the default is deleted, visitors see another one first.
    const shown = forVisitors ? withDefault(all.filter(({ space }) => isLive(context, space))) : all;
    // The root is not a section itself.
    const own = addresses(stored.id === site.id ? "" : stored.path);
    return { ...stored, siteSpaces: shown.map(siteSpace), urls: urlsOf(own) };
  };
  return {
    site: () => presentSite(site, addresses),
    section,
    group: (stored) => ({ ...stored, sections: sectionsIn(context.store, site.id, stored.id).map(section) }),
    siteSpace,
    shareLink: (stored) => ({ ...stored, urls: { published: shareAddress(site, stored) } }),
  };
}

/** In a read-only copy: the thing exactly as the service answered it. */
function asAnswered<T>(stored: object): T {
  const { answered }: { answered?: object } = stored;
  // `answered` was stored from the endpoint that lists these things.
  return (answered ?? stored) as T;
}

const AS_ANSWERED = {
  section: asAnswered<PresentedSection>,
  group: asAnswered<object>,
  siteSpace: asAnswered<PresentedSiteSpace>,
  shareLink: asAnswered<object>,
};

/** False for deleted spaces, even if they can still be restored. */
export function isLive({ store }: HandlerContext, space: string): boolean {
  const found = store.get<LinkedSpace>("space", space);
  return found !== undefined && found.deletedAt === undefined;
}

const urlsOf = (published: string | undefined) => (published === undefined ? {} : { published });

function presentSite(site: StoredSite, addresses: Addresses): object {
  const { published: _published, ...urls } = site.urls;
  return { ...site, urls: { ...urls, ...urlsOf(addresses("")) } };
}

/** Contains the space in its current state with its address on this site; without the space once that is purged. */
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

/**
 * The sections of a site that have something to show. The contract has no other structure, so site spaces at the root
 * are put in a section of their own, with the id of the site and the path `/`.
 */
export function publishedSections(context: HandlerContext, site: StoredSite, present: Presenter): object[] {
  const { id, title } = site;
  const root: StoredSection = { object: "site-section", id, title, default: false, path: "/" };
  const sections = [root, ...orderedSections(context.store, id)].map((section) => present.section(section));
  return withDefault(sections.filter(({ siteSpaces }) => siteSpaces.length > 0));
}

/** Id of the site space that visitors see first: in the default section, or at the root if there are no sections. */
export function firstSiteSpace(context: HandlerContext, site: string): string | undefined {
  const section = withDefault(orderedSections(context.store, site)).find((one) => one.default)?.id;
  const inside = section === undefined ? [] : context.store.all<StoredSiteSpace>("site-space", section);
  const shown = inside.length > 0 ? inside : orderedSiteSpaces(context.store, site);
  return withDefault(shown).find((one) => one.default)?.id;
}
