/** Which texts are titles and which are ids, by their shape alone: no request is spent on it. */
import type { Kind } from "../kinds.js";

const hasTitles = ({ list }: Kind): boolean => list !== undefined && !list.untitled;

/** A text that can only be a title: ids have no spaces, and a member's e-mail address is no id. */
export function isTitle(kind: Kind, text: string): boolean {
  if (!hasTitles(kind)) return false;
  return /^[^\s\p{Cc}]+( +[^\s\p{Cc}]+)+$/u.test(text) || (kind.param === "userId" && /^[^\s@]+@[^\s@]+$/.test(text));
}

/** A text that may be a title of one word as well as an id: worth a look once the service has said that it is no id. */
export function mayBeTitle(kind: Kind, text: string): boolean {
  return hasTitles(kind) && !looksLikeId(text);
}

/** What ids commonly look like: a number, a long mix of letters and digits, a UUID. */
function looksLikeId(text: string): boolean {
  if (/^\d+$/.test(text) || /^[\da-f]{8}-[\da-f-]{27}$/i.test(text)) return true;
  return /^[\w-]{16,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}
