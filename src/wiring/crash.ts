/** What nobody caught is told as any failure is, through the filter on standard error: Node's own words would show it raw. */

/** What was written gets this long to leave. */
const FLUSH_MS = 1000;

/** Rejections that nobody handles come here too. */
export function listenForCrashes(tell: (error: unknown) => void): void {
  let crashed = false;
  process.on("uncaughtException", (error) => {
    if (crashed) return;
    crashed = true;
    tell(error);
    // Nothing is known of the state of the program any more: it ends, whatever is still under way.
    const end = (): void => process.exit();
    setTimeout(end, FLUSH_MS);
    process.stdout.write("", end);
  });
}
