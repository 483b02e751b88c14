/** A site as parts by id, so that its states can be compared part by part, and made a site again. */

import { hashOf } from "../../shared/values.js";
import type { PartKind } from "../inverses/types.js";
import {
  FIELDS,
  type Group,
  type Section,
  type ShareLink,
  type Site,
  type SiteSpace,
  type SiteState,
} from "./model.js";

type Kind = PartKind;

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
export const partsInside = (parts: Parts, id: string): Part[] =>
  [...parts.values()].filter(({ parent }) => parent === id);

/** Names a list of siblings: sections and groups share theirs. */
export const listOf = ({ kind, parent }: { kind: Kind; parent: string | null }): string =>
  `${kind === "group" ? "section" : kind}:${parent ?? ""}`;

/** Names a list that has a default: all sections of a site have one together. */
export const defaultListOf = (part: { kind: Kind; parent: string | null }): string =>
  part.kind === "section" ? part.kind : listOf(part);

export interface SiteIndex {
  parts: Parts;
  /** Id by list: see defaultListOf. */
  defaults: Map<string, string>;
}

const NAMES: Readonly<Record<Kind, string>> = {
  site: "site",
  section: "section",
  group: "group",
  space: "site space",
  link: "share link",
};

export function indexSite(state: SiteState): SiteIndex {
  const parts: Parts = new Map();
  const defaults = new Map<string, string>();
  const add = (kind: Kind, parent: string | null, node: SiteState | Required<SiteState>[Lists][number]) => {
    const values: Record<string, unknown> = { ...node };
    const fields = Object.fromEntries(FIELDS[kind].map((name) => [name, values[name] ?? null]));
    const name = `${NAMES[kind]} ${JSON.stringify(values.title ?? values.name)}`;
    parts.set(node.id, { kind, id: node.id, parent, fields, name });
    if (values.default === true) defaults.set(defaultListOf({ kind, parent }), node.id);
  };
  const addLevel = (level: SiteState["level"], parent: string | null) => {
    for (const one of level) {
      add(one.kind, parent, one);
      if (one.kind === "group") addLevel(one.sections, one.id);
      else for (const space of one.spaces) add("space", one.id, space);
    }
  };
  add("site", null, state);
  addLevel(state.level, null);
  for (const one of state.spaces) add("space", null, one);
  for (const one of state.shareLinks) add("link", null, one);
  return { parts, defaults };
}

type Lists = "level" | "spaces" | "shareLinks";

/** The site of these parts; those that are made anew (`again`) have no id. */
export function toSite({ parts, defaults }: SiteIndex, again: ReadonlySet<string>): Site {
  const all = [...parts.values()];
  const node = (one: Part, isAnew = again.has(one.id)): object => ({
    line: 0,
    ...(!isAnew && { id: one.id }),
    ...settableFields(one),
    default: defaults.get(defaultListOf(one)) === one.id,
  });
  const nodesIn = (parent: string | null, ...kinds: Kind[]) =>
    all.filter((one) => one.parent === parent && kinds.includes(one.kind));
  // Each kind of part has the fields of its type.
  const spacesIn = (parent: string | null) =>
    nodesIn(parent, "space").map(
      // The first space of a new section comes with it.
      (one, at) => node(one, again.has(one.id) || (at === 0 && parent !== null && again.has(parent))) as SiteSpace,
    );
  const section = (one: Part) => ({ kind: "section", ...node(one), spaces: spacesIn(one.id) }) as Section;
  const sectionsIn = (parent: string) => nodesIn(parent, "section").map(section);
  const group = (one: Part) => ({ kind: "group", ...node(one), sections: sectionsIn(one.id) }) as Group;
  return {
    ...nodesIn(null, "site").map(settableFields)[0],
    level: nodesIn(null, "section", "group").map((one) => (one.kind === "group" ? group(one) : section(one))),
    spaces: spacesIn(null),
    shareLinks: nodesIn(null, "link").map((one) => node(one) as ShareLink),
  };
}

/** True if the service takes null for a field: other fields cannot be emptied, so they are not managed. */
const takesNull = (kind: Kind, name: string): boolean =>
  kind === "section" || kind === "space" || (kind === "site" && name === "proxy");

/** The fields that can be set to what they are; a site space whose space no longer exists keeps what it shows. */
const settableFields = ({ kind, fields }: Part): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) =>
      value === null ? takesNull(kind, name) : name !== "space" || value !== "",
    ),
  );
