/** Gaps of a view of a snapshot. */

import type { View } from "../../resources/view.js";
import { VIEWS } from "../../resources/views.js";
import type { Source } from "../../sandbox/store/sources.js";
import { hasData, isFailed } from "../../shared/views/scope-states.js";
import { isOf } from "../file/open-snapshot.js";

interface ViewGaps {
  /** Nothing of the view was read: the first scope that says why. */
  missing: Source | undefined;
  /** Unread or incomplete lists of the view, and those that name the things whose lists they are. */
  lines: string[];
  /** Parts that were left out on purpose, apart from that. */
  leftOut: string[];
}

export function viewGaps(sources: readonly Source[], view: View): ViewGaps {
  const own = sourcesOf(sources, view);
  // A list below a thing that was not listed left no record: nobody could ask for it.
  const above = aboveOf(view).map((one) => ({ view: one, all: sourcesOf(sources, one) }));
  const failed = above.map((one) => ({ ...one, all: one.all.filter(isFailed) }));
  const missing = own.filter((one) => !hasData(one));
  const unlisted = failed.flatMap((one) => one.all).filter((one) => !hasData(one));
  const [first] = [...missing, ...unlisted];
  const others = [...own, ...above.flatMap(({ all }) => all)].filter(
    (one) => !isFailed(one) && one.state !== "complete",
  );
  return {
    missing: first && missing.length === own.length ? first : undefined,
    lines: [
      ...linesOf(`${view.name} is incomplete`, own.filter(isFailed)),
      ...failed.flatMap((one) => linesOf(`${view.name} is incomplete, because ${one.view.name} is`, one.all)),
    ],
    leftOut: linesOf(`${view.name} is incomplete`, others),
  };
}

const sourcesOf = (sources: readonly Source[], { scopes }: View): Source[] =>
  sources.filter(({ scope }) => scopes.some((pattern) => isOf(pattern, scope)));

/** The views of the lists that name the things in the paths of a view's own. */
function aboveOf({ scopes }: View): View[] {
  const lists = new Set(scopes.flatMap(listsAbove));
  return VIEWS.filter((view) => view.scopes.some((scope) => lists.has(scope)));
}

function listsAbove(scope: string): string[] {
  const parts = scope.split("/");
  const places = [...parts.keys()].filter((at) => at > 1 && parts[at]?.startsWith("{"));
  const lists = places.map((at) => parts.slice(0, at).join("/"));
  return scope.startsWith("spaces/{spaceId}/") ? ["orgs/{organizationId}/spaces", ...lists] : lists;
}

/** A line for each state and reason. */
function linesOf(what: string, sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { state, reason } of sources) {
    const words = `${state}${reason === undefined ? "" : `: ${reason}`}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${what}: ${count === 1 ? "" : `${count} times `}${words}`);
}
