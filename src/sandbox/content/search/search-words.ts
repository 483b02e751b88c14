/*
 * Words of texts and of queries, for the search index. Chinese, Japanese and Korean are written without spaces between
 * words, or with endings attached: such runs are indexed as overlapping pairs, so that any part of them can be found.
 */

const SIGN = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc";
const RUN = new RegExp(`[${SIGN}]+`, "gu");
const PIECE = new RegExp(`[${SIGN}]+|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const ENGLISH = /^[a-z]{3,}$/;
const MAX_WORDS = 16;

/** Unifies full and half width forms, and composed and decomposed letters. */
const normalizeText = (text: string) => text.normalize("NFKC");

const BEYOND_ASCII = /[^\0-\x7f]/;
export const isAscii = (text: string) => !BEYOND_ASCII.test(text);

/** Removes case and accents. */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

/** Each character with the next one; a single character stays alone. */
function pairs(run: string): string[] {
  const signs = [...run];
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ""));
}

/** A text in the form that is indexed. */
export function toIndexedText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return normalizeText(text).replace(RUN, (run) => ` ${pairs(run).join(" ")} `);
}

/** A word of a query, in the index's syntax; only letters, digits and ideographs, so it cannot close a quote. */
export interface Word {
  /** For searching in a text: `fold` of the query's word. */
  text: string;
  /** May occur anywhere in a run of ideographs; other words must match from their start. */
  inside: boolean;
  match: string;
  /** For the index of word stems. */
  stem?: string;
}

export function wordsOf(query: string): Word[] {
  const pieces = normalizeText(query).match(PIECE) ?? [];
  return pieces.slice(0, MAX_WORDS).map((piece) => {
    const text = fold(piece);
    const inside = piece.match(RUN) !== null;
    if (inside && [...piece].length > 1) return { text, inside, match: `"${pairs(piece).slice(0, -1).join(" ")}"` };
    const stem = ENGLISH.test(text) ? { stem: `"${text}"` } : {};
    return { text, inside, match: `"${piece}"*`, ...stem };
  });
}
