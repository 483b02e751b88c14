/** Keeps what was read before of an answer that is missing or cut: it is a gap until proved otherwise. */

import { setting } from "../../../sandbox/store/schema.js";
import { type Source, sourceOf } from "../../../sandbox/store/sources.js";
import type { Store } from "../../../sandbox/store/store.js";
import { whyPartial } from "../../../shared/views/scope-states.js";
import type { Database } from "../../../system/sqlite.js";
import { copyContent, type Earlier } from "../earlier-snapshot.js";
import type { Item, Params } from "../rows.js";
import { copyRows, putMissing, replaceRows, rowsAt } from "../store-answer.js";

export interface KeepOptions {
  db: Database;
  store: Store;
  earlier: Earlier | undefined;
  name: string;
  params: Params;
  /** Path of the answer. */
  scope: string;
}

/** Stores the items of a list that was not read to its end, over those that are known from before. Returns since when these are. */
export function mergeRows(options: KeepOptions, items: readonly Item[]): string | undefined {
  const { store, earlier, name, params } = options;
  const known = rowsAt(store, name, params);
  replaceRows(store, name, params, items);
  const times = [
    putMissing(store, name, params, known) > 0 && timeHere(options),
    earlier && copyRows(earlier.store, store, name, params) > 0 && timeEarlier(options, earlier),
  ];
  return oldestTime(times);
}

/** Keeps the content that is here, or the one of the earlier snapshot. Returns since when it is. */
export function keepContent(options: KeepOptions): string | undefined {
  const { store, earlier, params } = options;
  // Of a change request without edits the content is that of its space.
  if (store.scopeOf("revision", revisionOf(store, params)) !== undefined) return recordedTime(options);
  if (!earlier) return undefined;
  const [revision, { spaceId: space = "" }] = [revisionOf(earlier.store, params), params];
  if (revision === "" || !copyContent(earlier.store, store, { space, revision, isWhole: false })) return undefined;
  store.update<object>(...ownerOf(params), (value) => ({ ...value, revision }));
  return timeEarlier(options, earlier);
}

const timeHere = (options: KeepOptions): string =>
  recordedTime(options) ?? setting(options.db, "snapshot.began") ?? setting(options.db, "snapshot.started") ?? "";

/** Since when: an answer that was itself made of older ones began with the oldest. */
function recordedTime({ db, scope }: KeepOptions): string | undefined {
  const row = db.get("SELECT * FROM sources WHERE scope = ?", scope);
  return row && sourceOf(row).startedAt;
}

const timeEarlier = ({ scope }: KeepOptions, { sources, started }: Earlier): string =>
  sources.get(scope)?.startedAt ?? started;

const oldestTime = (times: readonly (string | false | undefined)[]): string | undefined =>
  times.filter((time) => typeof time === "string").sort()[0];

const OLDER = "; the rest is from ";

/** True if older data complete the reading, by the reason of its record. */
export const hasOlderParts = (reason: string | undefined): boolean => reason?.includes(OLDER) ?? false;

/** The record of an answer that older data complete: with data it is not denied, and its age survives the next run. */
export function sourceSince(source: Source, since: string | undefined): Source {
  if (since === undefined) return source;
  const state = source.state === "denied" ? "partial" : source.state;
  return {
    ...source,
    state,
    reason: `${whyPartial(source.reason ?? "")}${OLDER}${since}`,
    startedAt: since,
  };
}

const ownerOf = ({ spaceId = "", changeRequestId }: Params): [kind: string, id: string] =>
  changeRequestId === undefined ? ["space", spaceId] : ["change-request", changeRequestId];

export const revisionOf = (store: Store, params: Params): string =>
  store.get<{ revision?: string }>(...ownerOf(params))?.revision ?? "";
