/*
 * Three-way merges of values, records and orders. A record is merged member by member: two people who changed
 * different members of the same page do not conflict.
 */

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

type Fields = Record<string, unknown>;

/** The merged record, or the names of members that both sides changed differently. `undefined` stands for absent. */
function mergeFields(
  base: Fields | undefined,
  ours: Fields | undefined,
  theirs: Fields | undefined,
): { value: Fields | undefined } | { conflict: string[] } {
  if (isSameValue(ours, theirs) || isSameValue(base, theirs)) return { value: ours };
  if (isSameValue(base, ours)) return { value: theirs };
  // Deleted on one side and changed on the other, or added on both under one id.
  if (!base || !ours || !theirs) return { conflict: ["deleted"] };
  const value: Fields = {};
  const conflict: string[] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs), ...Object.keys(base)])) {
    const [b, o, t] = [base[key], ours[key], theirs[key]];
    const pick = isSameValue(o, t) || isSameValue(b, t) ? o : isSameValue(b, o) ? t : undefined;
    if (pick === undefined && !isSameValue(o, t) && !isSameValue(b, t) && !isSameValue(b, o)) conflict.push(key);
    if (pick !== undefined) value[key] = pick;
  }
  return conflict.length > 0 ? { conflict } : { value };
}

/** Merges maps of records by key; `name` says how to report conflicts. */
export function mergeMaps(
  sides: { base: Map<string, Fields>; ours: Map<string, Fields>; theirs: Map<string, Fields> },
  name: (key: string, fields: string[]) => string,
): { merged: Map<string, Fields>; conflicts: string[] } {
  const merged = new Map<string, Fields>();
  const conflicts: string[] = [];
  for (const key of new Set([...sides.ours.keys(), ...sides.theirs.keys(), ...sides.base.keys()])) {
    const result = mergeFields(sides.base.get(key), sides.ours.get(key), sides.theirs.get(key));
    if ("conflict" in result) conflicts.push(name(key, result.conflict));
    else if (result.value) merged.set(key, result.value);
  }
  return { merged, conflicts };
}

/**
 * The order of siblings: theirs if only they changed it, else ours; members that only the other side has follow the
 * sibling that they followed there.
 */
export function mergeOrder(base: string[], ours: string[], theirs: string[], wanted: Set<string>): string[] {
  const keep = (ids: string[]) => ids.filter((id) => wanted.has(id));
  const common = (a: string[], b: string[]) => {
    const other = new Set(b);
    return keep(a).filter((id) => other.has(id));
  };
  const unmoved = isSameValue(common(base, ours), common(ours, base));
  const [lead, other] = unmoved ? [keep(theirs), keep(ours)] : [keep(ours), keep(theirs)];
  const order = [...lead];
  const placed = new Set(lead);
  other.forEach((id, index) => {
    if (placed.has(id)) return;
    placed.add(id);
    const before = other[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  for (const id of wanted) if (!placed.has(id)) order.push(id);
  return order;
}
