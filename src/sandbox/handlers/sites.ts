import { SITES } from "../../resources/sites.js";
import { foldText } from "../../shared/text/names.js";
import { slugify } from "../content/pages.js";
import { timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { ownAddress } from "../sites/addresses.js";
import { defaultSection, findOwnSpace, linkSpace, refuseBasename, setDefault } from "../sites/change.js";
import { lookUpSiteSpace, orderedSiteSpaces, type StoredSite } from "../sites/find.js";
import { isLive, presenter, publishedSections } from "../sites/present.js";
import { createSpace } from "../spaces/new-space.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const sites = createResource(SITES.site, {
  place: inOrganization,
  present: (context) => (site: StoredSite) => presenter(context, site).site(),
});

const listSites = sites.list(({ org, query: { space, title, published } }, context) => {
  const part = typeof title === "string" ? foldText(title) : "";
  return context.store
    .all<StoredSite>("site", org)
    .filter((site) => foldText(site.title).includes(part))
    .filter((site) => published === undefined || site.published === published)
    .filter(
      (site) => space === undefined || orderedSiteSpaces(context.store, site.id).some((one) => one.space === space),
    );
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
  const scope = lookUpSiteSpace(context, site, id)?.scope;
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
  const shown = orderedSiteSpaces(context.store, site.id).filter(({ space }) => isLive(context, space));
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

// Creates sites.

interface SiteFields {
  type?: string;
  title?: string;
  visibility?: string;
}

/** An unpublished site without spaces. */
function buildSite(context: HandlerContext, org: string, fields: SiteFields): StoredSite {
  const id = context.id();
  const { type = "basic", title = "Untitled", visibility = "public" } = fields;
  return {
    object: "site",
    id,
    title,
    type,
    basename: freeBasename(context, slugify(title)),
    visibility,
    published: false,
    siteSpaces: 0,
    createdAt: timestamp(context),
    adaptiveContent: { enabled: false },
    ads: { status: "disabled", submittable: false },
    agentsContext: "included",
    features: [],
    urls: { location: `${ORIGIN}/v1/orgs/${org}/sites/${id}`, app: `${ORIGIN}/o/${org}/sites/${id}` },
  };
}

/** A basename that no other site has: otherwise two sites would share an address. */
function freeBasename(context: HandlerContext, wanted: string): string {
  const rows = context.store.sql.all(
    "SELECT json_extract(json, '$.basename') AS name FROM objects WHERE kind = 'site'",
  );
  const taken = new Set(rows.map(({ name }) => name));
  let basename = wanted;
  for (let n = 1; taken.has(basename); n += 1) basename = `${wanted}-${n}`;
  return basename;
}

// How a published site looks. The interface cannot change it, so every site looks the same.

const inBothModes = (color: string) => ({ light: color, dark: color });
/** Nothing is served there, as with all addresses of published sites. */
const picture = (name: string) => ({
  light: `${ORIGIN}/published/looks/${name}-light.svg`,
  dark: `${ORIGIN}/published/looks/${name}-dark.svg`,
});
const ON = { enabled: true };
const OFF = { enabled: false };

const LOOKS = {
  styling: {
    theme: "clean",
    primaryColor: { light: "#346DDB", dark: "#6C9CFF" },
    infoColor: inBothModes("#787878"),
    successColor: inBothModes("#00C950"),
    warningColor: inBothModes("#FE9A00"),
    dangerColor: inBothModes("#FB2C36"),
    tint: { color: inBothModes("#346DDB") },
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "FiraCode",
    icons: "regular",
    sidebar: { background: "default", list: "default" },
    search: "subtle",
  },
  internationalization: { locale: "en" },
  favicon: { icon: picture("favicon") },
  header: { logo: picture("logo"), links: [] },
  footer: { logo: picture("logo"), groups: [], copyright: "" },
  themes: { default: "light", toggeable: true },
  pdf: ON,
  feedback: OFF,
  advancedCustomization: OFF,
  pagination: ON,
  trademark: ON,
  ai: { mode: "none" },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: "self" },
  privacyPolicy: { url: `${ORIGIN}/published/looks/privacy` },
  socialPreview: { url: `${ORIGIN}/published/looks/social-preview.png` },
  insights: { trackingCookie: false },
};

function customization(title: string): object {
  return { title, ...LOOKS };
}
