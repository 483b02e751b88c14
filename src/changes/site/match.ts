/** Matches the things in a file with those on the site. */
import type {
  Group,
  GroupState,
  Section,
  SectionState,
  ShareLink,
  ShareLinkState,
  Site,
  SiteSpace,
  SiteSpaceState,
  SiteState,
} from "./model.js";
import { sectionsOf } from "./model.js";

/** A list of site spaces: those of a section, or those outside sections. */
export interface Scope {
  /** Undefined: outside sections. */
  section: Section | undefined;
  wanted: readonly SiteSpace[];
  /** Of the existing section; empty for a new one. */
  now: readonly SiteSpaceState[];
}

export interface SiteMatch {
  sections: Map<Section, SectionState>;
  groups: Map<Group, GroupState>;
  spaces: Map<SiteSpace, SiteSpaceState>;
  links: Map<ShareLink, ShareLinkState>;
  scopes: Scope[];
  /** Things that exist but are missing from the file's lists. */
  unlisted: {
    sections: SectionState[];
    groups: GroupState[];
    /** In lists that the file has, and in unlisted sections. */
    spaces: SiteSpaceState[];
    links: ShareLinkState[];
  };
}

export interface Problem {
  line: number | undefined;
  message: string;
}

type FileEntry = { line?: number; id?: string; previously?: string };

/** By what a thing is called; `agrees`: something else that the file says of it is what the thing with its id has. */
interface Keys<W, S> {
  wanted: (one: W) => string;
  now: (one: S) => string;
  agrees?: (one: W, state: S) => boolean;
}

/** In a list of which one column was sorted apart, an id stands beside what is another one's (R97). */
function refuseTwin(what: string, { line, id }: FileEntry, key: string, other: string, problems: Problem[]): void {
  // The file of an undo was read from the service.
  if (!line) return;
  const message = `${JSON.stringify(key)} is the ${what} with the id ${JSON.stringify(other)}, not ${JSON.stringify(id)}`;
  problems.push({ line, message: `${message}; to exchange the two, rename one of them first` });
}

/** By id, else by key, else by the previous key. */
function pairByKey<W extends FileEntry, S extends { id: string }>(
  what: string,
  wanted: readonly W[],
  now: readonly S[],
  { agrees = () => false, ...keys }: Keys<W, S>,
  problems: Problem[],
): Map<W, S> {
  const found = new Map<W, S>();
  const free = new Set(now);
  const take = (one: W, state: S | undefined): void => {
    if (!state) return;
    found.set(one, state);
    free.delete(state);
  };
  for (const one of wanted.filter(({ id }) => id !== undefined)) {
    const state = now.find(({ id }) => id === one.id);
    const twin = now.find((other) => other !== state && keys.now(other) === keys.wanted(one));
    if (state && twin && !agrees(one, state)) refuseTwin(what, one, keys.wanted(one), twin.id, problems);
    if (state) take(one, state);
    else
      problems.push({
        line: one.line,
        message: `no ${what} has the id ${JSON.stringify(one.id)}; without id it is found by its name or path`,
      });
  }
  const open = wanted.filter(({ id }) => id === undefined);
  for (const one of open)
    take(
      one,
      [...free].find((state) => keys.now(state) === keys.wanted(one)),
    );
  for (const one of open) {
    if (!found.has(one) && one.previously !== undefined)
      take(
        one,
        [...free].find((state) => keys.now(state) === one.previously),
      );
  }
  return found;
}

const omitMatched = <S>(now: readonly S[], found: ReadonlyMap<unknown, S>): S[] => {
  const taken = new Set(found.values());
  return now.filter((one) => !taken.has(one));
};

