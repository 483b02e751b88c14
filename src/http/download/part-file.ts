import {
  chmodSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { decodeSegment } from "../../shared/ids.js";

const PIECE = 256 * 1024;

/** A download in progress: a temporary file in the target folder, renamed once it is complete. */
export interface PartFile {
  write(chunk: Uint8Array): void;
  /** Starts over, for another attempt. */
  reset(): void;
  readonly bytes: number;
  /** Reads back the written bytes, piece by piece; each is the caller's. @throws Failure "io" */
  pieces(): Iterable<Uint8Array>;
  /** Gives the file its final name. Without `force`, an existing file or link is kept. @throws Failure "io" */
  place(name: string, force: boolean): string;
  /** Removes the temporary file unless it was placed. */
  discard(): void;
}

/** @throws Failure "io" */
export function openPart(folder: string, suffix: string): PartFile {
  const real = nameFileErrors(folder, () => realpathSync(folder));
  const path = join(real, `.docs-${suffix}.part`);
  const file = nameFileErrors(folder, () => openSync(path, "wx+", 0o600));
  let open = true;
  let placed = false;
  let bytes = 0;
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  return {
    get bytes() {
      return bytes;
    },
    write(chunk) {
      nameFileErrors(path, () => {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at, bytes + at);
      });
      bytes += chunk.length;
    },
    reset() {
      nameFileErrors(path, () => ftruncateSync(file, 0));
      bytes = 0;
    },
    pieces: () => piecesOf(file, bytes, path),
    place(name, force) {
      const target = join(real, basename(name));
      nameFileErrors(target, () => {
        fsyncSync(file);
        close();
        chmodSync(path, 0o666 & ~process.umask());
        if (force) renameSync(path, target);
        else putAside(path, target);
        placed = true;
      });
      return target;
    },
    discard() {
      close();
      if (!placed) unlinkSync(path);
    },
  };
}

function* piecesOf(file: number, bytes: number, path: string): Iterable<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, bytes - at));
    const count = nameFileErrors(path, () => readSync(file, piece, 0, piece.length, at));
    // Somebody else cut the file.
    if (count === 0) throw new Failure("io", `cannot read ${path}: it became shorter`);
    at += count;
    yield piece.subarray(0, count);
  }
}

/** A hard link fails if the name is taken, even by a dangling link. Without hard links, an empty file claims it first. */
function putAside(path: string, target: string): void {
  try {
    linkSync(path, target);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw error;
    closeSync(openSync(target, "wx", 0o600));
    renameSync(path, target);
    return;
  }
  unlinkSync(path);
}

const IN_PLACE = { ENOENT: "no such folder" };

function nameFileErrors<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const hint = code === "EEXIST" ? "give another path, or replace it with --force" : undefined;
    throw new Failure("io", `cannot write ${path}: ${reasonOf(error, IN_PLACE)}`, { hint, cause: error });
  }
}

const RESERVED = /^(con|prn|aux|nul|conin_?|conout_?|com[0-9_]|lpt[0-9_])(?:\.|$)/i;

/**
 * R60: a file name that a server gave, made harmless: no folders, only letters, digits, dot, dash and underscore, at
 * most 120 characters, no leading dot or dash, no Windows device name. Undefined: nothing is left.
 */
export function safeName(text: string): string | undefined {
  const base = text.split(/[/\\]/).at(-1) ?? "";
  const plain = withoutDots(base.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^[.-]+/, ""));
  if (plain === "" || /^_+$/.test(plain)) return undefined;
  const named = RESERVED.test(plain) ? `_${plain}` : plain;
  if (named.length <= 120) return named;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(named)?.[0] ?? "";
  return named.slice(0, 120 - extension.length) + extension;
}

/** The text without trailing dots. */
function withoutDots(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** The name in Content-Disposition, cleaned. `filename*` (RFC 8187) takes precedence over `filename`. */
export function nameInHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return safeName(decodeSegment(encoded));
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
  const name = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
  return name === undefined ? undefined : safeName(name);
}

/** The last part of a URL's path, cleaned. */
export function nameInUrl(url: URL): string | undefined {
  return safeName(decodeSegment(url.pathname.split("/").at(-1) ?? ""));
}
