import { defineRule } from "../../types.js";
import { findInTexts, READS_TEXTS, TEXTS } from "../page-findings.js";

export default defineRule({
  id: "image-without-alt",
  severity: "warning",
  tag: "content",
  summary: "A picture has no alternative text",
  why: 'People who cannot see it, and search engines, learn nothing about it. Mark decoration with <img alt=""> outside of a figure.',
  fix: "docs pages view PAGE --space SPACE --web",
  example: "the picture .gitbook/assets/dock.png has no description",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts }) {
    return findInTexts(facts, space, ({ pictures }) =>
      pictures
        .filter(({ alt }) => alt === undefined)
        .map(({ href, line }) => ({
          message: `the picture ${href.slice(0, 300) || "without an address"} has no description`,
          key: href,
          text: href,
          line,
        })),
    );
  },
});
