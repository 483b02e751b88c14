import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { pdfOf } from "../../src/sandbox/content/pdf/pdf.js";
import { pictureOf } from "../../src/sandbox/content/pdf/pictures.js";
import { loadMarked } from "../../src/sandbox/content/text/markdown.js";

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** A PNG with these rows, each begun by its filter. */
function png(
  [width, height]: [number, number],
  type: number,
  rows: number[],
  more: { interlaced?: number; palette?: number[] } = {},
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, type, 0, 0, more.interlaced ?? 0], 8);
  const palette = more.palette ? [chunk("PLTE", Buffer.from(more.palette))] : [];
  const parts = [
    chunk("IHDR", header),
    ...palette,
    chunk("IDAT", deflateSync(Buffer.from(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

it("parts colors and transparency, whatever the rows are filtered by", () => {
  const rows = [
    [0, 10, 20, 30, 255, 40, 50, 60, 128],
    [1, 10, 20, 30, 255, 30, 30, 30, 129],
    [2, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 5, 10, 15, 128, 15, 15, 15, 193],
    [4, 0, 0, 0, 0, 0, 0, 0, 0],
  ];
  const picture = pictureOf(png([2, 5], 6, rows.flat()));
  const row = [10, 20, 30, 40, 50, 60];
  expect([...(picture?.bytes ?? [])]).toEqual([...row, ...row, ...row, 10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 60]);
  expect([...(picture?.mask?.bytes ?? [])]).toEqual([255, 128, 255, 128, 255, 128, 255, 128, 255, 128]);
  expect(picture).toMatchObject({ width: 2, height: 5 });
});

it("takes colors without transparency as they are packed", () => {
  const gray = pictureOf(png([1, 1], 0, [0, 7]));
  expect(gray?.entries).toBe(
    "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 8 /Columns 1 >>",
  );
  expect(Buffer.from(gray?.bytes ?? [])).toEqual(deflateSync(Buffer.from([0, 7])));
  expect(pictureOf(png([1, 1], 2, [0, 1, 2, 3]))?.entries).toContain("/DeviceRGB /BitsPerComponent 8 /Filter");
  expect(pictureOf(png([1, 1], 3, [0, 1], { palette: [1, 2, 3, 4, 5, 6] }))?.entries).toContain(
    "[/Indexed /DeviceRGB 1 <010203040506>]",
  );
});

it.each([
  ["1 of gray", 1, "/DeviceGray"],
  ["3", 3, "/DeviceRGB"],
  ["4", 4, "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]"],
])("takes a JPEG whole, by its number of colors: %s", (_, colors, space) => {
  const bytes = Buffer.from(
    `ffd8ffe00004aaaaffc2000b080010002003${"00".repeat(9)}`.replace("002003", `00200${colors}`),
    "hex",
  );
  expect(pictureOf(bytes)).toEqual({
    width: 32,
    height: 16,
    entries: `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`,
    bytes,
  });
});

it("takes nothing that is damaged, interlaced, of another kind or too large", () => {
  const good = png([2, 1], 6, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(pictureOf(good)).toBeDefined();
  for (let end = 0; end < good.length - 16; end += 1) expect(pictureOf(good.subarray(0, end))).toBeUndefined();
  expect(pictureOf(png([2, 1], 6, [0, 1, 2, 3, 4], {}))).toBeUndefined();
  expect(pictureOf(png([1, 1], 6, Array(1000).fill(0)))).toBeUndefined();
  expect(pictureOf(png([1, 1], 2, [0, 1, 2, 3], { interlaced: 1 }))).toBeUndefined();
  expect(pictureOf(png([1, 1], 3, [0, 1]))).toBeUndefined();
  expect(pictureOf(png([100_000, 100_000], 6, [0]))).toBeUndefined();
  expect(pictureOf(Buffer.from("GIF89a"))).toBeUndefined();
  expect(pictureOf(Buffer.from("<svg/>"))).toBeUndefined();
  expect(pictureOf(Buffer.from("ffd8ffe0", "hex"))).toBeUndefined();
});

it("puts a picture in the file once, however often a page shows it, and the alternative of others", async () => {
  const picture = pictureOf(png([2, 1], 6, [0, 1, 2, 3, 4, 5, 6, 7, 8]));
  const asked: string[] = [];
  const pictureAt = (href: string) => {
    asked.push(href);
    return href === "a.png" ? picture : undefined;
  };
  const markdown = 'One ![a](a.png) two ![none](b.png)\n\n<img src="a.png">';
  let file = "";
  for await (const piece of pdfOf(await loadMarked(), "T", [{ title: "P", markdown, pictureAt }]))
    file += piece.toString("latin1");
  expect(asked).toEqual(["a.png", "b.png", "a.png"]);
  expect(file.match(/\/Subtype \/Image/g)).toHaveLength(2);
  expect(file.match(/\/SMask/g)).toHaveLength(1);
  expect(file.match(/\/I\d+ Do/g)).toHaveLength(2);
  expect(file).toContain("([none]) Tj".replace("([none])", "( two [none])").replace("( two", "(two"));
});
