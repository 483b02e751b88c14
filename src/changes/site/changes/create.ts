/** Creates sections and site spaces; each gets its path before the next one is created. */
import { createSiteSection, updateSiteSection } from "../../../catalog/sections.js";
import { addSiteSpace, updateSiteSpace } from "../../../catalog/site-spaces.js";
import type { Scope } from "../match.js";
import { type Section, type SiteSpace, sectionsOf } from "../model.js";
import { moveBeside, placeOf, refuseMove, spaceFields } from "../paths.js";
import { idOf, moveInModel, type SiteWork, sectionToken } from "./site-model.js";

export function createSections(work: SiteWork): void {
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
export function createFirstSpaces(work: SiteWork): void {
  const outside = work.matched.scopes.find(({ section }) => section === undefined);
  if (outside && work.root.length === 0) for (const one of outside.wanted) addSpace(work, one, undefined);
}

/** Adds site spaces to existing sections, and outside sections. */
export function createSpaces(work: SiteWork): void {
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
export function createLateSpaces(work: SiteWork, outside: Scope): boolean {
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
