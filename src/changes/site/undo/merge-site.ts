/**
 * What a site is to be once a plan is undone: a three-way merge of the site before the plan, as the plan left it (`after`)
 * and as it is now. It is as it is now, but for what the plan did; what somebody else changed since stays, and is reported.
 */
import { defaultListOf, isSame, listOf, type Part, type Parts, partsInside, type SiteIndex } from "../site-index.js";
import type { Effects } from "./effects.js";

export interface Conflict {
  /** Id of the part. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  why?: string;
}

interface MergeResult {
  /** What the site is to be. */
  target: SiteIndex;
  /** Ids of parts that are made anew. */
  again: Set<string>;
  /** Changed by somebody else since, and left alone. */
  changed: Conflict[];
  /** What the service cannot bring back. */
  lost: Conflict[];
}

interface Sides {
  before: SiteIndex;
  now: SiteIndex;
  /** As the plan left it; undefined where it was broken off. */
  after: SiteIndex | undefined;
  effects: Effects;
}

interface MergeContext extends Sides, MergeResult {
  addConflict(part: Pick<Part, "id" | "name">, what: string): void;
}

/** The parts with these ids, as they are in each of the sites. */
const partsIn = (ids: Iterable<string>, sites: readonly SiteIndex[]): Part[] =>
  [...ids].flatMap((id) => sites.flatMap(({ parts }) => parts.get(id) ?? []));

/**
 * What becomes of a value that the plan changed. "conflict": somebody else changed it since.
 * @param after as the plan left it; undefined: not known, so it is taken for what is there
 */
function mergeValue(before: unknown, after: unknown, now: unknown): "keep" | "restore" | "conflict" {
  if (isSame(before, now)) return "keep";
  return after === undefined || isSame(after, now) ? "restore" : "conflict";
}

export function mergeSite(sides: Sides): MergeResult {
  const { now } = sides;
  const parts: Parts = new Map([...now.parts].map(([id, part]) => [id, { ...part, fields: { ...part.fields } }]));
  const changed: Conflict[] = [];
  const context: MergeContext = {
    ...sides,
    target: { parts, defaults: new Map(now.defaults) },
    again: new Set(),
    changed,
    lost: [],
    addConflict: ({ id, name }, what) => void changed.push({ id, title: `${name}: ${what}` }),
  };
  restoreRemovedParts(context);
  removeAddedParts(context);
  restoreFields(context);
  restorePlaces(context);
  keepParents(context);
  freePaths(context);
  restoreOrder(context);
  restoreDefaults(context);
  const { target, again, lost } = context;
  return { target, again, changed, lost };
}

/** What the plan removed. */
function restoreRemovedParts({ before, now, effects, target, again, lost, addConflict }: MergeContext): void {
  const { removed, moved } = effects;
  for (const part of before.parts.values()) {
    const { id, kind, fields } = part;
    if (now.parts.has(id)) continue;
    if (removed.has(id)) {
      again.add(id);
      target.parts.set(id, { ...part, fields: { ...fields } });
      if (kind === "link") lost.push({ id, title: `remove ${part.name}`, why: "a new link has another address" });
    } else if (effects.fields.has(id) || moved.has(id)) addConflict(part, "it no longer exists");
  }
  for (const part of [...target.parts.values()].filter(({ id }) => again.has(id))) {
    const shows = (one: Part) => one.fields.space !== "" && target.parts.has(one.id);
    const isWithout = part.kind === "section" && !partsInside(before.parts, part.id).some(shows);
    if (isWithout || (part.kind === "space" && part.fields.space === "")) {
      lost.push({ id: part.id, title: `remove ${part.name}`, why: "the space that it showed no longer exists" });
      removePart(target.parts, part.id);
    }
  }
}

function removePart(parts: Parts, id: string): void {
  for (const one of partsInside(parts, id)) parts.delete(one.id);
  parts.delete(id);
}

/** What the plan made, unless somebody made something of it. */
function removeAddedParts(context: MergeContext): void {
  const { now, effects, target, addConflict } = context;
  const made = [...effects.made].flatMap((id) => now.parts.get(id) ?? []);
  const kept = new Set<string>();
  for (const part of made) {
    const what = findForeignParts(part, context);
    if (what === undefined) continue;
    kept.add(part.id);
    addConflict(part, what);
    // A section stays with what is in it.
    if (part.kind === "space" && part.parent !== null && effects.made.has(part.parent)) kept.add(part.parent);
  }
  for (const part of made) {
    const goes = !kept.has(part.id) && !(part.kind === "space" && part.parent !== null && kept.has(part.parent));
    if (goes) target.parts.delete(part.id);
  }
}

