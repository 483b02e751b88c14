/** What visitors see on a site. */
import type { HandlerContext } from "../types.js";
import type { StoredSection, StoredSite, StoredSiteSpace } from "./find.js";
import { orderedSections, orderedSiteSpaces, withDefault } from "./order.js";
import type { Presenter } from "./present.js";

/**
 * The sections of a site that have something to show. The contract has no other structure, so site spaces at the root
 * are put in a section of their own, with the id of the site and the path `/`.
 */
export function publishedSections(context: HandlerContext, site: StoredSite, present: Presenter): object[] {
  const { id, title } = site;
  const root: StoredSection = { object: "site-section", id, title, default: false, path: "/" };
  const sections = [root, ...orderedSections(context, id)].map((section) => present.section(section));
  return withDefault(sections.filter(({ siteSpaces }) => siteSpaces.length > 0));
}

/** Id of the site space that visitors see first: in the default section, or at the root if there are no sections. */
export function firstSiteSpace(context: HandlerContext, site: string): string | undefined {
  const section = withDefault(orderedSections(context, site)).find((one) => one.default)?.id;
  const inside = section === undefined ? [] : context.store.all<StoredSiteSpace>("site-space", section);
  const shown = inside.length > 0 ? inside : orderedSiteSpaces(context, site);
  return withDefault(shown).find((one) => one.default)?.id;
}
