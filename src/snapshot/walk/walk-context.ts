/** Context that the parts of a walk share: its readings, their targets, and the storage of answers. */

import type { Item, Params, Walk } from "../types.js";
import type { Asking, Read } from "./ask/ask.js";
import { onlyOf } from "./included-readings.js";
import { NAMED_BY } from "./read-rules.js";
import { type Reading, scopeName } from "./reading-plan.js";

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
  walking: Pick<Walking, "file" | "now">,
  { name, endpoint }: Reading,
  params: Params,
  { read, startedAt, ...more }: Answer,
): void {
  const { items, requests, state, reason, status, documents, files } = read;
  const scope = scopeName(endpoint, params);
  const times = { startedAt, endedAt: timeOf(walking) };
  const source = { scope, state, reason, status, ...times, requests };
  const ofFiles = files && { scope: `${scope}/files/{fileId}`, ...files, ...times };
  walking.file.write({ name, params, items, source, documents, files: ofFiles, ...more });
}

export const timeOf = ({ now }: Pick<Walk, "now">): string => new Date(now()).toISOString();
