/** The messages about parts that a snapshot does not have. */

import { Failure } from "../errors.js";
import { shellWord } from "../shared/shell-words.js";
import { parseSnapshotName } from "../shared/snapshots/generation-names.js";
import { isFailed } from "../shared/views/scope-states.js";
import type { Gap } from "./coverage.js";
import { type Endpoints, patterns } from "./walk/reading-plan.js";

const describeGap = ({ state, reason }: Gap): string => {
  if (state === "not-asked") return reason ?? "it was not requested";
  if (state === "unreadable") return reason ?? "no endpoint returns it";
  return reason === undefined ? state : `${state}: ${reason}`;
};

/** The failure (kind not-in-snapshot) of a request that the snapshot has no data for. */
export function notInSnapshot(file: string, gap: Gap): Failure {
  const { scope, state, reason } = gap;
  return new Failure("not-in-snapshot", `not in this snapshot: ${scope} (${describeGap(gap)})`, {
    hint: nextStep(file, reason),
    details: { scope, state, ...(reason !== undefined && { reason }) },
  });
}

/** The next step. A reason names the flag that would have included the scope (see walk-context.ts). */
function nextStep(file: string, reason = ""): string {
  // A generation stays what it is; the next one can have more.
  const make = `docs snapshots create ${shellWord(parseSnapshotName(file).path)}`;
  const [flag] = /--(?:include|exclude) [\w-]+|--spaces/.exec(reason) ?? [];
  if (flag === undefined) return `docs snapshots view ${shellWord(file)} shows what is in it`;
  return flag.startsWith("--include") ? `to include it: ${make} ${flag}` : `to include it: ${make}, without ${flag}`;
}

/** Names the scope of a gap, and why it is one. `more`: words about others like it. */
export const formatGap = (gap: Gap, more = ""): string =>
  `incomplete in this snapshot: ${gap.scope}${more} (${describeGap(gap)})`;

/**
 * Reports gaps in what was answered, once for each part and reason. `isFailed`: it should have been read; the rest was
 * left out by whoever made the snapshot.
 */
export function gapReporter(
  endpoints: Endpoints,
  tell: (message: string, isFailed: boolean) => void,
): (gaps: readonly Gap[]) => void {
  const reported = new Set<string>();
  const patternOf = patterns(endpoints);
  return (gaps) => {
    const groups = new Map<string, Gap[]>();
    for (const gap of gaps) {
      const key = JSON.stringify([patternOf(gap.scope), gap.state, gap.reason]);
      groups.set(key, [...(groups.get(key) ?? []), gap]);
    }
    for (const [key, [first, ...others]] of groups) {
      if (!first || reported.has(key)) continue;
      reported.add(key);
      const more = others.length > 0 ? ` and ${others.length} more` : "";
      tell(formatGap(first, more), isFailed(first));
    }
  };
}
