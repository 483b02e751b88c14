/** Groups and their sections, and the order of everything. */
import {
  addSectionToGroup,
  createSiteSectionGroup,
  moveSiteSectionGroup,
  removeSectionFromGroup,
  updateSiteSectionGroup,
} from "../../../catalog/section-groups.js";
import { moveSiteSection } from "../../../catalog/sections.js";
import type { Group, Section } from "../model.js";
import { type Move, planMoves, planMovesOfTwoKinds } from "../order.js";
import { moveBeside } from "../paths.js";
import {
  groupToken,
  hasAny,
  idOf,
  isGroup,
  pickChanges,
  type SiteWork,
  sectionToken,
  spaceToken,
} from "./site-model.js";

const groupOf = ({ inside }: SiteWork, section: Section): Group | undefined =>
  [...inside].find(([, sections]) => sections.includes(section))?.[0];

/** Removes a section from its place in the model. */
function removeFromModel(work: SiteWork, section: Section): void {
  work.root = work.root.filter((one) => one !== section);
  for (const [group, sections] of work.inside)
    work.inside.set(
      group,
      sections.filter((one) => one !== section),
    );
}

/** Changes existing groups and creates new ones. */
export function changeGroups(work: SiteWork): void {
  const { calls, params, matched } = work;
  for (const one of work.wanted.level ?? []) {
    if (one.kind !== "group") continue;
    const now = matched.groups.get(one);
    if (!now) {
      createGroup(work, one);
      continue;
    }
    const body = pickChanges({ title: one.title, icon: one.icon }, { title: now.title, icon: now.icon });
    if (hasAny(body)) calls.add(updateSiteSectionGroup, { ...params, siteSectionGroupId: now.id }, body);
  }
}

/** Sections that other calls create have no id yet, so they cannot be listed: they are added one by one. */
function createGroup(work: SiteWork, one: Group): void {
  const { icon, title } = one;
  const made = work.calls.add(createSiteSectionGroup, work.params, { title, ...(icon !== undefined && { icon }) });
  work.ids.set(one, made);
  work.root.push(one);
  work.inside.set(one, []);
}

/** Moves each section into its group, or out of all groups. */
export function regroup(work: SiteWork): void {
  const { calls, params } = work;
  for (const one of work.wanted.level ?? []) {
    if (one.kind === "group") {
      const group = groupToken(work, one);
      for (const section of one.sections ?? []) {
        const token = sectionToken(work, section);
        if (work.inside.get(group)?.includes(token)) continue;
        calls.add(
          addSectionToGroup,
          { ...params, siteSectionGroupId: idOf(work, group) },
          { sectionId: idOf(work, token) },
        );
        removeFromModel(work, token);
        work.inside.set(group, [...(work.inside.get(group) ?? []), token]);
      }
      continue;
    }
    const token = sectionToken(work, one);
    const group = groupOf(work, token);
    if (!group) continue;
    const ids = { siteSectionGroupId: idOf(work, group), siteSectionId: idOf(work, token) };
    calls.add(removeSectionFromGroup, { ...params, ...ids });
    removeFromModel(work, token);
    work.root.splice(work.root.indexOf(group) + 1, 0, token);
  }
}

/** Sections and groups at the root, sections in groups, site spaces in sections. */
export function arrangeLists(work: SiteWork): void {
  arrangeRoot(work);
  for (const one of work.wanted.level ?? []) {
    if (one.kind !== "group") continue;
    const now = work.inside.get(groupToken(work, one)) ?? [];
    const wanted = (one.sections ?? []).map((section) => sectionToken(work, section));
    for (const move of planMoves(now, wanted)) moveSection(work, move);
  }
  for (const { section, wanted } of work.matched.scopes) {
    const now = work.spaces.get(section ? sectionToken(work, section) : null) ?? [];
    const tokens = wanted.map((one) => spaceToken(work, one)).filter((one) => now.includes(one));
    for (const { what, of, side } of planMoves(now, tokens)) moveBeside(work, what, of, side);
  }
}

function arrangeRoot(work: SiteWork): void {
  const wanted = (work.wanted.level ?? []).map((one) =>
    one.kind === "group" ? groupToken(work, one) : sectionToken(work, one),
  );
  const isEmpty = (one: Section | Group) => isGroup(one) && (work.inside.get(one) ?? []).length === 0;
  // The place of an empty group is not visible.
  const seen = wanted.filter((one) => !isEmpty(one) && work.root.includes(one));
  // Nor is it known of one that only now got sections: it is moved whatever the place, when all others have theirs.
  const isPlaced = (one: Section | Group) => !isGroup(one) || !work.unplaced.has(one);
  const placed = seen.filter(isPlaced);
  for (const move of planMovesOfTwoKinds(work.root.filter(isPlaced), placed, (one) => !isGroup(one)))
    moveAtRoot(work, move);
  seen.forEach((what, at) => {
    const previous = seen[at - 1];
    const of = previous ?? placed[0];
    if (!isPlaced(what) && of) moveAtRoot(work, { what, of, side: previous ? "after" : "before" });
  });
  const groups = wanted.filter(isGroup);
  groups.forEach((what, at) => {
    if (!isEmpty(what)) return;
    const order = work.root.filter(isGroup);
    // In one pass from the left, an empty group to the right may still be out of place.
    const [previous, next] = [groups[at - 1], groups.slice(at + 1).find((one) => !isEmpty(one))];
    const here = order.indexOf(what);
    const stands =
      (previous === undefined || order.indexOf(previous) < here) && (next === undefined || here < order.indexOf(next));
    const of = previous ?? next;
    if (!stands && of) moveAtRoot(work, { what, side: previous ? "after" : "before", of });
  });
}

function moveAtRoot(work: SiteWork, move: Move<Section | Group>): void {
  const { what, of, side } = move;
  const before = work.root;
  const after = before.filter((one) => one !== what);
  after.splice(after.indexOf(of) + (side === "after" ? 1 : 0), 0, what);
  work.root = after;
  if (!isGroup(what)) {
    moveSection(work, { what, side, of });
    return;
  }
  const position = { [side]: { type: "site-section", id: idOf(work, of) } };
  // The list of groups does not show that it goes past sections alone.
  const unseen = groupBefore(before, what) === groupBefore(after, what);
  work.calls.add(
    moveSiteSectionGroup,
    { ...work.params, siteSectionGroupId: idOf(work, what) },
    { position },
    { unseen },
  );
}

/** The group that stands before another one, whatever sections are between them. */
const groupBefore = (root: SiteWork["root"], group: Group): Group | undefined => {
  const groups = root.filter(isGroup);
  return groups[groups.indexOf(group) - 1];
};

function moveSection(work: SiteWork, { what, of, side }: Move<object>): void {
  const position = { [side]: { type: "site-section", siteSection: idOf(work, of) } };
  work.calls.add(moveSiteSection, { ...work.params, siteSectionId: idOf(work, what) }, { position });
}
