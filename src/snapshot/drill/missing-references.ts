/** What a snapshot itself lacks: it cannot come back, and is no difference. */
import { isFailed } from "../../shared/views/scope-states.js";
import { count } from "../../shared/wrap.js";
import { KINDS } from "../compare/kinds.js";
import { isOf, type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";

/** Things that show another thing. */
interface Reference {
  kind: string;
  rows: string;
  member: string;
  to: string;
  words: readonly [string, string];
}

const SPACE_OF_SITE: Reference = {
  kind: "site-spaces",
  rows: "site-space",
  member: "space",
  to: "space",
  words: ["site space", "space"],
};

export const REFERENCES: readonly Reference[] = [
  SPACE_OF_SITE,
  {
    kind: "saml-providers",
    rows: "saml-provider",
    member: "defaultTeam",
    to: "team",
    words: ["SAML provider", "default team"],
  },
];

/** Ids of those that name a thing that the snapshot does not have. */
export function missingIn(db: OpenSnapshot["db"], { rows, member, to }: Reference): Set<string> {
  const named = `coalesce(o.json ->> '$.${member}.id', o.json ->> '$.${member}')`;
  const found = db.all(
    `SELECT id FROM objects o WHERE kind = ? AND ${named} IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM objects s WHERE s.kind = ? AND s.id = ${named})`,
    rows,
    to,
  );
  return new Set(found.map(({ id }) => String(id)));
}

const SITE = ["space", "site", "site-section-group", "site-section", "site-space"];

/** Rows whose lists a restore needs, to make those of a kind again; where one was not all read, it leaves the kind alone. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  team: ["team", "team-membership"],
  "team-membership": ["team", "team-membership", "member"],
  collection: ["collection"],
  "site-section-group": SITE,
  "site-section": SITE,
  "site-space": SITE,
};

interface Unmakeable {
  /** How many of a kind cannot be made again. */
  fewer: ReadonlyMap<string, number>;
  /** Kinds of which not all was read. */
  unread: ReadonlySet<string>;
  reasons: string[];
}

/** What no request makes again, from what the snapshot has. @throws Failure as openSnapshot */
export function unmakeableIn(file: string): Unmakeable {
  const { db, sources, close } = openSnapshot(file);
  try {
    const spaceless = missingIn(db, SPACE_OF_SITE);
    const shown = db.all("SELECT id, scope FROM objects WHERE kind = 'site-space'");
    const made = new Set(shown.filter(({ id }) => !spaceless.has(String(id))).map(({ scope }) => scope));
    // A section is made with a space in it.
    const empty = db
      .all("SELECT id FROM objects WHERE kind = 'site-section'")
      .filter(({ id }) => !made.has(id ?? null));
    const fewer = new Map([
      ["site-space", spaceless.size],
      ["site-section", empty.length],
    ]);
    const failed = sources.filter(isFailed);
    const lists = KINDS.filter(({ patterns }) => patterns.some((one) => failed.some(({ scope }) => isOf(one, scope))));
    const rows = new Set(lists.map((kind) => kind.rows));
    const unread = new Set(Object.keys(NEEDED).filter((kind) => NEEDED[kind]?.some((needed) => rows.has(needed))));
    const reasons = [
      ...(spaceless.size > 0 ? [`${count(spaceless.size, "site space")} of which the snapshot has no space`] : []),
      ...(empty.length > 0 ? [`${count(empty.length, "section")} of which the snapshot has no space`] : []),
    ];
    return { fewer, unread, reasons };
  } finally {
    close();
  }
}
