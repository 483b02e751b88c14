/** A site as it is, and as a file describes it. Arrays are in the order on the site. */

export interface SiteState {
  organization: string;
  id: string;
  title: string;
  visibility: string | undefined;
  basename: string | undefined;
  agentsContext: string | undefined;
  adaptiveContent: boolean;
  /** Host and path: `company.com/docs`. */
  proxy: string | null;
  published: boolean;
  adaptiveSchema: Record<string, unknown> | undefined;
  /** Sections and groups as visitors see them. */
  level: (SectionState | GroupState)[];
  /** Groups in their own order: the place of an empty group among sections cannot be read. */
  groupOrder: string[];
  /** Site spaces outside sections. */
  spaces: SiteSpaceState[];
  shareLinks: ShareLinkState[];
}

export interface SectionState {
  kind: "section";
  id: string;
  path: string;
  title: string;
  icon: string | undefined;
  description: string | undefined;
  condition: string | undefined;
  default: boolean;
  spaces: SiteSpaceState[];
}

export interface GroupState {
  kind: "group";
  id: string;
  title: string;
  icon: string | undefined;
  sections: SectionState[];
}

export interface SiteSpaceState {
  id: string;
  path: string;
  /** Id of the space that it shows. */
  space: string;
  /** For comments and messages. */
  title: string;
  condition: string | undefined;
  default: boolean;
}

export interface ShareLinkState {
  id: string;
  name: string;
  active: boolean;
}

/** What a file says about a thing in a list. Members that it does not name are absent, and not managed. */
interface Listed {
  /** Line of the file, from 1. */
  line: number;
  id?: string;
  /** Its previous key: it is renamed, not created again. */
  previously?: string;
}

/** null removes the value. */
interface SectionFields {
  title?: string;
  icon?: string | null;
  description?: string | null;
  condition?: string | null;
}

export interface WantedSection extends Listed {
  kind: "section";
  path: string;
  fields: SectionFields;
  default: boolean;
  spaces?: WantedSpace[];
}

export interface WantedGroup extends Listed {
  kind: "group";
  title: string;
  icon?: string;
  sections?: WantedSection[];
}

export interface WantedSpace extends Listed {
  path: string;
  /** The space as the file names it; its id once names are resolved. Absent: not managed. */
  space?: string;
  condition?: string | null;
  default: boolean;
}

export interface WantedLink extends Listed {
  name: string;
  active?: boolean;
}

/** Fields of the site itself, as `PATCH` takes them. */
interface SiteFields {
  title?: string;
  visibility?: string;
  basename?: string;
  agentsContext?: string;
  adaptiveContent?: boolean;
  proxy?: string | null;
}

export interface WantedSite {
  /** Id or title of the site that the file describes. */
  site?: string;
  /** Whether to remove what the file does not list. */
  prune: boolean;
  fields: SiteFields;
  published: boolean;
  adaptiveSchema?: Record<string, unknown>;
  level?: (WantedSection | WantedGroup)[];
  spaces?: WantedSpace[];
  shareLinks?: WantedLink[];
}

export const sectionsOf = (level: SiteState["level"]): SectionState[] =>
  level.flatMap((one) => (one.kind === "group" ? one.sections : [one]));

/** All site spaces, those outside sections first. */
export const siteSpacesOf = ({ spaces, level }: Pick<SiteState, "spaces" | "level">): SiteSpaceState[] => [
  ...spaces,
  ...sectionsOf(level).flatMap((one) => one.spaces),
];

export const wantedSections = (level: NonNullable<WantedSite["level"]>): WantedSection[] =>
  level.flatMap((one) => (one.kind === "group" ? (one.sections ?? []) : [one]));
