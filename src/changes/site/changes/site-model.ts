/** A model of the site after the calls so far, for all parts of its plan. */

import type { Problem, SiteMatch } from "../match.js";
import { type Group, type Section, type Site, type SiteSpace, type SiteState, sectionsOf } from "../model.js";
import { type Calls, createCalls, type Id } from "../plan.js";

export interface SiteWork {
  state: SiteState;
  wanted: Site;
  matched: SiteMatch;
  prune: boolean;
  calls: Calls;
  problems: Problem[];
  /** Warnings about the plan. */
  warnings: string[];
  params: { organizationId: string; siteId: string };
  /** Placeholders for ids of things that calls create. */
  ids: Map<object, Id>;
  /** The sections and groups at the root. */
  root: (Section | Group)[];
  inside: Map<Group, Section[]>;
  /** Groups that were empty when they were read: their places are not known. */
  unplaced: Set<Group>;
  /** Site spaces of each section; `null` is outside sections. */
  spaces: Map<Section | null, SiteSpace[]>;
  /** Site spaces that came from another section: even if they were the default there, they are not the default here. */
  arrived: Set<object>;
}

export function startWork(
  state: SiteState,
  wanted: Site,
  matched: SiteMatch,
  prune: boolean,
  problems: Problem[],
): SiteWork {
  const groups = state.level.filter((one) => one.kind === "group");
  return {
    state,
    wanted,
    matched,
    prune,
    calls: createCalls(),
    problems,
    warnings: [],
    params: { organizationId: state.organization, siteId: state.id },
    ids: new Map(),
    arrived: new Set(),
    root: [...state.level],
    inside: new Map(groups.map((one) => [one, [...one.sections]])),
    unplaced: new Set(groups.filter(({ sections }) => sections.length === 0)),
    spaces: new Map<Section | null, SiteSpace[]>([
      [null, [...state.spaces]],
      ...sectionsOf(state.level).map((one): [Section, SiteSpace[]] => [one, [...one.spaces]]),
    ]),
  };
}

/** @throws TypeError for a thing without an id yet: a bug in the order of the parts */
export function idOf({ ids }: SiteWork, token: object): Id {
  const id = ids.get(token) ?? ("id" in token && !("line" in token) ? (token.id as string) : undefined);
  if (id === undefined) throw new TypeError("a part of the site is named before it is made");
  return id;
}

/** The existing thing that matches one in the file, or the new one itself. */
export const sectionToken = ({ matched }: SiteWork, one: Section): Section => matched.sections.get(one) ?? one;
export const groupToken = ({ matched }: SiteWork, one: Group): Group => matched.groups.get(one) ?? one;
export const spaceToken = ({ matched }: SiteWork, one: SiteSpace): SiteSpace => matched.spaces.get(one) ?? one;

export const isGroup = (one: Section | Group): one is Group => one.kind === "group";

/** Moves a site space to the end of another section in the model. */
export function moveInModel(work: SiteWork, one: SiteSpace, from: Section | null, to: Section | null): void {
  work.spaces.set(
    from,
    (work.spaces.get(from) ?? []).filter((other) => other !== one),
  );
  work.spaces.set(to, [...(work.spaces.get(to) ?? []), one]);
  work.arrived.add(one);
}

/** Those of `fields` that differ from the present ones; null stands for absent. */
export function pickChanges(
  fields: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[key] ?? null),
    ),
  );
}

export const hasAny = (fields: object): boolean => Object.keys(fields).length > 0;
