/** Days of the calendar. */

/** The start of a day such as `2026-01-31` in UTC, in milliseconds; undefined for text that is no day, as 2026-02-30 is none. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(text);
  // Date.parse makes March 2 of February 30.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}
