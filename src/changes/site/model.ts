/**
 * A site: as it is read, as a file describes it, and as an undo is to leave it. Arrays are in the order on the site. Of one
 * that is wanted, members that are absent are not managed, and null removes a value; one that was read (`...State`) has
 * all ids and lists, and what is not set is absent.
 */
export interface Site {
  title?: string | undefined;
  visibility?: string | undefined;
  basename?: string | undefined;
  agentsContext?: string | undefined;
  adaptiveContent?: boolean;
  /** Host and path: `company.com/docs`. */
  proxy?: string | null;
  published?: boolean;
  adaptiveSchema?: Record<string, unknown> | undefined;
  /** Sections and groups as visitors see them. */
  level?: (Section | Group)[];
  /** Site spaces outside sections. */
  spaces?: SiteSpace[];
  shareLinks?: ShareLink[];
}

/** The members that each thing of a list has in a file. */
interface FileItem {
  id?: string;
  /** Line of the file, from 1; 0 for what an undo wants. Absent: it was read. */
  line?: number;
  /** Its previous key: it is renamed, not created again. */
  previously?: string;
}

export interface Section extends FileItem {
  kind: "section";
  path: string;
  title?: string;
  icon?: string | null | undefined;
  description?: string | null | undefined;
  condition?: string | null | undefined;
  default: boolean;
  spaces?: SiteSpace[];
}

export interface Group extends FileItem {
  kind: "group";
  title: string;
  icon?: string | undefined;
  sections?: Section[];
}

export interface SiteSpace extends FileItem {
  path: string;
  /** Id of the space that it shows; in a file, its title or address until names are resolved. */
  space?: string;
  /** For comments and messages; only where it was read. */
  title?: string;
  condition?: string | null | undefined;
  default: boolean;
}

export interface ShareLink extends FileItem {
  name: string;
  active?: boolean;
}

export interface SiteState extends Site {
  organization: string;
  id: string;
  title: string;
  adaptiveContent: boolean;
  proxy: string | null;
  published: boolean;
  level: (SectionState | GroupState)[];
  /** Groups in their own order: the place of an empty group among sections cannot be read. */
  groupOrder: string[];
  spaces: SiteSpaceState[];
  shareLinks: ShareLinkState[];
}

export interface SectionState extends Section {
  id: string;
  title: string;
  spaces: SiteSpaceState[];
}

export interface GroupState extends Group {
  id: string;
  sections: SectionState[];
}

export interface SiteSpaceState extends SiteSpace {
  id: string;
  space: string;
  title: string;
}

export interface ShareLinkState extends ShareLink {
  id: string;
  active: boolean;
}

/** The fields of each kind of part that can be changed, by the names that they have here. */
export const FIELDS = {
  site: ["title", "visibility", "basename", "agentsContext", "adaptiveContent", "proxy", "published", "adaptiveSchema"],
  section: ["path", "title", "icon", "description", "condition"],
  group: ["title", "icon"],
  space: ["path", "space", "condition"],
  link: ["name", "active"],
} as const;

type Inside<L extends readonly (Section | Group)[]> = Exclude<L[number], Group>;

/** All sections, in groups and outside. */
export const sectionsOf = <L extends readonly (Section | Group)[]>(level: L | undefined): Inside<L>[] =>
  // Those in a group are what those outside are: read, or wanted.
  (level ?? []).flatMap((one) => (one.kind === "group" ? (one.sections ?? []) : [one])) as Inside<L>[];

/** All site spaces, those outside sections first. */
export const siteSpacesOf = ({ spaces, level }: SiteState): SiteSpaceState[] => [
  ...spaces,
  ...sectionsOf(level).flatMap((one) => one.spaces),
];
