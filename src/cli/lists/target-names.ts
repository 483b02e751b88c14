/** The names of targets in messages on a terminal: the title if known, never an id that was picked. */

import { getPath } from "../../shared/paths.js";
import { firstWords } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { isObject } from "../../shared/values.js";
import { kindOf, type Target } from "../kinds.js";
import { readTitle, recallTitles, type TitleSources } from "./list-heading.js";

export interface NameDependencies extends TitleSources {
  /** Titles by id that this run has learned from names and pickers. */
  known: ReadonlyMap<string, string>;
}

export interface TargetNames {
  /** The target with its title in place of what was typed; unchanged if no title is known. */
  named<T>(target: T, result: unknown): T;
  /** `#43` or `c1 of Ada`: what people call it apart from its fields, which a message names beside it. */
  called(target: unknown, result: unknown): string | undefined;
  /** Title of the space or site that contains the targets, if it was looked up. */
  place: string | undefined;
}

export type LookUp = "title" | "title and place";

const PLACES = ["siteId", "spaceId"];
const REQUEST = "changeRequestId";

function isTarget(target: unknown): target is Target {
  return typeof target === "object" && target !== null && "params" in target && "id" in target && "label" in target;
}

/** The parameter of the target itself: the last one of its path. */
const ownParam = ({ id, params }: Target): string | undefined =>
  Object.entries<string>(params).findLast(([, value]) => value === id)?.[0];

/**
 * Call before anything is changed, because reporting a change must not wait for a look-up. `lookUp` costs a GET for a
 * single target, and one for its place, if the title is not known yet.
 */
export async function readNames(
  targets: readonly unknown[],
  lookUp: LookUp | undefined,
  dependencies: NameDependencies,
): Promise<TargetNames> {
  const things = targets.filter(isTarget);
  const [first] = things;
  const param = first && ownParam(first);
  const isDiscussed = param !== undefined && DISCUSSED.has(param);
  const titles = new Map(dependencies.known);
  const kind = kindOf(param);
  // Remembered change requests have their state in the title.
  if (kind && param !== REQUEST)
    for (const [id, title] of await recallTitles(kind, dependencies)) {
      // Titles that this run has read itself are newer.
      if (!titles.has(id)) titles.set(id, title);
    }
  if (kind && first && lookUp && things.length === 1 && !titles.has(first.id)) {
    const title = await readTitle(kind, first.params, dependencies);
    if (title !== undefined) titles.set(first.id, title);
  }
  return {
    named(target, result) {
      if (!isTarget(target)) return target;
      const text = isDiscussed && !dependencies.known.has(target.id) ? textOf(result) : undefined;
      const label = text ?? findName(target, result, param, titles);
      return label === undefined ? target : { ...target, label };
    },
    called(target, result) {
      if (!isTarget(target) || param === undefined) return undefined;
      if (param === REQUEST) return isObject(result) && result.number ? `#${result.number}` : undefined;
      return isDiscussed ? findName(target, result, param, dependencies.known) : undefined;
    },
    place: first && lookUp === "title and place" ? await readPlace(first, dependencies) : undefined,
  };
}

/** Their names are no titles: an email, a number and an author, a slug. */
const UNQUOTED: ReadonlySet<string> = new Set(["userId", "commentId", "commentReplyId", "specSlug"]);

const DISCUSSED: ReadonlySet<string> = new Set(["commentId", "commentReplyId"]);

/** `"Is it 8 Nm for the …"`; undefined for an answer without a text. */
function textOf(result: unknown): string | undefined {
  const text = getPath(result, "body.markdown");
  const words = typeof text === "string" ? firstWords(text) : undefined;
  return words && JSON.stringify(sanitizeLine(words));
}

/** `"Tern User Guide"`, `#42 Charge for 60 minutes`: from the answer, else as known before. One line. */
function findName(
  target: Target,
  result: unknown,
  param: string | undefined,
  titles: ReadonlyMap<string, string>,
): string | undefined {
  const isRequest = param === REQUEST;
  const title = findAnsweredName(target, result, isRequest ? "subject" : "title") ?? titles.get(target.id);
  if (title === undefined) return undefined;
  const given = isObject(result) && typeof result.number === "number" ? String(result.number) : target.id;
  if (isRequest) return sanitizeLine(/^\d+$/.test(given) ? `#${given} ${title}` : title);
  return param !== undefined && UNQUOTED.has(param) ? sanitizeLine(title) : JSON.stringify(sanitizeLine(title));
}

/** A copy is answered as a new thing, so its title is not the target's. */
function findAnsweredName({ id }: Target, result: unknown, member: string): string | undefined {
  if (!isObject(result)) return undefined;
  const title = result[member];
  const isAbout = result.id === undefined || result.id === id || String(result.number) === id;
  return isAbout && typeof title === "string" && title !== "" ? title : undefined;
}

async function readPlace(target: Target, dependencies: NameDependencies): Promise<string | undefined> {
  const own = ownParam(target);
  const params: Record<string, string> = target.params;
  const param = PLACES.find((name) => name !== own && params[name] !== undefined);
  const kind = kindOf(param);
  const id = param === undefined ? undefined : params[param];
  if (!kind || id === undefined) return undefined;
  const title =
    dependencies.known.get(id) ??
    (await recallTitles(kind, dependencies)).get(id) ??
    (await readTitle(kind, params, dependencies));
  return title === undefined ? undefined : sanitizeLine(title);
}
