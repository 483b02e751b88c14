/** What the parts of a site's plan share: the site as it will be while the calls before were sent. */

import { type Call, type Calls, type Id, newCalls } from "../calls.js";
import type { Matched, Problem } from "../match.js";
import type {
  GroupState,
  SectionState,
  SiteSpaceState,
  SiteState,
  WantedGroup,
  WantedSection,
  WantedSite,
  WantedSpace,
} from "../model.js";

/** A section, a group or a site space, whether it is there or will be. */
export type SectionToken = SectionState | WantedSection;
export type GroupToken = GroupState | WantedGroup;
export type SpaceToken = SiteSpaceState | WantedSpace;

export interface Work {
  state: SiteState;
  wanted: WantedSite;
  matched: Matched;
  prune: boolean;
  calls: Calls;
  problems: Problem[];
  /** Told beside the plan. */
  warnings: string[];
  params: { organizationId: string; siteId: string };
  /** Ids of things that are made on the way. */
  ids: Map<object, Id>;
  /** What stands at the root: sections and groups. */
  root: (SectionToken | GroupToken)[];
  inside: Map<GroupToken, SectionToken[]>;
  /** Site spaces of each section; `null` is outside sections. */
  spaces: Map<SectionToken | null, SpaceToken[]>;
  /** Site spaces that came from another section: the default there, they are not the default here. */
  arrived: Set<object>;
}

export function startWork(
  state: SiteState,
  wanted: WantedSite,
  matched: Matched,
  prune: boolean,
  problems: Problem[],
): Work {
  const groups = state.level.filter((one) => one.kind === "group");
  const sections = state.level.flatMap((one) => (one.kind === "group" ? one.sections : [one]));
  return {
    state,
    wanted,
    matched,
    prune,
    calls: newCalls(),
    problems,
    warnings: [],
    params: { organizationId: state.organization, siteId: state.id },
    ids: new Map(),
    arrived: new Set(),
    root: [...state.level],
    inside: new Map(groups.map((one) => [one, [...one.sections]])),
    spaces: new Map<SectionToken | null, SpaceToken[]>([
      [null, [...state.spaces]],
      ...sections.map((one): [SectionToken, SpaceToken[]] => [one, [...one.spaces]]),
    ]),
  };
}

/** @throws TypeError for what has none yet: a mistake in the order of the parts */
export function idOf({ ids }: Work, token: object): Id {
  const id = ids.get(token) ?? ("id" in token && !("line" in token) ? (token.id as string) : undefined);
  if (id === undefined) throw new TypeError("a part of the site is named before it is made");
  return id;
}

/** The thing that is there for what the file says, or what the file says of a new one. */
export const sectionToken = ({ matched }: Work, one: WantedSection): SectionToken => matched.sections.get(one) ?? one;
export const groupToken = ({ matched }: Work, one: WantedGroup): GroupToken => matched.groups.get(one) ?? one;
export const spaceToken = ({ matched }: Work, one: WantedSpace): SpaceToken => matched.spaces.get(one) ?? one;

export const isGroup = (one: SectionToken | GroupToken): one is GroupToken => one.kind === "group";

/** A site space is at the end of another section from now on. */
export function arrive(work: Work, one: SpaceToken, from: SectionToken | null, to: SectionToken | null): void {
  work.spaces.set(
    from,
    (work.spaces.get(from) ?? []).filter((other) => other !== one),
  );
  work.spaces.set(to, [...(work.spaces.get(to) ?? []), one]);
  work.arrived.add(one);
}

/** Those of `fields` that are wanted and not so yet; null stands for absent. */
export function changed(
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

export type { Call };
