/** Text that attacks a terminal, a spreadsheet or a reader, and a look at what came out. */

/** CSI, OSC 8, OSC 52, DCS, APC, C1 in both forms, CR, BS, bell, NUL, DEL, bidi controls, separators, a lone surrogate. */
export const HOSTILE = [
  "\u001b[2J\u001b[95;107m\u001b[1;1H",
  "\u001b]8;;https://evil.example/\u0007here\u001b]8;;\u0007",
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u001bP+q544e\u001b\\\u001b_G\u001b\\",
  "\u009b2J\u009d0;title\u009c\u0090\u0085",
  "over\rwrite\b\b\u0007\u0000\u007f\u000b\f",
  "\u202egpj.exe\u202c\u2066x\u2069\u200e\u200f\u061c",
  "line\u2028para\u2029",
  "half\ud800",
].join("~");

const NEVER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
/** Our own colors, as chalk writes them, and our own links. */
const OURS = /\u001b\[(?:\d{1,3}(?:;\d{1,3})*)?m/g;
const LINKS = /\u001b\]8;;(?:https?:\/\/[\x21-\x7e]*)?\u001b\\/g;
/** Colors that the attack brings: they must not be taken for ours. */
const FOREIGN = /\u001b\[95/;

/** Characters in the text that a terminal would act on, as `U+1B` and the like. */
export function rawCharacters(text: string, { ours = false, links = false } = {}): string[] {
  if (FOREIGN.test(text)) return ["the color of the attack"];
  // Line ends of CSV.
  let rest = ours ? text.replace(OURS, "") : text;
  rest = rest.replaceAll("\r\n", "\n");
  if (links) rest = rest.replace(LINKS, "");
  const found = rest.match(NEVER) ?? [];
  return [...new Set(found.map((character) => `U+${character.charCodeAt(0).toString(16).toUpperCase()}`))];
}
