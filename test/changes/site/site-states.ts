/** Sites as they are read, for tests that need no service. */
import type { GroupState, SectionState, SiteSpaceState, SiteState } from "../../../src/changes/site/model.js";

export const spaceState = (id: string, own: Partial<SiteSpaceState> = {}): SiteSpaceState => ({
  id,
  path: id,
  space: `space of ${id}`,
  title: id,
  condition: undefined,
  default: false,
  ...own,
});

/** A section with a site space `<id>-space`. */
export const sectionState = (id: string, own: Partial<SectionState> = {}): SectionState => ({
  kind: "section",
  id,
  path: id,
  title: id,
  icon: undefined,
  description: undefined,
  condition: undefined,
  default: false,
  ...own,
  spaces: [spaceState(`${id}-space`, { path: "first", default: true }), ...(own.spaces ?? [])],
});

export const groupState = (id: string, sections: SectionState[], icon?: string): GroupState => ({
  kind: "group",
  id,
  title: id,
  icon,
  sections,
});

export const siteState = (level: SiteState["level"], own: Partial<SiteState> = {}): SiteState => ({
  organization: "o1",
  id: "site",
  title: "Site",
  visibility: "public",
  basename: undefined,
  agentsContext: undefined,
  adaptiveContent: false,
  proxy: null,
  published: false,
  adaptiveSchema: undefined,
  level,
  groupOrder: [],
  spaces: [],
  shareLinks: [],
  ...own,
});
