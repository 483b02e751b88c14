/** Standard input, and files that a command line names: `-` is the former. */
import { decodeText, MAX_INPUT, readDocumentText, readNamedFile, tooLarge } from "./files/named-file.js";

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
