/** Paths of one scope change without two things ever having the same. */

export interface Held {
  /** Path that it has. */
  path: string;
  /** Path that it is to have; absent: it keeps its own. */
  wanted?: string | undefined;
  /** It is removed afterward, and may be called anything until then. */
  leaves?: boolean;
}

export interface Rename<T> {
  what: T;
  path: string;
  /** Only until the path that it wants is free. */
  temporary: boolean;
}

const MAX_PATH = 100;

/**
 * @returns the renames in their order, and what cannot have its path because something that stays has it
 */
export function renames<T>(held: ReadonlyMap<T, Held>): { order: Rename<T>[]; blocked: { what: T; by: T }[] } {
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
