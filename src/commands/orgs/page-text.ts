/** Text of the service as HTML: escaped, bounded, and isolated from the direction of what is around it. */
import { escapeHtml } from "../../shared/text/escape-html.js";

/** Code points of one title or message. */
const MOST_TEXT = 160;

const NUMBER = new Intl.NumberFormat("en");
/** A number that could not be read is a question mark. */
export const formatCount = (value: number | null): string => (value === null ? "?" : NUMBER.format(value));

/** Text of other people. */
export const toForeignHtml = (text: string): string => `<bdi>${escapeHtml(cutLongText(text))}</bdi>`;

export function cutLongText(text: string): string {
  // Cut before it is split: a code point has at most two units.
  const points = [...text.slice(0, 2 * MOST_TEXT + 2)];
  return points.length > MOST_TEXT ? `${points.slice(0, MOST_TEXT).join("")}…` : text;
}

/** Only addresses of the web become links. */
export const toLink = (text: string, url: string | null): string =>
  url !== null && /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}">${toForeignHtml(text)}</a>`
    : toForeignHtml(text);

/** The day; nothing for what is no time. */
export function day(time: string | null): string {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at)) return "";
  const text = new Date(at).toISOString().slice(0, 10);
  return `<time datetime="${text}">${text}</time>`;
}
