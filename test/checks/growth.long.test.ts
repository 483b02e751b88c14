import { test } from "vitest";
import { ignoreCommentsIn } from "../../src/checks/markdown/ignore-comments.js";
import { expectLinear } from "../helpers/growth.js";

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
  await expectLinear((size) => ignoreCommentsIn(`<!-- docs-ignore x -->${part.repeat(size)}`), 80_000, 300);
});