/** What somebody else did to a part that the plan made; undefined: nothing. */
function findForeignParts(part: Part, { before, now, after, effects }: MergeContext): string | undefined {
  const left = after?.parts.get(part.id);
  const own = effects.fields.get(part.id) ?? new Map<string, unknown>();
  const fields = Object.entries(part.fields).flatMap(([name, value]) => {
    const was = left ? left.fields[name] : own.get(name);
    return was === undefined || isSame(was, value) ? [] : [name];
  });
  if (fields.length > 0) return fields.join(", ");
  if (left && left.parent !== part.parent) return "its place";
  const isOurs = ({ id }: Part) => effects.made.has(id) || (before.parts.has(id) && effects.moved.has(id));
  const others = partsInside(now.parts, part.id).find((one) => !isOurs(one));
  return others && `${others.name} is in it`;
}

/** The service takes no null for these. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  "site.visibility",
  "site.basename",
  "site.agentsContext",
  "site.adaptiveSchema",
  "group.icon",
]);

const TAKES_NO_EMPTY = "it was empty before, and the service accepts no empty value";

function restoreFields({ before, now, after, effects, target, lost, addConflict }: MergeContext): void {
  // What goes to another section may get another path there.
  const arrived = [...effects.moved].map(
    (id) => [id, new Map([["path", undefined], ...(effects.fields.get(id) ?? [])])] as const,
  );
  for (const [id, own] of new Map<string, Map<string, unknown>>([...effects.fields, ...arrived])) {
    const [was, is, part] = [before, now, target].map(({ parts }) => parts.get(id));
    if (!was || !is || !part) continue;
    for (const [name, given] of own) {
      if (!(name in was.fields)) continue;
      const left = given === undefined ? after?.parts.get(id)?.fields[name] : given;
      const merged = mergeValue(was.fields[name], left, is.fields[name]);
      if (merged === "conflict") addConflict(is, name);
      if (merged !== "restore") continue;
      const isKept = was.fields[name] === null && NEVER_EMPTY.has(`${is.kind}.${name}`);
      if (name === "published") lost.push({ id, title: `publish ${is.name}`, why: "the service cannot unpublish" });
      else if (isKept) lost.push({ id, title: `set ${name} of ${is.name}`, why: TAKES_NO_EMPTY });
      else part.fields[name] = was.fields[name];
    }
  }
}

/** Sections and site spaces into what they were in. */
function restorePlaces({ before, now, after, effects, target, addConflict }: MergeContext): void {
  for (const was of before.parts.values()) {
    const [is, part] = [now.parts.get(was.id), target.parts.get(was.id)];
    // What is in a group that goes comes to the root.
    const isMoved = effects.moved.has(was.id) || (was.parent !== null && effects.removed.has(was.parent));
    if (!is || !part || !isMoved) continue;
    const merged = mergeValue(was.parent, after?.parts.get(was.id)?.parent, is.parent);
    const isThere = was.parent === null || target.parts.has(was.parent);
    if (merged === "restore" && isThere) part.parent = was.parent;
    else if (merged !== "keep") addConflict(is, "its place");
  }
}

/** What stays in something that goes: a section comes to the root, and a section stays for its site space. */
function keepParents({ now, target: { parts } }: MergeContext): void {
  for (const part of [...parts.values()]) {
    if (part.parent === null || parts.has(part.parent)) continue;
    const around = part.kind === "space" ? now.parts.get(part.parent) : undefined;
    const isIn = around?.parent != null && parts.has(around.parent);
    if (around) parts.set(around.id, { ...around, parent: isIn ? around.parent : null, fields: { ...around.fields } });
    else part.parent = null;
  }
}

