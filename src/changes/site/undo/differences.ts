/** Compares two states of a site part by part. */
import { defaultListOf, isSame, listOf, type Part, type Parts, partsInside, type SiteIndex } from "../site-index.js";
import type { Aspect, SiteEffects } from "./effects.js";

interface SiteDifference {
  /** Id of the part, or of what owns the list. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  aspect: Aspect | "order";
  /** Parts that are in the list, if it is about a list. */
  members?: readonly Part[];
  part: Part;
}

/** Differences in fields, places, defaults and order; what is in one only counts once, as a whole. */
export function compareSites(before: SiteIndex, now: SiteIndex): SiteDifference[] {
  const found: SiteDifference[] = [];
  const add = (part: Part, aspect: SiteDifference["aspect"], text: string, members?: readonly Part[]): void => {
    found.push({ id: part.id, title: `${part.name}: ${text}`, aspect, part, ...(members && { members }) });
  };
  for (const part of before.parts.values()) {
    const is = now.parts.get(part.id);
    if (!is) {
      add(part, "gone", "it no longer exists");
      continue;
    }
    for (const [name, value] of Object.entries(part.fields)) if (!isSame(value, is.fields[name])) add(is, name, name);
    if (part.parent !== is.parent) add(is, "place", "its place");
  }
  for (const part of now.parts.values()) if (!before.parts.has(part.id)) add(part, "new", "it is new");
  for (const list of new Set([...before.parts.values()].map(listOf))) {
    const [was, is] = [membersOf(before.parts, list), membersOf(now.parts, list)];
    const [one] = was;
    const [a, b] = [shared(was, before, now), shared(is, before, now)];
    if (one && !isSame(a, b)) add(one, "order", "its order among others", [...was, ...is]);
  }
  for (const list of new Set([...before.defaults.keys(), ...now.defaults.keys()])) {
    const [was, is] = [before.defaults.get(list), now.defaults.get(list)];
    const part = now.parts.get(is ?? "") ?? before.parts.get(was ?? "");
    const members = [...before.parts.values(), ...now.parts.values()].filter((one) => defaultListOf(one) === list);
    if (was !== is && part) add(part, "default", "the default", members);
  }
  return found;
}

const membersOf = (parts: Parts, list: string): Part[] => [...parts.values()].filter((part) => listOf(part) === list);

/** The service does not show the position of an empty group, so only parts that are in both, and not empty in one, have an order. */
const shared = (members: readonly Part[], { parts: before }: SiteIndex, { parts: now }: SiteIndex): string[] =>
  members
    .filter(({ id, parent }) => before.get(id)?.parent === parent && now.get(id)?.parent === parent)
    .filter(({ id, kind }) => {
      const isEmpty = [before, now].map((parts) => partsInside(parts, id).length === 0);
      return kind !== "group" || isEmpty[0] === isEmpty[1];
    })
    .map(({ id }) => id);

/** True if the steps of the plan explain a difference between the site before the plan and now. */
export function isExplained(
  { id, aspect, part, members }: SiteDifference,
  effects: SiteEffects,
  before: Parts,
  now: Parts,
): boolean {
  const has = (one: string | null, ...aspects: Aspect[]) =>
    one !== null && aspects.some((each) => effects.get(one)?.has(each));
  if (members) {
    const moved = members.some((one) => has(one.id, "new", "gone", "place", "default"));
    // Sections of a removed group come to the root; site spaces come and go with their section.
    const parents = members.flatMap((one) => [before.get(one.id)?.parent ?? null, now.get(one.id)?.parent ?? null]);
    return moved || parents.some((one) => has(one, "new", "gone"));
  }
  if (has(id, aspect)) return true;
  if (aspect === "new") return part.kind === "space" && has(part.parent, "new");
  if (aspect === "gone") return part.kind === "space" && has(part.parent, "gone");
  return aspect === "place" && has(before.get(id)?.parent ?? null, "gone");
}
