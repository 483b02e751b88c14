import type { Heading, MarkdownText } from "../../../shared/markdown/elements.js";
import { decodeEntities } from "../../../shared/markdown/entities.js";
import { plainText } from "../../../shared/markdown/outline.js";
import { defineRule } from "../../types.js";
import { findInTexts, type InText, READS_TEXTS, TEXTS } from "../page-findings.js";

/** In a list of steps each step has a heading, of whatever level. */
const STEP = /\{%\s{0,9}step\s{0,9}%\}\s*$/;

function jumpsIn({ headings, prose }: MarkdownText): InText[] {
  const lines = prose.split("\n");
  const isStep = ({ line }: Heading) => STEP.test(lines.slice(Math.max(0, line - 4), line - 1).join("\n"));
  // The title of the page is above all of them.
  let above = 1;
  return headings.flatMap((heading) => {
    const { level, line } = heading;
    const title = decodeEntities(plainText(heading.title));
    const before = above;
    above = level;
    if (level <= before + 1 || isStep(heading)) return [];
    const message = `the heading ${JSON.stringify(title.slice(0, 100))} has level ${level}, below one of level ${before}`;
    return [{ message, key: `${before} ${level} ${heading.title}`, text: title, line }];
  });
}

export default defineRule({
  id: "heading-jump",
  severity: "info",
  tag: "content",
  summary: "A heading skips a level",
  why: "People who listen to a page, or jump from heading to heading, look for the part that seems to be missing.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: 'the heading "Limits" has level 4, below one of level 2',
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  check: async (space, { facts }) => findInTexts(facts, space, jumpsIn),
});
