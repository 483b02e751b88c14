import { fold, type Word } from "./search-words.js";

const BEFORE = 10;
const LENGTH = 40;
/** A text without spaces is cut at this length. */
const LONGEST = 300;
const LEAST_ALIKE = 3;

const commonStart = (one: string, other: string) => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Where a folded text first contains the word: at the start of a word, or anywhere for ideographs. */
function indexIn(folded: string, { text, inside }: Word): number {
  for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1)) {
    if (inside || at === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(folded.slice(Math.max(0, at - 2), at))) return at;
  }
  return -1;
}

/** Folding may change a text's length but never its spaces: the part is located by counting them. */
function exactPlace(parts: readonly string[], words: readonly Word[]): number {
  const folded = fold(parts.join(" "));
  const found = words.map((word) => indexIn(folded, word)).filter((at) => at >= 0);
  if (found.length === 0) return -1;
  let place = 0;
  const first = Math.min(...found);
  for (let at = folded.indexOf(" "); at >= 0 && at < first; at = folded.indexOf(" ", at + 1)) place += 1;
  return place;
}

/** Where the first of the words is; else the closest match of their beginnings; else the start of the text. */
function placeOf(parts: readonly string[], words: readonly Word[]): number {
  const exact = exactPlace(parts, words);
  if (exact >= 0) return exact;
  let [place, most] = [0, LEAST_ALIKE - 1];
  parts.forEach((part, index) => {
    const begin = fold(part).replace(/^[^\p{L}\p{N}]+/u, "");
    const alike = Math.max(...words.map(({ text }) => commonStart(text, begin)));
    if (alike > most) [place, most] = [index, alike];
  });
  return place;
}

function aroundSign(text: string, words: readonly Word[]): string {
  if (text.length <= LONGEST) return text;
  const folded = fold(text);
  const found = words.map((word) => folded.indexOf(word.text)).filter((index) => index >= 0);
  const start = Math.max(0, Math.min(...found, text.length) - LONGEST / 3);
  const from = found.length === 0 ? 0 : start;
  const signs = [...text.slice(from, from + LONGEST)].join("");
  return `${from > 0 ? "…" : ""}${signs}${from + LONGEST < text.length ? "…" : ""}`;
}

/** The part of a text that shows why it matched, on one line. */
export function snippet(text: string, words: readonly Word[]): string {
  const parts = text.split(/\s+/).filter(Boolean);
  const start = Math.max(0, placeOf(parts, words) - BEFORE);
  const shown = aroundSign(parts.slice(start, start + LENGTH).join(" "), words);
  return `${start > 0 ? "…" : ""}${shown}${start + LENGTH < parts.length ? "…" : ""}`;
}
