/** What targets are called in messages on a terminal: by title where it is known, never by an id that was picked. */
import { isObject } from "../../facts/values.js";
import type { Target } from "../kinds.js";
import { type Doors, kindOf, seen, titleOf } from "./words.js";

export interface NameDoors extends Pick<Doors, "client" | "recall"> {
  /** Titles by id that this run has learned from names and from what was picked. */
  known: ReadonlyMap<string, string>;
}

const PLACES = ["siteId", "spaceId"];

export function isTarget(target: unknown): target is Target {
  return typeof target === "object" && target !== null && "params" in target && "id" in target && "label" in target;
}

/** The parameter that is the target itself: the last one of its path. */
const ownParam = ({ id, params }: Target): string | undefined =>
  Object.entries<string>(params).findLast(([, value]) => value === id)?.[0];

/**
 * "Tern User Guide", "#42 Charge for 60 minutes": from what was answered, or seen before. Costs one GET where neither
 * tells and something was answered; undefined where nothing is called so.
 */
export async function nameOf(target: Target, result: unknown, doors: NameDoors): Promise<string | undefined> {
  const param = ownParam(target);
  const kind = kindOf(param);
  if (!kind) return undefined;
  const isRequest = param === "changeRequestId";
  const title =
    (isAbout(target, result) ? answered(result, isRequest ? "subject" : "title") : undefined) ??
    doors.known.get(target.id) ??
    (isRequest ? undefined : (await seen(kind, doors)).get(target.id)) ??
    (isObject(result) ? await titleOf(kind, target.params, doors) : undefined);
  if (title === undefined || !isRequest) return title;
  const number = isObject(result) && typeof result.number === "number" ? String(result.number) : target.id;
  return /^\d+$/.test(number) ? `#${number} ${title}` : title;
}

/** A copy is answered as a thing of its own. */
const isAbout = ({ id }: Target, result: unknown): boolean =>
  isObject(result) && (result.id === undefined || result.id === id || String(result.number) === id);

function answered(result: unknown, member: string): string | undefined {
  const title = isObject(result) ? result[member] : undefined;
  return typeof title === "string" && title !== "" ? title : undefined;
}

/** The title of the site or space that a target is in; costs one GET where it was not seen before. */
export async function placeOf(target: Target, doors: NameDoors): Promise<string | undefined> {
  const own = ownParam(target);
  const params: Record<string, string> = target.params;
  const param = PLACES.find((name) => name !== own && params[name] !== undefined);
  const kind = kindOf(param);
  const id = param === undefined ? undefined : params[param];
  if (!kind || id === undefined) return undefined;
  return doors.known.get(id) ?? (await seen(kind, doors)).get(id) ?? titleOf(kind, params, doors);
}
