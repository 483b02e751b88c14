/** Decides which readings a request covers, and explains why the others are left out or cannot be made. */
import type { Source } from "../../sandbox/store/sources.js";
import type { SnapshotSelection, Walk } from "../types.js";
import { NO_ENDPOINT, ONLY, OPTIONAL, TOPICS, UNREADABLE } from "./read-rules.js";
import { type Plan, scopeName } from "./reading-plan.js";

const entryOf = (table: Readonly<Record<string, readonly string[]>>, name: string): string | undefined =>
  Object.entries(table).find(([, names]) => names.includes(name))?.[0];

/** Why an optional reading is left out: the flag that would include it. */
function whyNotIncluded({ include }: SnapshotSelection, name: string): string | undefined {
  const flag = entryOf(OPTIONAL, name);
  return flag === undefined || include.some((one) => one === flag) ? undefined : `pass --include ${flag}`;
}

/** Why a default reading is left out: the flag that excludes it. */
function whyExcluded({ exclude }: SnapshotSelection, name: string): string | undefined {
  const flag = entryOf(TOPICS, name);
  return flag !== undefined && exclude.some((one) => one === flag) ? `omit --exclude ${flag}` : undefined;
}

export const isWanted = (asked: SnapshotSelection, name: string): boolean =>
  whyExcluded(asked, name) === undefined && whyNotIncluded(asked, name) === undefined;

/** The filter on the items that a reading is made for; undefined: all of them. */
export function onlyOf({ include }: SnapshotSelection, name: string): (typeof ONLY)[string] | undefined {
  const only = ONLY[name];
  return only?.unless !== undefined && include.includes(only.unless) ? undefined : only;
}

/** Records for what was not requested and what cannot be read, by the patterns of their paths. */
export function omittedSources({ asked, endpoints }: Pick<Walk, "asked" | "endpoints">, plan: Plan): Source[] {
  const none = { requests: 0 };
  const patterns = plan.readings.flatMap(({ name, endpoint }): Source[] => {
    const why =
      whyExcluded(asked, name) ??
      whyNotIncluded(asked, name) ??
      onlyOf(asked, name)?.why ??
      spacesOnly(asked, endpoint.path);
    return why === undefined ? [] : [{ scope: scopeName(endpoint, {}), state: "not-asked", reason: why, ...none }];
  });
  const unreadable = Object.entries(UNREADABLE).map(([name, reason]): Source => {
    const endpoint = endpoints[name];
    return { scope: endpoint ? scopeName(endpoint, {}) : name, state: "unreadable", reason, ...none };
  });
  const others = Object.entries(NO_ENDPOINT).map(
    ([scope, reason]): Source => ({ scope, state: "unreadable", reason, ...none }),
  );
  return [...patterns, ...unreadable, ...others];
}

const spacesOnly = ({ spaces }: Walk["asked"], path: string): string | undefined =>
  spaces && path.startsWith("/v1/spaces/{spaceId}/") ? "--spaces named other spaces" : undefined;
