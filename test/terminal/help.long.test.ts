/** Rendered and loaded help on real terminals. */
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "./tmux.js";

let screen: Screen;
afterEach(() => screen.close());

test.each([
  [60, "  edit <cr...>         Change the subject or the status of\n                       change requests"],
  [120, "  edit <cr...>         Change the subject or the status of change requests"],
])("docs cr --help at %i columns", async (width, text) => {
  screen = openScreen({ width, height: 50 });
  screen.enter("docs cr --help; echo end");
  const lines = await screen.until(/^end$/m);
  expect(lines.join("\n")).toContain(text);
});

test("docs cr merge --help at 60 columns", async () => {
  screen = openScreen({ width: 60, height: 90 });
  screen.enter("docs cr merge --help; echo end");
  expect((await screen.until(/^end$/m)).join("\n")).toContain(
    "  <cr...>  change request: number, id, subject or URL; one\n           or more; - reads one per line from standard input\n",
  );
});
