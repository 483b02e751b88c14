/** Finds numbers in JSON text that JavaScript cannot represent exactly. */

/** For people: what such a number means. */
export const INEXACT = "the answer has numbers with too many digits; they are shown rounded, or as null if too large";

/** Most answers do not match this and need no closer look. */
const SUSPICIOUS = /\d{16}|\d[eE][+-]?\d{3}/;

/** Numbers, and the quotes that open the strings to skip. */
const TOKENS = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** True if the text, which is valid JSON, holds a number that would be shown with another value. */
export function hasInexactNumbers(json: string): boolean {
  if (!SUSPICIOUS.test(json)) return false;
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(json); found !== null; found = TOKENS.exec(json)) {
    if (found[0] === '"') TOKENS.lastIndex = endOfString(json, found.index);
    else if (!isExact(found[0])) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && slashesBefore(json, end) % 2 === 1) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

function slashesBefore(text: string, at: number): number {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return at - first;
}

/** True if the number keeps its value when parsed: 1.0 and 1e2 do, as 1 and 100. */
function isExact(written: string): boolean {
  const value = Number(written);
  return Number.isFinite(value) && digitsOf(written) === digitsOf(String(value));
}

/** The significant digits and the position of the decimal point. */
function digitsOf(number: string): string {
  const [mantissa = "", exponent = "0"] = number.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  const start = all.search(/[1-9]/);
  if (start < 0) return "0";
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return `${all.slice(start, end)}e${whole.length - start + Number(exponent)}`;
}
