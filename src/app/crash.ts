/** Reports uncaught errors like any failure, through the filter on standard error. Node would print them unfiltered. */

/** Time for pending output to be flushed. */
const FLUSH_MS = 1000;

/** Unhandled rejections arrive here too. */
export function listenForCrashes(tell: (error: unknown) => void): void {
  let crashed = false;
  process.on("uncaughtException", (error) => {
    if (crashed) return;
    crashed = true;
    tell(error);
    // The program's state can no longer be trusted: it ends even if work is in progress.
    const end = (): void => process.exit();
    setTimeout(end, FLUSH_MS);
    process.stdout.write("", end);
  });
}
