import sample from "virtual:sample";
import { ORIGIN } from "../../origin.js";
import { refreshAddresses } from "../../sites/space-addresses.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo } from "../tools.js";
import type { SectionSource, SiteSource, SiteSpaceSource } from "../types.js";

/** Where the default organization publishes; nothing is served there. */
const PUBLISHED = "https://docs.halden-robotics.example";

const publishedUrls = (site: SiteSource, path: string) => (site.published ? { published: `${PUBLISHED}/${path}` } : {});

function loadSite(context: HandlerContext, site: SiteSource): void {
  const { id, org, title, basename, visibility, created, agentsContext } = site;
  context.store.put("site", id, org, {
    object: "site",
    id,
    title,
    type: "basic",
    ...(site.published && { hostname: new URL(PUBLISHED).hostname }),
    basename,
    visibility,
    published: site.published,
    siteSpaces: [...site.spaces, ...site.sections.flatMap(({ spaces }) => spaces)].length,
    createdAt: daysAgo(context, created),
    adaptiveContent: { enabled: site.adaptive },
    ads: { status: "disabled", submittable: false },
    agentsContext,
    features: [],
    urls: {
      location: `${ORIGIN}/v1/orgs/${org}/sites/${id}`,
      app: `${ORIGIN}/o/${org}/sites/${id}`,
      ...publishedUrls(site, ""),
    },
  });
  if (!site.adaptive) return;
  context.store.put("site-adaptive-schema", id, id, {
    object: "site-adaptive-schema",
    jsonSchema: sample.visitorSchema,
    updatedAt: daysAgo(context, 50),
  });
}

function loadSection(context: HandlerContext, site: SiteSource, source: SectionSource): void {
  const { id, title, path, icon, description, condition, group } = source;
  context.store.put("site-section", id, site.id, {
    object: "site-section",
    id,
    title,
    ...(description && { description }),
    default: source.default ?? false,
    path,
    ...(condition && { condition }),
    ...(group && { sectionGroup: group }),
    ...(icon && { icon }),
    urls: publishedUrls(site, path),
  });
  for (const space of source.spaces) loadSiteSpace(context, site, space, source);
}

/** `space` is an id here; answers contain the space in its current state. */
function loadSiteSpace(
  context: HandlerContext,
  site: SiteSource,
  source: SiteSpaceSource,
  section?: SectionSource,
): void {
  const { id, space, path, condition } = source;
  context.store.put("site-space", id, section?.id ?? site.id, {
    object: "site-space",
    id,
    path,
    ...(section && { section: section.id }),
    space,
    title: context.store.get<{ title: string }>("space", space)?.title,
    default: source.default ?? false,
    ...(condition && { condition }),
    hasAdvancedCustomizationFeature: false,
    urls: publishedUrls(site, section ? `${section.path}/${path}` : path),
  });
}

/** Sites and everything in them. The spaces must exist already. */
export function loadSites(context: HandlerContext): void {
  const { store } = context;
  for (const site of sample.sites) {
    loadSite(context, site);
    for (const section of site.sections) loadSection(context, site, section);
    for (const space of site.spaces) loadSiteSpace(context, site, space);
    for (const group of site.groups) {
      store.put("site-section-group", group.id, site.id, { object: "site-section-group", ...group });
    }
    for (const { id, name, active, created } of site.shareLinks) {
      const urls = publishedUrls(site, `?shareKey=${id}`);
      store.put("share-link", id, site.id, {
        object: "share-link",
        id,
        createdAt: daysAgo(context, created),
        name,
        active,
        urls,
      });
    }
  }
  for (const organization of store.ids("organization", "root")) refreshAddresses(context, organization);
}
