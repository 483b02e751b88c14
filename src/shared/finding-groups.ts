/** Groups findings for people. */

interface FindingPlace {
  object: { kind: string } | null;
  within: { id: string } | null;
  place: object | null;
  message: string;
}

/** Groups by key, in order of first appearance. */
export function groupRows<R>(rows: readonly R[], keyOf: (row: R) => string): R[][] {
  const byKey = new Map<string, R[]>();
  for (const row of rows) {
    const group = byKey.get(keyOf(row));
    if (group) group.push(row);
    else byKey.set(keyOf(row), [row]);
  }
  return [...byKey.values()];
}

/** Findings that say the same about pages of one space have the same key; undefined for those about other things. */
export const targetKey = ({ object, within, place, message }: FindingPlace): string | undefined =>
  object?.kind === "page" && place ? JSON.stringify([within?.id, message]) : undefined;
