/** Reads a site into its model. */
import { cannotTell, wholeLists } from "../../absence/absence.js";
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import type { AnyEndpoint, InputOf, ResponseOf } from "../../catalog/endpoint.js";
import { pathOf } from "../../catalog/match-path.js";
import { listSiteSectionGroups } from "../../catalog/section-groups.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { getSite } from "../../catalog/sites.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import type { GroupState, SectionState, SiteSpaceState, SiteState } from "./model.js";

/** All items of a list. */
export async function readAll<E extends AnyEndpoint>(
  api: Reader,
  endpoint: E,
  input: InputOf<E>,
): Promise<ResponseOf<E>[]> {
  const items: ResponseOf<E>[] = [];
  for await (const page of api.list(endpoint, input).pages()) items.push(...page.items);
  return items;
}

/** Requires things that one list names in another. @throws Failure cannot-tell */
function refuseContradictions(
  params: { organizationId: string; siteId: string },
  sections: readonly Section[],
  groups: readonly Group[],
  spaces: readonly SiteSpace[],
): void {
  const named: [list: AnyEndpoint, things: readonly { id?: string | null }[], ids: readonly unknown[]][] = [
    [listSiteSections, sections, spaces.map(({ section }) => section)],
    [listSiteSectionGroups, groups, sections.map(({ sectionGroup }) => sectionGroup)],
    [listSiteSpaces, spaces, sections.flatMap(({ siteSpaces }) => (siteSpaces ?? []).map(({ id }) => id))],
  ];
  for (const [list, things, ids] of named) {
    const known = new Set<unknown>(things.map(({ id }) => id));
    const missing = ids.find((id) => typeof id === "string" && !known.has(id));
    if (missing !== undefined)
      throw cannotTell(pathOf(list, params), `the list lacks ${missing}, which another one names`);
  }
}

type Section = ResponseOf<typeof listSiteSections>;
type SiteSpace = ResponseOf<typeof listSiteSpaces>;
type Group = ResponseOf<typeof listSiteSectionGroups>;

/** @throws Failure cannot-tell for lists that are not whole, and of the requests; share links need a permission of their own */
export async function readSite(api: Reader, organization: string, site: string): Promise<SiteState> {
  const params = { organizationId: organization, siteId: site };
  // A thing that is missing from a list would look absent.
  const whole = wholeLists(api);
  const [fields, sections, groups, spaces, links, schema] = await Promise.all([
    api.call(getSite, { params }),
    readAll(whole, listSiteSections, { params }),
    readAll(whole, listSiteSectionGroups, { params }),
    readAll(whole, listSiteSpaces, { params }),
    readAll(whole, listShareLinks, { params }),
    readSchema(api, params),
  ]);
  refuseContradictions(params, sections, groups, spaces);
  return {
    organization,
    id: site,
    title: fields.title ?? "",
    visibility: fields.visibility ?? undefined,
    basename: fields.basename ?? undefined,
    agentsContext: fields.agentsContext ?? undefined,
    adaptiveContent: fields.adaptiveContent?.enabled ?? false,
    proxy: fields.proxy?.origin ?? null,
    published: fields.published ?? false,
    adaptiveSchema: schema,
    level: findLevel(sections, groups, spaces),
    groupOrder: groups.map(({ id }) => id ?? ""),
    spaces: spaces.filter(({ section }) => section === undefined || section === null).map(siteSpaceOf),
    shareLinks: links.map(({ id, name, active }) => ({ id: id ?? "", name: name ?? "", active: active ?? false })),
  };
}

async function readSchema(
  api: Reader,
  params: { organizationId: string; siteId: string },
): Promise<Record<string, unknown> | undefined> {
  try {
    return (await api.call(getSiteAdaptiveSchema, { params })).jsonSchema ?? undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-found") return undefined;
    throw error;
  }
}

/** Groups are placed at their first section; an empty one follows the group before it, or precedes the one after it. */
function findLevel(sections: readonly Section[], groups: readonly Group[], spaces: readonly SiteSpace[]) {
  const level: SiteState["level"] = [];
  const byId = new Map<string, GroupState>();
  const inSection = new Map<string, SiteSpace[]>();
  for (const space of spaces) {
    const section = space.section ?? "";
    inSection.set(section, [...(inSection.get(section) ?? []), space]);
  }
  for (const group of groups) {
    const { id = "", title, icon } = group;
    byId.set(id ?? "", { kind: "group", id: id ?? "", title: title ?? "", icon: icon ?? undefined, sections: [] });
  }
  for (const section of sections) {
    const state = sectionOf(section, inSection.get(section.id ?? "") ?? section.siteSpaces ?? []);
    const group = byId.get(section.sectionGroup ?? "");
    if (!group) level.push(state);
    else {
      if (group.sections.length === 0) level.push(group);
      group.sections.push(state);
    }
  }
  let before: GroupState | undefined;
  for (const group of byId.values()) {
    const next = level.findIndex(({ kind }) => kind === "group");
    const first = next < 0 ? level.length : next;
    if (group.sections.length === 0) level.splice(before ? level.indexOf(before) + 1 : first, 0, group);
    before = group;
  }
  return level;
}

function sectionOf(section: Section, spaces: readonly SiteSpace[]): SectionState {
  return {
    kind: "section",
    id: section.id ?? "",
    path: section.path ?? "",
    title: section.title ?? "",
    icon: section.icon ?? undefined,
    description: section.description ?? undefined,
    condition: section.condition ?? undefined,
    default: section.default ?? false,
    spaces: spaces.map(siteSpaceOf),
  };
}

function siteSpaceOf(one: SiteSpace): SiteSpaceState {
  return {
    id: one.id ?? "",
    path: one.path ?? "",
    space: one.space?.id ?? "",
    title: one.title ?? one.space?.title ?? "",
    condition: one.condition ?? undefined,
    default: one.default ?? false,
  };
}
