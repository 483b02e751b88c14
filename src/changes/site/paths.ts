import { updateSiteSection } from "../../catalog/sections.js";
import { moveSiteSpace, updateSiteSpace } from "../../catalog/site-spaces.js";
import { hasAny, idOf, moveInModel, pickChanges, type SiteWork, sectionToken } from "./changes/site-model.js";
import type { Scope } from "./match.js";
import { type Section, type SectionState, type SiteSpace, type SiteSpaceState, sectionsOf } from "./model.js";

// Orders changes of paths, so that no two things ever have the same one.

export interface HeldPath {
  /** Its present path. */
  path: string;
  /** Its new path; absent: it keeps the present one. */
  wanted?: string | undefined;
  /** It is removed afterward, so it may have any path until then. */
  leaves?: boolean;
}

interface Rename<T> {
  what: T;
  path: string;
  /** A temporary path until the new one is free. */
  temporary: boolean;
}

const MAX_PATH = 100;

/**
 * @returns the renames in order, and things whose new path belongs to something that stays
 */
export function orderRenames<T>(held: ReadonlyMap<T, HeldPath>): { order: Rename<T>[]; blocked: { what: T; by: T }[] } {
  const holder = new Map([...held].map(([what, { path }]) => [path, what]));
  const wanted = new Set([...held.values()].map((one) => one.wanted));
  const now = new Map([...held].map(([what, { path }]) => [what, path]));
  const waiting = new Set(
    [...held].flatMap(([what, one]) => (one.wanted !== undefined && one.wanted !== one.path ? [what] : [])),
  );
  const order: Rename<T>[] = [];
  const blocked: { what: T; by: T }[] = [];
  const rename = (what: T, path: string, temporary: boolean): void => {
    holder.delete(now.get(what) ?? "");
    holder.set(path, what);
    now.set(what, path);
    order.push({ what, path, temporary });
  };
  while (waiting.size > 0) {
    const ready = [...waiting].find((what) => !holder.has(held.get(what)?.wanted ?? ""));
    if (ready !== undefined) {
      rename(ready, held.get(ready)?.wanted ?? "", false);
      waiting.delete(ready);
      continue;
    }
    const [what] = waiting;
    const by = what === undefined ? undefined : holder.get(held.get(what)?.wanted ?? "");
    if (what === undefined || by === undefined) break;
    if (waiting.has(by) || held.get(by)?.leaves) rename(by, freeName(now.get(by) ?? "", holder, wanted), true);
    else {
      blocked.push({ what, by });
      waiting.delete(what);
    }
  }
  return { order, blocked };
}

function freeName(path: string, holder: ReadonlyMap<string, unknown>, wanted: ReadonlySet<string | undefined>): string {
  for (let count = 1; ; count += 1) {
    const end = `-moving${count === 1 ? "" : `-${count}`}`;
    const name = `${path.slice(0, MAX_PATH - end.length)}${end}`;
    if (!holder.has(name) && !wanted.has(name)) return name;
  }
}

// Changes paths and other fields of existing things; what moves to another section does so first.

const warnOfPath = (what: string, path: string, to: string) =>
  `${what}: its path changes from ${path} to ${to}, which breaks links to it`;

/** Existing sections: one request for each, and another one for a path that has to wait. */
export function changeSections(work: SiteWork): void {
  const { state, matched, params, calls } = work;
  const leaving = new Set(work.prune ? matched.unlisted.sections : []);
  const wanted = new Map([...matched.sections].map(([one, now]) => [now, one]));
  const held = new Map<SectionState, HeldPath>(
    sectionsOf(state.level).map((now) => [
      now,
      { path: now.path, wanted: wanted.get(now)?.path, leaves: leaving.has(now) },
    ]),
  );
  const { order, blocked } = orderRenames(held);
  for (const { what, by } of blocked) {
    work.problems.push({
      line: wanted.get(what)?.line ?? 1,
      message: `path ${wanted.get(what)?.path} belongs to section "${by.title}", which the file does not list`,
    });
  }
  const fieldsOf = (now: SectionState) => {
    const { title, icon, description, condition } = wanted.get(now) ?? {};
    return pickChanges({ title, icon, description, condition }, { ...now });
  };
  const patch = (now: SectionState, body: object) => {
    if (hasAny(body)) calls.add(updateSiteSection, { ...params, siteSectionId: now.id }, { ...body });
  };
  const renamed = new Set(order.filter(({ temporary }) => !temporary).map(({ what }) => what));
  for (const now of wanted.keys()) if (!renamed.has(now)) patch(now, fieldsOf(now));
  for (const { what, path, temporary } of order) {
    patch(what, temporary ? { path } : { ...fieldsOf(what), path });
    if (!temporary) work.warnings.push(warnOfPath(`section "${what.title}"`, what.path, path));
  }
}

const keyOf = (work: SiteWork, { section }: Scope): Section | null => (section ? sectionToken(work, section) : null);

interface Going {
  one: SiteSpace;
  now: SiteSpaceState;
  from: Section | null;
  to: Section | null;
}

/** Moves site spaces to another existing section, behind one that is in it. */
export function moveSpaces(work: SiteWork): void {
  const going = work.matched.scopes
    .filter((scope) => !isNew(work)(scope))
    .flatMap((scope) => spacesLeaving(work, scope));
  while (going.length > 0) {
    const next = nextToMove(work, going);
    const beside = next && work.spaces.get(next.to)?.at(-1);
    if (!next || beside === undefined) break;
    going.splice(going.indexOf(next), 1);
    moveBeside(work, next.now, beside, "after");
    moveInModel(work, next.now, next.from, next.to);
    work.warnings.push(`site space "${next.now.title}": it moves to another section, which breaks links to it`);
  }
  for (const one of going) replaceSpace(work, one);
}

