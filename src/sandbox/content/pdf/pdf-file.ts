import { type Font, fontObjects, literal, runsOf, type scriptOf } from "./fonts.js";
import type { Picture } from "./pictures.js";

/** Something placed on a sheet; in points from the lower left corner. */
export type Placed =
  | { kind: "text"; text: string; font: Font; size: number; x: number; y: number }
  | { kind: "box"; x: number; y: number; width: number; height: number; color: string }
  | { kind: "picture"; picture: Picture; x: number; y: number; width: number; height: number };

export const PAGE = { width: 595, height: 842, margin: 64 };

type Script = ReturnType<typeof scriptOf>;

function drawn(item: Placed, script: Script, nameOf: (picture: Picture) => string): string {
  const at = (value: number) => value.toFixed(2);
  if (item.kind === "box")
    return `${item.color} rg ${at(item.x)} ${at(item.y)} ${at(item.width)} ${at(item.height)} re f 0 g`;
  if (item.kind === "picture") {
    return `q ${at(item.width)} 0 0 ${at(item.height)} ${at(item.x)} ${at(item.y)} cm /${nameOf(item.picture)} Do Q`;
  }
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

/** Pictures, each written once no matter how often it is shown. */
function pictureObjects({ object, fresh }: ReturnType<typeof objectFile>) {
  const numbers = new Map<Picture, number>();
  const add = ({ width, height }: Picture, { entries, bytes }: Pick<Picture, "entries" | "bytes">, more = "") => {
    const number = fresh();
    const head = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}${more}`;
    return { number, bytes: object(number, `${head} /Length ${bytes.length} >>`, bytes) };
  };
  return {
    numbers,
    write(picture: Picture): Buffer[] {
      if (numbers.has(picture)) return [];
      const mask = picture.mask && add(picture, picture.mask);
      const image = add(picture, picture, mask && ` /SMask ${mask.number} 0 R`);
      numbers.set(picture, image.number);
      return mask ? [mask.bytes, image.bytes] : [image.bytes];
    },
  };
}

/** Writes a PDF piece by piece: `begin`, sheets, `end`. */
export function pdfWriter(title: string) {
  const sheets: number[] = [];
  const file = objectFile();
  const { object, fresh } = file;
  const { numbers, write } = pictureObjects(file);
  const fonts = fontObjects(FIRST_FONT);
  return {
    begin(): Buffer {
      const head = file.out(Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1"));
      const catalog = object(CATALOG, `<< /Type /Catalog /Pages ${TREE} 0 R >>`);
      const info = object(INFO, `<< /Title ${literal(title)} /Producer (docs sandbox) >>`);
      return Buffer.concat([head, catalog, info, ...fonts.objects.map((body) => object(fresh(), body))]);
    },
    sheet(items: readonly Placed[], script: Script): Buffer {
      const pictures = items.flatMap((item) => (item.kind === "picture" ? [item.picture] : []));
      const written = pictures.flatMap(write);
      const nameOf = (picture: Picture) => `I${numbers.get(picture)}`;
      const stream = Buffer.from(items.map((item) => drawn(item, script, nameOf)).join("\n"), "latin1");
      const shown = [...new Set(pictures)].map((picture) => `/${nameOf(picture)} ${numbers.get(picture)} 0 R`);
      const resources = `<< /Font ${fonts.dictionary} /XObject << ${shown.join(" ")} >> >>`;
      const [content, sheet] = [fresh(), fresh()];
      sheets.push(sheet);
      const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
      const body = `<< /Type /Page /Parent ${TREE} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${content} 0 R >>`;
      return Buffer.concat([
        ...written,
        object(content, `<< /Length ${stream.length} >>`, stream),
        object(sheet, body),
      ]);
    },
    end(): Buffer {
      const kids = sheets.map((number) => `${number} 0 R`).join(" ");
      const tree = object(TREE, `<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`);
      return Buffer.concat([tree, Buffer.from(file.table())]);
    },
  };
}
