/** Derives the requests that make a site match its file, in the order of docs/sites-as-files.md. */

import { setSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { deleteSiteSectionGroup } from "../../catalog/section-groups.js";
import { createSiteSection, deleteSiteSection, updateSiteSection } from "../../catalog/sections.js";
import { createShareLink, deleteShareLink, updateShareLink } from "../../catalog/share-links.js";
import { addSiteSpace, deleteSiteSpace, updateSiteSpace } from "../../catalog/site-spaces.js";
import { publishSite, updateSite } from "../../catalog/sites.js";
import { usage } from "../../errors.js";
import { arrangeLists, changeGroups, regroup } from "./changes/groups.js";
import {
  hasAny,
  idOf,
  moveInModel,
  pickChanges,
  type SiteWork,
  sectionToken,
  spaceToken,
  startWork,
} from "./changes/site-model.js";
import { match, type Problem, type Scope, type SiteMatch } from "./match.js";
import { type Section, type Site, type SiteSpace, type SiteState, sectionsOf } from "./model.js";
import { changeSections, changeSpaces, moveBeside, moveSpaces, placeOf, refuseMove, spaceFields } from "./paths.js";
import type { Call } from "./plan.js";

// Creates sections and site spaces; each gets its path before the next one is created.

function createSections(work: SiteWork): void {
  for (const section of sectionsOf(work.wanted.level)) {
    if (work.matched.sections.has(section)) continue;
    const [first, ...others] = section.spaces ?? [];
    if (first?.space === undefined) {
      work.problems.push({
        line: section.line,
        message: `section ${section.path} is new: it needs spaces, the first of them with space`,
      });
      continue;
    }
    createSection(work, section, first);
    for (const one of others) addSpace(work, one, section);
  }
}

function createSection(work: SiteWork, section: Section, first: SiteSpace): void {
  const { calls, params } = work;
  const { title, icon, description, condition } = section;
  const made = calls.add(createSiteSection, params, {
    spaceId: first.space,
    ...(title !== undefined && { title }),
    ...(typeof icon === "string" && { icon }),
  });
  work.ids.set(section, made);
  const texts = Object.entries({ description, condition }).filter(([, value]) => typeof value === "string");
  calls.add(
    updateSiteSection,
    { ...params, siteSectionId: made },
    { ...Object.fromEntries(texts), path: section.path },
  );
  const space = { ...made, path: "siteSpaces.0.id" };
  work.ids.set(first, space);
  finishSpace(work, first);
  work.root.push(section);
  work.spaces.set(section, [first]);
}

function finishSpace(work: SiteWork, one: SiteSpace): void {
  const condition = typeof one.condition === "string" ? { condition: one.condition } : {};
  work.calls.add(updateSiteSpace, { ...work.params, siteSpaceId: idOf(work, one) }, { ...condition, path: one.path });
}

/** Adds spaces outside sections, before there are any sections. */
function createFirstSpaces(work: SiteWork): void {
  const outside = work.matched.scopes.find(({ section }) => section === undefined);
  if (outside && work.root.length === 0) for (const one of outside.wanted) addSpace(work, one, undefined);
}

/** Adds site spaces to existing sections, and outside sections. */
function createSpaces(work: SiteWork): void {
  for (const { section, wanted } of work.matched.scopes) {
    if (section && !work.matched.sections.has(section)) continue;
    for (const one of wanted) if (section || (!work.ids.has(one) && !rootWaits(work))) addSpace(work, one, section);
  }
}

/** The service puts a new space into the default section; moving it out requires another one outside to put it beside. */
const rootWaits = (work: SiteWork): boolean =>
  (work.spaces.get(null) ?? []).length === 0 && work.root.length > 0 && sectionsLeft(work) === 0;

const sectionsLeft = ({ matched, prune, state, wanted }: SiteWork): number => {
  if (!prune || !wanted.level) return state.level.length;
  const gone = matched.unlisted.sections.length;
  return sectionsOf(wanted.level).length + allSections(state.level) - matched.sections.size - gone;
};

const allSections = (level: SiteWork["state"]["level"]): number =>
  level.reduce((sum, one) => sum + (one.kind === "group" ? one.sections.length : 1), 0);

/** Adds those that had to wait until there are no sections. Returns whether there were any. */
function createLateSpaces(work: SiteWork, outside: Scope): boolean {
  if (sectionsLeft(work) > 0) return false;
  const late = outside.wanted.filter((one) => !work.matched.spaces.has(one) && !work.ids.has(one));
  for (const one of late) addSpace(work, one, undefined, true);
  return late.length > 0;
}

function addSpace(work: SiteWork, one: SiteSpace, section: Section | undefined, late = false): void {
  const { calls, params, matched } = work;
  const to: Section | null = section ? sectionToken(work, section) : null;
  const list = work.spaces.get(to) ?? [];
  const now = matched.spaces.get(one);
  if (now) {
    if (placeOf(work, now) !== to) moveHere(work, now, to, one);
    return;
  }
  if (one.space === undefined) {
    work.problems.push({ line: one.line, message: `site space ${one.path} is new: it needs space` });
    return;
  }
  const beside = list.at(-1);
  const outsideOfSections =
    to === null && !late && work.root.some(({ kind }) => kind === "section" || kind === "group");
  if (outsideOfSections && beside === undefined) {
    const reason = "the service adds new spaces to the default section of a site with sections: list it there";
    work.problems.push({ line: one.line, message: `site space ${one.path}: ${reason}` });
    return;
  }
  const made = calls.add(addSiteSpace, params, { spaceId: one.space, ...(to && { sectionId: idOf(work, to) }) });
  work.ids.set(one, made);
  if (outsideOfSections && beside) moveBeside(work, one, beside, "after");
  finishSpace(work, one);
  work.spaces.set(to, [...list, one]);
}

/** Adds site spaces to a section that has just been created. */
function moveHere(
  work: SiteWork,
  now: NonNullable<ReturnType<SiteWork["matched"]["spaces"]["get"]>>,
  to: Section | null,
  one: SiteSpace,
): void {
  const from = placeOf(work, now);
  const list = work.spaces.get(to) ?? [];
  const beside = list.at(-1);
  if (beside === undefined || from === undefined) {
    refuseMove(work, one, to);
    return;
  }
  moveBeside(work, now, beside, "after");
  work.calls.add(
    updateSiteSpace,
    { ...work.params, siteSpaceId: now.id },
    { ...spaceFields(now, one), path: one.path },
  );
  moveInModel(work, now, from, to);
  work.warnings.push(`site space "${now.title}": it moves to another section, which breaks links to it`);
}

// Defaults, fields of the site, share links; then removals; last visibility and publication.

function changeSchema({ wanted: { adaptiveSchema }, state, params, calls }: SiteWork): void {
  const { isDeepStrictEqual } = process.getBuiltinModule("node:util");
  if (!adaptiveSchema || isDeepStrictEqual(state.adaptiveSchema, adaptiveSchema)) return;
  calls.add(setSiteAdaptiveSchema, params, { jsonSchema: adaptiveSchema });
}

const isThere = (one: object): one is { default: boolean; id: string } => !("line" in one);

/** The section comes first: the default site space must be in the default section, or outside all. */
function setDefaults(work: SiteWork): void {
  const sections = sectionsOf(work.wanted.level);
  const tokens = sections.map((one) => sectionToken(work, one));
  const gone = new Set<object>(work.prune ? [...work.matched.unlisted.sections, ...work.matched.unlisted.spaces] : []);
  const all = work.root.flatMap((one) => (one.kind === "group" ? (work.inside.get(one) ?? []) : [one]));
  const marked = sections.find((one) => one.default);
  const section = newDefault(work, all, tokens, marked && sectionToken(work, marked), gone);
  // The first section that is made becomes the default by itself.
  const unseen = work.state.level.every((one) => one.kind === "group" && one.sections.length === 0);
  if (section) work.calls.add(updateSite, work.params, { defaultSiteSection: idOf(work, section) }, { unseen });
  for (const scope of work.matched.scopes) setDefaultSpace(work, scope, gone);
}

function setDefaultSpace(work: SiteWork, scope: Scope, gone: ReadonlySet<object>): void {
  const to = scope.section ? sectionToken(work, scope.section) : null;
  const now = work.spaces.get(to) ?? [];
  const here = scope.wanted.map((one) => spaceToken(work, one)).filter((one) => now.includes(one));
  const wanted = scope.wanted.find((one) => one.default);
  const space = newDefault<SiteSpace>(work, now, here, wanted && spaceToken(work, wanted), gone);
  if (!space || !now.includes(space)) return;
  const body = { defaultSiteSpace: idOf(work, space) };
  const unseen = scope.now.length === 0;
  if (to === null) work.calls.add(updateSite, work.params, body, { unseen });
  else work.calls.add(updateSiteSection, { ...work.params, siteSectionId: idOf(work, to) }, body, { unseen });
}

/** Sets the default outside sections, once there are no sections left. */
function setDefaultLast(work: SiteWork): void {
  const outside = work.matched.scopes.find(({ section }) => section === undefined);
  if (outside && createLateSpaces(work, outside)) setDefaultSpace(work, outside, new Set());
}

/** The new default, if any: the marked one, or the first that stays if the present one goes. */
function newDefault<T extends object>(
  { arrived }: SiteWork,
  now: readonly T[],
  listed: readonly T[],
  marked: T | undefined,
  gone: ReadonlySet<object>,
): T | undefined {
  // A thing that moved in is not the default here; the first thing in a new place is.
  const present = now.find((one) => isThere(one) && one.default && !arrived.has(one)) ?? now[0];
  if (marked) return marked === present ? undefined : marked;
  return present && gone.has(present) ? listed.find((one) => !gone.has(one)) : undefined;
}

function changeSite({ wanted, state, params, calls, warnings }: SiteWork): void {
  const { title, basename, agentsContext, proxy, adaptiveContent } = wanted;
  const body = pickChanges({ title, basename, agentsContext, proxy }, { ...state });
  if (adaptiveContent !== undefined && adaptiveContent !== state.adaptiveContent) {
    body.adaptiveContent = { enabled: adaptiveContent };
  }
  if (hasAny(body)) calls.add(updateSite, params, body);
  if (body.basename !== undefined) {
    warnings.push(
      `basename changes from ${state.basename ?? "none"} to ${body.basename}, which breaks links to the site`,
    );
  }
}

function changeLinks({ wanted, matched, params, calls }: SiteWork): void {
  for (const one of wanted.shareLinks ?? []) {
    const now = matched.links.get(one);
    if (now) {
      const body = pickChanges({ name: one.name, active: one.active }, { ...now });
      if (hasAny(body)) calls.add(updateShareLink, { ...params, shareLinkId: now.id }, body);
      continue;
    }
    const made = calls.add(createShareLink, params, { name: one.name });
    if (one.active === false) calls.add(updateShareLink, { ...params, shareLinkId: made }, { active: false });
  }
}

const LAST = { last: true } as const;

/** Children before parents, so that an undo, in reverse, finds the parents. */
function removeUnlisted(work: SiteWork): void {
  const { calls, params, matched } = work;
  const { unlisted } = matched;
  const gone = new Set(unlisted.sections);
  const moved = new Set(matched.spaces.values());
  for (const section of gone) {
    const [, ...others] = section.spaces.filter((one) => !moved.has(one));
    for (const { id } of others.reverse()) calls.add(deleteSiteSpace, { ...params, siteSpaceId: id }, undefined, LAST);
    calls.add(deleteSiteSection, { ...params, siteSectionId: section.id }, undefined, LAST);
  }
  const inSections = new Set([...gone].flatMap(({ spaces }) => spaces));
  for (const one of unlisted.spaces) {
    if (!inSections.has(one)) calls.add(deleteSiteSpace, { ...params, siteSpaceId: one.id }, undefined, LAST);
  }
  for (const { id } of unlisted.groups)
    calls.add(deleteSiteSectionGroup, { ...params, siteSectionGroupId: id }, undefined, LAST);
  for (const { id } of unlisted.links) calls.add(deleteShareLink, { ...params, shareLinkId: id }, undefined, LAST);
}

/** Visibility and publication come last, so that visitors never see a half-finished site. */
function changeVisibility({ wanted, state, params, calls }: SiteWork): void {
  const { visibility } = wanted;
  if (visibility !== undefined && visibility !== state.visibility) calls.add(updateSite, params, { visibility }, LAST);
  if (wanted.published && !state.published) calls.add(publishSite, params, undefined, LAST);
}

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
export function findChanges(
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
