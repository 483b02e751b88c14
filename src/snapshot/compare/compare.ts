/** `docs snapshots diff`: two snapshots of one organization. */

import { Failure } from "../../errors.js";
import type { Source } from "../../sandbox/store/sources.js";
import { isTextMissing } from "../../shared/snapshots/page-texts.js";
import { isFailed } from "../../shared/views/scope-states.js";
import { count } from "../../shared/wrap.js";
import { isOf, openSnapshot } from "../file/open-snapshot.js";
import { permissionsIn } from "../file/write/health.js";
import { DRAFTS, withContents } from "./drafts.js";
import { KINDS } from "./kinds.js";
import { withOrder } from "./orders.js";
import { comparePages } from "./pages.js";
import type { Side } from "./side.js";
import { sideOf } from "./side.js";
import { compareThings, type Sides } from "./things.js";
import type { Change, CompareOptions, Comparison, Gap } from "./types.js";

const PAGES = { name: "pages", patterns: ["spaces/{spaceId}/content"] };

/** @throws Failure usage for snapshots of different organizations; config, io: see openSnapshot */
export function compareSnapshots(before: string, after: string, options: CompareOptions = {}): Comparison {
  const first = openSnapshot(before);
  try {
    const second = openSnapshot(after);
    try {
      if (first.org !== second.org && !options.any) {
        throw new Failure("usage", `they belong to different organizations: ${first.org} and ${second.org}`, {
          hint: "to compare them anyway, pass --any-organization",
        });
      }
      const sides = { before: sideOf(first), after: sideOf(second) };
      return { organization: second.org, before, after, ...compare(sides, options) };
    } finally {
      second.close();
    }
  } finally {
    first.close();
  }
}

function compare(sides: Sides, { only, texts = false }: CompareOptions): Pick<Comparison, "changes" | "gaps"> {
  const isWanted = (name: string) => only === undefined || only.includes(name);
  const changes: Change[] = [];
  const gaps: Gap[] = [];
  const unseen = unseenBy(sides);
  for (const kind of KINDS) {
    if (isWanted(kind.name)) {
      // Contained things are compared only if both see the container.
      const isOwn = kind.within === undefined && kind.rows !== "organization";
      const doubtful = isOwn ? unseen.map(({ change }) => change) : [];
      const found = compareThings(kind, sides).filter(({ change }) => !doubtful.includes(change));
      if (isOwn) gaps.push(...unseen.map(({ gap }) => ({ kind: kind.name, ...gap })));
      const told = withOrder(found, kind, sides);
      const isDrafts = kind.name === "change-requests";
      changes.push(...(isDrafts ? withContents(told, sides, texts) : told));
      gaps.push(...gapsOf(kind, sides));
      // No snapshot reads those of merged ones.
      if (isDrafts)
        gaps.push(...gapsOf({ name: kind.name, patterns: [DRAFTS] }, sides, (state) => isFailed({ state })));
    }
    if (kind.name !== "spaces" || !isWanted(PAGES.name)) continue;
    changes.push(...comparePages(sides, texts));
    gaps.push(...gapsOf(PAGES, sides), ...textGaps(sides));
  }
  return { changes, gaps };
}

/** A token that sees less may not list an existing thing: it is reported neither as removed nor as added. */
function unseenBy({ before, after }: Sides): { change: Change["change"]; gap: Omit<Gap, "kind"> }[] {
  // Of different organizations, permissions say nothing of each other.
  if (before.org !== after.org) return [];
  const [old, now] = [permissionsIn(before.snapshot.db), permissionsIn(after.snapshot.db)];
  return (
    [
      ["before", "added", now.filter((name) => !old.includes(name))],
      ["after", "removed", old.filter((name) => !now.includes(name))],
    ] as const
  ).flatMap(([side, change, missing]) => {
    const reason = `read with fewer permissions (without ${missing.join(", ")})`;
    return missing.length === 0 ? [] : [{ change, gap: { side, state: "partial", reason, scopes: 1 } }];
  });
}

/** Gaps of one of the two, a row for each reason. */
function gapsOf(
  { name, patterns }: { name: string; patterns: readonly string[] },
  sides: Sides,
  isTold: (state: Source["state"]) => boolean = isGap,
): Gap[] {
  return (["before", "after"] as const).flatMap((side) => {
    const { sources } = sides[side].snapshot;
    const rows = new Map<string, Gap>();
    for (const { scope, state, reason = state } of sources) {
      if (!isTold(state) || !patterns.some((pattern) => isOf(pattern, scope))) continue;
      const key = `${state} ${reason}`;
      rows.set(key, { kind: name, side, state, reason, scopes: (rows.get(key)?.scopes ?? 0) + 1 });
    }
    return [...rows.values()];
  });
}

const isGap = (state: Source["state"]): boolean => state !== "complete" && state !== "unreadable";

interface Page {
  type?: unknown;
  document?: string;
  pages: Page[];
}

const countWithoutText = (pages: readonly Page[]): number =>
  pages.reduce((sum, page) => sum + (isTextMissing(page) ? 1 : 0) + countWithoutText(page.pages), 0);

/** A row for each side that lacks texts in contents that count as complete, as earlier versions of this tool wrote them. */
function textGaps(sides: Sides): Gap[] {
  return (["before", "after"] as const).flatMap((side): Gap[] => {
    const counts = countsOf(sides[side]);
    if (counts.length === 0) return [];
    const pages = counts.reduce((sum, one) => sum + one, 0);
    const reason = `${count(pages, "page")} without a text`;
    return [{ kind: "pages", side, state: "partial", reason, scopes: counts.length }];
  });
}

/** For each space whose content is complete and lacks texts: of how many pages. */
function countsOf({ snapshot: { db, store }, stateOf }: Side): number[] {
  const spaces = db.all("SELECT id, json_extract(json, '$.revision') AS revision FROM objects WHERE kind = 'space'");
  return spaces.flatMap(({ id, revision }) => {
    if (revision === null || stateOf(`spaces/${id}/content`) !== "complete") return [];
    return countWithoutText(store.get<{ pages: Page[] }>("revision", String(revision))?.pages ?? []) || [];
  });
}
