import { type Font, fontObjects, literal, runsOf, type scriptOf } from "./fonts.js";

/** Text placed on a sheet; in points from the lower left corner. */
export interface PlacedText {
  text: string;
  font: Font;
  size: number;
  x: number;
  y: number;
}

export const PAGE = { width: 595, height: 842, margin: 64 };

type Script = ReturnType<typeof scriptOf>;

function drawItem(item: PlacedText, script: Script): string {
  const at = (value: number) => value.toFixed(2);
  let x = item.x;
  const runs = runsOf(item.text, item.font, item.size, script).map(({ key, string, width }) => {
    const run = `/${key} ${item.size} Tf 1 0 0 1 ${at(x)} ${at(item.y)} Tm ${string} Tj`;
    x += width;
    return run;
  });
  return `BT ${runs.join(" ")} ET`;
}

const CATALOG = 1;
const TREE = 2;
const INFO = 3;
const FIRST_FONT = 4;

/** Numbers objects and records their offsets for the table at the end; functions return the next bytes of the file. */
function objectFile() {
  const offsets = new Map<number, number>();
  let next = FIRST_FONT;
  let length = 0;
  const out = (bytes: Buffer) => {
    length += bytes.length;
    return bytes;
  };
  return {
    out,
    fresh: () => next++,
    object(number: number, body: string, stream?: Uint8Array): Buffer {
      offsets.set(number, length);
      const head = `${number} 0 obj\n${body}\n`;
      if (!stream) return out(Buffer.from(`${head}endobj\n`, "latin1"));
      return out(
        Buffer.concat([Buffer.from(`${head}stream\n`, "latin1"), stream, Buffer.from("\nendstream\nendobj\n")]),
      );
    },
    table(): string {
      const place = (number: number) => String(offsets.get(number)).padStart(10, "0");
      const rows = Array.from({ length: next - 1 }, (_, index) => `${place(index + 1)} 00000 n \n`);
      const trailer = `<< /Size ${next} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>`;
      return `xref\n0 ${next}\n0000000000 65535 f \n${rows.join("")}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`;
    },
  };
}

/** Writes a PDF piece by piece: `begin`, sheets, `end`. */
export function pdfWriter(title: string) {
  const sheets: number[] = [];
  const file = objectFile();
  const { object, fresh } = file;
  const fonts = fontObjects(FIRST_FONT);
  return {
    begin(): Buffer {
      const head = file.out(Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1"));
      const catalog = object(CATALOG, `<< /Type /Catalog /Pages ${TREE} 0 R >>`);
      const info = object(INFO, `<< /Title ${literal(title)} /Producer (docs sandbox) >>`);
      return Buffer.concat([head, catalog, info, ...fonts.objects.map((body) => object(fresh(), body))]);
    },
    sheet(items: readonly PlacedText[], script: Script): Buffer {
      const stream = Buffer.from(items.map((item) => drawItem(item, script)).join("\n"), "latin1");
      const resources = `<< /Font ${fonts.dictionary} >>`;
      const [content, sheet] = [fresh(), fresh()];
      sheets.push(sheet);
      const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
      const body = `<< /Type /Page /Parent ${TREE} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${content} 0 R >>`;
      return Buffer.concat([object(content, `<< /Length ${stream.length} >>`, stream), object(sheet, body)]);
    },
    end(): Buffer {
      const kids = sheets.map((number) => `${number} 0 R`).join(" ");
      const tree = object(TREE, `<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`);
      return Buffer.concat([tree, Buffer.from(file.table())]);
    },
  };
}
