/** Reads HTML in a Markdown text. Every pattern is bounded: the time grows with the length of the text. */
import { CODE, type Collected, OTHER } from "./elements.js";
import { decodeEntities } from "./entities.js";

/** A longer tag is text: pages may come from strangers. */
const TAG = /<([a-z][a-z0-9]*)(?=[\s/>])([^<>]{0,4000})>/gi;
const ATTRIBUTE = /(?:^|\s)([a-z][a-z-]{0,40})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
/** Elements whose content is no Markdown. */
const RAW = new Set(["pre", "code", "script", "style", "textarea", "svg"]);
const LONGEST_RAW = 20_000;
const LONGEST_TITLE = 1_000;
const LONGEST_SHOWN = 600;
const EMBEDS = new Set(["img", "source", "video", "audio", "iframe", "embed"]);
const CAPTION = /^[^<]{0,200}(?:<\/(?:a|picture)>\s{0,99}){0,2}<figcaption[^<>]{0,200}>\s{0,200}(?!\s|<\/figcaption)/i;

export interface HtmlReader {
  /** @param raw HTML that begins at an offset of the text */
  read(raw: string, at: number): void;
  /** Ids that are read meanwhile belong to a heading. */
  idsInto(ids: string[], read: () => void): void;
}

type Attributes = ReadonlyMap<string, string>;

function attributesOf(written: string): Attributes {
  const all = new Map<string, string>();
  for (const [, name = "", double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!all.has(key)) all.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return all;
}

/** The addresses in `srcset`; each may be followed by a width or a density. */
const candidates = (srcset: string): string[] =>
  srcset.split(",").flatMap((candidate) => {
    const address = candidate.trim().replace(/\s+[\d.]{1,9}[wx]$/, "");
    return address === "" ? [] : [address];
  });

/** The text between an offset and the end tag; undefined if that is not near. */
function innerAt(text: string, from: number, name: string, longest: number): string | undefined {
  const near = text.slice(from, from + longest + name.length + 3);
  const end = near.search(new RegExp(`</${name}\\s{0,9}>`, "i"));
  return end < 0 ? undefined : near.slice(0, end);
}

/** Takes comments out of HTML and notes them. */
function withoutComments({ comments, mark, text }: Collected, raw: string, at: number): string {
  let left = "";
  let done = 0;
  for (let from = raw.indexOf("<!--"); from >= 0; from = raw.indexOf("<!--", done)) {
    const end = raw.indexOf("-->", from + 4);
    if (end < 0) break;
    comments.push({ from: at + from, to: at + end + 3, text: text.slice(at + from + 4, at + end) });
    mark(OTHER, at + from, at + end + 3);
    left += raw.slice(done, from) + " ".repeat(end + 3 - from);
    done = end + 3;
  }
  return left + raw.slice(done);
}

/** The place of a picture that is the content of a figure. */
const FIGURE = /<figure[^<>]{0,200}>\s{0,99}(?:<(?:a|picture)\b[^<>]{0,200}>\s{0,99}){0,2}$/i;

function isDescribed(attributes: Attributes, isInFigure: boolean): boolean {
  const isDecoration = ["presentation", "none"].includes(attributes.get("role") ?? "");
  const hasAlt = isInFigure ? (attributes.get("alt") ?? "").trim() !== "" : attributes.has("alt");
  return isDecoration || attributes.get("aria-hidden") === "true" || hasAlt || hasLabel(attributes);
}

const hasLabel = (attributes: Attributes): boolean => attributes.has("aria-label") || attributes.has("aria-labelledby");

function readPicture({ pictures, text }: Collected, attributes: Attributes, at: number, end: number): void {
  const isCaptioned = CAPTION.test(text.slice(end, end + 900));
  pictures.push({
    at,
    href: attributes.get("src") ?? "",
    // The service writes an empty one into each figure without a description.
    alt:
      isCaptioned || isDescribed(attributes, FIGURE.test(text.slice(Math.max(0, at - 300), at)))
        ? (attributes.get("alt") ?? "")
        : undefined,
  });
}

function readLinks(collected: Collected, name: string, attributes: Attributes, at: number, end: number): void {
  const { links, text } = collected;
  const href = attributes.get("href");
  if (name === "a" && href !== undefined) {
    const shown = innerAt(text, end, name, LONGEST_SHOWN) ?? text.slice(end, end + LONGEST_SHOWN);
    links.push({ at, href: href.trim(), shown });
  }
  if (!EMBEDS.has(name)) return;
  if (name === "img") readPicture(collected, attributes, at, end);
  const source = name === "img" ? undefined : attributes.get("src");
  if (source !== undefined) links.push({ at, href: source, shown: undefined });
  for (const one of candidates(attributes.get("srcset") ?? "")) links.push({ at, href: one, shown: undefined });
}

export function createHtmlReader(collected: Collected): HtmlReader {
  const { text, headings, anchored, mark } = collected;
  let ids: string[] | undefined;
  const readTag = (name: string, attributes: Attributes, at: number, end: number) => {
    const own = ["id", "name"].flatMap((key) => attributes.get(key) ?? []);
    const isTitle = name === "summary" || /^h[1-6]$/.test(name);
    const title = isTitle ? innerAt(text, end, name, LONGEST_TITLE) : undefined;
    if (ids) ids.push(...own);
    else if (own.length > 0 || title !== undefined)
      anchored.push({ at, ids: own, ...(title !== undefined && { title: title.replace(/<[^<>]{0,1000}>/g, " ") }) });
    if (isTitle && name !== "summary") headings.push({ at, level: Number(name[1]), title: title ?? "" });
    readLinks(collected, name, attributes, at, end);
  };
  return {
    read(raw, at) {
      const html = withoutComments(collected, raw, at);
      let skipped = 0;
      for (const { index, 0: tag, 1: name = "", 2: written = "" } of html.matchAll(TAG)) {
        if (index < skipped) continue;
        const lower = name.toLowerCase();
        const end = index + tag.length;
        const inner = RAW.has(lower) ? innerAt(text, at + end, lower, LONGEST_RAW) : undefined;
        readTag(lower, attributesOf(written), at + index, at + end);
        if (inner === undefined) continue;
        skipped = end + inner.length;
        mark(CODE, at + index, at + skipped + lower.length + 3);
      }
    },
    idsInto(list, read) {
      ids = list;
      read();
      ids = undefined;
    },
  };
}