function spacesLeaving(work: SiteWork, scope: Scope): Going[] {
  const to = keyOf(work, scope);
  return scope.wanted.flatMap((one) => {
    const now = work.matched.spaces.get(one);
    const from = now && placeOf(work, now);
    return now === undefined || from === undefined || from === to ? [] : [{ one, now, from, to }];
  });
}

/** Nothing can be moved into an empty section, so the last site space leaves after others have come, if possible. */
function nextToMove({ spaces }: SiteWork, going: readonly Going[]): Going | undefined {
  const size = (key: Section | null) => spaces.get(key)?.length ?? 0;
  const possible = going.filter(({ to }) => size(to) > 0);
  return possible.find(({ from }) => size(from) > 1 || !going.some(({ to }) => to === from)) ?? possible[0];
}

/** It cannot be moved there: a new one is created, and the present one is removed. */
function replaceSpace(work: SiteWork, { one, now, to }: Going): void {
  if (!work.prune) {
    refuseMove(work, one, to);
    return;
  }
  one.space ??= now.space;
  if (one.condition === undefined) one.condition = now.condition ?? null;
  work.matched.spaces.delete(one);
  work.matched.unlisted.spaces.push(now);
}

/** A site space can only be moved beside another one. */
export function refuseMove({ problems }: SiteWork, { line, path }: SiteSpace, to: Section | null): void {
  const where = to?.kind === "section" ? `section ${to.path}` : "the site outside its sections";
  problems.push({
    line,
    message: `site space ${path} cannot move to ${where}, which has no other one: create a new one there`,
  });
}

export const placeOf = ({ spaces }: SiteWork, one: SiteSpace): Section | null | undefined =>
  [...spaces].find(([, list]) => list.includes(one))?.[0];

export function moveBeside(work: SiteWork, what: SiteSpace, beside: SiteSpace, side: "before" | "after"): void {
  const position = { [side]: { type: "site-space", siteSpace: idOf(work, beside) } };
  work.calls.add(moveSiteSpace, { ...work.params, siteSpaceId: idOf(work, what) }, { position });
}

const isNew =
  ({ matched }: SiteWork) =>
  ({ section }: Scope): boolean =>
    section !== undefined && !matched.sections.has(section);

/** The fields in which a site space differs from the file. */
export const spaceFields = (now: SiteSpaceState, one: SiteSpace | undefined): Record<string, unknown> =>
  pickChanges({ condition: one?.condition, spaceId: one?.space }, { condition: now.condition, spaceId: now.space });

/** Changes existing site spaces. */
export function changeSpaces(work: SiteWork): void {
  // diff.ts changes what moves into a new section.
  const waiting = new Set(work.matched.scopes.filter(isNew(work)).flatMap(({ wanted }) => wanted));
  const staying = [...work.matched.spaces].filter(([one]) => !waiting.has(one));
  const wanted = new Map(staying.map(([one, now]) => [now, one]));
  const going = [...waiting].flatMap((one) => work.matched.spaces.get(one) ?? []);
  const leaving = new Set([...going, ...(work.prune ? work.matched.unlisted.spaces : [])]);
  const gone = new Set<unknown>(work.prune ? work.matched.unlisted.sections : []);
  for (const [section, tokens] of work.spaces) {
    if (section !== null && gone.has(section)) continue;
    changeScope(
      work,
      tokens.filter((one): one is SiteSpaceState => !("line" in one)),
      wanted,
      leaving,
    );
  }
}

function changeScope(
  work: SiteWork,
  here: readonly SiteSpaceState[],
  wanted: ReadonlyMap<SiteSpaceState, SiteSpace>,
  leaving: ReadonlySet<SiteSpaceState>,
): void {
  const { calls, params } = work;
  const taken = new Set<string>();
  const pathNow = new Map(here.map((now) => [now, toFreePath(now.path, taken)]));
  const held = new Map<SiteSpaceState, HeldPath>(
    here.map((now) => [
      now,
      { path: pathNow.get(now) ?? now.path, wanted: wanted.get(now)?.path, leaves: leaving.has(now) },
    ]),
  );
  const { order, blocked } = orderRenames(held);
  for (const { what, by } of blocked) {
    work.problems.push({
      line: wanted.get(what)?.line ?? 1,
      message: `path ${wanted.get(what)?.path} belongs to site space "${by.title}", which the file does not list`,
    });
  }
  const fieldsOf = (now: SiteSpaceState) => spaceFields(now, wanted.get(now));
  const patch = (now: SiteSpaceState, body: object) => {
    if (hasAny(body)) calls.add(updateSiteSpace, { ...params, siteSpaceId: now.id }, { ...body });
  };
  const renamed = new Set(order.filter(({ temporary }) => !temporary).map(({ what }) => what));
  for (const now of here) if (!renamed.has(now)) patch(now, fieldsOf(now));
  for (const { what, path, temporary } of order) {
    patch(what, temporary ? { path } : { ...fieldsOf(what), path });
    if (!temporary && path !== what.path) work.warnings.push(warnOfPath(`site space "${what.title}"`, what.path, path));
  }
}

/** The service adds a number to the path of a site space that moves to a section where that path is taken. */
function toFreePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let count = 1; taken.has(free); count += 1) free = `${path}-${count}`;
  taken.add(free);
  return free;
}
