import { listAnswer } from "../lists.js";
import { setGroup } from "../sites/change.js";
import { findGroup, findSection, findSite, type SitePlace, type StoredGroup } from "../sites/find.js";
import { levelOf, sectionsIn } from "../sites/order.js";
import { invalidPosition, placeOf, refuseSame } from "../sites/place.js";
import { presenter } from "../sites/present.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const KIND = "site-section-group";

const answer = (context: HandlerContext, { site }: SitePlace, id: string) => ({
  value: presenter(context, site).group(findGroup(context, site.id, id)),
});

/** A group to be changed. @throws ServiceError 403, 404 */
function findManagedGroup(input: HandlerInput, context: HandlerContext): SitePlace & { group: StoredGroup } {
  const place = findSite(input, context);
  return { ...place, group: findGroup(context, place.site.id, input.params.siteSectionGroupId ?? "") };
}

/** Puts a section at the end of a group; one that is already in it keeps its place. @throws ServiceError 404 */
function addSection(context: HandlerContext, site: string, group: string, id: string): void {
  if (findSection(context, site, id).sectionGroup === group) return;
  context.store.place("site-section", id, site);
  setGroup(context, id, group);
}

const listSiteSectionGroups: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const groups = context.store.all<StoredGroup>(KIND, site.id);
  return listAnswer(context, input, { items: groups.map(presenter(context, site).group) });
};

const createSiteSectionGroup: Handler = (input, context) => {
  const place = findSite(input, context);
  const id = context.id();
  // The schema has checked these.
  const { title = "Untitled", icon, sections = [] } = input.body as Partial<StoredGroup> & { sections?: string[] };
  context.store.put(KIND, id, place.site.id, { object: KIND, id, title, ...(icon !== undefined && { icon }) });
  for (const section of sections) addSection(context, place.site.id, id, section);
  return answer(context, place, id);
};

const updateSiteSectionGroup: Handler = (input, context) => {
  const { group, ...place } = findManagedGroup(input, context);
  context.store.update<StoredGroup>(KIND, group.id, (value) => ({ ...value, ...input.body }));
  return answer(context, place, group.id);
};

/** The group's sections stay on the site and take its place at the root. */
const deleteSiteSectionGroup: Handler = (input, context) => {
  const { group, site } = findManagedGroup(input, context);
  for (const { id } of sectionsIn(context, site.id, group.id)) {
    context.store.place("site-section", id, site.id, { before: group.id });
    setGroup(context, id, undefined);
  }
  context.store.remove(KIND, group.id);
  return undefined;
};

const addSectionToGroup: Handler = (input, context) => {
  const { group, ...place } = findManagedGroup(input, context);
  const { sectionId } = input.body;
  if (typeof sectionId !== "string") throw new ServiceError(400, "sectionId is required");
  addSection(context, place.site.id, group.id, sectionId);
  return answer(context, place, group.id);
};

/** The section stays on the site, at the root after the group. */
const removeSectionFromGroup: Handler = (input, context) => {
  const { group, site } = findManagedGroup(input, context);
  const section = findSection(context, site.id, input.params.siteSectionId ?? "");
  if (section.sectionGroup !== group.id) return undefined;
  context.store.place("site-section", section.id, site.id, { after: group.id });
  setGroup(context, section.id, undefined);
  return undefined;
};

/** Groups are at the root, between sections that are in no group. */
const moveSiteSectionGroup: Handler = (input, context) => {
  const { group, ...place } = findManagedGroup(input, context);
  const site = place.site.id;
  const to = placeOf(input.body, "id", group.id);
  const level = levelOf(context, site, undefined);
  if (!level.includes(to.sibling)) throw invalidPosition(`"${to.sibling}" is not at the root of the site`);
  refuseSame(level, group.id, to);
  context.store.place(KIND, group.id, site, { [to.side]: to.sibling });
  return answer(context, place, group.id);
};

export const handlers: Handlers = {
  listSiteSectionGroups,
  createSiteSectionGroup,
  updateSiteSectionGroup,
  deleteSiteSectionGroup,
  addSectionToGroup,
  removeSectionFromGroup,
  moveSiteSectionGroup,
};
