/** How far long work is: how much was done, how fast, and how long the rest will take. */

interface Progressed {
  /** What was done so far, and what is left, as far as that is known. */
  requests: number;
  left?: number;
}

/** `Read 445 of about 3,100 requests, 12 a second, about 4 min left`; `of` is for what is known exactly. */
export function createProgressReporter(
  now: () => number,
  print: (text: string) => void,
  { verb = "Read", of = "of about", what = "requests" }: { verb?: string; of?: string; what?: string } = {},
) {
  const begun = now();
  return ({ requests, left }: Progressed): void => {
    const seconds = (now() - begun) / 1000;
    const rate = seconds < 1 || requests === 0 ? undefined : requests / seconds;
    const all = left === undefined ? "" : ` ${of} ${grouped(requests + left)}`;
    const speed = rate === undefined ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`;
    const rest = rate === undefined || left === undefined ? "" : `, ${duration(left / rate)}`;
    print(`${verb} ${grouped(requests)}${all} ${what}${speed}${rest}`);
  };
}

const grouped = (amount: number): string => amount.toLocaleString("en");

const duration = (seconds: number): string =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;
