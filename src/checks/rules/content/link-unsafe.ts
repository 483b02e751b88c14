import { isOwnComputer } from "../../../shared/local-address.js";
import type { TextLink } from "../../../shared/markdown/elements.js";
import { defineRule } from "../../types.js";
import { findInTexts, READS_TEXTS, TEXTS } from "../page-findings.js";

/** What is wrong with a link; undefined if nothing is. */
function problemOf({ href, shown: text = "" }: Pick<TextLink, "href" | "shown">): string | undefined {
  if (href === "") return "a link has no address";
  const shown = href.slice(0, 300);
  if (/^(?:javascript|vbscript):|^data:text\/html/i.test(href.replace(/[\s\0]/g, "")))
    return `links to ${shown}, a script`;
  if (/^file:/i.test(href)) return `links to ${shown}, a file of one computer`;
  const isLocal = /^(?:https?:)?\/\//i.test(href) && URL.canParse(href, "https://x.invalid");
  if (!isLocal) return undefined;
  const { hostname, port } = new URL(href, "https://x.invalid");
  // Readers who are told to open localhost:3000 have started something there, whatever this computer is called.
  const isTold = ["localhost", "127.0.0.1", "[::1]"].some((name) => text.toLowerCase().includes(`${name}:${port}`));
  if (!isOwnComputer(hostname) || text.toLowerCase().includes(hostname) || isTold) return undefined;
  return `links to ${shown}, which is the reader's own computer`;
}

export default defineRule({
  id: "link-unsafe",
  severity: "warning",
  tag: "content",
  summary: "A link runs a script, leads to a file of one computer or to the reader's own, or has no address",
  why: "It works only for its author, if at all. Browsers block scripts and files, and readers get used to clicking on anything.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://localhost:3000/, which is the reader's own computer",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts }) {
    return findInTexts(facts, space, ({ links }) =>
      links.flatMap((link) => {
        const { href, line } = link;
        const message = problemOf(link);
        return message === undefined ? [] : [{ message, key: href, line, ...(href !== "" && { text: href }) }];
      }),
    );
  },
});
