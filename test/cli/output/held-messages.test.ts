import { describe, expect, test } from "vitest";
import { createOutput } from "../../../src/cli/output/output.js";
import { createMessages } from "../../../src/cli/output/stream.js";
import { wrapOnTerminal } from "../../../src/shared/wrap.js";
import { NOW, PIPE, sink } from "./helpers.js";

describe("messages that are held", () => {
  function held() {
    const [stdout, stderr] = [sink(), sink()];
    const messages = createMessages(stderr);
    const out = createOutput({ terminal: PIPE, stdout, stderr, messages, options: { quiet: false, now: () => NOW } });
    return { out, messages, stderr: stderr.text };
  }

  test("are printed in their order when they are released, and later ones at once", () => {
    const { out, messages, stderr } = held();
    out.note("a");
    messages.print("docs: b");
    out.print(["c", "d"]);
    expect(stderr()).toBe("");
    messages.release();
    expect(stderr()).toBe("note: a\ndocs: b\nc\n  d\n");
    out.note("e");
    expect(stderr()).toBe("note: a\ndocs: b\nc\n  d\nnote: e\n");
    expect(messages.take()).toEqual([]);
  });

  test("are taken once, without those that the error repeats", () => {
    const { out, messages, stderr } = held();
    out.done("a");
    out.failed("failed: b");
    out.complain("c");
    expect(messages.take()).toEqual(["a", "c"]);
    expect(messages.take()).toEqual([]);
    messages.release();
    expect(stderr()).toBe("");
  });

  test("what an error repeats is printed where nothing is held", () => {
    const { out, messages, stderr } = held();
    messages.release();
    out.failed("failed: b");
    expect(stderr()).toBe("failed: b\n");
  });
});

describe("a message at a terminal of 40 columns", () => {
  const shown = (text: string, isTTY = true, accessible = false): string => {
    const stderr = sink();
    const messages = createMessages(stderr, (message) => wrapOnTerminal(message, isTTY, { accessible, width: 40 }));
    messages.release();
    messages.print(text);
    return stderr.text();
  };

  test.each([
    ["fits", "note: it fits", "note: it fits"],
    [
      "words",
      "docs: the space has no pages that anybody could read",
      "docs: the space has no pages that\n  anybody could read",
    ],
    [
      "indented",
      "  did you mean the other space, which is public",
      "  did you mean the other space, which\n    is public",
    ],
    [
      "a command",
      "note: it is behind: docs cr update 43 --space Guide",
      "note: it is behind:\n  docs cr update 43 --space Guide",
    ],
    [
      "several",
      "see: docs cr view 42, docs cr diff 42 or docs pages list --cr 42",
      "see: docs cr view 42, docs cr diff 42\n  or docs pages list --cr 42",
    ],
    [
      "a long one",
      "see: docs spaces edit 'Tern User Guide' --emoji 1f600 now",
      "see:\n  docs spaces edit 'Tern User Guide' --emoji 1f600 now",
    ],
    [
      "a sentence",
      "run docs auth login to see what is wrong with it",
      "run docs auth login to see what is\n  wrong with it",
    ],
    [
      "a flag",
      'to delete by title, confirm with --confirm "User Guide"',
      'to delete by title, confirm with\n  --confirm "User Guide"',
    ],
    [
      "a path",
      'docs: cannot be written: "/tmp/My long folder/of things.json"',
      'docs: cannot be written:\n  "/tmp/My long folder/of things.json"',
    ],
    ["wide characters", `docs: ${"漢字 ".repeat(8)}`, `docs: ${"漢字 ".repeat(6).trim()}\n  漢字 漢字 `],
    ["colors", `\u001b[32m✓\u001b[39m ${"x".repeat(38)}`, `\u001b[32m✓\u001b[39m ${"x".repeat(38)}`],
  ])("%s", (_, text, lines) => {
    expect(shown(text)).toBe(`${lines}\n`);
  });

  test("is in one piece in a pipe, and for a screen reader", () => {
    const words = "word ".repeat(40).trim();
    expect(shown(words)).toContain("\n  word");
    expect(shown(words, false)).toBe(`${words}\n`);
    expect(shown(words, true, true)).toBe(`${words}\n`);
  });
});
