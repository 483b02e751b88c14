/** A site as parts by id, so that two states of it can be compared part by part, and what is wanted be written down. */

import { hashOf } from "../../shared/values.js";
import type { PartKind } from "../inverses/types.js";
import type {
  SectionState,
  SiteSpaceState,
  SiteState,
  WantedGroup,
  WantedLink,
  WantedSection,
  WantedSite,
  WantedSpace,
} from "./model.js";

export type Kind = PartKind;

export interface Part {
  kind: Kind;
  id: string;
  /** Id of the section or the group that it is in; null: of the site. */
  parent: string | null;
  /** By the names that the model has; null: not set. */
  fields: Record<string, unknown>;
  /** As people call it: `section "Guides"`. */
  name: string;
}

/** Objects whose members stand in another order are the same. */
export const isSame = (one: unknown, other: unknown): boolean => hashOf(one ?? null) === hashOf(other ?? null);

/** In the order of the site. The order within a list is that of the parts of that list. */
export type Parts = Map<string, Part>;

/** The parts that are directly in another one. */
export const inside = (parts: Parts, id: string): Part[] => [...parts.values()].filter(({ parent }) => parent === id);

/** What names a list of siblings: sections and groups share theirs. */
export const listOf = ({ kind, parent }: Pick<Part, "kind" | "parent">): string =>
  `${kind === "group" ? "section" : kind}:${parent ?? ""}`;

/** What names a list that has a default: all sections of a site have one together. */
export const defaultListOf = (part: Pick<Part, "kind" | "parent">): string =>
  part.kind === "section" ? part.kind : listOf(part);

export interface SiteIndex {
  parts: Parts;
  /** Id by list: see defaultListOf. */
  defaults: Map<string, string>;
}

const plain = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));

export function indexSite(state: SiteState): SiteIndex {
  const parts: Parts = new Map();
  const defaults = new Map<string, string>();
  const add = (part: Part, isDefault = false) => {
    parts.set(part.id, { ...part, fields: plain(part.fields) });
    if (isDefault) defaults.set(defaultListOf(part), part.id);
  };
  const addSpaces = (spaces: readonly SiteSpaceState[], parent: string | null) => {
    for (const { id, path, space, condition, title, default: isDefault } of spaces) {
      const fields = { path, space, condition };
      add({ kind: "space", id, parent, fields, name: partName("site space", title) }, isDefault);
    }
  };
  const addSection = (section: SectionState, parent: string | null) => {
    const { id, path, title, icon, description, condition } = section;
    const fields = { path, title, icon, description, condition };
    add({ kind: "section", id, parent, fields, name: partName("section", title) }, section.default);
    addSpaces(section.spaces, id);
  };
  const { id, title, visibility, basename, agentsContext, adaptiveContent, proxy, published, adaptiveSchema } = state;
  const fields = { title, visibility, basename, agentsContext, adaptiveContent, proxy, published, adaptiveSchema };
  add({ kind: "site", id, parent: null, fields, name: partName("site", title) });
  for (const one of state.level) {
    if (one.kind === "section") addSection(one, null);
    else {
      const group = { title: one.title, icon: one.icon };
      add({ kind: "group", id: one.id, parent: null, fields: group, name: partName("group", one.title) });
      for (const section of one.sections) addSection(section, one.id);
    }
  }
  addSpaces(state.spaces, null);
  for (const { id, name, active } of state.shareLinks)
    add({ kind: "link", id, parent: null, fields: { name, active }, name: partName("share link", name) });
  return { parts, defaults };
}

const partName = (what: string, title: string): string => `${what} ${JSON.stringify(title)}`;

/** The site as the site planner takes it; parts without an id that is there (`again`) are made anew. */
export function toWantedSite({ parts, defaults }: SiteIndex, again: ReadonlySet<string>): WantedSite {
  const all = [...parts.values()];
  const idOf = (id: string) => ({ line: 0, ...(!again.has(id) && { id }) });
  const spacesIn = (parent: string | null): WantedSpace[] =>
    all
      .filter((one) => one.kind === "space" && one.parent === parent)
      .map((one, at) => {
        const { path, space, condition } = one.fields as { path: string; space: string; condition: string | null };
        // The first space of a new section comes with it.
        const isNew = at === 0 && parent !== null && again.has(parent);
        const own = isNew ? { line: 0 } : idOf(one.id);
        const isDefault = defaults.get(defaultListOf(one)) === one.id;
        return { ...own, path, condition, default: isDefault, ...(space !== "" && { space }) };
      });
  const section = (one: Part): WantedSection => {
    const { path, ...fields } = one.fields;
    const isDefault = defaults.get(defaultListOf(one)) === one.id;
    const own = { kind: "section", path: String(path), fields, default: isDefault } as const;
    return { ...idOf(one.id), ...own, spaces: spacesIn(one.id) };
  };
  const sectionsIn = (parent: string | null) =>
    all.filter((one) => one.parent === parent && (one.kind === "section" || one.kind === "group"));
  const group = ({ id, fields }: Part): WantedGroup => {
    const { title, icon } = fields as { title: string; icon: string | null };
    return { ...idOf(id), kind: "group", title, ...(icon !== null && { icon }), sections: sectionsIn(id).map(section) };
  };
  const link = ({ id, fields }: Part): WantedLink => ({
    ...idOf(id),
    ...(fields as { name: string; active: boolean }),
  });
  const site = all.find(({ kind }) => kind === "site");
  const { published, adaptiveSchema, ...fields } = (site?.fields ?? {}) as Record<string, unknown>;
  const set = Object.entries(fields).filter(([name, value]) => value !== null || name === "proxy");
  return {
    prune: true,
    // The names are those of the model, and what cannot be empty is left out.
    fields: Object.fromEntries(set) as WantedSite["fields"],
    published: published === true,
    ...(adaptiveSchema !== null && { adaptiveSchema: adaptiveSchema as Record<string, unknown> }),
    level: sectionsIn(null).map((one) => (one.kind === "group" ? group(one) : section(one))),
    spaces: spacesIn(null),
    shareLinks: all.filter(({ kind }) => kind === "link").map(link),
  };
}
