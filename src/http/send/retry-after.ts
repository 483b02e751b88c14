const SECONDS = /^\d{1,200}(\.\d{1,200})?$/;
/** Longer than anybody waits; larger numbers are capped to it. */
const MOST_MS = 1e15;
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * R4: milliseconds that the service asks to wait; undefined if it names none, or none that makes sense. A date is
 * compared with the answer's own `Date`, as the two machines' clocks may differ.
 */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
  const exact = headers["retry-after-ms"]?.trim();
  if (exact !== undefined && SECONDS.test(exact)) return Math.min(Number(exact), MOST_MS);
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, MOST_MS);
  const at = date(text);
  if (at === undefined) return undefined;
  const ms = at - (date(headers.date?.trim()) ?? now);
  return ms > 0 ? ms : undefined;
}

function date(text: string | undefined): number | undefined {
  if (text === undefined || !IMF_FIXDATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
