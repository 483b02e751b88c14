/**
 * A second reader of links, for comparison: it blanks out what is no text, then goes from bracket to bracket. It knows
 * nothing of the project's own reader, and shares no code with it.
 */
import { posix } from "node:path";

export interface OwnLink {
  href: string;
  line: number;
}

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** Fenced blocks, quoted or in lists, and blocks that are indented where no list is open. */
function withoutBlocks(text: string): string {
  let fence = "";
  let isAfterBlank = true;
  let isInList = false;
  let isInNote = false;
  const lines = text.split("\n").map((line) => {
    const inner = line.replace(/^(?:\s*>)+ ?/, "");
    const mark = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/.exec(inner)?.[1];
    if (fence !== "") {
      const isEnd = mark?.startsWith(fence) && inner.trim() === mark;
      if (isEnd) fence = "";
      return blank(line);
    }
    if (mark !== undefined && !(mark.startsWith("`") && inner.slice(inner.indexOf(mark) + mark.length).includes("`"))) {
      fence = mark;
      isAfterBlank = false;
      return blank(line);
    }
    const isBlank = inner.trim() === "";
    const isIndented = /^(?: {4}|\t)/.test(inner);
    if (/^\s{0,3}(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:)(?:\s|$)/.test(inner)) {
      isInList = true;
      isInNote = inner.trimStart().startsWith("[^");
    } else if (!isBlank && !isIndented && !/^\s/.test(inner) && isAfterBlank) isInList = false;
    const isCode = isIndented && isAfterBlank && !isBlank && (isInList ? isInNote && /^ {8}/.test(inner) : true);
    // The next indented line goes on with the block.
    isAfterBlank = isBlank || isCode;
    return isCode ? blank(line) : line;
  });
  return lines.join("\n");
}

/** Runs of backticks and what is between two of the same length in one paragraph. */
function withoutSpans(text: string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    if (text[at] === "\\" && text[at + 1] !== "\n") {
      out += text.slice(at, at + 2);
      at += 2;
      continue;
    }
    const run = /^`+/.exec(text.slice(at, at + 50))?.[0];
    if (run === undefined) {
      out += text[at];
      at += 1;
      continue;
    }
    const paragraph = text.slice(at, at + text.slice(at).search(/\n[ \t]*\n|$(?![\s\S])/));
    const end = [...paragraph.slice(run.length).matchAll(/`+/g)].find(([ticks]) => ticks === run)?.index;
    const length = end === undefined ? run.length : end + 2 * run.length;
    out += blank(text.slice(at, at + length));
    at += length;
  }
  return out;
}

/** The text with blanks for all that is not read as Markdown. */
export function proseOf(source: string): string {
  let text = source.replaceAll("\r\n", "\n").replace(/^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/, blank);
  text = withoutBlocks(text);
  text = text.replace(/\{% *raw *%\}[\s\S]*?\{% *endraw *%\}/g, blank);
  text = text.replace(/<(pre|script|style|textarea|svg)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, blank);
  text = withoutSpans(text);
  return text.replace(/<!--[\s\S]*?-->/g, blank);
}

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

function decodeReferences(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, ten, hex, name) => {
    const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : undefined;
    return code === undefined ? (named[String(name).toLowerCase()] ?? whole) : String.fromCodePoint(code);
  });
}

/** Where the bracket that opens at an offset closes. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length && !/^\n[ \t]*\n/.test(text.slice(i, i + 20)); i++) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "[") depth += 1;
    else if (text[i] === "]") {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return -1;
}

const TITLE = /^(?:\s+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?\s*\)/;

/** A destination and its end after `](`; undefined for anything else. */
function destination(text: string, from: number): string | undefined {
  let at = from;
  while (/[ \t\n]/.test(text[at] ?? "")) at += 1;
  let href = "";
  if (text[at] === "<") {
    const end = /^<((?:[^<>\n\\]|\\.)*)>/.exec(text.slice(at));
    if (!end) return undefined;
    href = end[1] ?? "";
    at += end[0].length;
  } else {
    let depth = 0;
    const begin = at;
    for (; at < text.length && !/\s/.test(text[at] ?? ""); at += 1) {
      if (text[at] === "\\") at += 1;
      else if (text[at] === "(") depth += 1;
      else if (text[at] === ")") {
        if (depth === 0) break;
        depth -= 1;
      }
    }
    href = text.slice(begin, at);
  }
  return TITLE.test(text.slice(at, at + 2000)) ? decodeReferences(unescaped(href)) : undefined;
}

