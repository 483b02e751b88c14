import { aroundCode, FENCE, MAX_LINE, plainLine, withoutComments } from "../../shared/markdown/outline.js";
import { decodeEntities } from "../../shared/text/markup.js";
import type { StoredChangeRequest, StoredSpace } from "../lookup.js";
import { ServiceError } from "../wire/service-error.js";
import { pageById } from "./pages.js";
import type { StoredFile, StoredPage, StoredReusable, StoredRevision } from "./types.js";

/*
 * What a reader sees of a Markdown text, for the search: no markup from Markdown, HTML or blocks such as `{% hint %}`,
 * but all of code, where markup is the content.
 */

const BLOCK = /\{%[^%]{0,2000}%\}/g;
const TITLE = /\btitle="([^"]{0,500})"/;
const TAG = /(?<!\\)<\/?([a-z][a-z0-9-]*)\b[^<>]{0,4000}>/gi;
/** Elements that can occur within a word: all others separate words. */
const INLINE = new Set(
  "a abbr b bdi bdo code del dfn em font i ins kbd mark q s small span strong sub sup u var".split(" "),
);
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]{1,999}\]:[ \t]*\S.{0,2000}$/gm;
const NOTE = /\[\^[^\]\s]{1,200}\]:?/g;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MARKER = /^[ \t]*(?:(?:>|[*+-]|\d{1,9}[.)])[ \t]+|>)+(?:\[[ xX]\][ \t]+)?/;

function visibleLine(line: string): string {
  if (line.length > MAX_LINE) return line;
  if (TABLE_RULE.test(line)) return "";
  const cells = /^[ \t]*\|/.test(line) ? line.replace(/\\\||\|/g, (bar) => (bar === "|" ? " " : "|")) : line;
  return plainLine(cells.replace(MARKER, ""));
}

const prose = (text: string) => aroundCode(text, bareProse);

function bareProse(text: string): string {
  let bare = text;
  if (bare.includes("{%")) bare = bare.replace(BLOCK, (block) => ` ${TITLE.exec(block)?.[1] ?? ""} `);
  if (bare.includes("<")) bare = bare.replace(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? "" : " "));
  if (bare.includes("]:")) bare = bare.replace(DEFINITION, "");
  if (bare.includes("[^")) bare = bare.replace(NOTE, "");
  return decodeEntities(bare.split("\n").map(visibleLine).join("\n"));
}

export function visibleText(markdown: string): string {
  const shown: string[] = [];
  let lines: string[] = [];
  let fence = "";
  const flush = () => {
    shown.push(prose(lines.join("\n")));
    lines = [];
  };
  for (const line of withoutComments(markdown).split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === "" && mark === undefined) lines.push(line);
    else if (fence === "" && mark !== undefined) {
      flush();
      fence = mark;
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
    else shown.push(line);
  }
  flush();
  return shown
    .join("\n")
    .replace(/[ \t]+/g, " ")
    .trim();
}

/** The place of content: a space, or one of its change requests. */
export interface Place {
  space: StoredSpace;
  change?: StoredChangeRequest | undefined;
  revision: StoredRevision;
  /** `metadata=false` leaves out every `git`. */
  metadata: boolean;
  /** `computed=false` leaves out computed pages. */
  computed: boolean;
}

const appOf = ({ space, change }: Place) => change?.urls.app ?? space.urls.app ?? "";

function withoutGit<T extends { git?: unknown }>(value: T, { metadata }: Place): Omit<T, "git"> {
  if (metadata) return value;
  const { git: _git, ...rest } = value;
  return rest;
}

/** A page with its children in the contract's form; whoever answers a single page adds its text. */
export function presentPage(place: Place, page: StoredPage): object {
  const { document: _document, pages, ...rest } = page;
  const urls = page.urls ?? { app: `${appOf(place)}/${page.path}` };
  return { ...withoutGit(rest, place), urls, pages: presentPages(place, pages) };
}

export function presentPages(place: Place, pages: readonly StoredPage[]): object[] {
  const shown = place.computed ? pages : pages.filter(({ type }) => type !== "computed");
  return shown.map((page) => presentPage(place, page));
}

export function presentFile(place: Place, file: StoredFile): object {
  return withoutGit(file, place);
}

function presentReusable(place: Place, { document: _document, ...reusable }: StoredReusable): object {
  return withoutGit(reusable, place);
}

export function presentRevision(place: Place): object {
  const { space } = place;
  const { redirects: _redirects, ...revision } = place.revision;
  const { published, public: open } = space.urls;
  return {
    ...withoutGit(revision, place),
    pages: presentPages(place, revision.pages),
    files: revision.files.map((file) => presentFile(place, file)),
    reusableContents: revision.reusableContents.map((reusable) => presentReusable(place, reusable)),
    urls: revision.urls ?? {
      app: appOf(place),
      ...(published !== undefined && { published }),
      ...(open !== undefined && { public: open }),
    },
  };
}

/** @throws ServiceError 404 */
export function requirePage(revision: StoredRevision, id: string): StoredPage {
  const page = pageById(revision, id);
  if (!page) throw new ServiceError(404, `page "${id}" not found`);
  return page;
}
