import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { SiteSection } from "./sections.js";
import { bool, many, num, open, page, shareKey, strings, text, Urls } from "./shared.js";

const nullishObject = <T extends Record<string, z.ZodMiniType>>(shape: T) => z.nullish(z.looseObject(shape));
/** A member that the contract names without documenting its value. */
const unsaid = once(() => z.optional(z.unknown()));

const Colors = once(() => nullishObject({ light: text(), dark: text() }));
const Enabled = once(() => nullishObject({ enabled: bool() }));
const Target = once(() => nullishObject({ kind: text(), file: text(), spec: text() }));
const Links = once(() => many(z.looseObject({ title: text(), to: Target() })));

const Styling = once(() =>
  nullishObject({
    theme: text(),
    primaryColor: Colors(),
    infoColor: Colors(),
    successColor: Colors(),
    warningColor: Colors(),
    dangerColor: Colors(),
    tint: nullishObject({ color: Colors() }),
    corners: text(),
    depth: text(),
    links: text(),
    font: unsaid(),
    monospaceFont: unsaid(),
    icons: text(),
    sidebar: nullishObject({ background: text(), list: text() }),
    search: text(),
  }),
);

/** Contract, "Published site profile": Customization. */
export const Customization = once(() =>
  z.looseObject({
    title: text(),
    styling: Styling(),
    internationalization: nullishObject({ locale: text() }),
    favicon: nullishObject({ icon: Colors() }),
    header: nullishObject({
      logo: Colors(),
      links: many(z.looseObject({ title: text(), style: text(), to: Target(), links: Links(), condition: text() })),
    }),
    footer: nullishObject({
      logo: unsaid(),
      groups: many(z.looseObject({ title: text(), links: Links() })),
      copyright: text(),
    }),
    announcement: nullishObject({
      enabled: bool(),
      message: text(),
      link: nullishObject({ title: text(), to: Target() }),
      style: text(),
    }),
    themes: nullishObject({ default: text(), toggeable: bool() }),
    pdf: Enabled(),
    feedback: Enabled(),
    advancedCustomization: Enabled(),
    pagination: Enabled(),
    trademark: Enabled(),
    ai: nullishObject({ mode: text() }),
    git: nullishObject({ showEditLink: unsaid() }),
    pageActions: nullishObject({ externalAI: unsaid(), markdown: unsaid() }),
    externalLinks: nullishObject({ target: text() }),
    privacyPolicy: nullishObject({ url: text() }),
    socialPreview: nullishObject({ url: text() }),
    insights: nullishObject({ trackingCookie: unsaid() }),
  }),
);

/** Contract, "Published site profile": what the visitors of a site see. */
export const PublishedSiteProfile = once(() =>
  z.looseObject({
    object: text(),
    site: z.nullish(Site()),
    structure: nullishObject({ type: text(), structure: many(SiteSection()) }),
    customizations: nullishObject({
      site: z.nullish(Customization()),
      siteSpaces: z.nullish(z.record(z.string(), z.nullish(Customization()))),
    }),
    scripts: many(z.looseObject({ script: text(), contentSecurityPolicy: text(), cookies: bool() })),
  }),
);

/** Contract, "Site". `siteSpaces` is a number here (an array on a section). */
export const Site = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    type: text(),
    icon: z.nullish(z.looseObject({ icon: z.nullish(z.looseObject({ light: text(), dark: text() })) })),
    hostname: text(),
    basename: text(),
    proxy: z.nullish(z.looseObject({ origin: text(), target: text() })),
    visibility: text(),
    published: bool(),
    siteSpaces: num(),
    createdAt: text(),
    adaptiveContent: z.nullish(z.looseObject({ enabled: bool() })),
    ads: z.nullish(z.looseObject({ status: text(), submittable: bool() })),
    agentsContext: text(),
    features: many(z.looseObject({ id: text(), plan: text(), frozen: bool(), customizations: strings() })),
    urls: Urls(),
  }),
);

const SITE_TYPES = ["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"] as const;
const SITE_VISIBILITIES = ["public", "unlisted", "share-link", "visitor-auth"] as const;
const AGENTS_CONTEXTS = ["excluded", "included"] as const;
/** A host with a path, without a scheme: `company.com/docs`. */
const PROXY = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

/** `published`: true, false, or absent for all sites. */
export const listSites = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites",
  summary: "List the sites of an organization",
  query: () =>
    z.object({
      ...page(),
      space: z.optional(z.string()),
      title: z.optional(z.string()),
      published: z.optional(z.boolean()),
    }),
  response: Site,
  paginated: true,
});

export const getSite = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Get a site",
  response: Site,
});

/** `newSpace` creates a space for the site. */
export const createSite = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites",
  summary: "Create a site",
  body: () =>
    z.object({
      type: z.optional(open(SITE_TYPES, "basic")),
      title: z.optional(z.string()),
      visibility: z.optional(z.enum(SITE_VISIBILITIES)),
      spaces: z.optional(z.array(z.string())),
      newSpace: z.optional(z.boolean()),
    }),
  response: Site,
  status: 201,
  retry: "unsafe",
  verify: { get: getSite, made: "siteId" },
});

/** `proxy`: null removes it. */
export const updateSite = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Change fields of a site",
  body: () =>
    z.object({
      title: z.optional(z.string()),
      visibility: z.optional(z.enum(SITE_VISIBILITIES)),
      basename: z.optional(z.string()),
      adaptiveContent: z.optional(z.object({ enabled: z.boolean() })),
      agentsContext: z.optional(z.enum(AGENTS_CONTEXTS)),
      defaultSiteSpace: z.optional(z.string()),
      defaultSiteSection: z.optional(z.string()),
      proxy: z.optional(z.nullable(z.string().check(z.regex(PROXY)))),
    }),
  response: Site,
  retry: "idempotent",
  verify: { get: getSite },
});

export const deleteSite = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Delete a site",
  retry: "idempotent",
});

export const getPublishedSite = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/published",
  summary: "Get what visitors of a published site see",
  query: () => z.object({ shareKey: shareKey() }),
  response: PublishedSiteProfile,
  about: { siteId: "site.id" },
});

export const publishSite = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/publish",
  summary: "Publish a site",
  response: Site,
  verify: { get: getSite, proof: { field: "published", is: true } },
  retry: "verify",
  about: { siteId: "id" },
});
