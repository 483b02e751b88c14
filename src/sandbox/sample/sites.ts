import { GROUPS, ORGS, SECTIONS, SHARE_LINKS, SITE_SPACES, SITES, SPACES } from "./names.js";

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

/** Attributes of visitors, for sections and texts that only some of them see. */
export const VISITOR_SCHEMA = {
  type: "object",
  properties: {
    isPartner: { type: "boolean", description: "Sells our carts" },
    hasFleet: { type: "boolean", description: "Has more than ten carts" },
    unsigned: {
      type: "object",
      description: "Claims that a link may carry",
      properties: { preview: { type: "boolean", description: "Wants to see what comes next" } },
      additionalProperties: { type: "boolean" },
    },
  },
  additionalProperties: false,
};

const DOCS: SiteSource = {
  id: SITES.docs,
  org: ORGS.halden,
  title: "Halden Docs",
  basename: "docs",
  visibility: "public",
  published: true,
  created: 780,
  adaptive: true,
  agentsContext: "included",
  spaces: [],
  sections: [
    {
      id: SECTIONS.robots,
      title: "Robots",
      path: "robots",
      icon: "cart-flatbed",
      description: "Guides for people who work next to a cart",
      default: true,
      spaces: [
        { id: SITE_SPACES.guide, space: SPACES.guide, path: "tern", default: true },
        { id: SITE_SPACES.german, space: SPACES.german, path: "tern-de" },
        { id: SITE_SPACES.ternOne, space: SPACES.ternOne, path: "tern-1", condition: "visitor.claims.isPartner" },
      ],
    },
    {
      id: SECTIONS.fleet,
      title: "Fleet",
      path: "fleet",
      icon: "map",
      group: GROUPS.software,
      spaces: [{ id: SITE_SPACES.harbor, space: SPACES.harbor, path: "harbor", default: true }],
    },
    {
      id: SECTIONS.developers,
      title: "Developers",
      path: "developers",
      icon: "code",
      group: GROUPS.software,
      condition: "visitor.claims.hasFleet || visitor.claims.unsigned.preview",
      spaces: [{ id: SITE_SPACES.api, space: SPACES.api, path: "api", default: true }],
    },
  ],
  groups: [{ id: GROUPS.software, title: "Software", icon: "laptop" }],
  shareLinks: [
    { id: SHARE_LINKS.partners, name: "Partners", active: true, created: 310 },
    { id: SHARE_LINKS.press, name: "Press, trade fair", active: false, created: 44 },
  ],
};

const FIELD: SiteSource = {
  id: SITES.field,
  org: ORGS.halden,
  title: "Field Service",
  basename: "field-service",
  visibility: "share-link",
  published: false,
  created: 30,
  adaptive: false,
  agentsContext: "excluded",
  spaces: [{ id: SITE_SPACES.field, space: SPACES.field, path: "manual", default: true }],
  sections: [],
  groups: [],
  shareLinks: [{ id: SHARE_LINKS.reviewers, name: "Reviewers", active: true, created: 28 }],
};

/** An empty site of the second organization. */
const ORCHARD: SiteSource = {
  id: SITES.orchard,
  org: ORGS.orchard,
  title: "Lindenhof",
  basename: "lindenhof",
  visibility: "unlisted",
  published: false,
  created: 100,
  adaptive: false,
  agentsContext: "excluded",
  spaces: [],
  sections: [],
  groups: [],
  shareLinks: [],
};

export const SITE_SOURCES: SiteSource[] = [DOCS, FIELD, ORCHARD];
