/** A text with its string escapes decoded, and the original position of each character. */
interface UnescapedText {
  text: string;
  /** Start of the character at an index: at its first backslash if it was escaped. */
  start(index: number): number;
  /** Its end. */
  end(index: number): number;
}

const BACKSLASH = 0x5c;

/**
 * Backslashes are removed, however often nested JSON repeated them, and `\u0061` and `\x61` become the characters they
 * stand for. A truncated escape is dropped, so that the text before it directly precedes the cut.
 */
export function unescapeText(text: string): UnescapedText {
  if (!text.includes("\\")) return { text, start: (index) => index, end: (index) => index + 1 };
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  const place = (start: number, end: number) => {
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  let at = 0;
  while (at < text.length) {
    const slash = text.indexOf("\\", at);
    const plainEnd = slash < 0 ? text.length : slash;
    for (let index = at; index < plainEnd; index += 1) place(index, index + 1);
    parts.push(text.slice(at, plainEnd));
    at = plainEnd;
    if (slash < 0) continue;
    const { character, end } = escapeAt(text, slash);
    if (character !== "") place(slash, end);
    parts.push(character);
    at = end;
  }
  return { text: parts.join(""), start: (index) => starts[index] ?? 0, end: (index) => ends[index] ?? 0 };
}

/** The character that the backslashes from `slash` and the characters after them stand for. */
function escapeAt(text: string, slash: number): { character: string; end: number } {
  let after = slash;
  while (text.charCodeAt(after) === BACKSLASH) after += 1;
  if (isCut(text, after)) return { character: "", end: after };
  const digits = text[after] === "u" ? 4 : text[after] === "x" ? 2 : 0;
  if (digits === 0) return { character: text.charAt(after), end: after + 1 };
  const written = /^[0-9a-f]*/i.exec(text.slice(after + 1, after + 1 + digits))?.[0] ?? "";
  const end = after + 1 + written.length;
  if (written.length === digits) {
    const character = String.fromCharCode(Number.parseInt(written, 16));
    return { character: character === "\\" ? "" : character, end };
  }
  return isCut(text, end) ? { character: "", end } : { character: text.charAt(after), end: after + 1 };
}

const isCut = (text: string, at: number): boolean =>
  at === text.length || text.startsWith("…", at) || text.startsWith("...", at);
