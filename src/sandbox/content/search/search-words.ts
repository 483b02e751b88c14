/*
 * Words of texts and of queries, for the search index. Chinese, Japanese and Korean are written without blanks between
 * words, or with endings on them: a run of their signs is indexed as overlapping pairs, so that every part of it is found.
 */

const SIGN = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc";
const RUN = new RegExp(`[${SIGN}]+`, "gu");
const PIECE = new RegExp(`[${SIGN}]+|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const ENGLISH = /^[a-z]{3,}$/;
const MAX_WORDS = 16;

/** A text in one form: full and half width, composed and decomposed letters are the same. */
const normal = (text: string) => text.normalize("NFKC");

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Without regard to case and accents. */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

/** Each sign with the one after it, the last one alone. */
function pairs(run: string): string[] {
  const signs = [...run];
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ""));
}

/** A text as it is indexed. */
export function indexed(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return normal(text).replace(RUN, (run) => ` ${pairs(run).join(" ")} `);
}

/** A word of a query, in the language of the index; letters, digits and signs only, so that no quote is closed. */
export interface Word {
  /** As it is looked for in a text: `fold` of what was asked. */
  text: string;
  /** Of signs that stand anywhere in a run; other words stand at the beginning of one. */
  inside: boolean;
  match: string;
  /** For the index of stems. */
  stem?: string;
}

export function wordsOf(query: string): Word[] {
  const pieces = normal(query).match(PIECE) ?? [];
  return pieces.slice(0, MAX_WORDS).map((piece) => {
    const text = fold(piece);
    const inside = piece.match(RUN) !== null;
    if (inside && [...piece].length > 1) return { text, inside, match: `"${pairs(piece).slice(0, -1).join(" ")}"` };
    const stem = ENGLISH.test(text) ? { stem: `"${text}"` } : {};
    return { text, inside, match: `"${piece}"*`, ...stem };
  });
}
