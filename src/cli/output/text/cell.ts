import { getPath } from "../../../shared/paths.js";
import { sanitizeLine, sanitizeNames } from "../../../shared/text/sanitize.js";
import { isObject } from "../../../shared/values.js";
import type { AnyColumn, RenderContext } from "../types.js";
import { styleOf } from "./color.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly (readonly [number, string])[] = [
  [365 * DAY, "year"],
  [30 * DAY, "month"],
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
];

/**
 * "2 days ago", "in 3 hours", "just now" (also if clocks differ by less than a minute).
 *
 * @param time - an RFC 3339 time; anything else is returned unchanged
 * @param now - milliseconds since the epoch
 */
export function relativeTime(time: string, now: number): string {
  const then = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(then)) return time;
  const distance = Math.abs(now - then);
  for (const [size, name] of UNITS) {
    if (distance < size) continue;
    const count = Math.floor(distance / size);
    const words = `${count} ${name}${count === 1 ? "" : "s"}`;
    return then > now ? `in ${words}` : `${words} ago`;
  }
  return "just now";
}

/** The value that a column shows for an item. */
export function cellValue(item: unknown, column: AnyColumn): unknown {
  if (column.value !== undefined && item !== undefined) {
    // The caller pairs columns with the items they were written for.
    return column.value(item as never);
  }
  return column.path === "" ? item : getPath(item, column.path);
}

/** The same for people, with the `lead` members in front. */
export function shownValue(item: unknown, column: AnyColumn): unknown {
  // As above.
  if (column.shown !== undefined && item !== undefined) return column.shown(item as never);
  if (column.lead === undefined) return cellValue(item, column);
  const parts = [...column.lead, column.path].map((path) => plainText(getPath(item, path)));
  return parts.filter((part) => part !== "").join(" ");
}

/** A value as text for programs: times and numbers unchanged, lists joined with commas. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  if (isObject(value)) return objectText(value);
  return String(value);
}

/** Permissions become the names of what is allowed, bodies their text, people their names, other things their titles. */
function objectText(value: Record<string, unknown>): string {
  const members = Object.entries(value);
  if (members.length > 0 && members.every(([, member]) => typeof member === "boolean")) {
    return members.flatMap(([name, granted]) => (granted === true ? [name] : [])).join(", ") || "none";
  }
  for (const name of ["markdown", "displayName", "title", "name", "label", "email", "slug", "id"]) {
    const text = value[name];
    if (typeof text === "string" && text !== "") return text;
  }
  return JSON.stringify(value);
}

/** Text from people, without characters that a terminal acts on; unchanged only if requested and safe. */
export function cleanText(text: string, context: RenderContext): string {
  return context.raw ? text : sanitizeNames(text);
}

/** A value as one line for people. */
export function humanText(value: unknown, column: AnyColumn, context: RenderContext): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = plainText(value);
  return sanitizeLine(column.as === "time" ? relativeTime(text, context.now) : text);
}

/** Styles a text that has its final width already. `value` is the whole value before it was cut. */
export function decorate(text: string, value: unknown, column: AnyColumn, context: RenderContext): string {
  const { paint, terminal } = context;
  if (column.as === "url" && typeof value === "string" && terminal.hyperlinks === true) return hyperlink(value, text);
  if (!terminal.color || text === "") return text;
  if (column.as === "error") return paint("red", text);
  if (column.warn && value === true) return paint("yellow", text);
  if (column.as === "state" || column.as === "boolean") {
    const style = styleOf(plainText(typeof value === "boolean" ? (value ? "yes" : "no") : value).toLowerCase());
    return style === undefined ? text : paint(style, text);
  }
  return column.as === "time" ? paint("dim", text) : text;
}

/** A text of its own, below the labeled lines of a view. */
export const isBody = ({ as }: AnyColumn): boolean => as === "markdown" || as === "diff";

const ACRONYMS = new Set(["ACS", "AI", "API", "CR", "ID", "PDF", "SAML", "SSO", "URL", "URLS"]);

/** A column's header as a line label: "LAST SEEN" becomes "Last seen". */
export function labelOf(column: AnyColumn): string {
  const { header } = column;
  if (header !== header.toUpperCase()) return header;
  const words = header.split(" ").map((word) => (ACRONYMS.has(word) ? word : word.toLowerCase()));
  const label = words.join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A terminal link (OSC 8) around text that is already safe; plain text if the URL is not http or https. */
export function hyperlink(url: string, text: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return text;
  return `\u001b]8;;${parsed.href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
