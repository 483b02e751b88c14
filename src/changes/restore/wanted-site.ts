/** Describes a site of the snapshot like a site file, as far as it is possible today. */
import {
  type GroupState,
  type SectionFields,
  type SectionState,
  type SiteSpaceState,
  type SiteState,
  sectionsOf,
  type WantedGroup,
  type WantedLink,
  type WantedSection,
  type WantedSite,
  type WantedSpace,
} from "../site/model.js";

interface Made {
  wanted: WantedSite;
  /** What is not possible, one line each. */
  left: string[];
}

/** Ids of parts that exist today. */
interface There {
  sections: ReadonlySet<string>;
  /** Those without site spaces. */
  empty: ReadonlySet<string>;
  groups: ReadonlyMap<string, GroupState>;
  siteSpaces: ReadonlySet<string>;
  /** Of the organization. */
  spaces: ReadonlySet<string>;
  /** Whether what has to be made anew elsewhere may be removed where it is. */
  mayRemove: boolean;
}

interface WantedOptions {
  /** Of the organization, today. */
  spaces: ReadonlySet<string>;
  /** Whether the snapshot has share links; otherwise they are left alone. */
  withLinks: boolean;
  prune: boolean;
}

export function wantedOf(was: SiteState, is: SiteState, { spaces, withLinks, prune }: WantedOptions): Made {
  const left: string[] = [];
  const sections = sectionsOf(is.level);
  const groups = is.level.filter((one) => one.kind === "group");
  const there: There = {
    sections: new Set(sections.map(({ id }) => id)),
    empty: new Set(sections.filter((one) => one.spaces.length === 0).map(({ id }) => id)),
    groups: new Map(groups.map((one) => [one.id, one])),
    siteSpaces: new Set([...is.spaces, ...sections.flatMap((one) => one.spaces)].map(({ id }) => id)),
    spaces,
    mayRemove: prune,
  };
  let line = 0;
  const next = () => {
    line += 1;
    return line;
  };
  const level = was.level.flatMap((one): (WantedSection | WantedGroup)[] =>
    one.kind === "group" ? groupOf(one, there, next, left) : sectionOf(one, there, next, left),
  );
  const wanted: WantedSite = {
    site: was.id,
    prune: false,
    fields: fieldsOf(was, is, left),
    published: was.published,
    ...(was.adaptiveSchema && { adaptiveSchema: was.adaptiveSchema }),
    level,
    spaces: was.spaces.flatMap((one) => spaceOf(one, there, next, left)),
    ...(withLinks && { shareLinks: linksOf(was, is, next, left) }),
  };
  if (!was.published && is.published) left.push("it is published now: no request takes it off the web");
  if (!was.adaptiveSchema && is.adaptiveSchema) left.push("it had no visitor schema: no request removes it");
  return { wanted, left };
}

function fieldsOf(was: SiteState, is: SiteState, left: string[]): WantedSite["fields"] {
  const { visibility, basename, agentsContext } = was;
  if (basename === undefined && is.basename !== undefined) left.push("its basename was empty, which no request does");
  return {
    title: was.title,
    adaptiveContent: was.adaptiveContent,
    proxy: was.proxy,
    ...(visibility !== undefined && { visibility }),
    ...(basename !== undefined && { basename }),
    ...(agentsContext !== undefined && { agentsContext }),
  };
}

type Next = () => number;

function groupOf(group: GroupState, there: There, next: Next, left: string[]): WantedGroup[] {
  const { id, title, icon } = group;
  const now = there.groups.get(id);
  if (icon === undefined && now?.icon !== undefined)
    left.push(`group ${JSON.stringify(title)} had no icon, which no request does`);
  const line = next();
  const sections = group.sections.flatMap((one) => sectionOf(one, there, next, left));
  return [{ kind: "group", line, ...(now && { id }), title, ...(icon !== undefined && { icon }), sections }];
}

function sectionOf(section: SectionState, there: There, next: Next, left: string[]): WantedSection[] {
  const { id, path } = section;
  const line = next();
  const spaces = section.spaces.flatMap((one) => spaceOf(one, there, next, left));
  const isThere = there.sections.has(id);
  // Nothing can be moved into an empty section: a site space is made anew there, and goes where it is.
  if (!there.mayRemove && there.empty.has(id) && spaces.some((one) => one.id !== undefined)) {
    left.push(
      `section ${path} has no site spaces today: no request moves one into it, --prune makes them anew in it and removes them elsewhere`,
    );
    return [{ kind: "section", line, id, path, fields: fieldsIn(section), default: section.default }];
  }
  const [first] = spaces;
  // A section is made with its first site space; the old one, wherever it is now, is another.
  if (!isThere && first) delete first.id;
  if (!isThere && first === undefined) {
    left.push(`section ${path} is gone with its spaces: nothing is left to make it of`);
    return [];
  }
  return [
    {
      kind: "section",
      line,
      ...(isThere && { id }),
      path,
      fields: fieldsIn(section),
      default: section.default,
      spaces,
    },
  ];
}

const fieldsIn = ({ title, icon, description, condition }: SectionState): SectionFields => ({
  ...(title !== "" && { title }),
  icon: icon ?? null,
  description: description ?? null,
  condition: condition ?? null,
});

function spaceOf(one: SiteSpaceState, there: There, next: Next, left: string[]): WantedSpace[] {
  const { id, path, space, condition = null } = one;
  const isThere = there.siteSpaces.has(id);
  const hasSpace = there.spaces.has(space);
  if (!isThere && !hasSpace) {
    left.push(`site space ${path} is gone with its space ${JSON.stringify(one.title.slice(0, 200))}`);
    return [];
  }
  return [{ line: next(), ...(isThere && { id }), path, ...(hasSpace && { space }), condition, default: one.default }];
}

/** A link that is gone comes back with another address: nobody has it. */
function linksOf(was: SiteState, is: SiteState, next: Next, left: string[]): WantedLink[] {
  const ids = new Set(is.shareLinks.map(({ id }) => id));
  return was.shareLinks.flatMap(({ id, name, active }): WantedLink[] => {
    if (ids.has(id)) return [{ line: next(), id, name, active }];
    left.push(`share link ${JSON.stringify(name.slice(0, 200))} is gone: a new one has another address`);
    return [];
  });
}
