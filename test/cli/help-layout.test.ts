/** Help on a terminal: within its width, with bold headings, and with commands that can be pasted. */
import { describe, expect, it } from "vitest";
import { helpFor } from "../../src/cli/help/help.js";
import { forTerminal, layOut } from "../../src/cli/help/layout.js";
import { TOPIC_NAMES } from "../../src/cli/help/topics.js";
import { NOUNS } from "../../src/commands/index.js";

async function allPages(): Promise<string[]> {
  const pages = [await helpFor([], NOUNS)];
  for (const topic of TOPIC_NAMES) pages.push(await helpFor([topic], NOUNS));
  for (const noun of NOUNS) {
    pages.push(await helpFor([noun.name], NOUNS));
    const { default: module } = await noun.load();
    for (const { name } of noun.direct ? [] : module.commands) pages.push(await helpFor([noun.name, name], NOUNS));
  }
  return pages;
}

/** What people paste, a line of JSON, and words that have no place to be broken. */
const isWhole = (line: string): boolean =>
  /^ {2,}"/.test(line) || /^ {2,}(docs|echo |git |\S*=\$?\(?|code=|if |export |for )/.test(line) || !/\S \S/.test(line);

describe("help on a terminal", () => {
  it.each([60, 80, 120])("fits into %i columns", async (width) => {
    const pages = await allPages();
    expect(pages.length).toBeGreaterThan(150);
    const long = pages.flatMap((page) =>
      layOut(page, width, false)
        .split("\n")
        .filter((line) => line.length > width),
    );
    expect(long.filter((line) => !isWhole(line))).toEqual([]);
  });

  it("loses no word", async () => {
    const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
    for (const page of await allPages()) expect(words(layOut(page, 60, false))).toEqual(words(page));
  });

  it("stands below its beginning", async () => {
    const lines = layOut(await helpFor(["cr"], NOUNS), 60, false).split("\n");
    const at = lines.findIndex((line) => line.startsWith("  edit <cr...>"));
    expect(lines.slice(at, at + 2)).toEqual([
      "  edit <cr...>         Change the subject or the status of",
      "                       change requests",
    ]);
  });

  it("puts descriptions below flags where there is no room beside them", () => {
    const page =
      "Flags\n  --one <a-long-value>, --no-one  what it is, in words\n  --two                            the other\n";
    expect(layOut(page, 50, false)).toBe(
      "Flags\n  --one <a-long-value>, --no-one\n        what it is, in words\n  --two\n        the other\n",
    );
  });

  it("joins prose that was broken by hand, and keeps examples whole", () => {
    const prose = `  ${"word ".repeat(20).trim()}\n  and on.\n\n    docs cr list ${"--fields number ".repeat(5)}\n`;
    const lines = layOut(`Topic\n\n${prose}`, 60, false).split("\n");
    expect(lines.slice(2, 4)).toEqual([`  ${"word ".repeat(11).trim()}`, `  ${"word ".repeat(9)}and on.`]);
    expect(lines[5]).toContain("docs cr list --fields number --fields number");
  });

  it("has each command on a line of its own at any width", async () => {
    const page = layOut(await helpFor(["section-groups"], NOUNS), 20, false).split("\n");
    const learn = page.indexOf("Learn more");
    expect(page.slice(learn, learn + 2)).toEqual(["Learn more", "  docs section-groups <verb> --help"]);
    for (const words of [
      ["members", "offboard"],
      ["section-groups", "remove"],
    ]) {
      const lines = layOut(await helpFor(words, NOUNS), 30, false).split("\n");
      const usage = lines[lines.indexOf("Usage") + 1];
      expect(usage).toMatch(/^ {2}docs .* \[flags\]$/);
      expect(lines).toContain("  docs help flags");
    }
  });

  it("has bold headings where the environment allows it", async () => {
    const page = await helpFor(["cr", "merge"], NOUNS);
    const bold = (env: Record<string, string>) =>
      [...forTerminal(page, 80, env).matchAll(/\u001b\[1m(.*)\u001b\[22m/g)].map(([, title]) => title);
    const titles = ["Usage", "Arguments", "Flags", "Context", "Global flags", "JSON fields", "Examples", "Endpoints"];
    expect(bold({ TERM: "xterm" })).toEqual(titles);
    expect([bold({ NO_COLOR: "1" }), bold({ CLICOLOR: "0" }), bold({ TERM: "dumb" })]).toEqual([[], [], []]);
  });
});
