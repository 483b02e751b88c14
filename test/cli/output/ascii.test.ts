/** LC_ALL=C: what is drawn around data is ASCII. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Column } from "../../../src/cli/output/types.js";
import { listing, PIPE, speak, TTY } from "./helpers.js";

afterEach(() => vi.resetModules());

const ASCII = { ...TTY, width: 30, ascii: true };
const COLUMNS: Column[] = [
  { header: "Title", path: "title", lead: ["lead", "emoji"] },
  { header: "Change", path: "change" },
];
const ROWS = [
  { title: "Tern", emoji: "🛒", change: "1 → 22" },
  { title: "Leïla", lead: "└─", change: "none" },
];

describe("on a terminal that knows ASCII alone", () => {
  it("tables have no emoji, branches are plain, and columns line up behind what became longer", async () => {
    const spoken = speak(ASCII);
    await spoken.out.list(ROWS, { columns: COLUMNS as Column<object>[] });
    expect(spoken.stdout()).toBe("TITLE     CHANGE\nTern      1 -> 22\n`- Leïla  none\n");
  });

  it("what is cut ends in dots, and fits", async () => {
    const { cutWithAscii } = await import("../../../src/cli/output/text/color.js");
    const { cut } = await import("../../../src/cli/output/text/fit.js");
    expect(cut("Administration", 10)).toBe("Administr…");
    cutWithAscii();
    expect([10, 3, 2, 0, -1].map((width) => cut("Administration", width))).toEqual(["Adminis...", "...", "..", "", ""]);
    expect(cut("日本語のドキュメント", 10)).toBe("日本語...");
  });

  it("screens and Markdown, too; data that is asked for as such is as it is", async () => {
    const drawn = speak(ASCII);
    await drawn.out.screen(() => ["a · b █▌", "é"]);
    await drawn.out.item(
      { text: "- one\n\n> two\n\n---\n" },
      { columns: [{ header: "Text", path: "text", as: "markdown" }] },
    );
    expect(drawn.stdout()).toBe(`a - b #▌\né\n* one\n\n| two\n\n${"-".repeat(30)}\n`);
    for (const [terminal, format] of [
      [ASCII, "json"],
      [{ ...PIPE, ascii: true }, "tsv"],
    ] as const) {
      const plain = speak(terminal, { format });
      await plain.out.list(listing({ items: ["a → b"] }));
      expect(plain.stdout()).toContain("a → b");
    }
  });

  it("a success has no mark", () => {
    const [plain, ascii] = [speak(TTY), speak(ASCII)];
    for (const { out } of [plain, ascii]) out.done("Merged 42");
    expect([plain.stderr(), ascii.stderr()]).toEqual(["✓ Merged 42\n", "Merged 42\n"]);
  });
});

it.each([
  [{ LC_ALL: "C" }, true],
  [{ LC_ALL: "POSIX", LANG: "en_US.UTF-8" }, true],
  [{ LC_ALL: "", LC_CTYPE: "C", LANG: "de_DE.UTF-8" }, true],
  [{ LANG: "C" }, true],
  [{ LC_ALL: "C.UTF-8" }, false],
  [{ LC_ALL: "en_US.UTF-8", LANG: "C" }, false],
  [{}, false],
])("%j decides whether only ASCII is drawn", async (env, ascii) => {
  const { detectTerminal } = await import("../../../src/cli/output/text/color.js");
  expect(detectTerminal(env, { stdin: {}, stdout: {}, stderr: {} }).ascii).toBe(ascii);
});
