/**
 * What a site is to be once a plan is taken back: as it is now, but for what the plan did. What somebody else changed
 * since stays as it is, and is told.
 */
import type { Conflict, MergeContext, Sides, Target } from "./merge-context.js";
import { DEFAULT_SECTION, isSame, listOf, type Part, type Parts } from "./parts.js";
import { restoreOrder } from "./restore-order.js";

export function mergeSite(sides: Sides): Target {
  const { now } = sides;
  const parts: Parts = new Map([...now.parts].map(([id, part]) => [id, { ...part, fields: { ...part.fields } }]));
  const changed: Conflict[] = [];
  const merging: MergeContext = {
    ...sides,
    picture: { parts, defaults: new Map(now.defaults) },
    again: new Set(),
    changed,
    lost: [],
    tell: ({ id, name }, what) => void changed.push({ id, title: `${name}: ${what}` }),
  };
  restoreRemovedParts(merging);
  removeAddedParts(merging);
  restoreFields(merging);
  restorePlaces(merging);
  staysIn(merging);
  freePaths(merging);
  restoreOrder(merging);
  restoreDefaults(merging);
  const { picture, again, lost } = merging;
  return { picture, again, changed, lost };
}

/** What the plan removed. */
function restoreRemovedParts({ before, now, effects, picture, again, lost, tell }: MergeContext): void {
  const { removed, moved } = effects;
  for (const part of before.parts.values()) {
    const { id, kind, fields } = part;
    if (now.parts.has(id)) continue;
    if (removed.has(id)) {
      again.add(id);
      picture.parts.set(id, { ...part, fields: { ...fields } });
      if (kind === "link") lost.push({ id, title: `remove ${part.name}`, why: "a new link has another address" });
    } else if (effects.fields.has(id) || moved.has(id)) tell(part, "it is no longer there");
  }
  for (const part of [...picture.parts.values()].filter(({ id }) => again.has(id))) {
    const shows = (one: Part) => one.fields.space !== "" && picture.parts.has(one.id);
    const isWithout = part.kind === "section" && !inside(before.parts, part.id).some(shows);
    if (isWithout || (part.kind === "space" && part.fields.space === "")) {
      lost.push({ id: part.id, title: `remove ${part.name}`, why: "the space that it showed is gone" });
      drop(picture.parts, part.id);
    }
  }
}

const inside = (parts: Parts, id: string): Part[] => [...parts.values()].filter(({ parent }) => parent === id);

function drop(parts: Parts, id: string): void {
  for (const one of inside(parts, id)) parts.delete(one.id);
  parts.delete(id);
}

