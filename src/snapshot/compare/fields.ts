/** Members that differ between two forms of one thing. */
import { isObject } from "../../shared/values.js";
import { plain } from "../export/data.js";
import type { Item } from "./kinds.js";
import type { FieldChange } from "./types.js";

/** They change with anything, or say where it is that is told otherwise. */
const ALWAYS = ["updatedAt", "object", "id", "urls.app"];

/** In the order of their names; `ignored` are dotted paths, with all below them. */
export function fieldsOf(before: Item, after: Item, ignored: readonly string[] = []): FieldChange[] {
  const [old, now] = [flat(plain(before)), flat(plain(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const left = [...ALWAYS, ...ignored];
  return names
    .filter((name) => !left.some((one) => name === one || name.startsWith(`${one}.`)))
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }));
}

/** Members by their dotted paths; lists are one value, and so is nothing. */
function flat(value: unknown, at = ""): Map<string, unknown> {
  if (!isObject(value)) return new Map([[at, value ?? undefined]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...flat(inner, at === "" ? name : `${at}.${name}`)]),
  );
}
