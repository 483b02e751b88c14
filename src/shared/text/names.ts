/** How names are compared: an accent is the same in one character as in two, and where people type names, so is case. */
import { sanitizeLine } from "./sanitize.js";

/** With each accent in the character of its letter (NFC); some systems and programs write it apart. */
export const composed = (text: string): string => (/[^\0-\x7f]/.test(text) ? text.normalize("NFC") : text);

/** For searching and completing, where spaces count. */
export const foldText = (text: string): string => composed(text).toLowerCase();

/** For finding by a name, as it is or as it is shown. A space that does not break a line is pasted from pages unseen. */
export const foldName = (text: string): string =>
  foldText(sanitizeLine(text))
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .trim();

export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** For titles that readers take for the same: widths, ligatures and runs of spaces make no difference either. */
export const comparableTitle = (title: string | null | undefined): string =>
  foldName((title ?? "").normalize("NFKC").replace(/\s+/g, " "));

const EMOJI = /^(?:\p{RI}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+\s*(?=\S)/u;

/** A title as shown, without leading emoji. */
export const bareTitle = (text: string): string => sanitizeLine(composed(text).replace(EMOJI, ""));

export const foldTitle = (text: string): string => foldName(bareTitle(text));
