/** Derives the requests that make a site match its file, in the order of docs/sites-as-files.md. */
import { usage } from "../../errors.js";
import { createFirstSpaces, createSections, createSpaces } from "./changes/create.js";
import {
  changeLinks,
  changeSchema,
  changeSite,
  changeVisibility,
  removeUnlisted,
  setDefaultLast,
  setDefaults,
} from "./changes/defaults-and-removals.js";
import { arrangeLists, changeGroups, regroup } from "./changes/groups.js";
import { changeSections, changeSpaces, moveSpaces } from "./changes/paths.js";
import { startWork } from "./changes/site-model.js";
import { match, type Problem, type SiteMatch } from "./match.js";
import type { Site, SiteState } from "./model.js";
import type { Call } from "./plan.js";

interface SiteChanges {
  calls: Call[];
  /** Warnings, such as links that break. */
  warnings: string[];
  /** Things that the file does not list, and that stay. */
  unlisted: { id: string; name: string }[];
}

/**
 * @param prune Whether to remove what is missing from the file's lists.
 * @param mayEmpty Whether the site may be emptied on purpose.
 * @param name The name of the file in messages.
 * @throws Failure usage for what cannot be done, with the lines of the file
 */
export function changesOf(
  state: SiteState,
  wanted: Site,
  { prune, mayEmpty = false, name }: { prune: boolean; mayEmpty?: boolean; name: string },
): SiteChanges {
  const problems: Problem[] = [];
  const matched = match(state, wanted, prune, problems);
  if (prune && !mayEmpty) refuseEmptying(state, wanted, name);
  const work = startWork(state, wanted, matched, prune, problems);
  changeSchema(work);
  moveSpaces(work);
  changeSections(work);
  changeSpaces(work);
  createFirstSpaces(work);
  createSections(work);
  createSpaces(work);
  refuseProblems(problems, name);
  changeGroups(work);
  regroup(work);
  arrangeLists(work);
  setDefaults(work);
  changeSite(work);
  changeLinks(work);
  if (prune) removeUnlisted(work);
  setDefaultLast(work);
  changeVisibility(work);
  refuseProblems(problems, name);
  return { calls: work.calls.list, warnings: work.warnings, unlisted: prune ? [] : namesOf(matched) };
}

/** @throws Failure usage */
function refuseProblems(problems: readonly Problem[], name: string): void {
  if (problems.length === 0) return;
  const lines = [...problems]
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
    .map(({ line, message }) => (line ? `line ${line}: ${message}` : message));
  throw usage([`${name} cannot be applied:`, ...lines.map((one) => `  ${one}`)]);
}

/** Refuses a file without sections and spaces: it must be a mistake. @throws Failure usage */
function refuseEmptying(state: SiteState, { level, spaces }: Site, name: string): void {
  const nothing = [level, spaces].some((list) => list?.length === 0) && !level?.length && !spaces?.length;
  if (!nothing || state.level.length + state.spaces.length === 0) return;
  throw usage(`${name} lists no sections and no spaces: an empty list never removes all of a site`, "omit the key");
}

function namesOf({ unlisted }: SiteMatch): SiteChanges["unlisted"] {
  const inside = new Set(unlisted.sections.flatMap(({ spaces }) => spaces));
  return [
    ...unlisted.sections.map(({ id, path }) => ({ id, name: `section ${path}` })),
    ...unlisted.groups.map(({ id, title }) => ({ id, name: `group "${title}"` })),
    ...unlisted.spaces.filter((one) => !inside.has(one)).map(({ id, path }) => ({ id, name: `site space ${path}` })),
    ...unlisted.links.map(({ id, name }) => ({ id, name: `share link "${name}"` })),
  ];
}
