/** Context that the parts of a restore share. */
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
export const inApp = ({ app }: Pick<RestoreContext, "app">, thing?: Thing): string => {
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
