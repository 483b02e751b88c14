/*
 * The fonts that every PDF reader has, and for Chinese, Japanese and Korean the names that readers replace by their own
 * fonts: the file contains no font. Other characters outside Windows-1252 become their base letter or "?".
 */

export type Font = "regular" | "bold" | "mono";
type Script = "japanese" | "korean" | "chinese";

/** A piece of a line in one font, encoded for the PDF. */
interface Run {
  key: string;
  string: string;
  width: number;
}

const LATIN: Record<Font, { key: string; name: string }> = {
  regular: { key: "F1", name: "Helvetica" },
  bold: { key: "F2", name: "Helvetica-Bold" },
  mono: { key: "F3", name: "Courier" },
};

const WIDE: Record<Script, { key: string; name: string; map: string; ordering: string }> = {
  japanese: { key: "J", name: "HeiseiKakuGo-W5", map: "UniJIS-UCS2-H", ordering: "Japan1" },
  korean: { key: "K", name: "HYGoThic-Medium", map: "UniKS-UCS2-H", ordering: "Korea1" },
  chinese: { key: "C", name: "STSong-Light", map: "UniGB-UCS2-H", ordering: "GB1" },
};

/** The bodies of the font objects, numbered from `first`, and the dictionary that names them. */
export function fontObjects(first: number): { objects: string[]; dictionary: string } {
  const objects: string[] = [];
  const names: string[] = [];
  const add = (body: string) => first + objects.push(body) - 1;
  for (const { key, name } of Object.values(LATIN)) {
    names.push(`/${key} ${add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)} 0 R`);
  }
  for (const { key, name, map, ordering } of Object.values(WIDE)) {
    const box = "/FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93";
    const descriptor = add(`<< /Type /FontDescriptor /FontName /${name} /Flags 6 ${box} >>`);
    const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
    const font = `/Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo ${system}`;
    const descendant = add(`<< ${font} /FontDescriptor ${descriptor} 0 R /DW 1000 >>`);
    const type0 = `/Type /Font /Subtype /Type0 /BaseFont /${name}-${map} /Encoding /${map}`;
    names.push(`/${key} ${add(`<< ${type0} /DescendantFonts [${descendant} 0 R] >>`)} 0 R`);
  }
  return { objects, dictionary: `<< ${names.join(" ")} >>` };
}

/** Widths of Helvetica from space to tilde, in thousandths of the size. */
const WIDTHS =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);

const IS_WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;
export const isWide = (char: string) => IS_WIDE.test(char);

/** Decides for a whole page, so that it uses one font: kana and hangul say which language the ideographs are. */
export function scriptOf(text: string): Script {
  if (/[\u3040-\u30ff]/.test(text)) return "japanese";
  return /[\u1100-\u11ff\uac00-\ud7af]/.test(text) ? "korean" : "chinese";
}

export function widthOf(text: string, font: Font, size: number): number {
  let width = 0;
  for (const char of text) {
    if (isWide(char)) width += 1000;
    else width += font === "mono" ? 600 : (WIDTHS[char.charCodeAt(0) - 32] ?? 556) * (font === "bold" ? 1.1 : 1);
  }
  // Bold is slightly wider; ten percent more ensures that no line runs off the page.
  return (width * size) / 1000;
}

/** Windows-1252 characters with a different code in Unicode. */
const WINDOWS: Record<string, number> = {
  "€": 0x80,
  "…": 0x85,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "•": 0x95,
  "–": 0x96,
  "—": 0x97,
  "™": 0x99,
};

/** The byte of a character; undefined if none of the fonts has it. */
function byteOf(char: string): number | undefined {
  const code = char.codePointAt(0) ?? 63;
  if (code < 0x20) return 0x20;
  if (code < 0x7f || (code >= 0xa0 && code <= 0xff)) return code;
  const base = char.normalize("NFKD").codePointAt(0) ?? 63;
  return WINDOWS[char] ?? (base >= 0x20 && base < 0x7f ? base : undefined);
}

/** Whether some characters of a text would become question marks. */
export const isLossy = (text: string) =>
  [...text.normalize("NFC")].some(
    (char) => !isWide(char) && !/[\p{M}\p{Cf}\n]/u.test(char) && byteOf(char) === undefined,
  );

/** A string between parentheses. The file is assembled in Latin-1: one character is one byte. */
export function literal(text: string): string {
  const bytes = [...text.normalize("NFC")].map((char) => byteOf(char) ?? 63);
  const latin = Buffer.from(bytes).toString("latin1");
  return `(${latin.replace(/[\\()]/g, (char) => `\\${char}`)})`;
}

function wideString(text: string): string {
  const units = [...text].map((char) => char.charCodeAt(0).toString(16).padStart(4, "0"));
  return `<${units.join("")}>`;
}

const HANGUL = "\\u1100-\\u11ff\\u3130-\\u318f\\uac00-\\ud7af";
const PIECES = new RegExp(`[${HANGUL}]+|(?:(?![${HANGUL}])${IS_WIDE.source})+|(?:(?!${IS_WIDE.source})[^])+`, "g");

/** No font has both kana and hangul; the other characters follow the page. */
function scriptIn(piece: string, page: Script): Script {
  const own = scriptOf(piece);
  return own === "chinese" ? page : own;
}

/** A line as runs of one font each. */
export function runsOf(text: string, font: Font, size: number, script: Script): Run[] {
  return (text.normalize("NFC").match(PIECES) ?? []).map((piece) => {
    const wide = isWide(piece);
    const { key } = wide ? WIDE[scriptIn(piece, script)] : LATIN[font];
    return { key, string: wide ? wideString(piece) : literal(piece), width: widthOf(piece, font, size) };
  });
}
