import * as z from "zod/mini";
import { once } from "./once.js";
import { bool, many, maybe, num, strings, text, Urls } from "./shared.js";

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

export type SiteData = z.output<ReturnType<typeof Site>>;