/** What the plan made, unless somebody made something of it. */
function removeAddedParts(merging: MergeContext): void {
  const { now, effects, picture, tell } = merging;
  const made = [...effects.made].flatMap((id) => now.parts.get(id) ?? []);
  const kept = new Set<string>();
  for (const part of made) {
    const what = findForeignParts(part, merging);
    if (what === undefined) continue;
    kept.add(part.id);
    tell(part, what);
    // A section stays with what is in it.
    if (part.kind === "space" && part.parent !== null && effects.made.has(part.parent)) kept.add(part.parent);
  }
  for (const part of made) {
    const goes = !kept.has(part.id) && !(part.kind === "space" && part.parent !== null && kept.has(part.parent));
    if (goes) picture.parts.delete(part.id);
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
  const others = inside(now.parts, part.id).find((one) => !isOurs(one));
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

function restoreFields({ before, now, after, effects, picture, lost, tell }: MergeContext): void {
  // What goes to another section may get another path there.
  const arrived = [...effects.moved].map(
    (id) => [id, new Map([["path", undefined], ...(effects.fields.get(id) ?? [])])] as const,
  );
  for (const [id, own] of new Map<string, Map<string, unknown>>([...effects.fields, ...arrived])) {
    const [was, is, target] = [before.parts.get(id), now.parts.get(id), picture.parts.get(id)];
    if (!was || !is || !target) continue;
    for (const [name, given] of own) {
      if (!(name in was.fields) || isSame(was.fields[name], is.fields[name])) continue;
      const left = given === undefined ? after?.parts.get(id)?.fields[name] : given;
      if (left !== undefined && !isSame(left, is.fields[name])) tell(is, name);
      else if (name === "published")
        lost.push({ id, title: `publish ${is.name}`, why: "the service cannot unpublish" });
      else if (was.fields[name] === null && NEVER_EMPTY.has(`${is.kind}.${name}`)) {
        lost.push({
          id,
          title: `set ${name} of ${is.name}`,
          why: "the service takes no empty one: there was none before",
        });
      } else target.fields[name] = was.fields[name];
    }
  }
}

/** Sections and site spaces into what they were in. */
function restorePlaces({ before, now, after, effects, picture, tell }: MergeContext): void {
  for (const was of before.parts.values()) {
    const [is, target] = [now.parts.get(was.id), picture.parts.get(was.id)];
    // What is in a group that goes comes to the root.
    const isMoved = effects.moved.has(was.id) || (was.parent !== null && effects.removed.has(was.parent));
    if (!is || !target || !isMoved || is.parent === was.parent) continue;
    const left = after?.parts.get(was.id)?.parent;
    const isThere = was.parent === null || picture.parts.has(was.parent);
    if ((left !== undefined && left !== is.parent) || !isThere) tell(is, "its place");
    else target.parent = was.parent;
  }
}

/** What stays in something that goes: a section comes to the root, and a section stays for its site space. */
function staysIn({ now, picture: { parts } }: MergeContext): void {
  for (const part of [...parts.values()]) {
    if (part.parent === null || parts.has(part.parent)) continue;
    const around = part.kind === "space" ? now.parts.get(part.parent) : undefined;
    const isIn = around?.parent != null && parts.has(around.parent);
    if (around) parts.set(around.id, { ...around, parent: isIn ? around.parent : null, fields: { ...around.fields } });
    else part.parent = null;
  }
}

/** Where two would have one path, what is there already keeps its own. */
function freePaths({ now, picture: { parts }, again, tell }: MergeContext): void {
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
    tell(gives, `its path ${gives.fields.path} is taken`);
    if (again.has(gives.id)) drop(parts, gives.id);
    else gives.fields.path = now.parts.get(gives.id)?.fields.path;
  }
}

function restoreDefaults({ before, now, after, effects, picture, tell }: MergeContext): void {
  const { parts, defaults } = picture;
  const touched = touchedBy({ before, now, effects });
  for (const list of new Set([...now.defaults.keys(), ...before.defaults.keys()])) {
    const [was, is] = [before.defaults.get(list), now.defaults.get(list)];
    const stands = (id: string | undefined) => {
      const part = id === undefined ? undefined : parts.get(id);
      return part !== undefined && (list === DEFAULT_SECTION ? part.kind === "section" : listOf(part) === list);
    };
    const back = touched(list, is) && was !== is && stands(was);
    const isOurs = is === undefined || effects.defaults.has(is) || (after ? after.defaults.get(list) === is : true);
    const name = is === undefined ? undefined : now.parts.get(is);
    if (back && !isOurs && stands(is) && name) tell(name, "it is the default");
    const chosen = back && (isOurs || !stands(is)) ? was : is;
    if (chosen !== undefined && stands(chosen)) defaults.set(list, chosen);
    else defaults.delete(list);
  }
}

/** Whether the plan did something to a list, or to its default. */
function touchedBy({ before, now, effects }: Pick<Sides, "before" | "now" | "effects">) {
  const lists = new Set<string>();
  const note = (id: string) => {
    for (const part of [before.parts.get(id), now.parts.get(id)]) {
      if (part) lists.add(part.kind === "section" ? DEFAULT_SECTION : listOf(part));
    }
  };
  for (const id of [...effects.made, ...effects.removed, ...effects.moved, ...effects.defaults]) note(id);
  return (list: string, is: string | undefined): boolean =>
    lists.has(list) || (is !== undefined && effects.defaults.has(is));
}
