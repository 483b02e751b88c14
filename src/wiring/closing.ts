/** Whatever has to be let go before the process may end: open state files, connections. */
type Closer = () => Promise<void> | void;

const closers: Closer[] = [];

/** The last one given is called first. */
export function beforeEnd(closer: Closer): void {
  closers.push(closer);
}

/** Calls them all, once. */
export async function closeAll(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}
