/** `docs snapshots diff`: two snapshots of one organization. */

import { Failure } from "../../errors.js";
import { isFailed } from "../../facts/views/scope-states.js";
import { isOf, openSnapshot } from "../snapshot/open-snapshot.js";
import type { Source } from "../store/sources.js";
import { DRAFTS, withContents } from "./drafts.js";
import { KINDS } from "./kinds.js";
import { comparePages } from "./pages.js";
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
        throw new Failure("usage", `they are of different organizations: ${first.org} and ${second.org}`, {
          hint: "pass --any-organization to compare them all the same",
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
  for (const kind of KINDS) {
    if (isWanted(kind.name)) {
      const told = compareThings(kind, sides);
      const isDrafts = kind.name === "change-requests";
      changes.push(...(isDrafts ? withContents(told, sides, texts) : told));
      gaps.push(...gapsOf(kind, sides));
      // That those of merged ones are not read is so in every snapshot.
      if (isDrafts)
        gaps.push(...gapsOf({ name: kind.name, patterns: [DRAFTS] }, sides, (state) => isFailed({ state })));
    }
    if (kind.name !== "spaces" || !isWanted(PAGES.name)) continue;
    changes.push(...comparePages(sides, texts));
    gaps.push(...gapsOf(PAGES, sides));
  }
  return { changes, gaps };
}

/** What one of the two does not have, a row for each reason. */
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
