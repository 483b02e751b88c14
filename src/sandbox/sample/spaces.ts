import { HANDBOOK } from "./books/handbook.js";
import { HARBOR } from "./books/harbor.js";
import { HARBOR_API } from "./books/harbor-api.js";
import { FIELD_SERVICE, ORCHARD_NOTES, TERN_GUIDE_GERMAN, TERN_ONE, TRADE_FAIR, WELCOME } from "./books/others.js";
import type { Book } from "./books/page.js";
import { TERN_GUIDE } from "./books/tern-guide.js";
import { COLLECTIONS, ORGS, SPACES } from "./names.js";
import type { RoleName } from "./people.js";

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
  /** Days since the space was deleted. */
  deleted?: number;
  gitSync?: { repoName: string; installationProvider: string; integration: string; url: string };
}

const space = (
  id: string,
  title: string,
  book: Book,
  created: number,
  more: Partial<SpaceSource> = {},
): SpaceSource => ({
  space: id,
  title,
  book,
  created,
  visibility: "in-collection",
  language: "en",
  editMode: "live",
  ...more,
});

const ROBOTS: CollectionSource = {
  collection: COLLECTIONS.robots,
  title: "Robots",
  description: "Guides for people who work next to a cart",
  holds: [
    space(SPACES.guide, "Tern User Guide", TERN_GUIDE, 1090, {
      emoji: "🛒",
      visibility: "public",
      defaultLevel: "read",
    }),
    space(SPACES.german, "Tern Benutzerhandbuch", TERN_GUIDE_GERMAN, 60, {
      emoji: "🛒",
      visibility: "public",
      language: "de",
    }),
    {
      collection: COLLECTIONS.retired,
      title: "Retired models",
      defaultLevel: "read",
      holds: [
        space(SPACES.ternOne, "Tern 1 User Guide", TERN_ONE, 1085, { visibility: "unlisted", editMode: "locked" }),
      ],
    },
  ],
};

const SOFTWARE: CollectionSource = {
  collection: COLLECTIONS.software,
  title: "Software",
  description: "Harbor and its API",
  defaultLevel: "comment",
  holds: [
    space(SPACES.harbor, "Harbor Fleet Controller", HARBOR, 800, {
      emoji: "🗺️",
      visibility: "public",
    }),
    space(SPACES.api, "Harbor API", HARBOR_API, 620, {
      emoji: "🔌",
      visibility: "public",
      gitSync: {
        repoName: "halden-robotics/harbor-api-docs",
        installationProvider: "github",
        integration: "github",
        url: "https://git.halden-robotics.example/harbor-api-docs",
      },
    }),
  ],
};

const HALDEN_TREE: Holding[] = [
  {
    collection: COLLECTIONS.product,
    title: "Product documentation",
    description: "Everything that customers read",
    defaultLevel: "edit",
    holds: [ROBOTS, SOFTWARE],
  },
  space(SPACES.welcome, "Welcome to Halden", WELCOME, 1000, {
    emoji: "🌱",
    visibility: "private",
    editMode: "live",
    defaultLevel: "comment",
  }),
  {
    collection: COLLECTIONS.inside,
    title: "Inside Halden",
    description: "What we tell each other",
    defaultLevel: "comment",
    holds: [
      space(SPACES.handbook, "Engineering Handbook", HANDBOOK, 990, { emoji: "📘" }),
      space(SPACES.field, "Field Service Manual", FIELD_SERVICE, 700, {
        emoji: "🔧",
        visibility: "share-link",
      }),
      space(SPACES.fair, "Trade fair", TRADE_FAIR, 45, { visibility: "private", deleted: 2 }),
    ],
  },
  { collection: COLLECTIONS.drafts, title: "Drafts", holds: [] },
];

const ORCHARD_TREE: Holding[] = [
  {
    collection: COLLECTIONS.orchard,
    title: "Work on the farm",
    holds: [space(SPACES.orchard, "Orchard notes", ORCHARD_NOTES, 310, { visibility: "private" })],
  },
];

export const TREES = [
  { org: ORGS.halden, holds: HALDEN_TREE },
  { org: ORGS.orchard, holds: ORCHARD_TREE },
];

/** A space of the sample by id. */
export function spaceSource(
  id: string,
  holds: Holding[] = TREES.flatMap((tree) => tree.holds),
): SpaceSource | undefined {
  for (const holding of holds) {
    const found = "space" in holding ? holding : spaceSource(id, holding.holds);
    if (found && found.space === id) return found;
  }
  return undefined;
}
