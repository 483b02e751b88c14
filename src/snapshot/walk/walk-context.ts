/** Context that the parts of a walk share: its readings, their targets, and the storage of answers. */
import type { Source } from "../../sandbox/store/sources.js";
import type { Item, Params, SnapshotSelection, Walk } from "../types.js";
import type { Asking, Read } from "./ask/ask.js";
import { NAMED_BY, NO_ENDPOINT, ONLY, OPTIONAL, TOPICS, UNREADABLE } from "./read-rules.js";
import { type Plan, type Reading, scopeName } from "./reading-plan.js";

// Decides which readings a request covers, and explains why the others are left out or cannot be made.

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
function onlyOf({ include }: SnapshotSelection, name: string): (typeof ONLY)[string] | undefined {
  const only = ONLY[name];
  return only?.unless !== undefined && include.includes(only.unless) ? undefined : only;
}

/** Records for what was not requested and what cannot be read, by the patterns of their paths. */
export function omittedSources({ asked, endpoints }: Walk, plan: Plan): Source[] {
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

export const SPACES = "listOrgSpaces";

export interface Walking extends Walk {
  readings: readonly Reading[];
  asking: Asking;
  /** Names of the lists for whose items something has been read. */
  used: Set<string>;
  /** Scopes that were gone when they were read, each with the list that had named them. */
  gone: { scope: string; list: string }[];
  /** By the scope of a list: ids of its things that other lists name, by the scopes of these. */
  named: Map<string, Map<string, ReadonlySet<unknown>>>;
}

export interface Target {
  params: Params;
  /** The list item that it is read for. */
  item?: Item | undefined;
  /** The target whose list contains that item. */
  above?: Target | undefined;
}

/** Every target of a reading. */
export function targetsOf(
  { readings, asked, file }: Pick<Walking, "readings" | "asked"> & { file: Pick<Walking["file"], "items"> },
  { name, each }: Reading,
): Target[] {
  if (!each) return [{ params: { organizationId: asked.organization } }];
  const list = readings.find((one) => one.name === each.list);
  if (!list) return [];
  const { spaces } = asked;
  const only = onlyOf(asked, name);
  return targetsOf({ readings, asked, file }, list).flatMap((above) =>
    file.items(list.name, above.params).flatMap((item): Target[] => {
      const id = item[NAMED_BY[each.param] ?? "id"];
      if (typeof id !== "string") return [];
      if (each.param === "spaceId" && spaces && !spaces.includes(id)) return [];
      const params = { ...above.params, [each.param]: id };
      return only && !only.of(item, above.item) ? [] : [{ params, item, above }];
    }),
  );
}

interface Answer {
  read: Read;
  startedAt: string;
  /** See `Answered` in write.ts. */
  isListed?: boolean;
  outdated?: readonly string[];
}

/** The path above all scopes of a listed thing. */
export const scopeOfThing = ({ name, endpoint }: Reading, params: Params, id: string): string =>
  name === SPACES ? `spaces/${id}` : `${scopeName(endpoint, params)}/${id}`;

/** Stores what was read, along with the state of its scope. */
export function put(
  walking: Walking,
  { name, endpoint }: Reading,
  params: Params,
  { read, startedAt, ...more }: Answer,
): void {
  const { items, requests, state, reason, status, documents, files } = read;
  const scope = scopeName(endpoint, params);
  const times = { startedAt, endedAt: timeOf(walking.now) };
  const source = { scope, state, reason, status, ...times, requests };
  const ofFiles = files && { scope: `${scope}/files/{fileId}`, ...files, ...times };
  walking.file.write({ name, params, items, source, documents, files: ofFiles, ...more });
}

export const timeOf = (now: () => number): string => new Date(now()).toISOString();
