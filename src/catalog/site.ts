import * as z from "zod/mini";
import { once } from "./once.js";
import { SiteSection } from "./sections.js";
import { bool, many, maybe, num, strings, text, Urls } from "./shared.js";

const loose = <T extends Record<string, z.ZodMiniType>>(shape: T) => maybe(z.looseObject(shape));
/** A member that the contract names without documenting its value. */
const unsaid = once(() => z.optional(z.unknown()));

const Colors = once(() => loose({ light: text(), dark: text() }));
const Enabled = once(() => loose({ enabled: bool() }));
const Target = once(() => loose({ kind: text(), file: text(), spec: text() }));
const Links = once(() => many(z.looseObject({ title: text(), to: Target() })));

const Styling = once(() =>
  loose({
    theme: text(),
    primaryColor: Colors(),
    infoColor: Colors(),
    successColor: Colors(),
    warningColor: Colors(),
    dangerColor: Colors(),
    tint: loose({ color: Colors() }),
    corners: text(),
    depth: text(),
    links: text(),
    font: unsaid(),
    monospaceFont: unsaid(),
    icons: text(),
    sidebar: loose({ background: text(), list: text() }),
    search: text(),
  }),
);

/** Contract, "Published site profile": Customization. */
export const Customization = once(() =>
  z.looseObject({
    title: text(),
    styling: Styling(),
    internationalization: loose({ locale: text() }),
    favicon: loose({ icon: Colors() }),
    header: loose({
      logo: Colors(),
      links: many(z.looseObject({ title: text(), style: text(), to: Target(), links: Links(), condition: text() })),
    }),
    footer: loose({
      logo: unsaid(),
      groups: many(z.looseObject({ title: text(), links: Links() })),
      copyright: text(),
    }),
    announcement: loose({
      enabled: bool(),
      message: text(),
      link: loose({ title: text(), to: Target() }),
      style: text(),
    }),
    themes: loose({ default: text(), toggeable: bool() }),
    pdf: Enabled(),
    feedback: Enabled(),
    advancedCustomization: Enabled(),
    pagination: Enabled(),
    trademark: Enabled(),
    ai: loose({ mode: text() }),
    git: loose({ showEditLink: unsaid() }),
    pageActions: loose({ externalAI: unsaid(), markdown: unsaid() }),
    externalLinks: loose({ target: text() }),
    privacyPolicy: loose({ url: text() }),
    socialPreview: loose({ url: text() }),
    insights: loose({ trackingCookie: unsaid() }),
  }),
);

/** Contract, "Published site profile": what the visitors of a site see. */
export const PublishedSiteProfile = once(() =>
  z.looseObject({
    object: text(),
    site: maybe(Site()),
    structure: loose({ type: text(), structure: many(SiteSection()) }),
    customizations: loose({
      site: maybe(Customization()),
      siteSpaces: maybe(z.record(z.string(), maybe(Customization()))),
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
    icon: maybe(z.looseObject({ icon: maybe(z.looseObject({ light: text(), dark: text() })) })),
    hostname: text(),
    basename: text(),
    proxy: maybe(z.looseObject({ origin: text(), target: text() })),
    visibility: text(),
    published: bool(),
    siteSpaces: num(),
    createdAt: text(),
    adaptiveContent: maybe(z.looseObject({ enabled: bool() })),
    ads: maybe(z.looseObject({ status: text(), submittable: bool() })),
    agentsContext: text(),
    features: many(z.looseObject({ id: text(), plan: text(), frozen: bool(), customizations: strings() })),
    urls: Urls(),
  }),
);
