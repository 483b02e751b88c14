/** Reads the early lists once more at the end of the walk, and has read again whatever came, went or changed. */

import type { Item, Params } from "../types.js";
import { askList } from "./ask/list.js";
import { listsThatName } from "./contradicted-lists.js";
import { type Reading, scopeName } from "./reading-plan.js";
import { PARTS } from "./reuse.js";
import { put, SPACES, scopeOfThing, timeOf, type Walking } from "./walk-context.js";

const AGAIN = [SPACES, "listMembers", "listTeams"];

/**
 * Forgets what has to be read again; in the `last` round it is marked unsettled instead.
 * @returns whether anything changed
 */
export async function forgetChangedLists(walking: Walking, last: boolean): Promise<boolean> {
  let any = false;
  for (const reading of walking.readings.filter(({ name }) => AGAIN.includes(name))) {
    if (await hasMoved(walking, reading, last)) any = true;
  }
  const { file, gone } = walking;
  for (const { scope, list } of gone.splice(0)) {
    any = true;
    if (last) continue;
    file.forget(scope);
    if (!AGAIN.some((name) => list === scopeOf(walking, name))) file.forget(list);
  }
  return any;
}

const scopeOf = ({ readings, asked }: Walking, name: string): string | undefined => {
  const reading = readings.find((one) => one.name === name);
  return reading && scopeName(reading.endpoint, { organizationId: asked.organization });
};

async function hasMoved(walking: Walking, reading: Reading, last: boolean): Promise<boolean> {
  const { file, asked, asking, used } = walking;
  const params = { organizationId: asked.organization };
  // If every part of every space was taken over, nothing could have changed while it was read.
  if (reading.name === SPACES && !used.has(SPACES)) return false;
  const scope = scopeName(reading.endpoint, params);
  if (file.stateOf(scope) !== "complete") return false;
  const startedAt = timeOf(walking);
  const before = new Map(file.items(reading.name, params).map((item) => [item.id, item]));
  const read = await askList(asking, reading, params);
  const found = new Set(read.items.map(({ id }) => id));
  // A list that was cut does not say what is gone.
  const went = read.state === "complete" ? [...before.keys()].filter((id) => !found.has(id)) : [];
  const came = read.items.filter(({ id }) => !before.has(id));
  const parts = read.items.flatMap((item) => partsOf(reading, params, item, before.get(item.id)));
  if (read.state === "complete" && went.length + came.length + parts.length === 0) {
    file.again(scope, read.requests);
    return false;
  }
  const state =
    last && went.length + came.length > 0
      ? { state: "unsettled" as const, reason: "it kept changing while it was read" }
      : {};
  const outdated = went.map((id) => scopeOfThing(reading, params, String(id)));
  if (!last && went.length > 0) outdated.push(...listsThatName(walking, scope, went));
  if (!last) outdated.push(...parts.map(({ thing, part }) => `${thing}/${part}`));
  // Before the list is stored: wherever the process ends, nothing that is older than its list counts as complete.
  const marked = last ? parts.filter((part) => mark(walking, part)) : [];
  const isListed = read.state === "complete";
  put(walking, reading, params, { read: { ...read, ...state }, startedAt, isListed, outdated });
  for (const { id, part, revision } of marked) {
    if (part === "content" && typeof revision === "string") file.revise(id, revision);
  }
  return true;
}

interface Part {
  id: string;
  /** The path above all scopes of the thing. */
  thing: string;
  part: string;
  /** The revision of the content that was read. */
  revision: unknown;
}

function partsOf(reading: Reading, params: Params, now: Item, before: Item | undefined): Part[] {
  if (!before) return [];
  const id = String(now.id);
  return Object.entries(PARTS[reading.name] ?? {}).flatMap(([part, members]) =>
    members.every((member) => now[member] === before[member])
      ? []
      : [{ id, thing: scopeOfThing(reading, params, id), part, revision: before.revision }],
  );
}

/** A part that changed every time it was read stays as it was read last. False if it was not read. */
function mark(walking: Walking, { thing, part }: Part): boolean {
  const { file } = walking;
  const scope = `${thing}/${part}`;
  const state = file.stateOf(scope);
  if (state === undefined) return false;
  // A refused reading has its own reason.
  if (state !== "complete") return true;
  const reason = "what it belongs to kept changing while it was read";
  file.note([{ scope, state: "unsettled", reason, endedAt: timeOf(walking), requests: 0 }]);
  return true;
}
