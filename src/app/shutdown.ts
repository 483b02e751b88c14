/** Releases something before the process ends: an open state file, a lock. */
type Closer = () => Promise<void> | void;

const closers: Closer[] = [];

/** Closers run in reverse order: the last one added is called first. */
export function beforeEnd(closer: Closer): void {
  closers.push(closer);
}

/** Calls each closer once. */
export async function closeAll(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}
