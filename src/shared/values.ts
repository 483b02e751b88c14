/** A JSON object; arrays are not. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks whether arrays and objects are within each other at more than `levels` levels. JSON.parse accepts any depth. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  // An object that is no array has members by name.
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}

/** SHA-256 in hex over JSON whose members are sorted, so that their order does not matter. It tells a change, and gives nothing away. */
export const hashOf = (value: unknown): string => sha256Of(canonical(value));

/** SHA-256 of a text, in hex. */
export const sha256Of = (text: string): string =>
  process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "";

/** The value that a text has as JSON; undefined for none, and for what is no JSON. */
export function parseIfJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Offset behind the quote that ends the string of a JSON text whose opening quote is at `start`. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A time in UTC, as RFC 3339 writes it. */
export const isTime = (text: string): boolean => TIME.test(text) && !Number.isNaN(Date.parse(text));

/** The start of a day such as `2026-01-31` in UTC, in milliseconds; undefined for text that is no day, as 2026-02-30 is none. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(text);
  // Date.parse makes March 2 of February 30.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}