const labelOf = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
const DEFINITION = /^ {0,3}(?:> ?)*\[((?:[^\]\\\n]|\\.)+)\]:[ \t]*\n?[ \t]*(?:<([^>\n]*)>|(\S+))/gm;
const TAG = /<([a-z][a-z0-9]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>`]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+))/g;
const BLOCK = /\{% *([a-z][a-z-]*)((?:(?!%\}).)*)%\}/g;
/** Tags that name a destination, and under which name. */
const NAMED: Record<string, readonly string[]> = {
  "content-ref": ["url"],
  embed: ["url"],
  file: ["src"],
  "page-ref": ["page"],
  include: ["argument"],
};

export function ownLinks(source: string): OwnLink[] {
  const prose = proseOf(source);
  const found: { href: string; at: number }[] = [];
  const definitions = new Map<string, string>();
  for (const [, label = "", pointed, plain] of prose.matchAll(DEFINITION)) {
    const name = labelOf(label);
    if (!name.startsWith("^") && !definitions.has(name))
      definitions.set(name, decodeReferences(unescaped(pointed ?? plain ?? "")));
  }
  const text = prose.replace(DEFINITION, blank);
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "[") {
      const end = closing(text, at);
      if (end < 0) continue;
      const inline = text[end + 1] === "(" ? destination(text, end + 2) : undefined;
      const second = text[end + 1] === "[" ? text.slice(end + 2, closing(text, end + 1)) : "";
      const href = inline ?? definitions.get(labelOf(second.trim() === "" ? text.slice(at + 1, end) : second));
      if (href !== undefined) found.push({ href, at });
    }
  }
  // Destinations in brackets are no tags.
  for (const { index, 1: name = "", 2: written = "" } of text.matchAll(TAG)) {
    for (const [, key = "", double, single, bare] of written.matchAll(ATTRIBUTE)) {
      const href = decodeReferences(double ?? single ?? bare ?? "").trim();
      const isLink = key.toLowerCase() === "href" && name.toLowerCase() === "a";
      const isShown = key.toLowerCase() === "src" && /^(img|source|video|audio|iframe|embed)$/i.test(name);
      if (isLink || isShown) found.push({ href, at: index });
    }
  }
  for (const { index, 1: name = "", 2: written = "" } of text.matchAll(BLOCK)) {
    if (text[index - 1] === "\\") continue;
    const values = new Map([...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value ?? ""]));
    const argument = /^\s*"([^"]*)"/.exec(written)?.[1];
    for (const key of NAMED[name] ?? []) {
      const href = key === "argument" ? argument : values.get(key);
      if (href !== undefined) found.push({ href, at: index });
    }
  }
  const [front = ""] = /^---\n[\s\S]*?\n---\n/.exec(source) ?? [];
  for (const [, href = ""] of front.matchAll(/^cover(?:Dark)?: *([^\s"']+) *$/gm)) found.push({ href, at: 0 });
  return found.map(({ href, at }) => ({ href, line: text.slice(0, at).split("\n").length }));
}

/** What a section is called in the loosest form: letters and digits alone. */
const bare = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^id(?=\d)/, "");

/** Everything that may be a section, and how often: titles, summaries, tabs, ids, labels of notes. */
export function ownAnchors(source: string): string[] {
  const prose = proseOf(source);
  // Code spans are part of a title.
  const text = source.replaceAll("\r\n", "\n");
  const names: string[] = [];
  const lines = text.split("\n");
  const plain = withoutBlocks(text).split("\n");
  const add = (title: string) =>
    names.push(
      bare(
        decodeReferences(title)
          .replace(/!?\[((?:[^\]\\]|\\.)*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
          .replace(/<[^>]*>/g, "")
          .replace(/(^|\s):[a-z0-9_+-]+:(?=\s|$)/g, " "),
      ),
    );
  plain.forEach((line, at) => {
    const title = /^ {0,3}(?:> ?)*(?:[-*+] |\d+\. )?#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1];
    // A title with an id of its own is counted with the ids.
    if (title !== undefined && !/\sid=/.test(title)) add(title);
    if (/^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && (plain[at - 1] ?? "").trim() !== "") add(lines[at - 1] ?? "");
  });
  for (const [, , inner = ""] of prose.matchAll(/<(h[1-6]|summary)\b[^>]*>([\s\S]*?)<\/\1>/gi)) add(inner);
  for (const [, title = ""] of prose.matchAll(/\{% *tab\b[^%]*?title="([^"]*)"/g)) add(title);
  for (const [, id = ""] of prose.matchAll(/\s(?:id|name)\s*=\s*["']([^"']*)["']/gi)) names.push(bare(id));
  for (const [, label = ""] of prose.matchAll(/\[\^([^\]]+)\]/g)) names.push(bare(`user-content-fn-${label}`));
  return names;
}

export function hasAnchor(anchors: readonly string[], anchor: string): boolean {
  const name = bare(anchor);
  if (name === "" || name === "top" || anchors.includes(name)) return true;
  // A title that is there again has a number behind it.
  const [, number = ""] = /[-_.](\d{1,2})$/.exec(anchor) ?? [];
  const plain = bare(anchor.slice(0, anchor.length - number.length));
  return number !== "" && anchors.filter((one) => one === plain).length > Number(number);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A destination in a folder: its path from the root and its section; undefined for addresses. */
export function resolveOwn(from: string, href: string): { path: string; anchor: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href.trim()) || href.trim().startsWith("//")) return undefined;
  const [before = "", ...rest] = href.trim().split("#");
  const path = decodePath(before.split("?")[0] ?? "");
  const anchor = decodePath(rest.join("#"));
  if (path === "") return { path: from, anchor };
  const joined = posix.normalize(path.startsWith("/") ? `.${path}` : posix.join(posix.dirname(from), path));
  const trimmed = joined.replace(/^\.\/|\/+$/g, "").replace(/^\.$/, "");
  return { path: trimmed, anchor };
}
