import { test } from "vitest";
import { ignoreCommentsIn } from "../../src/checks/accepted/in-pages.js";
import { readMarkdown } from "../../src/shared/markdown/read.js";
import { loadMarked } from "../../src/shared/markdown/tokens.js";
import { expectLinear } from "../helpers/growth.js";

const marked = await loadMarked();

test.each([
  "`",
  "` ``",
  "<!--",
  "<pre",
  "<pre>",
  "\\",
  "[",
  "```\n",
  "    x\n\n",
  "- ",
  "> ",
  "<!-- docs-ignore a -->",
  "<!-- docs-ignore a -->\n",
  "x <!-- docs-ignore a -->\n",
  "<!-- docs-ignore-page a -->",
])("R73: many %j take as long as they are", async (part) => {
  // Each comment makes several objects, and what they take to collect depends on what is there already.
  await expectLinear(
    (size) => ignoreCommentsIn(readMarkdown(marked, `<!-- docs-ignore x -->${part.repeat(size)}`)),
    80_000,
    300,
  );
});
