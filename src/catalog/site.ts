import * as z from "zod/mini";
import { once } from "./once.js";
import { SiteSection } from "./sections.js";
import { bool, many, num, strings, text, Urls } from "./shared.js";

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