/** Where two would have one path, what is there already keeps its own. */
function freePaths({ now, target: { parts }, again, addConflict }: MergeContext): void {
  // Sections share their paths, whatever group they are in.
  const keyOf = (part: Part) => `${part.kind === "section" ? part.kind : listOf(part)} ${part.fields.path}`;
  for (let round = 0; round <= parts.size; round += 1) {
    const holders = new Map<string, Part[]>();
    for (const part of parts.values()) {
      if (part.kind !== "section" && part.kind !== "space") continue;
      holders.set(keyOf(part), [...(holders.get(keyOf(part)) ?? []), part]);
    }
    const held = [...holders.values()].find(({ length }) => length > 1);
    if (!held) return;
    const isOwn = ({ id, fields }: Part) => again.has(id) || now.parts.get(id)?.fields.path !== fields.path;
    const gives = held.find((one) => again.has(one.id)) ?? held.find(isOwn);
    if (!gives) return;
    addConflict(gives, `its path ${gives.fields.path} is taken`);
    if (again.has(gives.id)) removePart(parts, gives.id);
    else gives.fields.path = now.parts.get(gives.id)?.fields.path;
  }
}

function restoreDefaults({ before, now, after, effects, target, addConflict }: MergeContext): void {
  const { made, removed, moved, defaults } = effects;
  const touched = new Set(partsIn([...made, ...removed, ...moved, ...defaults], [before, now]).map(defaultListOf));
  for (const list of new Set([...now.defaults.keys(), ...before.defaults.keys()])) {
    const [was, is] = [before.defaults.get(list), now.defaults.get(list)];
    const isIn = (id: string | undefined) => {
      const part = id === undefined ? undefined : target.parts.get(id);
      return part !== undefined && defaultListOf(part) === list;
    };
    const mayReturn = touched.has(list) && was !== is && isIn(was);
    const isOurs = is === undefined || defaults.has(is) || (after ? after.defaults.get(list) === is : true);
    const part = is === undefined ? undefined : now.parts.get(is);
    if (mayReturn && !isOurs && isIn(is) && part) addConflict(part, "it is the default");
    const chosen = mayReturn && (isOurs || !isIn(is)) ? was : is;
    if (chosen !== undefined && isIn(chosen)) target.defaults.set(list, chosen);
    else target.defaults.delete(list);
  }
}

/** Puts the parts of the target into their order. */
function restoreOrder(context: MergeContext): void {
  const { before, now, after, effects, again, target, addConflict } = context;
  const { made, removed, moved } = effects;
  const ids = [...made, ...removed, ...moved, ...again];
  const touched = new Set(partsIn(ids, [before, now, target]).map(listOf));
  const lists = new Map<string, Part[]>();
  for (const part of target.parts.values()) lists.set(listOf(part), [...(lists.get(listOf(part)) ?? []), part]);
  const ordered: Part[] = [];
  for (const [list, members] of lists) {
    const was = idsIn(before.parts, list);
    const is = idsIn(now.parts, list).filter((id) => !hasEmptied(context, id));
    const isForeign = touched.has(list) && after !== undefined && !isInStep(idsIn(after.parts, list), is);
    const [one] = members;
    const owner =
      one && (now.parts.get(one.parent ?? "") ?? [...now.parts.values()].find(({ kind }) => kind === "site"));
    if (isForeign && owner && !isInStep(was, is)) addConflict(owner, "the order of what is in it");
    const order = touched.has(list) && !isForeign ? mergeOrders(was, is) : mergeOrders(is, was);
    // What was in neither comes from something that goes: it stands last.
    order.push(...members.map(({ id }) => id).filter((id) => !order.includes(id)));
    ordered.push(...[...members].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)));
  }
  target.parts.clear();
  for (const part of ordered) target.parts.set(part.id, part);
}

/** The place of an empty group cannot be read: it stands where it was while it had sections. */
const hasEmptied = ({ before, now }: MergeContext, id: string): boolean =>
  now.parts.get(id)?.kind === "group" &&
  partsInside(before.parts, id).length > 0 &&
  partsInside(now.parts, id).length === 0;

const idsIn = (parts: Parts, list: string): string[] =>
  [...parts.values()].filter((part) => listOf(part) === list).map(({ id }) => id);

/** What is in both stands in the same order. */
function isInStep(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [new Set(a), new Set(b)];
  return isSame(
    a.filter((id) => inB.has(id)),
    b.filter((id) => inA.has(id)),
  );
}

/** `first` in its order; each of the others behind what stands before it in its own. */
function mergeOrders(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first];
  second.forEach((id, at) => {
    if (order.includes(id)) return;
    const previous = second[at - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
}
