/** Headings, pictures and links in Markdown. Every pattern is bounded: the time grows with the length of the text. */
import { type MarkdownScan, scanMarkdown } from "./scan.js";

interface Element {
  /** From 1. */
  line: number;
}

export interface Heading extends Element {
  level: number;
  title: string;
}

interface Picture extends Element {
  source: string;
  /** Undefined where nothing describes it; empty for decoration. */
  alt: string | undefined;
}

export interface TextLink extends Element {
  href: string;
  /** What readers see of it; undefined where another place has it. */
  shown: string | undefined;
}

export interface TextElements {
  scanned: MarkdownScan;
  text: string;
  headings(): Heading[];
  pictures(): Picture[];
  links(): TextLink[];
}

export function elementsOf(text: string): TextElements {
  const scanned = scanMarkdown(text);
  return {
    scanned,
    text,
    headings: () => headingsIn(text, scanned),
    pictures: () => withLines(text, picturesIn(text, scanned.prose)),
    links: () => withLines(text, linksIn(text, scanned.prose)),
  };
}

/** Puts lines in place of offsets. */
function withLines<T extends { at: number }>(text: string, found: readonly T[]): (Omit<T, "at"> & Element)[] {
  let [line, from] = [1, 0];
  return [...found]
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...rest }) => {
      for (let end = text.indexOf("\n", from); end >= 0 && end < at; end = text.indexOf("\n", from)) {
        line += 1;
        from = end + 1;
      }
      return { ...rest, line };
    });
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*\r?$/;
/** What an underline makes a heading: neither a list, a table, a quote, a heading nor a tag. */
const TITLE = /^ {0,3}(?![-*+>#|{<]|\d{1,9}[.)][ \t])\S/;
const TAGGED = /<h([1-6])(?=[\s>])/gi;

function headingsIn(text: string, { prose }: MarkdownScan): Heading[] {
  const written = text.split("\n");
  const found: Heading[] = [];
  prose.split("\n").forEach((line, index, lines) => {
    const add = (level: number, title: string, at = index) =>
      found.push({ level, title: title.replace(/[#\s]+$/, "").trim(), line: at + 1 });
    const atx = ATX.exec(line)?.[1];
    const underline = UNDERLINE.exec(line)?.[1];
    const above = lines[index - 1] ?? "";
    if (atx) add(atx.length, (written[index] ?? "").replace(ATX, ""));
    else if (underline && TITLE.test(above))
      add(underline.startsWith("=") ? 1 : 2, written[index - 1] ?? "", index - 1);
    for (const [, level] of line.matchAll(TAGGED)) add(Number(level), (written[index] ?? "").replace(/<[^<>]*>/g, " "));
  });
  return found;
}

type AtOffset<T> = Omit<T, "line"> & { at: number };

const PICTURE =
  /!\[((?:[^\][\n]|\n(?!\n)){0,1000})\](?:\(\s{0,9}(?:<([^<>\n]{0,2000})>|([^\s()]{0,2000}))(\s{1,9}["'(])?|\[([^\][\n]{0,300})\])/g;
const IMG = /<img(?=[\s/>])([^<>]{0,4000})>/gi;
const DESCRIBED =
  /\s(?:alt|aria-label|aria-labelledby)(?=[\s=/]|$)|\srole\s{0,9}=\s{0,9}["']?(?:presentation|none)|\saria-hidden\s{0,9}=\s{0,9}["']?true/i;
const SOURCE = /\ssrc\s{0,9}=\s{0,9}(?:"([^"]{0,2000})|'([^']{0,2000})|([^\s"'>]{1,2000}))/i;
const CAPTION = /^[^<]{0,200}(?:<\/(?:a|picture)>\s{0,99}){0,2}<figcaption[^<>]{0,200}>\s{0,200}(?!\s|<\/figcaption)/i;

const isEscaped = (text: string, at: number): boolean => text[at - 1] === "\\" && text[at - 2] !== "\\";

function picturesIn(text: string, prose: string): AtOffset<Picture>[] {
  const found: AtOffset<Picture>[] = [];
  for (const { index: at, 1: shown = "", 2: inner, 3: bare = "", 4: title, 5: label } of prose.matchAll(PICTURE)) {
    if (isEscaped(text, at)) continue;
    // Code in it is part of the text, which prose lacks.
    const alt = text.slice(at + 2, at + 2 + shown.length).trim();
    found.push({ at, source: inner ?? label ?? bare, alt: alt === "" && title === undefined ? undefined : alt });
  }
  for (const { index: at, 0: tag, 1: attributes = "" } of prose.matchAll(IMG)) {
    const [, double, single, bare] = SOURCE.exec(attributes) ?? [];
    const isCaptioned = CAPTION.test(text.slice(at + tag.length, at + tag.length + 900));
    found.push({
      at,
      source: double ?? single ?? bare ?? "",
      alt: DESCRIBED.test(attributes) || isCaptioned ? "" : undefined,
    });
  }
  return found;
}

const LINK =
  /(?<!!)\[((?:[^\][\n]|!?\[[^\][\n]{0,300}\](?:\([^()\n]{0,300}\))?|\n(?!\n)){0,600})\]\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()]|\([^\s()]{0,300}\)){0,2000}))/g;
const DEFINED = /^ {0,3}\[[^\]\n^][^\]\n]{0,300}\]:[ \t]{0,9}(?:<([^<>\n]{0,2000})>|(\S{1,2000}))/gm;
const ANCHOR = /<a\s([^<>]{0,4000})>/gi;
const HREF = /(?:^|\s)href\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/i;

const LONGEST_SHOWN = 600;

function linksIn(text: string, prose: string): AtOffset<TextLink>[] {
  const found: AtOffset<TextLink>[] = [];
  for (const { index: at, 1: { length } = "", 2: inner, 3: bare = "" } of prose.matchAll(LINK)) {
    const shown = text.slice(at + 1, at + 1 + length);
    if (!isEscaped(text, at)) found.push({ at, href: (inner ?? bare).trim(), shown });
  }
  for (const { index: at, 1: inner, 2: bare = "" } of prose.matchAll(DEFINED))
    found.push({ at, href: inner ?? bare, shown: undefined });
  for (const { index: at, 0: tag, 1: attributes = "" } of prose.matchAll(ANCHOR)) {
    const [match, double, single, bare] = HREF.exec(attributes) ?? [];
    const [shown] = text.slice(at + tag.length, at + tag.length + LONGEST_SHOWN).split(/<\/a>/i, 1);
    if (match !== undefined) found.push({ at, href: (double ?? single ?? bare ?? "").trim(), shown });
  }
  return found;
}
