/*
 * A PDF of text lines in the fonts that every reader has. Enough for reading and searching; characters outside of
 * Windows-1252 become their base letter or "?".
 */

export type Font = "regular" | "bold" | "mono";

/** A line at its place; points from the lower left corner. */
export interface Placed {
  text: string;
  font: Font;
  size: number;
  x: number;
  y: number;
}

export const PAGE = { width: 595, height: 842, margin: 64 };

const FONTS: Record<Font, { key: string; name: string }> = {
  regular: { key: "F1", name: "Helvetica" },
  bold: { key: "F2", name: "Helvetica-Bold" },
  mono: { key: "F3", name: "Courier" },
};

/** Widths of Helvetica from space to tilde, in thousandths of the size. */
const WIDTHS =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);

export function widthOf(text: string, font: Font, size: number): number {
  if (font === "mono") return [...text].length * 0.6 * size;
  let width = 0;
  for (const char of text) width += WIDTHS[char.charCodeAt(0) - 32] ?? 556;
  // Bold is a little wider; a tenth more never lets a line run out of the page.
  return (width * size * (font === "bold" ? 1.1 : 1)) / 1000;
}

/** Characters of Windows-1252 that Unicode has elsewhere. */
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

function encode(text: string): Buffer {
  const bytes: number[] = [];
  for (const char of text.normalize("NFC")) {
    const code = char.codePointAt(0) ?? 63;
    const base = char.normalize("NFKD").codePointAt(0) ?? 63;
    if (code < 0x20) bytes.push(0x20);
    else if (code < 0x7f || (code >= 0xa0 && code <= 0xff)) bytes.push(code);
    else bytes.push(WINDOWS[char] ?? (base >= 0x20 && base < 0x7f ? base : 63));
  }
  return Buffer.from(bytes);
}

/** A string between parentheses. The file is put together in Latin-1: one character is one byte. */
function literal(text: string): string {
  return `(${encode(text)
    .toString("latin1")
    .replace(/[\\()]/g, (char) => `\\${char}`)})`;
}

function content(lines: readonly Placed[]): string {
  const texts = lines.map(({ text, font, size, x, y }) => {
    return `/${FONTS[font].key} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${literal(text)} Tj`;
  });
  return `BT\n${texts.join("\n")}\nET`;
}

/** The bytes of a PDF; every element of `pages` is one sheet. */
export function writePdf(title: string, pages: readonly (readonly Placed[])[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const firstPage = 4 + Object.keys(FONTS).length;
  const sheets = pages.map((_, index) => `${firstPage + 2 * index} 0 R`);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${sheets.join(" ")}] /Count ${pages.length} >>`);
  add(`<< /Title ${literal(title)} /Producer (docs sandbox) >>`);
  for (const { name } of Object.values(FONTS)) {
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  }
  const fonts = Object.values(FONTS).map(({ key }, index) => `/${key} ${4 + index} 0 R`);
  const resources = `<< /Font << ${fonts.join(" ")} >> >>`;
  pages.forEach((lines, index) => {
    const stream = content(lines);
    const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
    const contents = `${firstPage + 2 * index + 1} 0 R`;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${resources} /Contents ${contents} >>`);
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
