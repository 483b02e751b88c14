/** Splits a link's destination as written in Markdown into its parts, without looking anything up. */
import { decodeSegment } from "../ids.js";
import { composed } from "./names.js";

type Href =
  | { kind: "url"; url: string }
  /** `path` is decoded and has no query; it is empty for a link within the page. Without `#`, `anchor` is absent. */
  | { kind: "local"; path: string; anchor?: string };

export function parseHref(href: string): Href {
  const text = href.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith("//")) return { kind: "url", url: text };
  const hash = text.indexOf("#");
  const before = hash < 0 ? text : text.slice(0, hash);
  const path = decodeSegment(before.split("?", 1)[0] ?? "");
  if (hash < 0) return { kind: "local", path };
  return { kind: "local", path, anchor: decodeSegment(text.slice(hash + 1)) };
}

/**
 * The path, from the root of the content, that `path` means in the file `from`; undefined if it leads out of the
 * content. A leading `/` is the root; a trailing one is dropped.
 */
export function resolvePath(from: string, path: string): string | undefined {
  const segments = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return composed(segments.join("/"));
}

/** The way from the file `from` to a path, both from the root of the content. */
export function relativePath(from: string, path: string): string {
  const [base, to] = [from.split("/").slice(0, -1), path.split("/")];
  const apart = base.findIndex((segment, at) => segment !== to[at]);
  const same = apart < 0 ? base.length : apart;
  return [...base.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

export const isMarkdown = (path: string) => /\.(md|markdown)$/i.test(path);
/** Checks whether it is the page of its folder. */
export const isIndex = (path: string) => /(^|\/)(readme|index)\.(md|markdown)$/i.test(path);
