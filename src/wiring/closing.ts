/** Whatever has to be let go before the process may end: open state files, connections. */
type Closer = () => Promise<void> | void;

const closers: Closer[] = [];

export function beforeEnd(closer: Closer): void {
  closers.push(closer);
}

export async function closeAll(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}
