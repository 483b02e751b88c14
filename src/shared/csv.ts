/** Cells of comma-separated values, safe for spreadsheets. */

/** Characters that spreadsheets read as the start of a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Cell separators in other locales, where spreadsheets also split inside quotes that they do not recognize. */
const SEPARATORS = /([;\t])/;

const isFormula = (text: string): boolean => FORMULA.test(text) && !PLAIN_NUMBER.test(text);

function guard(text: string): string {
  const start = isFormula(text) ? "'" : "";
  if (!SEPARATORS.test(text)) return start + text;
  return (
    start +
    text
      .split(SEPARATORS)
      .map((part, at) => (at > 0 && at % 2 === 0 && isFormula(part) ? `'${part}` : part))
      .join("")
  );
}

/** One cell as in RFC 4180. `raw` omits the guard against formulas. */
export function csvCell(text: string, raw = false): string {
  const guarded = raw ? text : guard(text);
  return /[",\r\n]/.test(guarded) || /^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A cell as it was before it was guarded, where that can be told. */
export const removeGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
