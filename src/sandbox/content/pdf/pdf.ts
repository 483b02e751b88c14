import { documentOf } from "../document/document.js";
import { type DocumentNode, textOfNode } from "../document/node.js";
import type { Marked } from "../text/markdown.js";
import { type Block, BODY, blocksOf } from "./blocks.js";
import { scriptOf } from "./fonts.js";
import { place } from "./layout.js";
import { notesOnPage } from "./notes.js";
import { pdfWriter } from "./pdf-file.js";

/** A page of documentation; starts a new sheet. */
export interface Chapter {
  title: string;
  description?: string | undefined;
  markdown: string;
}

const notesOn = (text: string): Block[] =>
  notesOnPage(text).map((note) => ({ ...BODY, size: 8, text: note, indent: 0, gap: 14 }));

function chapterBlocks(chapter: Chapter, document: DocumentNode): Block[] {
  const { title, description } = chapter;
  const [first, ...rest] = document.nodes ?? [];
  const repeated = first?.type?.startsWith("heading-") === true && textOfNode(first) === title;
  const heading: Block = { kind: "text", text: title, font: "bold", size: 24, indent: 0, gap: 0 };
  const below: Block[] = description ? [{ ...BODY, text: description, indent: 0 }] : [];
  const nodes = repeated ? rest : (document.nodes ?? []);
  const text = `${title}\n${description ?? ""}\n${textOfNode(document)}`;
  return [heading, ...below, ...blocksOf(nodes, 0), ...notesOn(text)];
}

const SHEETS_AT_ONCE = 20;
const others = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Writes pages as a PDF, piece by piece: each starts a sheet with its title, unless the text already begins with it.
 * Other work can run between two pages, and between the sheets of a long one.
 */
export async function* pdfOf(
  marked: Marked,
  title: string,
  chapters: Iterable<Chapter> | AsyncIterable<Chapter>,
): AsyncGenerator<Buffer> {
  const file = pdfWriter(title);
  yield file.begin();
  let empty = true;
  for await (const chapter of chapters) {
    empty = false;
    const document = documentOf(marked, chapter.markdown);
    const script = scriptOf(chapter.title + textOfNode(document));
    let sheets = 0;
    for (const sheet of place(chapterBlocks(chapter, document))) {
      yield file.sheet(sheet, script);
      sheets += 1;
      if (sheets % SHEETS_AT_ONCE === 0) await others();
    }
    await others();
  }
  if (empty) yield file.sheet([], "chinese");
  yield file.end();
}
