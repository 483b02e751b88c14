/** Returns what `read` returns; in a read transaction, it is called once per object. */
export type Memory<T> = (kind: string, id: string, read: () => T | undefined) => T | undefined;

/** A request reads the first objects again: its space, its caller. */
const REMEMBERED = 16;

/** `reading` returns the number of the current transaction if it only reads. */
export function memory<T>(reading: () => number | undefined): Memory<T> {
  const known = new Map<string, T | undefined>();
  let of: number | undefined;
  return (kind, id, read) => {
    const now = reading();
    if (now === undefined) return read();
    if (now !== of) known.clear();
    of = now;
    const key = `${kind} ${id}`;
    if (known.has(key)) return known.get(key);
    const value = read();
    if (known.size < REMEMBERED) known.set(key, value);
    return value;
  };
}
