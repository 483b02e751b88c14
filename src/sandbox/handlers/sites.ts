import { foldText } from "../../shared/text/names.js";
import { ownAddress } from "../sites/addresses.js";
import { defaultSection, findOwnSpace, linkSpace, refuseBasename, setDefault } from "../sites/change.js";
import { buildSite, type SiteFields } from "../sites/create.js";
import { customization } from "../sites/customization.js";
import { type StoredSite, siteSpaceOf } from "../sites/find.js";
import { orderedSiteSpaces } from "../sites/order.js";
import { isLive, presenter, publishedSections } from "../sites/present.js";
import { createSpace } from "../spaces/new-space.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const sites = createResource({
  kind: "site",
  name: "site",
  parameter: "siteId",
  place: inOrganization,
  present: (context) => (site: StoredSite) => presenter(context, site).site(),
});

const listSites = sites.list(({ org, query: { space, title, published } }, context) => {
  const part = typeof title === "string" ? foldText(title) : "";
  return context.store
    .all<StoredSite>("site", org)
    .filter((site) => foldText(site.title).includes(part))
    .filter((site) => published === undefined || site.published === published)
    .filter((site) => space === undefined || orderedSiteSpaces(context, site.id).some((one) => one.space === space));
});

const createSite = sites.create(({ org, body }, context) => {
  // The schema has checked these.
  const { spaces = [], newSpace, ...fields } = body as SiteFields & { spaces?: string[]; newSpace?: boolean };
  const linked = spaces.map((id) => findOwnSpace(context, org, id));
  const site = buildSite(context, org, fields);
  context.store.put("site", site.id, org, site);
  for (const space of linked) linkSpace(context, site.id, space, undefined);
  if (newSpace) linkSpace(context, site.id, createSpace(context, org, site.title), undefined);
  return site.id;
});

/** The spaces stay; only their links to the site are removed. */
const deleteSite = sites.remove(({ org, thing: site }, { store }) => {
  for (const scope of [site.id, ...store.ids("site-section", site.id)]) store.removeAll("site-space", scope);
  for (const kind of ["site-section", "site-section-group", "share-link", "site-adaptive-schema"]) {
    store.removeAll(kind, site.id);
  }
  store.update<{ defaultContent?: { site?: string } }>("organization", org, ({ defaultContent, ...rest }) =>
    defaultContent?.site === site.id ? rest : { ...rest, ...(defaultContent && { defaultContent }) },
  );
});

interface SiteChanges {
  basename?: string;
  proxy?: string | null;
  defaultSiteSpace?: string;
  defaultSiteSection?: string;
}

const updateSite = sites.change(({ thing: site, body }, context) => {
  // The schema has checked these.
  const { proxy, defaultSiteSpace, defaultSiteSection, ...fields } = body as SiteChanges;
  if (fields.basename !== undefined) refuseBasename(context, site.id, fields.basename);
  // The section first: the default space must be in the default section.
  if (defaultSiteSection !== undefined) setDefaultSection(context, site.id, defaultSiteSection);
  if (defaultSiteSpace !== undefined) setDefaultSpace(context, site.id, defaultSiteSpace);
  context.store.update<StoredSite>("site", site.id, ({ proxy: before, ...rest }) => {
    const changed = { ...rest, ...fields };
    const after = proxy === undefined ? before : proxy;
    if (!after) return changed;
    const origin = typeof after === "string" ? after : after.origin;
    return { ...changed, proxy: { origin, target: ownAddress(changed) } };
  });
});

function setDefaultSection(context: HandlerContext, site: string, id: string): void {
  if (context.store.scopeOf("site-section", id) !== site) {
    throw new ServiceError(400, `defaultSiteSection: "${id}" is not a section of the site`);
  }
  setDefault(context, "site-section", site, id);
}

/** A site space at the root or in the default section: visitors never see any other first. */
function setDefaultSpace(context: HandlerContext, site: string, id: string): void {
  const scope = siteSpaceOf(context, site, id)?.scope;
  if (scope === undefined || (scope !== site && scope !== defaultSection(context, site)?.id)) {
    throw new ServiceError(400, `defaultSiteSpace: "${id}" is not at the root or in the default section of the site`);
  }
  setDefault(context, "site-space", scope, id);
}

/** The published site as another service answered it. @throws ServiceError 404 */
function publishedAnswer({ store }: HandlerContext, site: string): object {
  const value = store.get("published-site", site);
  if (!value) throw new ServiceError(404, `site "${site}" is not published`);
  return value;
}

const getPublishedSite = sites.act(({ thing: site, query }, context) => {
  if (!site.published) throw new ServiceError(404, `site "${site.id}" is not published`);
  if (context.frozen) return { value: publishedAnswer(context, site.id) };
  const present = presenter(context, site, { shareKey: query.shareKey, forVisitors: true });
  const shown = orderedSiteSpaces(context, site.id).filter(({ space }) => isLive(context, space));
  return {
    value: {
      object: "published-content-site",
      site: present.site(),
      structure: { type: "sections", structure: publishedSections(context, site, present) },
      customizations: {
        site: customization(site.title),
        siteSpaces: Object.fromEntries(shown.map(({ id }) => [id, customization(site.title)])),
      },
      scripts: [],
    },
  };
});

export const handlers: Handlers = {
  listSites,
  createSite,
  getSite: sites.get,
  deleteSite,
  updateSite,
  publishSite: sites.change(() => ({ published: true })),
  getPublishedSite,
};
