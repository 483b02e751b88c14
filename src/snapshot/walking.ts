/** What the parts of a walk share: its readings, their targets, and how answers are stored. */
import type { Asking, Read } from "./ask/ask.js";
import { onlyOf } from "./asked.js";
import { NAMED_BY } from "./facts.js";
import { type Reading, scopeName } from "./plan.js";
import type { Item, Params, Walk } from "./types.js";

export interface Walking extends Walk {
  readings: readonly Reading[];
  asking: Asking;
  /** Names of the lists for whose items something has been read. */
  used: Set<string>;
  /** Scopes that were gone when they were read, each with the list that had named them. */
  gone: { scope: string; list: string }[];
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

/** Stores what was read, along with the state of its scope. */
export function put(
  walking: Pick<Walking, "file" | "now">,
  { name, endpoint }: Reading,
  params: Params,
  { read, startedAt }: { read: Read; startedAt: string },
): void {
  const { items, requests, state, reason, status, documents, files } = read;
  const scope = scopeName(endpoint, params);
  const times = { startedAt, endedAt: timeOf(walking) };
  const source = { scope, state, reason, status, ...times, requests };
  const ofFiles = files && { scope: `${scope}/files/{fileId}`, ...files, ...times };
  walking.file.write({ name, params, items, source, documents, files: ofFiles });
}

export const timeOf = ({ now }: Pick<Walk, "now">): string => new Date(now()).toISOString();
