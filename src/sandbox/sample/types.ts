/** The sample organization as the files in sample/ have it. Times are days before the load. */
import type { ROLES } from "../../catalog/shared.js";

type RoleName = (typeof ROLES)[number];

export interface SampleData {
  organizations: OrganizationSource[];
  /** By the name that the other files use. */
  people: Record<string, Person>;
  teams: TeamSource[];
  trees: { org: string; holds: Holding[] }[];
  /** By space, in order of number. */
  changeRequests: Record<string, ChangeSource[]>;
  discussions: Discussion[];
  /** Attributes of visitors, for sections and texts that only some of them see. */
  visitorSchema: object;
  sites: SiteSource[];
  specifications: SpecificationSource[];
  translation: TranslationSource;
  samlProviders: ProviderSource[];
}

export interface Person {
  id: string;
  name: string;
  email: string;
}

interface OrganizationSource {
  id: string;
  title: string;
  created: number;
  emailDomains: string[];
  hostname: string;
  site?: string;
  sso: boolean;
  plan: string;
  paymentFailed?: boolean;
  members: MemberSource[];
}

export interface MemberSource {
  person: string;
  role: RoleName | null;
  joined: number;
  /** Null for a member who never visited. */
  seen: number | null;
  sso?: true;
  disabled?: true;
}

export interface TeamSource {
  id: string;
  org: string;
  title: string;
  created: number;
  owners: string[];
  members: string[];
  spaces: { id: string; permission: RoleName }[];
}

/** Collections and spaces in their order within the parent: they share one order. */
export type Holding = CollectionSource | SpaceSource;

export interface CollectionSource {
  collection: string;
  title: string;
  description?: string;
  defaultLevel?: RoleName;
  holds: Holding[];
}

export interface SpaceSource {
  space: string;
  title: string;
  emoji?: string;
  book: Book;
  visibility: string;
  language: string;
  editMode: "live" | "locked";
  defaultLevel?: RoleName;
  created: number;
  deleted?: number;
  gitSync?: { repoName: string; installationProvider: string; integration: string; url: string };
}

export interface Book {
  pages: PageSource[];
  files: FileSource[];
}

/** Slugs are unique within a book, so that links can use them with `.md`; images use the name of their file. */
export interface PageSource {
  slug: string;
  title: string;
  emoji?: string;
  description?: string;
  markdown: string;
  pages: PageSource[];
}

interface FileSource {
  id: string;
  name: string;
  contentType: string;
  text: string;
  dimensions?: { width: number; height: number };
}

/** A change to the text of one page: `from` becomes `to`. */
export interface Edit {
  slug: string;
  from: string;
  to: string;
}

export interface ChangeSource {
  subject: string;
  by: string;
  status: "draft" | "open" | "archived" | "merged";
  created: number;
  updated: number;
  /** Fixed if documentation or tests mention it. */
  id?: string;
  /** One without edits was merged before the recorded history begins. */
  edits?: Edit[];
  /** Made from the content before the last merge. */
  behind?: true;
  /** Members who also changed it. */
  contributors?: string[];
}

export interface ReplySource {
  id: string;
  by: string;
  days: number;
  text: string;
  /** People by emoji. */
  reactions?: Record<string, string[]>;
}

export interface CommentSource extends ReplySource {
  /** Slug of the page; if absent, it is about the space or the change request as a whole. */
  page?: string;
  resolved?: { by: string; days: number };
  edited?: number;
  replies?: ReplySource[];
}

export interface Discussion {
  space: string;
  /** Id of the change request; if absent, the comments belong to the space. */
  change?: string;
  comments: CommentSource[];
}

export interface SiteSpaceSource {
  id: string;
  space: string;
  path: string;
  /** Shown first, in its section or on the site. */
  default?: true;
  condition?: string;
}

export interface SectionSource {
  id: string;
  title: string;
  path: string;
  icon?: string;
  description?: string;
  condition?: string;
  group?: string;
  default?: true;
  spaces: SiteSpaceSource[];
}

export interface SiteSource {
  id: string;
  org: string;
  title: string;
  basename: string;
  visibility: string;
  published: boolean;
  created: number;
  adaptive: boolean;
  agentsContext: "included" | "excluded";
  /** Site spaces of a site without sections. */
  spaces: SiteSpaceSource[];
  sections: SectionSource[];
  groups: { id: string; title: string; icon: string }[];
  shareLinks: { id: string; name: string; active: boolean; created: number }[];
}

interface SpecificationSource {
  id: string;
  slug: string;
  sourceURL: string;
  visibility: string;
  created: number;
  processed: number;
  processingState: string;
  lastVersion?: string;
  lastProcessErrorCode?: string;
  /** Oldest first. */
  versions: { id: string; created: number; text: string }[];
}

interface TranslationSource {
  id: string;
  source: string;
  result: string;
  language: string;
  created: number;
  updated: number;
  stats: object;
  instructions: object;
}

interface ProviderSource {
  id: string;
  label: string;
  path: string;
  certificate: string;
  created: number;
  defaultTeam: string;
}
