/** Context that the parts of a restore share. */
import { thingAt } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import type { Planner } from "../make/planner.js";
import type { World } from "../world.js";

export const RESTORABLE_PARTS = [
  "organization",
  "members",
  "teams",
  "spaces",
  "collections",
  "sites",
  "specs",
] as const;
export type RestorablePart = (typeof RESTORABLE_PARTS)[number];

export type Thing = Readonly<Record<string, unknown>>;

export interface RestoreContext {
  planner: Planner;
  organization: string;
  /** The snapshot, and the service today; each address is read once. */
  past: World;
  now: World;
  /** The readers themselves. */
  readers: { past: Reader; now: Reader };
  only: readonly RestorablePart[];
  /** Things that cannot be brought back, one line each. */
  left: string[];
  /** Undetermined parts, as the token may not see everything, one line each. */
  unclear: string[];
  /** The address of the organization in the app, for what can only be done there. */
  app: string;
}

const TITLES = ["title", "user.displayName", "label", "slug", "name", "id"];

/** `team "Writers"` */
export function nameOf(kind: string, thing: Thing): string {
  const title = TITLES.map((path) => getPath(thing, path)).find((one) => typeof one === "string" && one !== "");
  return `${kind} ${JSON.stringify(String(title ?? "").slice(0, 200))}`;
}

/** Address of a thing in the app; else that of the organization. */
export const inApp = (app: string, thing?: Thing): string => {
  const own = thing && getPath(thing, "urls.app");
  const address = typeof own === "string" ? own : app;
  return address === "" ? "in the app" : `in the app: ${address}`;
};

export const idOf = (thing: Thing): string => String(thing.id);

/** Items of the first list that are not in the second, by id. */
export function missingFrom(from: readonly Thing[], others: readonly Thing[], id = "id"): Thing[] {
  const ids = new Set(others.map((one) => one[id]));
  return from.filter((one) => !ids.has(one[id]));
}

/** A restore never removes. */
export const formatKeptNew = (name: string): string => `${name} is new: it stays`;

// Tells what a snapshot has and today lacks from what this token may not see: the latter is named, not made again.

/** Why a list may lack something; undefined: what is not in it does not exist. @throws Failure of the reads */
export async function whyIncomplete(world: World, list: string): Promise<string | undefined> {
  try {
    await world.complete(list);
    return undefined;
  } catch (error) {
    if (!isUnclear(error)) throw error;
    return error.message;
  }
}

const isUnclear = (error: unknown): error is Failure => error instanceof Failure && error.kind === "cannot-tell";

/** The things of the snapshot that do not exist today; those of which that is not certain are noted. */
export async function findMissing(back: RestoreContext, list: string, kind: string, lists: Lists): Promise<Thing[]> {
  const found: Thing[] = [];
  for (const thing of missingFrom(lists.before, lists.today, lists.id)) {
    const why = (await whyIncomplete(back.now, list)) ?? (await whySeen(back, list, String(thing[lists.id ?? "id"])));
    if (why === undefined) found.push(thing);
    else back.unclear.push(`${nameOf(kind, thing)} is in the snapshot but cannot be seen: ${why}; not changed`);
  }
  return found;
}

interface Lists {
  before: readonly Thing[];
  today: readonly Thing[];
  /** The member that names a thing; default `id`. */
  id?: string;
}

/** Why a thing that its list lacks exists all the same; undefined: it does not. */
async function whySeen({ now, organization }: RestoreContext, list: string, id: string): Promise<string | undefined> {
  const root = `/v1${list.slice(list.lastIndexOf("/"))}`;
  const path = [list, root].map((one) => `${one}/${encodeURIComponent(id)}`).find((one) => thingAt(one));
  if (path === undefined) return undefined;
  try {
    const found = await now.thing({ path });
    // One that was given to another organization is gone from this one.
    const isHere = found && (found.organization ?? organization) === organization && !found.deletedAt;
    return isHere ? "its list lacks it, but it is found by its id" : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "forbidden") throw error;
    return `it cannot be read: ${error.message}`;
  }
}

/** Adds a line for each thing that is not in the snapshot: it stays. */
export async function noteNew(
  back: RestoreContext,
  list: string,
  kind: string,
  { before, today }: Lists,
  line: (name: string) => string = formatKeptNew,
): Promise<void> {
  const fresh = missingFrom(today, before);
  const why = fresh.length === 0 ? undefined : await whyIncomplete(back.past, list);
  for (const one of fresh) {
    const name = nameOf(kind, one);
    back.left.push(
      why === undefined ? line(name) : `${name} is not in the snapshot, which may be incomplete: it stays`,
    );
  }
}

/** Leaves a thing as it is, and notes it, where it cannot be told what there is of it. */
export async function unlessUnclear(
  { unclear }: RestoreContext,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnclear(error)) throw error;
    unclear.push(`${name}: ${error.message}; not changed`);
  }
}

/** The people who are still in the organization; of others that is noted if it is not certain. */
export async function stillThere(
  back: RestoreContext,
  members: string,
  team: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const there = new Set((await back.now.items(members)).map(idOf));
  const gone = people.filter((user) => !there.has(user));
  const why = gone.length === 0 ? undefined : await whyIncomplete(back.now, members);
  if (why !== undefined)
    back.unclear.push(`${team}: ${gone.length === 1 ? "1 person" : `${gone.length} people`} not added: ${why}`);
  return there;
}
