/** Where secrets stand in a text: whole, in part, in any of their forms. Linear in the text, whatever is in it. */
import { formsOf } from "./secret-forms.js";
import { unescaped } from "./unescaped.js";

/** From the first character to behind the last one. */
export type Range = readonly [start: number, end: number];

/** Ends a text that was shortened. */
const CUTS = /…|\.\.\./g;
/** Before a cut, a shorter beginning tells nothing, and would hide ordinary text. */
const LEAST = 4;
/** Pieces elsewhere are found by so many characters in a row, and hidden from `PIECE` on. */
const GRAM = 8;
const PIECE = 12;

/** Some characters of a form. */
interface Place {
  form: string;
  place: number;
}

interface Known {
  /** Without escapes, as the text is read. */
  forms: readonly string[];
  /** What only its backslashes tell apart from ordinary text. */
  exact: readonly string[];
  /** Each form's characters in a row, with the places where they begin. */
  grams: ReadonlyMap<string, readonly Place[]>;
  beginnings: ReadonlySet<string>;
  /** Backslashes behind a form belong to it. */
  slashed: boolean;
}

/** What to look for, worked out once for a set of secrets. */
export function knownSecrets(secrets: readonly string[]): Known {
  const written = secrets.flatMap(formsOf);
  const read = [...new Set(written.map((form) => unescaped(form).text))];
  const forms = read.filter((form) => form.length >= LEAST);
  return {
    forms,
    exact: written.filter((form) => unescaped(form).text.length < LEAST).flatMap((form) => [form, inJson(form)]),
    grams: gramsOf(forms),
    beginnings: new Set(forms.flatMap((form) => pieces(form, LEAST))),
    slashed: secrets.some((secret) => secret.endsWith("\\")),
  };
}

const inJson = (form: string): string => JSON.stringify(form).slice(1, -1);

const pieces = (form: string, size: number): string[] =>
  Array.from({ length: Math.max(0, form.length - size + 1) }, (_, at) => form.slice(at, at + size));

function gramsOf(forms: readonly string[]): Known["grams"] {
  const grams = new Map<string, Place[]>();
  for (const form of forms) {
    for (const [place, gram] of pieces(form, GRAM).entries()) {
      const places = grams.get(gram);
      // What repeats itself in one form is found by its first place.
      if (places === undefined) grams.set(gram, [{ form, place }]);
      else if (places.every((other) => other.form !== form)) places.push({ form, place });
    }
  }
  return grams;
}

/** Ranges of the text that no reader may see, in any order; they may overlap. */
export function findSecrets(text: string, known: Known): Range[] {
  const plain = unescaped(text);
  const whole = merged(occurrences(plain.text, known.forms));
  // What is between whole ones may be a part of one.
  const gaps = [...whole, [plain.text.length, plain.text.length] as const].map(
    ([start], index): Range => [whole[index - 1]?.[1] ?? 0, start],
  );
  const found = [...whole, ...gaps.flatMap(([start, end]) => parts(plain.text, start, end, known))];
  const ranges = found.map(([start, end]): Range => {
    let behind = plain.end(end - 1);
    while (known.slashed && text[behind] === "\\") behind += 1;
    return [plain.start(start), behind];
  });
  // Up to the mark of the cut, with what is left of an escape before it.
  const cut = beginnings(plain.text, known).map(([start, end]): Range => [plain.start(start), plain.start(end)]);
  return ranges.concat(cut, occurrences(text, known.exact));
}

/** Overlapping and adjoining ranges as one, in order. */
export function merged(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

function occurrences(text: string, forms: readonly string[]): Range[] {
  const found: Range[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      found.push([at, at + form.length]);
    }
  }
  return found;
}

/** Echoes that begin or end in the middle of a secret. Looked for at every eighth place: long ones are met there. */
function parts(text: string, from: number, to: number, { grams }: Known): Range[] {
  const found: Range[] = [];
  let last = from;
  for (let at = from; at + GRAM <= to; at += GRAM) {
    if (at + GRAM <= last) continue;
    for (const known of grams.get(text.slice(at, at + GRAM)) ?? []) {
      const [start, end] = extended(text, at, known, last, to);
      if (end - start < PIECE) continue;
      found.push([start, end]);
      last = Math.max(last, end);
    }
  }
  return found;
}

/** As far as text and form agree around these places, within `from` and `to`. */
function extended(text: string, at: number, { form, place }: Place, from: number, to: number): Range {
  let before = 0;
  while (at - before > from && place > before && text[at - before - 1] === form[place - before - 1]) before += 1;
  let length = GRAM;
  while (at + length < to && place + length < form.length && text[at + length] === form[place + length]) length += 1;
  return [at - before, at + length];
}

/** The beginning of a secret before the mark of a cut. */
function beginnings(text: string, { forms, beginnings: known }: Known): Range[] {
  const found: Range[] = [];
  let last = 0;
  for (const { index } of text.matchAll(CUTS)) {
    if (index - last >= LEAST && known.has(text.slice(index - LEAST, index))) {
      const starts = forms.flatMap((form) => longestBeginning(text, last, index, form));
      if (starts.length > 0) found.push([Math.min(...starts), index]);
    }
    last = index + 1;
  }
  return found;
}

/** Where a beginning of the form starts that ends at `end`; none: no place. */
function longestBeginning(text: string, from: number, end: number, form: string): number[] {
  for (let at = Math.max(from, end - form.length); end - at >= LEAST; at += 1) {
    if (text[at] === form[0] && form.startsWith(text.slice(at, end))) return [at];
  }
  return [];
}
