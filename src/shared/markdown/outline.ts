/*
 * Sections of a Markdown text for the search and PDFs, found by a simple line scanner: it runs inside the synchronous write
 * of a revision, where the Markdown library is not loaded. Links and checks use the reader (`shared/markdown/read.ts`).
 */

interface Section {
  /** 0 for the text before the first heading. */
  level: number;
  title: string;
  /** As in `page#anchor`; empty for the text before the first heading. */
  anchor: string;
  /** Markdown from the heading to the next one. */
  body: string;
}

export const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const PARAGRAPH = /^ {0,3}[^\s>#|`~*+-]/;

/** Longer lines are data, not prose: they are never headings and keep their markup, which bounds the patterns' time. */
export const MAX_LINE = 2000;

/** Removes everything between `<!--` and `-->`, across lines. */
export function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}

const CODE = /(?<![\\`])(`{1,3})(?!`)([^\n]{1,500}?)(?<!`)\1(?!`)/g;

/** Changes a text but not its code, in which brackets and symbols are not markup. */
export function aroundCode(text: string, change: (bare: string) => string): string {
  if (!text.includes("`")) return change(text);
  const kept: string[] = [];
  // Private-use characters stand in for code meanwhile.
  const bare = text.replace(CODE, (_, _ticks, code: string) => `\ue000${kept.push(code) - 1}\ue001`);
  return change(bare).replace(/\ue000(\d+)\ue001/g, (_, index) => kept[index] ?? "");
}

const MARKUP = /[[<`*~_\\]/;

export function plainLine(line: string): string {
  if (line.length > MAX_LINE || !MARKUP.test(line)) return line;
  return aroundCode(line, plainProse);
}

function plainProse(line: string): string {
  return line
    .replace(/!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/(?<!\\)<\/?[a-zA-Z][^>]*>/g, "")
    .replace(/(?<!\\)(\*\*\*|\*\*|\*|~~)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Text without inline markup: links become their text, code and emphasis their content. */
export function plainText(markdown: string): string {
  const lines = withoutComments(markdown)
    .split("\n")
    .filter((line) => !FENCE.test(line));
  return lines.map(plainLine).join("\n").trim();
}

/** A heading's anchor as the common hosts make it: lower case, no punctuation, hyphens for spaces. */
function anchorOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}

/** Repeated anchors get `-1`, `-2`, ... */
function uniqueAnchor(anchor: string, seen: Map<string, number>): string {
  const count = seen.get(anchor);
  seen.set(anchor, (count ?? 0) + 1);
  return count === undefined ? anchor : `${anchor}-${count}`;
}

export function sectionsOf(markdown: string): Section[] {
  const seen = new Map<string, number>();
  const sections: Section[] = [];
  let lines: string[] = [];
  let current: Omit<Section, "body"> = { level: 0, title: "", anchor: "" };
  let fence = "";
  const close = () => {
    const body = lines.join("\n").trim();
    if (current.level > 0 || body !== "") sections.push({ ...current, body });
    lines = [];
  };
  const open = (level: number, raw: string) => {
    close();
    const title = plainText(raw.replace(/\s*\{#[\w-]+\}\s*$/, ""));
    current = {
      level,
      title,
      anchor: uniqueAnchor(/\{#([\w-]+)\}\s*$/.exec(raw)?.[1] ?? anchorOf(title), seen),
    };
  };
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
      lines.push(line);
      continue;
    }
    const atx = line.length > MAX_LINE ? null : ATX.exec(line);
    const setext = SETEXT.exec(line);
    const above = lines.at(-1) ?? "";
    if (mark !== undefined) fence = mark;
    if (atx) open(atx[1]?.length ?? 1, atx[2] ?? "");
    else if (setext && PARAGRAPH.test(above)) {
      lines.pop();
      open(setext[1]?.startsWith("=") ? 1 : 2, above);
    } else lines.push(line);
  }
  close();
  return sections;
}
