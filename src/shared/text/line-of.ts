/** Where something is written in a page. */
import { decodeSegment } from "../ids.js";

const { posix } = process.getBuiltinModule("node:path");

const FRONT_MATTER = /^---\n.*?\n---(?:\n|$)/s;
/** Destinations of links and images, as Markdown, blocks and HTML write them. */
const DESTINATION = /(?:\]\(<?|\]:\s*<?|\b(?:href|src|url)=["'])([^\s)>"']+)/g;

/**
 * The first line, from 1, that links to `target` or else has it as words; 1 where none does.
 * @param target as the service names it: an address, or a path from the space
 * @param from folder of the page in the space
 */
export const lineOf = (markdown: string, target: string, from: string): number =>
  linesWith(markdown, target, from)[0] ?? 1;

/** All such lines. */
export function linesWith(markdown: string, target: string, from: string): number[] {
  const text = markdown.replaceAll("\r\n", "\n");
  // A title or a variable there is no link.
  const front = FRONT_MATTER.exec(text)?.[0] ?? "";
  const lines = text.slice(front.length).split("\n");
  const page = toPagePath(target);
  const kinds = [
    (line: string) => destinationsOf(line, from).some((one) => one.includes(target)),
    // The service names a page by its path, the text by its file.
    (line: string) => destinationsOf(line, from).some((one) => one.map(toPagePath).includes(page)),
    (line: string) => destinationsOf(line, from).some((one) => one.includes(withoutAnchor(target))),
    (line: string) => destinationsOf(line, from).some((one) => one.map(toPagePath).includes(withoutAnchor(page))),
    (line: string) => hasWords(line, target),
  ];
  const first = front.split("\n").length;
  for (const is of kinds) {
    const found = lines.flatMap((line, index) => (is(line) ? [index + first] : []));
    if (found.length > 0) return found;
  }
  return [];
}

const withoutAnchor = (target: string): string => target.replace(/(?<=.)#.*$/s, "");

/** `api/Client.md#close` as `api/client#close`. */
function toPagePath(href: string): string {
  const [, path = "", anchor = ""] = /^([^#]*)(.*)$/s.exec(href) ?? [];
  const plain = path
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/, "")
    .replace(/(?:^|\/)(?:readme|index)$/, "");
  return `${plain}${anchor}`;
}

/** Each as it is written, and as a path from the space, both with its anchor and without. */
function destinationsOf(line: string, from: string): string[][] {
  return [...line.matchAll(DESTINATION)].map(([, written = ""]) => {
    const plain = decodeSegment(written);
    const path = /^[a-z][\w+.-]*:|^[/#]/i.test(plain) ? plain : posix.join(from, plain);
    return [written, plain, path].flatMap((one) => [one, withoutAnchor(one)]);
  });
}

/** Not as a part of other words. */
function hasWords(line: string, words: string): boolean {
  if (words === "") return false;
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    const around = `${line[at - 1] ?? " "}${line[at + words.length] ?? " "}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}
