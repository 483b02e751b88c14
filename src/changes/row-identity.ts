/**
 * Compares what a row of a table says of somebody with what is read under the row's id: in a table of which one column was
 * sorted apart, they are not the same person (R97).
 */
import { getPath } from "../shared/paths.js";
import { foldName } from "../shared/text/names.js";
import { sanitizeLine } from "../shared/text/sanitize.js";

/** The values of the row; empty: none. */
export interface RowIdentity {
  name: string;
  email: string;
}

const textAt = (item: unknown, path: string): string => {
  const value = getPath(item, path);
  return typeof value === "string" ? foldName(value) : "";
};

/** Why the row is about somebody else than the member with its id; undefined if it is not. */
export function disagreementOf(row: RowIdentity, member: unknown): string | undefined {
  for (const [said, path] of [
    [row.email, "user.email"],
    [row.name, "user.displayName"],
  ] as const) {
    const found = textAt(member, path);
    if (said !== "" && found !== "" && foldName(said) !== found)
      return `its user is ${sanitizeLine(String(getPath(member, path)))}, not ${said}`;
  }
  return undefined;
}

/** Members by their addresses. An address that several share is nobody's. */
export function byAddress<T>(members: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const member of members) {
    const email = textAt(member, "user.email");
    if (email !== "") found.set(email, [...(found.get(email) ?? []), member]);
  }
  return found;
}
