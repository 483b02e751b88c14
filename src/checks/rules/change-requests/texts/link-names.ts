/** Compares links in texts with pages and files by names alone: what may lead to one is taken for a link to it. */
import type { ResponseOf } from "../../../../catalog/endpoint.js";
import type { listSpaceFiles } from "../../../../catalog/files.js";
import { decodeSegment } from "../../../../shared/ids.js";
import { foldText } from "../../../../shared/text/names.js";
import type { Page } from "../../pages.js";

type File = ResponseOf<typeof listSpaceFiles>;

const FORMS = [
  // [text](target "title"), [text](<target>), and pictures.
  /\]\(\s{0,9}(?:<([^<>\n]{0,999})>|((?:[^\s()]|\([^\s()]{0,99}\)){0,999}))/g,
  // [label]: target
  /^ {0,3}\[[^\]\n]{1,99}\]:\s{0,9}<?([^\s>]{1,999})/gm,
  /<(https?:[^\s<>]{1,999})>/g,
  /\b(?:href|url|src)\s{0,9}=\s{0,9}(?:"([^"\n]{0,999})"|'([^'\n]{0,999})'|([^\s"'<>]{1,999}))/gi,
];

const INCLUDES = [/\{%\s{0,9}include\s{1,9}"([^"\n]{1,300})"/g];

const matchesOf = (text: string, forms: readonly RegExp[]): string[] =>
  forms
    .flatMap((form) => [...text.matchAll(form)])
    .map(([, ...parts]) => parts.find((part) => part !== undefined) ?? "");

/** What is in one list more often than in another: each as many times as it is added. */
function findAdded(before: readonly string[], after: readonly string[]): string[] {
  const known = new Map<string, number>();
  for (const one of before) known.set(one, (known.get(one) ?? 0) + 1);
  return after.filter((one) => {
    const left = known.get(one) ?? 0;
    known.set(one, left - 1);
    return left <= 0;
  });
}

/** Links that readers get, and that the page itself does not have. */
export const addedLinks = (written: string, read: string): string[] =>
  findAdded(matchesOf(written, FORMS), matchesOf(read, FORMS));

/** Names of what a reusable content includes, and readers do not get. */
export const leftIncludes = (written: string, read: string): string[] =>
  findAdded(matchesOf(written, INCLUDES), matchesOf(read, INCLUDES));

export const anchorOf = (link: string): string => link.split("#").slice(1).join("#");

/** Of a path: its last segment without extension; of an index, the folder, too. Nothing is left of the root. */
function namesOfPath(path: string): string[] {
  const segments = path.split("/").filter((part) => part !== "." && part !== "..");
  const last = (segments.at(-1) ?? "").replace(/\.(md|markdown|html)$/i, "");
  const isIndex = /^(readme|index)?$/i.test(last);
  return [last, ...(isIndex ? [segments.at(-2) ?? ""] : [])].map(foldText);
}

/** A link that has an anchor only leads to the page that it is read in. */
export function namesOfLink(link: string, readIn: ReadonlySet<string>): string[] {
  const path = link.split(/[#?]/)[0] ?? "";
  if (path === "") return [...readIn].map(foldText);
  return namesOfPath(decodeSegment(path.replaceAll("\\", "")));
}

export const namesOfPage = ({ id, slug, path, git }: Page): string[] => [
  ...[id, slug].flatMap((name) => (name ? [foldText(name)] : [])),
  ...[path, git?.path].flatMap((place) => (typeof place === "string" ? namesOfPath(place) : [])),
];

export const namesOfFile = ({ id, name, git }: File): string[] =>
  [id, name, git?.path].flatMap((place) => (place ? namesOfPath(place) : []));
