import { listAnswer } from "../lists.js";
import { findOrganization } from "../lookup.js";
import { ownAddress } from "../sites/addresses.js";
import { defaultSection, findOwnSpace, linkSpace, refuseBasename, setDefault } from "../sites/change.js";
import { buildSite, type SiteFields } from "../sites/create.js";
import { customization } from "../sites/customization.js";
import { findSite, type StoredSite, siteSpaceOf } from "../sites/find.js";
import { orderedSiteSpaces } from "../sites/order.js";
import { isLive, presenter, publishedSections } from "../sites/present.js";
import { createSpace } from "../spaces/new-space.js";
import type { Handler, HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const answer = (context: HandlerContext, id: string) => {
  const site = context.store.get<StoredSite>("site", id);
  return { value: site && presenter(context, site).site() };
};

const listSites: Handler = (input, context) => {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  const { space, title, published } = input.query;
  const part = typeof title === "string" ? title.toLowerCase() : "";
  const items = context.store
    .all<StoredSite>("site", org)
    .filter((site) => site.title.toLowerCase().includes(part))
    .filter((site) => published === undefined || site.published === published)
    .filter((site) => space === undefined || orderedSiteSpaces(context, site.id).some((one) => one.space === space))
    .map((site) => presenter(context, site).site());
  return listAnswer(context, input, { items });
};

const createSite: Handler = ({ params, body }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  // The schema has checked these.
  const { spaces = [], newSpace, ...fields } = body as SiteFields & { spaces?: string[]; newSpace?: boolean };
  const linked = spaces.map((id) => findOwnSpace(context, org, id));
  const site = buildSite(context, org, fields);
  context.store.put("site", site.id, org, site);
  for (const space of linked) linkSpace(context, site.id, space, undefined);
  if (newSpace) linkSpace(context, site.id, createSpace(context, org, site.title), undefined);
  return answer(context, site.id);
};

const getSite: Handler = (input, context) => answer(context, findSite(input, context).site.id);

/** The spaces stay; only their links to the site are removed. */
const deleteSite: Handler = (input, context) => {
  const { store } = context;
  const { org, site } = findSite(input, context);
  for (const scope of [site.id, ...store.ids("site-section", site.id)]) store.removeAll("site-space", scope);
  for (const kind of ["site-section", "site-section-group", "share-link", "site-adaptive-schema"]) {
    store.removeAll(kind, site.id);
  }
  store.remove("site", site.id);
  store.update<{ defaultContent?: { site?: string } }>("organization", org, ({ defaultContent, ...rest }) =>
    defaultContent?.site === site.id ? rest : { ...rest, ...(defaultContent && { defaultContent }) },
  );
  return undefined;
};

interface SiteChanges {
  basename?: string;
  proxy?: string | null;
  defaultSiteSpace?: string;
  defaultSiteSection?: string;
}

const updateSite: Handler = (input, context) => {
  const { site } = findSite(input, context);
  // The schema has checked these.
  const { proxy, defaultSiteSpace, defaultSiteSection, ...fields } = input.body as SiteChanges;
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
  return answer(context, site.id);
};

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

const publishSite: Handler = (input, context) => {
  const { site } = findSite(input, context);
  context.store.update<StoredSite>("site", site.id, (value) => ({ ...value, published: true }));
  return answer(context, site.id);
};

/** The published site as another service answered it. @throws ServiceError 404 */
function publishedAnswer({ store }: HandlerContext, site: string): object {
  const value = store.get("published-site", site);
  if (!value) throw new ServiceError(404, `site "${site}" is not published`);
  return value;
}

const getPublishedSite: Handler = (input, context) => {
  const { site } = findSite(input, context);
  if (!site.published) throw new ServiceError(404, `site "${site.id}" is not published`);
  if (context.frozen) return { value: publishedAnswer(context, site.id) };
  const present = presenter(context, site, { shareKey: input.query.shareKey, forVisitors: true });
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
};

export const handlers: Handlers = {
  listSites,
  createSite,
  getSite,
  deleteSite,
  updateSite,
  publishSite,
  getPublishedSite,
};
