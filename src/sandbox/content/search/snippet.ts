import { fold, isAscii, type Word } from "./search-words.js";

/*
 * Not FTS5's `snippet()`: it reads a text word by word, and takes five times as long for the hundreds of sections that an
 * organization's search may show.
 */

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
  return `${from > 0 ? "…" : ""}${text.slice(from, from + LONGEST)}${from + LONGEST < text.length ? "…" : ""}`;
}

const isBlank = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
};

/** The part around a place in an ASCII text. Walks from there: splitting the whole text costs more than finding it. */
function excerptAround(text: string, place: number, words: readonly Word[]): string {
  let from = place;
  const back = (blank: boolean) => {
    while (from > 0 && isBlank(text, from - 1) === blank) from -= 1;
  };
  back(false);
  for (let count = 0; count < BEFORE; count += 1) {
    const start = from;
    back(true);
    // Only blanks are left.
    if (from === 0) from = start;
    back(false);
  }
  let to = from;
  const on = (blank: boolean) => {
    while (to < text.length && isBlank(text, to) === blank) to += 1;
  };
  for (let count = 0; count < LENGTH && to < text.length; count += 1) {
    on(true);
    on(false);
  }
  const before = text.slice(0, from).trim() !== "";
  const after = text.slice(to).trim() !== "";
  const shown = text.slice(from, to).trim().replace(/\s+/g, " ");
  return `${before ? "…" : ""}${aroundSign(shown, words)}${after ? "…" : ""}`;
}

/** The part of a text that shows why it matched, on one line. */
export function snippet(text: string, words: readonly Word[]): string {
  if (isAscii(text)) {
    const lower = text.toLowerCase();
    const found = words.map((word) => indexIn(lower, word)).filter((at) => at >= 0);
    if (found.length > 0) return excerptAround(text, Math.min(...found), words);
  }
  const parts = text.split(/\s+/).filter(Boolean);
  const start = Math.max(0, placeOf(parts, words) - BEFORE);
  const shown = aroundSign(parts.slice(start, start + LENGTH).join(" "), words);
  return `${start > 0 ? "…" : ""}${shown}${start + LENGTH < parts.length ? "…" : ""}`;
}
