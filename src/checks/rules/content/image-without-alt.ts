import { matchesWildcards } from "../../../shared/text/wildcards.js";
import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { findInTexts, READS_TEXTS, TEXTS } from "../page-findings.js";

/** The most pictures of a page that have a finding each: exports have an empty description in every figure. */
const MOST_EACH = 3;

const nameOf = (href: string): string => href.slice(0, 300) || "without an address";

export default defineRule({
  id: "image-without-alt",
  severity: "info",
  tag: "content",
  summary: "A picture has no alternative text",
  why: 'People who cannot see it, and search engines, learn nothing about it. Mark decoration with <img alt=""> outside of a figure, with role="presentation", or in a checks file (decorative). A page with more than three has one finding.',
  fix: "docs pages view PAGE --space SPACE --web",
  example: "the picture .gitbook/assets/dock.png has no description",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts, decorative }) {
    return findInTexts(facts, space, ({ pictures }) => {
      const found = pictures.filter(
        ({ alt, href }) => alt === undefined && !decorative.some((pattern) => matchesWildcards(pattern, href)),
      );
      const [first] = found;
      if (!first || found.length <= MOST_EACH) {
        return found.map(({ href, line }) => ({
          message: `the picture ${nameOf(href)} has no description`,
          key: href,
          text: href,
          line,
        }));
      }
      const message = `${count(found.length, "picture")} have no description; the first is ${nameOf(first.href)}`;
      return [{ message, key: "pictures", text: first.href, line: first.line }];
    });
  },
});
