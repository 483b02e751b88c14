import { SiteSection } from "./sections.js";
import { bool, many, maybe, text } from "./shared.js";
import { Site } from "./site.js";
import * as z from "./zod.js";

const loose = <T extends Record<string, z.ZodMiniType>>(shape: T) => maybe(z.looseObject(shape));
/** The contract names these members without saying what they hold. */
const unsaid = z.optional(z.unknown());

const Colors = loose({ light: text, dark: text });
const Enabled = loose({ enabled: bool });
const Target = loose({ kind: text, file: text, spec: text });
const Links = many(z.looseObject({ title: text, to: Target }));

const Styling = loose({
  theme: text,
  primaryColor: Colors,
  infoColor: Colors,
  successColor: Colors,
  warningColor: Colors,
  dangerColor: Colors,
  tint: loose({ color: Colors }),
  corners: text,
  depth: text,
  links: text,
  font: unsaid,
  monospaceFont: unsaid,
  icons: text,
  sidebar: loose({ background: text, list: text }),
  search: text,
});

/** Contract, "Published site profile": Customization. */
export const Customization = z.looseObject({
  title: text,
  styling: Styling,
  internationalization: loose({ locale: text }),
  favicon: loose({ icon: Colors }),
  header: loose({
    logo: Colors,
    links: many(z.looseObject({ title: text, style: text, to: Target, links: Links, condition: text })),
  }),
  footer: loose({
    logo: unsaid,
    groups: many(z.looseObject({ title: text, links: Links })),
    copyright: text,
  }),
  announcement: loose({ enabled: bool, message: text, link: loose({ title: text, to: Target }), style: text }),
  themes: loose({ default: text, toggeable: bool }),
  pdf: Enabled,
  feedback: Enabled,
  advancedCustomization: Enabled,
  pagination: Enabled,
  trademark: Enabled,
  ai: loose({ mode: text }),
  git: loose({ showEditLink: unsaid }),
  pageActions: loose({ externalAI: unsaid, markdown: unsaid }),
  externalLinks: loose({ target: text }),
  privacyPolicy: loose({ url: text }),
  socialPreview: loose({ url: text }),
  insights: loose({ trackingCookie: unsaid }),
});

/** Contract, "Published site profile": what the visitors of a site see. */
export const PublishedSiteProfile = z.looseObject({
  object: text,
  site: maybe(Site),
  structure: loose({ type: text, structure: many(SiteSection) }),
  customizations: loose({
    site: maybe(Customization),
    siteSpaces: maybe(z.record(z.string(), maybe(Customization))),
  }),
  scripts: many(z.looseObject({ script: text, contentSecurityPolicy: text, cookies: bool })),
});
