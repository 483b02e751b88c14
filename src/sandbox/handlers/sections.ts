import { SITES } from "../../resources/sites.js";
import { slugify } from "../content/pages.js";
import {
  countSiteSpaces,
  findOwnSpace,
  freePath,
  linkSpace,
  refuseTakenPath,
  setDefault,
  setGroup,
} from "../sites/change.js";
import {
  findLevel,
  findPlace,
  findSection,
  findSite,
  invalidPosition,
  orderedSections,
  refuseSame,
  type StoredSection,
} from "../sites/find.js";
import { presenter } from "../sites/present.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource } from "./resource.js";

const KIND = "site-section";

const sections = createResource(SITES.section, {
  place: findSite,
  present: (context, { site }, { shareKey }) => presenter(context, site, { shareKey }).section,
});

/** The first section of a site is its default. */
const createSiteSection = sections.create(({ org, scope: site, body }, context) => {
  const { spaceId, title: given, icon } = body;
  const space = findOwnSpace(context, org, String(spaceId));
  const title = typeof given === "string" ? given : space.title.slice(0, 128);
  if (title.length < 2) throw new ServiceError(400, "title must have at least 2 characters");
  const section: StoredSection = {
    object: KIND,
    id: context.id(),
    title,
    default: context.store.count(KIND, site) === 0,
    path: freePath(context, KIND, site, slugify(title)),
    ...(typeof icon === "string" && { icon }),
  };
  context.store.put(KIND, section.id, site, section);
  linkSpace(context, site, space, section.id);
  return section.id;
});

/** Members that null removes. */
const REMOVABLE = ["condition", "icon", "description"] as const;

const updateSiteSection = sections.change(({ thing: section, scope: site, body }, context) => {
  const { defaultSiteSpace, ...fields } = body;
  if (fields.path !== undefined) refuseTakenPath(context, KIND, site, { id: section.id, path: fields.path });
  if (defaultSiteSpace !== undefined) setDefaultSpace(context, section.id, String(defaultSiteSpace));
  context.store.update<StoredSection>(KIND, section.id, (value) => {
    const changed = { ...value, ...fields };
    for (const name of REMOVABLE) if (fields[name] === null) delete changed[name];
    return changed;
  });
});

function setDefaultSpace(context: HandlerContext, section: string, id: string): void {
  if (context.store.scopeOf("site-space", id) !== section) {
    throw new ServiceError(400, `defaultSiteSpace: "${id}" is not in the section`);
  }
  setDefault(context, "site-space", section, id);
}

/** Removes its site spaces too. The next section becomes the default in its place. */
const deleteSiteSection = sections.act(({ thing: section, scope: site }, context) => {
  context.store.removeAll("site-space", section.id);
  context.store.remove(KIND, section.id);
  setDefault(context, KIND, site);
  countSiteSpaces(context, site);
  return undefined;
});

/** A section goes where its new neighbor is: into the same group, or to the root. */
const moveSiteSection = sections.change(({ thing: section, scope: site, body }, context) => {
  const to = findPlace(body, "siteSection", section.id);
  if (context.store.scopeOf(KIND, to.sibling) !== site) {
    throw invalidPosition(`"${to.sibling}" is not a section of the site`);
  }
  const group = findSection(context, site, to.sibling).sectionGroup;
  refuseSame(findLevel(context.store, site, group), section.id, to);
  context.store.place(KIND, section.id, site, { [to.side]: to.sibling });
  setGroup(context, section.id, group);
});

export const handlers: Handlers = {
  listSiteSections: sections.list(({ scope }, context) => orderedSections(context.store, scope)),
  createSiteSection,
  updateSiteSection,
  deleteSiteSection,
  moveSiteSection,
};
