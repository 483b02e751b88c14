/** Bracketed paste: a terminal marks what is pasted, so that a line break in it is text and not Enter. */
import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const [ON, OFF] = ["\u001b[?2004h", "\u001b[?2004l"];
const [START, END] = ["\u001b[200~", "\u001b[201~"];
/** Shown where a pasted line ends: questions have one line. */
const LINE_END = "␤";
/** A mark that a later piece may complete. Less of it may be the Esc key. */
const CUT_MARK = /\u001b\[2\d{0,2}$/;

type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (mode: boolean) => unknown };

interface PasteInput {
  /** Read this in place of the terminal. */
  input: NodeJS.ReadableStream;
  /** The text with its line breaks. */
  restore(text: string): string;
  close(): void;
}

/** Undefined where nothing is typed at a terminal. */
export function openPaste(stdin: Input, stderr: NodeJS.WritableStream): PasteInput | undefined {
  if (stdin.isTTY !== true) return undefined;
  let isPasted = false;
  const rewrite = createRewriter(() => {
    isPasted = true;
  });
  const decoder = new StringDecoder("utf8");
  const input = new Transform({
    transform: (piece: Buffer, _encoding, done) => done(null, rewrite(decoder.write(piece))),
  });
  Object.assign(input, { isTTY: true, setRawMode: (mode: boolean) => stdin.setRawMode?.(mode) });
  stderr.write(ON);
  stdin.pipe(input);
  return {
    input,
    restore: (text) => (isPasted ? text.replaceAll(LINE_END, "\n") : text),
    close() {
      stdin.unpipe(input);
      stdin.pause();
      stderr.write(OFF);
    },
  };
}

/** Takes the marks out, and shows line breaks between them. */
function createRewriter(onLineEnd: () => void): (piece: string) => string {
  let isInside = false;
  let held = "";
  return (piece) => {
    const text = held + piece;
    held = CUT_MARK.exec(text)?.[0] ?? "";
    let out = "";
    for (let rest = text.slice(0, text.length - held.length); rest !== ""; ) {
      const mark = isInside ? END : START;
      const at = rest.indexOf(mark);
      const part = at < 0 ? rest : rest.slice(0, at);
      if (isInside && /[\r\n]/.test(part)) onLineEnd();
      out += isInside ? part.replace(/\r\n?|\n/g, LINE_END) : part;
      if (at < 0) break;
      isInside = !isInside;
      rest = rest.slice(at + mark.length);
    }
    return out;
  };
}
