/** R89: the one reader of files from elsewhere: of limited size, never a device, which may be endless, and as UTF-8. */
import { errorCode } from "../../errors.js";
import { isOwn } from "../folders.js";

const fs = process.getBuiltinModule("node:fs");
type Stats = InstanceType<typeof fs.Stats>;

const CHUNK = 64 * 1024;

/** Why a file is refused, as messages say it. */
export const SAYS = {
  pipe: "it is a pipe",
  device: "it is a device",
  folder: "it is a folder",
  link: "it is a link",
  foreign: "it belongs to another user",
  large: "it is too large",
  database: "it is a snapshot or another database",
  utf16: "it is UTF-16",
  utf8: "it is not valid UTF-8",
  nul: "it is not text: it contains NUL characters",
} as const;

export type Problem = keyof typeof SAYS;

interface FileBounds {
  /** Bytes. */
  max: number;
  /** Pipes are read, which waits for whoever writes into them. Otherwise they are refused, and nothing waits. */
  pipes?: boolean;
  /** Links are followed. */
  links?: boolean;
  /** Only a file of the user's own. */
  own?: boolean;
}

/** @throws the file system's own error */
export function fileBytes(
  path: string,
  { max, pipes = false, links = true, own = false }: FileBounds,
): { bytes: Buffer; stats: Stats } | Problem {
  // Platforms without these have neither such pipes nor such links.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
  let file: number;
  try {
    file = fs.openSync(path, O_RDONLY | (pipes ? 0 : O_NONBLOCK) | (links ? 0 : O_NOFOLLOW));
  } catch (error) {
    if (!links && errorCode(error) === "ELOOP") return "link";
    throw error;
  }
  try {
    const stats = fs.fstatSync(file);
    const problem = kindProblem(stats, pipes) ?? (own && !isOwn(stats) ? "foreign" : undefined);
    if (problem !== undefined) return problem;
    if (stats.size > max) return "large";
    const bytes = toEnd(file, max);
    return bytes === undefined ? "large" : { bytes, stats };
  } finally {
    fs.closeSync(file);
  }
}

function kindProblem(stats: Stats, pipes: boolean): Problem | undefined {
  if (stats.isDirectory()) return "folder";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "device";
  return !pipes && !stats.isFile() ? "pipe" : undefined;
}

/** Undefined if it is larger: it may grow while it is read, and a pipe tells no size. */
function toEnd(file: number, max: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= max; ) {
    const chunk = Buffer.alloc(CHUNK);
    const length = fs.readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
    size += length;
  }
  return undefined;
}

/** The first bytes of every file of SQLite. */
const DATABASE = Buffer.from("SQLite format 3\0");

/**
 * A text without NUL, which ends names and texts elsewhere, and without a byte order mark. `nul`: it may have the former;
 * `mark`: the latter stays.
 */
export function textOf(
  bytes: Buffer,
  { nul = false, mark = false }: { nul?: boolean; mark?: boolean } = {},
): { text: string } | Problem {
  const [first, second] = bytes;
  if (bytes.subarray(0, DATABASE.length).equals(DATABASE)) return "database";
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: mark }).decode(bytes);
    return !nul && text.includes("\0") ? "nul" : { text };
  } catch {
    return isUtf16 ? "utf16" : "utf8";
  }
}

/** The text of a file. @throws the file system's own error */
export function fileText(path: string, bounds: FileBounds): { text: string } | Problem {
  const found = fileBytes(path, bounds);
  return typeof found === "string" ? found : textOf(found.bytes);
}