/** With `prune`, a site space that is no longer listed may have moved elsewhere: it is found by its space. */
export function match(state: SiteState, wanted: Site, prune: boolean, problems: Problem[]): SiteMatch {
  const { level, shareLinks = [] } = wanted;
  const groupsNow = state.level.filter((one) => one.kind === "group");
  const sectionsNow = sectionsOf(state.level);
  const sectionKeys: Keys<Section, SectionState> = {
    wanted: ({ path }) => path,
    now: ({ path }) => path,
    agrees: (one, { title }) => one.title === title,
  };
  const sections = pairByKey("section", sectionsOf(level), sectionsNow, sectionKeys, problems);
  const wantedGroups = (level ?? []).filter((one) => one.kind === "group");
  const title = { wanted: (one: Group) => one.title, now: (one: GroupState) => one.title };
  const groups = pairByKey("section group", wantedGroups, groupsNow, title, problems);
  const name = { wanted: (one: ShareLink) => one.name, now: (one: ShareLinkState) => one.name };
  const links = pairByKey("share link", shareLinks, state.shareLinks, name, problems);
  const scopes = makeScopes(state, wanted, sections);
  const unmanaged = new Set([...groups].flatMap(([one, now]) => (one.sections ? [] : now.sections)));
  const gone = level ? omitMatched(sectionsNow, sections).filter((one) => !unmanaged.has(one)) : [];
  const { spaces, unlisted } = matchSpaces({ state, scopes, gone, prune }, problems);
  return {
    sections,
    groups,
    spaces,
    links,
    scopes,
    unlisted: {
      sections: gone,
      groups: level ? omitMatched(groupsNow, groups) : [],
      spaces: unlisted,
      links: wanted.shareLinks ? omitMatched(state.shareLinks, links) : [],
    },
  };
}

function makeScopes(state: SiteState, wanted: Site, sections: ReadonlyMap<Section, SectionState>): Scope[] {
  const inside = sectionsOf(wanted.level).flatMap((section) =>
    section.spaces ? [{ section, wanted: section.spaces, now: sections.get(section)?.spaces ?? [] }] : [],
  );
  return [...(wanted.spaces ? [{ section: undefined, wanted: wanted.spaces, now: state.spaces }] : []), ...inside];
}

interface SpacesInput {
  state: SiteState;
  scopes: readonly Scope[];
  gone: readonly SectionState[];
  prune: boolean;
}

function matchSpaces({ state, scopes, gone, prune }: SpacesInput, problems: Problem[]) {
  const everywhere = new Map<string, SiteSpaceState>();
  for (const one of state.spaces) everywhere.set(`/${one.path}`, one);
  for (const section of sectionsOf(state.level)) {
    for (const one of section.spaces) everywhere.set(`${section.path}/${one.path}`, one);
  }
  const byId = new Map([...everywhere.values()].map((one) => [one.id, one]));
  const spaces = new Map<SiteSpace, SiteSpaceState>();
  const keys = { wanted: (one: SiteSpace) => one.path, now: (one: SiteSpaceState) => one.path };
  const named = new Set(scopes.flatMap(({ wanted }) => wanted.map(({ id }) => id)));
  for (const { wanted, now } of scopes) {
    const here = wanted.filter(({ id }) => id === undefined);
    const others = now.filter(({ id }) => !named.has(id));
    for (const [one, found] of pairByKey("site space", here, others, keys, problems)) spaces.set(one, found);
    for (const one of wanted.filter(({ id }) => id !== undefined)) {
      const found = byId.get(one.id ?? "");
      const twin = now.find((other) => other !== found && other.path === one.path);
      if (found && twin && one.space !== found.space) refuseTwin("site space", one, one.path, twin.id, problems);
      if (found) spaces.set(one, found);
      else
        problems.push({
          line: one.line,
          message: `no site space has the id ${JSON.stringify(one.id)}; without id it is found by its path`,
        });
    }
  }
  const taken = new Set(spaces.values());
  const free = () =>
    [...scopes.flatMap(({ now }) => now), ...gone.flatMap((one) => one.spaces)].filter((one) => !taken.has(one));
  for (const { section, wanted, now } of scopes) {
    // A new section is created with its first space, and nothing can move into a section that does not exist yet.
    const open = now.length === 0 ? wanted.slice(section ? 1 : wanted.length) : wanted;
    for (const one of open.filter((each) => !spaces.has(each) && each.id === undefined)) {
      const named = one.previously === undefined ? undefined : everywhere.get(one.previously);
      const same = prune ? free().filter(({ space }) => space !== "" && space === one.space) : [];
      const found = named && !taken.has(named) ? named : same.length === 1 ? same[0] : undefined;
      if (!found) continue;
      spaces.set(one, found);
      taken.add(found);
    }
  }
  return { spaces, unlisted: free() };
}
