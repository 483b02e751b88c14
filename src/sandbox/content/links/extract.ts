import { readMarkdown } from "../../../shared/markdown/read.js";
import type { MarkdownParser } from "../../../shared/markdown/tokens.js";
import { anchorsOf } from "./anchors.js";

export interface MarkdownParts {
  /** Destinations as written, in order, including repetitions. */
  hrefs: string[];
  /** What `#...` may name. */
  anchors: ReadonlySet<string>;
}

/** Links and anchors of a document. */
export function extract(marked: MarkdownParser, markdown: string): MarkdownParts {
  const { links, pictures, anchored } = readMarkdown(marked, markdown, { linksOnly: true });
  const all = pictures.length === 0 ? links : [...links, ...pictures].sort((one, other) => one.at - other.at);
  return { hrefs: all.map(({ href }) => href), anchors: anchorsOf(anchored) };
}
