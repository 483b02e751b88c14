/** What the views of a statement lack: of their own lists, and of those that name the things whose lists they are. */
import { Failure } from "../../errors.js";
import type { Source } from "../../sandbox/store/sources.js";
import { VIEWS, type View } from "../../shared/views/index.js";
import { hasData, isFailed } from "../../shared/views/scope-states.js";
import { isOf } from "../file/open-snapshot.js";

/**
 * A line for each gap.
 * @throws Failure not-in-snapshot for a view of which nothing was read
 */
export function gapsOf(file: string, sources: readonly Source[], views: readonly View[]): string[] {
  return views.flatMap((view) => {
    const own = sourcesOf(sources, view);
    // A list below a thing that was not listed left no record: nobody could ask for it.
    const above = aboveOf(view).map((one) => ({ view: one, own: sourcesOf(sources, one).filter(isFailed) }));
    const missing = own.filter((one) => !hasData(one));
    const unlisted = above.flatMap((one) => one.own).filter((one) => !hasData(one));
    const [first] = [...missing, ...unlisted];
    if (first && missing.length === own.length) {
      throw new Failure("not-in-snapshot", `not in this snapshot: ${view.name} (${first.reason ?? first.state})`, {
        hint: `docs snapshots view ${file} shows what is in it`,
      });
    }
    return [
      ...linesOf(`${view.name} is not whole`, own),
      ...above.flatMap((one) => linesOf(`${view.name} is not whole, as ${one.view.name} is not`, one.own)),
    ];
  });
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
    if (isFailed({ state })) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${what}: ${count === 1 ? "" : `${count} times `}${words}`);
}
