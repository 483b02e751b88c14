/** Everything but pages, as JSON that is the same as long as the things are. */
import { isObject } from "../../shared/values.js";

/** Members that differ by caller and by day (addresses with keys that end), and copies of other things. */
const LEFT_OUT = new Set(["permissions", "lastSeenAt", "revision", "photoURL", "location", "answered", "downloadURL"]);
/** People in other things: who they are stands in members.json. */
const PEOPLE = new Set(["createdBy", "postedBy", "resolvedBy"]);

type Item = Record<string, unknown>;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** With sorted members, without those that are left out. */
export function toPlainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainData);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(
    kept.sort(([one], [other]) => compare(one, other)).map(([name, inner]) => [name, member(name, inner)]),
  );
}

function member(name: string, value: unknown): unknown {
  if (PEOPLE.has(name) && isObject(value)) return { displayName: value.displayName, id: value.id };
  return toPlainData(value);
}

/** By a key that stays: numbers by their value. */
export function byKey<T>(items: readonly T[], key: (item: T) => unknown): T[] {
  const keyOf = (item: T) => {
    const value = key(item);
    return typeof value === "number" ? String(value).padStart(12, "0") : String(value ?? "");
  };
  return [...items].sort((one, other) => compare(keyOf(one), keyOf(other)));
}

export const byId = (items: readonly Item[]): Item[] => byKey(items, ({ id }) => id);

/** As the service answered it, where that is kept beside what is stored. */
export const answeredItem = (item: Item): Item => (isObject(item.answered) ? item.answered : item);

export const jsonText = (value: unknown): string => `${JSON.stringify(toPlainData(value), null, 2)}\n`;
