/** How the process ends: what is open is released, and an error that nobody caught is reported. */

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

/** Time for pending output to be flushed. */
const FLUSH_MS = 1000;

/**
 * Reports uncaught errors like any failure, through the filter on standard error; Node would print them unfiltered.
 * Node would hand rejections that nobody handles to the same listener; other engines print them.
 */
export function listenForCrashes(tell: (error: unknown) => void): void {
  let crashed = false;
  const crash = (error: unknown): void => {
    if (crashed) return;
    crashed = true;
    tell(error);
    // The program's state can no longer be trusted: it ends even if work is in progress.
    const end = (): void => process.exit();
    setTimeout(end, FLUSH_MS);
    process.stdout.write("", end);
  };
  process.on("uncaughtException", crash).on("unhandledRejection", crash);
}
