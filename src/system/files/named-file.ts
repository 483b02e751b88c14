/** Reads files named by the user; `-` is standard input. */
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { keyMaterialIn } from "../../shared/private-keys.js";
import { shellWord } from "../../shared/shell-words.js";
import { closestWord } from "../../shared/text/names.js";
import { fileBytes, type Problem, SAYS, textOf } from "./file-bytes.js";

const MIB = 1024 * 1024;
/** Size limit for a file and for standard input, in bytes. */
const MAX_INPUT = 16 * MIB;

const tooLarge = (what: string): Failure => usage(`${what} is larger than ${MAX_INPUT / MIB} MiB`);

/** Pipes that a shell has opened, with a program at the other end: `<(...)`, and standard input by its name. */
const SHELL_PIPE = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/;

/**
 * The text of a document: a file of a known format, which may come from elsewhere (R89). It may belong to anyone and be
 * reached through a link, as nothing in it is trusted; a named pipe, which may never end, is refused.
 * `mark`: a byte order mark stays.
 * @throws Failure usage
 */
export function readDocumentText(path: string, options: { mark?: boolean } = {}): string {
  const found = textOf(readNamedFile(path, path, { pipes: SHELL_PIPE.test(path) }), options);
  if (typeof found === "string") throw refuseFile(path, found);
  return found.text;
}

/** @throws Failure usage */
function decodeText(bytes: Buffer, from: string): string {
  const found = textOf(bytes, { nul: true });
  if (typeof found !== "string") return found.text;
  const held = keyMaterialIn(bytes);
  if (held === undefined) throw refuseFile(from, found);
  const form = held === "a private key" ? "" : " -inform der";
  throw usage(
    `${from} is not text: it holds ${held}`,
    `pass the certificate alone, as text: openssl x509${form} -in FILE -out certificate.pem`,
  );
}

/**
 * The bytes of a file or a pipe; messages call it `what`.
 * @throws Failure usage
 */
export function readNamedFile(path: string, what: string = path, { pipes = true }: { pipes?: boolean } = {}): Buffer {
  try {
    const found = fileBytes(path, { max: MAX_INPUT, pipes });
    if (typeof found === "string") throw refuseFile(what, found);
    return found.bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const hint = errorCode(error) === "ENOENT" ? (nearFile(path) ?? noFolder(path)) : undefined;
    throw new Failure("usage", `cannot read ${what}: ${reasonOf(error)}`, { cause: error, hint });
  }
}

const { existsSync, readdirSync } = process.getBuiltinModule("node:fs");
const { basename, dirname, extname, join } = process.getBuiltinModule("node:path");

/** More files than these are not named. */
const MOST_FILES = 3;

const toWord = (folder: string, name: string): string => shellWord(join(folder, name));

/** The file beside one that is not there which was probably meant: one with such an ending, whose name is near without it. */
export function nearFile(path: string): string | undefined {
  const folder = dirname(path);
  const ending = extname(path);
  const names = namesIn(folder).filter((name) => ending === "" || closestWord(ending, [extname(name)]));
  // Numbers are all one digit apart.
  if (/^\d+$/.test(stemOf(path))) return undefined;
  const stem = closestWord(stemOf(path), names.map(stemOf));
  const like = names.find((name) => stemOf(name) === stem);
  return like && `did you mean: ${toWord(folder, like)}`;
}

const noFolder = (path: string): string | undefined =>
  existsSync(dirname(path)) ? undefined : `there is no folder ${shellWord(dirname(path))}`;

const stemOf = (path: string): string => basename(path, extname(path));

/** The files of a kind that are in the folder of one that is not there. */
export function filesOfKind(path: string, { called, ending }: { called: string; ending: RegExp }): string | undefined {
  const folder = dirname(path);
  const found = namesIn(folder).filter((name) => ending.test(name));
  if (found.length === 0) return undefined;
  const more = found.length > MOST_FILES ? ` and ${found.length - MOST_FILES} more` : "";
  const names = found.slice(0, MOST_FILES).map((name) => toWord(folder, name));
  return `${called} here: ${names.join(", ")}${more}`;
}

/** None where the folder cannot be read: the failure is about the file. */
function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** The encodings that spreadsheets write by default: UTF-16, and Windows-1252. */
const ENCODING = "save it as UTF-8; in a spreadsheet: CSV UTF-8";

const HINTS: Partial<Record<Problem, string>> = {
  folder: "name a file in it",
  pipe: "pass - and pipe it to standard input",
  utf16: ENCODING,
  utf8: ENCODING,
  nul: ENCODING,
};

function refuseFile(what: string, problem: Problem): Failure {
  if (problem === "large") return tooLarge(what);
  const look = problem === "database" ? `to look into a snapshot: docs snapshots view ${shellWord(what)}` : undefined;
  return usage(`cannot read ${what}: ${SAYS[problem]}`, look ?? HINTS[problem]);
}

let stdinText: string | undefined;

/** All of standard input as text. It is read once; later calls get the same text. */
export async function readStdin(): Promise<string> {
  stdinText ??= decodeText(await collectStdin(), "standard input");
  return stdinText;
}

/**
 * Standard input as bytes. On Windows a pipe or a file is read as a file: the engines open it anew otherwise, which fails for
 * what a program of another system hands over, such as a pipe of a Linux shell. A console has to translate its keys.
 */
function standardInput(): NodeJS.ReadableStream {
  const { isatty } = process.getBuiltinModule("node:tty");
  if (process.platform !== "win32" || isatty(0)) return process.stdin;
  return process.getBuiltinModule("node:fs").createReadStream("", { fd: 0, autoClose: false });
}

async function collectStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of standardInput()) {
    // No encoding is set on standard input, so chunks are Buffers.
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    size += bytes.length;
    if (size > MAX_INPUT) throw tooLarge("standard input");
  }
  return Buffer.concat(chunks);
}

/** Text of a file that the user named; `-` is standard input. */
export async function readInput(path: string): Promise<string> {
  if (path === "-") return readStdin();
  return decodeText(readNamedFile(path), path);
}

/** Text of a document that the user named; `-` is standard input. */
export async function readDocument(path: string): Promise<string> {
  return path === "-" ? readStdin() : readDocumentText(path);
}

/** Names of devices on Windows, whatever ending they have. */
export const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** The name whose last dots or spaces Windows would cut off, so that another file is meant. */
export function cutOffIn(path: string): string | undefined {
  const name = nameIn(path);
  return /[. ]$/.test(name) && name !== "." && name !== ".." ? name : undefined;
}

/** The device that a path names on Windows. `nul` alone, which takes and gives nothing, is wanted where it is written. */
export function deviceIn(path: string): string | undefined {
  const name = nameIn(path).replace(/[ .]+$/, "");
  return DEVICE.test(name) && !/^nul$/i.test(name) ? name : undefined;
}
