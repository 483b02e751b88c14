import { slugify } from "../content/pages.js";
import { listAnswer } from "../lists.js";
import {
  countSiteSpaces,
  findOwnSpace,
  freePath,
  linkSpace,
  refuseTakenPath,
  setDefault,
  setGroup,
} from "../sites/change.js";
import { findSection, findSite, type SitePlace, type StoredSection } from "../sites/find.js";
import { levelOf, orderedSections } from "../sites/order.js";
import { invalidPosition, placeOf, refuseSame } from "../sites/place.js";
import { presenter } from "../sites/present.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const answer = (context: HandlerContext, { site }: SitePlace, id: string) => ({
  value: presenter(context, site).section(findSection(context, site.id, id)),
});

/** A section to be changed. @throws ServiceError 403, 404 */
function findManagedSection(input: HandlerInput, context: HandlerContext): SitePlace & { section: StoredSection } {
  const place = findSite(input, context);
  return { ...place, section: findSection(context, place.site.id, input.params.siteSectionId ?? "") };
}

const listSiteSections: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const { section } = presenter(context, site, { shareKey: input.query.shareKey });
  return listAnswer(context, input, { items: orderedSections(context, site.id).map(section) });
};

/** The first section of a site is its default. */
const createSiteSection: Handler = (input, context) => {
  const place = findSite(input, context);
  const site = place.site.id;
  const { spaceId, title: given, icon } = input.body;
  const space = findOwnSpace(context, place.org, String(spaceId));
  const title = typeof given === "string" ? given : space.title.slice(0, 128);
  if (title.length < 2) throw new ServiceError(400, "title must have at least 2 characters");
  const section: StoredSection = {
    object: "site-section",
    id: context.id(),
    title,
    default: context.store.count("site-section", site) === 0,
    path: freePath(context, "site-section", site, slugify(title)),
    ...(typeof icon === "string" && { icon }),
  };
  context.store.put("site-section", section.id, site, section);
  linkSpace(context, site, space, section.id);
  return answer(context, place, section.id);
};

/** Members that null removes. */
const REMOVABLE = ["condition", "icon", "description"] as const;

const updateSiteSection: Handler = (input, context) => {
  const { section, ...place } = findManagedSection(input, context);
  const { defaultSiteSpace, ...fields } = input.body;
  if (fields.path !== undefined) {
    refuseTakenPath(context, "site-section", place.site.id, { id: section.id, path: fields.path });
  }
  if (defaultSiteSpace !== undefined) setDefaultSpace(context, section.id, String(defaultSiteSpace));
  context.store.update<StoredSection>("site-section", section.id, (value) => {
    const changed = { ...value, ...fields };
    for (const name of REMOVABLE) if (fields[name] === null) delete changed[name];
    return changed;
  });
  return answer(context, place, section.id);
};

function setDefaultSpace(context: HandlerContext, section: string, id: string): void {
  if (context.store.scopeOf("site-space", id) !== section) {
    throw new ServiceError(400, `defaultSiteSpace: "${id}" is not in the section`);
  }
  setDefault(context, "site-space", section, id);
}

/** Removes its site spaces too. The next section becomes the default in its place. */
const deleteSiteSection: Handler = (input, context) => {
  const { section, site } = findManagedSection(input, context);
  context.store.removeAll("site-space", section.id);
  context.store.remove("site-section", section.id);
  setDefault(context, "site-section", site.id);
  countSiteSpaces(context, site.id);
  return undefined;
};

/** A section goes where its new neighbor is: into the same group, or to the root. */
const moveSiteSection: Handler = (input, context) => {
  const { section, ...place } = findManagedSection(input, context);
  const site = place.site.id;
  const to = placeOf(input.body, "siteSection", section.id);
  if (context.store.scopeOf("site-section", to.sibling) !== site) {
    throw invalidPosition(`"${to.sibling}" is not a section of the site`);
  }
  const group = findSection(context, site, to.sibling).sectionGroup;
  refuseSame(levelOf(context, site, group), section.id, to);
  context.store.place("site-section", section.id, site, { [to.side]: to.sibling });
  setGroup(context, section.id, group);
  return answer(context, place, section.id);
};

export const handlers: Handlers = {
  listSiteSections,
  createSiteSection,
  updateSiteSection,
  deleteSiteSection,
  moveSiteSection,
};
