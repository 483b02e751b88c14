import { inflateSync } from "node:zlib";
import { dimensionsOf } from "../../import/media.js";

/** A picture in the form of PDF objects: `mask` is its opacity. */
export interface Picture {
  width: number;
  height: number;
  /** Dictionary entries other than width, height and length. */
  entries: string;
  bytes: Uint8Array;
  mask?: { entries: string; bytes: Uint8Array };
}

/** Larger ones are not decompressed: a small file may contain a huge picture. */
const MOST_POINTS = 20_000_000;

function jpeg(bytes: Buffer): Picture | undefined {
  const size = dimensionsOf("image/jpeg", bytes);
  if (!size) return undefined;
  let at = 2;
  while (at + 10 <= bytes.length && !/^c[0-35-79-bd-f]$/.test((bytes[at + 1] ?? 0).toString(16)))
    at += 2 + bytes.readUInt16BE(at + 2);
  const components = bytes[at + 9];
  const space =
    components === 1 ? "/DeviceGray" : components === 4 ? "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]" : "/DeviceRGB";
  return { ...size, entries: `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`, bytes };
}

interface Chunks {
  header: Buffer;
  palette: Buffer | undefined;
  data: Buffer;
}

function chunksOf(bytes: Buffer): Chunks | undefined {
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  let palette: Buffer | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (content.length < length) return undefined;
    if (type === "IHDR") header = content;
    if (type === "PLTE") palette = content;
    if (type === "IDAT") data.push(content);
    at += length + 12;
  }
  return header && header.length >= 13 && data.length > 0 ? { header, palette, data: Buffer.concat(data) } : undefined;
}

const predicted = (colors: number, bits: number, width: number) =>
  `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${colors} /BitsPerComponent ${bits} /Columns ${width} >>`;

/** Undoes the row filters; undefined if there are too few bytes. */
function unfiltered(raw: Buffer, stride: number, step: number, height: number): Buffer | undefined {
  if (raw.length < (stride + 1) * height) return undefined;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < step ? 0 : (out[at - step] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = x < step || y === 0 ? 0 : (out[at - stride - step] ?? 0);
      out[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess(filter, left, up, corner);
    }
  }
  return out;
}

function guess(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Separates colors and opacity of a picture that has both, 8 or 16 bits each. */
function withMask({ data }: Chunks, width: number, height: number, colors: number, bits: number): Picture | undefined {
  const bytes = bits / 8;
  const step = (colors + 1) * bytes;
  const most = (width * step + 1) * height;
  const points = unfiltered(inflateSync(data, { maxOutputLength: most + 1 }), width * step, step, height);
  if (!points) return undefined;
  const shown = Buffer.alloc(width * height * colors);
  const mask = Buffer.alloc(width * height);
  for (let point = 0; point < mask.length; point += 1) {
    for (let color = 0; color < colors; color += 1)
      shown[point * colors + color] = points[point * step + color * bytes] ?? 0;
    mask[point] = points[point * step + colors * bytes] ?? 0;
  }
  const space = colors === 1 ? "/DeviceGray" : "/DeviceRGB";
  return {
    width,
    height,
    entries: `/ColorSpace ${space} /BitsPerComponent 8`,
    bytes: shown,
    mask: { entries: "/ColorSpace /DeviceGray /BitsPerComponent 8", bytes: mask },
  };
}

function png(bytes: Buffer): Picture | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return undefined;
  const chunks = chunksOf(bytes);
  if (!chunks) return undefined;
  const width = chunks.header.readUInt32BE(0);
  const height = chunks.header.readUInt32BE(4);
  const [bits = 8, type = 0, , , interlaced] = chunks.header.subarray(8);
  if (interlaced || width * height === 0 || width * height > MOST_POINTS) return undefined;
  if (type === 4 || type === 6) return withMask(chunks, width, height, type === 4 ? 1 : 3, bits);
  const plain = (space: string, colors: number) => {
    return {
      width,
      height,
      entries: `/ColorSpace ${space} /BitsPerComponent ${bits} ${predicted(colors, bits, width)}`,
      bytes: chunks.data,
    };
  };
  if (type === 0) return plain("/DeviceGray", 1);
  if (type === 2) return plain("/DeviceRGB", 3);
  if (type !== 3 || !chunks.palette) return undefined;
  const last = Math.floor(chunks.palette.length / 3) - 1;
  return plain(`[/Indexed /DeviceRGB ${last} <${chunks.palette.toString("hex")}>]`, 1);
}

/** A picture that a PDF can contain: JPEG, or PNG that is not interlaced; undefined for anything else or if damaged. */
export function pictureOf(content: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return jpeg(bytes) ?? png(bytes);
  } catch (error) {
    // Invalid or oversized compressed data, or a length beyond the end of the file.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
