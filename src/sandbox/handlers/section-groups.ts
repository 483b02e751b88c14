import { SITES } from "../../resources/sites.js";
import { setGroup } from "../sites/change.js";
import {
  findLevel,
  findPlace,
  findSection,
  findSite,
  invalidPosition,
  refuseSame,
  type StoredGroup,
  sectionsIn,
} from "../sites/find.js";
import { presenter } from "../sites/present.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource } from "./resource.js";

const KIND = "site-section-group";

const groups = createResource(SITES.section_group, {
  place: findSite,
  present: (context, { site }) => presenter(context, site).group,
});

/** Puts a section at the end of a group; one that is already in it keeps its place. @throws ServiceError 404 */
function addSection(context: HandlerContext, site: string, group: string, id: string): void {
  if (findSection(context, site, id).sectionGroup === group) return;
  context.store.place("site-section", id, site);
  setGroup(context, id, group);
}

const createSiteSectionGroup = groups.create(({ site, body }, context) => {
  const id = context.id();
  // The schema has checked these.
  const { title = "Untitled", icon, sections = [] } = body as Partial<StoredGroup> & { sections?: string[] };
  context.store.put(KIND, id, site.id, { object: KIND, id, title, ...(icon !== undefined && { icon }) });
  for (const section of sections) addSection(context, site.id, id, section);
  return id;
});

/** The group's sections stay on the site and take its place at the root. */
const deleteSiteSectionGroup = groups.remove(({ thing: group, site }, context) => {
  for (const { id } of sectionsIn(context.store, site.id, group.id)) {
    context.store.place("site-section", id, site.id, { before: group.id });
    setGroup(context, id, undefined);
  }
});

const addSectionToGroup = groups.change(({ thing: group, site, body }, context) => {
  if (typeof body.sectionId !== "string") throw new ServiceError(400, "sectionId is required");
  addSection(context, site.id, group.id, body.sectionId);
});

/** The section stays on the site, at the root after the group. */
const removeSectionFromGroup = groups.act(({ thing: group, site, params }, context) => {
  const section = findSection(context, site.id, params.siteSectionId ?? "");
  if (section.sectionGroup !== group.id) return undefined;
  context.store.place("site-section", section.id, site.id, { after: group.id });
  setGroup(context, section.id, undefined);
  return undefined;
});

/** Groups are at the root, between sections that are in no group. */
const moveSiteSectionGroup = groups.change(({ thing: group, site, body }, context) => {
  const to = findPlace(body, "id", group.id);
  const level = findLevel(context.store, site.id, undefined);
  if (!level.includes(to.sibling)) throw invalidPosition(`"${to.sibling}" is not at the root of the site`);
  refuseSame(level, group.id, to);
  context.store.place(KIND, group.id, site.id, { [to.side]: to.sibling });
});

export const handlers: Handlers = {
  listSiteSectionGroups: groups.list(),
  createSiteSectionGroup,
  updateSiteSectionGroup: groups.change(({ body }) => body),
  deleteSiteSectionGroup,
  addSectionToGroup,
  removeSectionFromGroup,
  moveSiteSectionGroup,
};
