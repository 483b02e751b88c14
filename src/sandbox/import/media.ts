/** Media types by file name, and the dimensions of pictures by their first bytes. */

const TYPES: Record<string, string> = {
  avif: "image/avif",
  css: "text/css",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html",
  html: "text/html",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  ts: "text/plain",
  txt: "text/plain",
  webm: "video/webm",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The media type for a file name's extension. */
export function contentTypeOf(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || "application/octet-stream";
}

interface Dimensions {
  width: number;
  height: number;
}

function png(bytes: Buffer): Dimensions | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): Dimensions | undefined {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "GIF") return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Finds the frame header among the segments: markers C0 to CF without C4, C8 and CC. */
function jpeg(bytes: Buffer): Dimensions | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function svg(bytes: Buffer): Dimensions | undefined {
  const tag = /<svg\b[^>]*>/i.exec(bytes.toString("utf8", 0, 4096))?.[0] ?? "";
  const side = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`, "i").exec(tag)?.[1]);
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(tag);
  const width = side("width") || Number(box?.[1]);
  const height = side("height") || Number(box?.[2]);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

const READERS: Record<string, (bytes: Buffer) => Dimensions | undefined> = {
  "image/png": png,
  "image/gif": gif,
  "image/jpeg": jpeg,
  "image/svg+xml": svg,
};

/** Width and height of a picture; undefined for other content or if damaged. */
export function dimensionsOf(contentType: string, bytes: Uint8Array): Dimensions | undefined {
  return READERS[contentType]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
