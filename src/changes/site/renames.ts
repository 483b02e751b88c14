/** Orders changes of paths, so that no two things ever have the same one. */

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
    const [what] = waiting as Set<NonNullable<T>>;
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
