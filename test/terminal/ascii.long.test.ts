/** The built command for a screen reader, and where the locale is C. */
import { afterAll, describe, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";

const home = createHome();
afterAll(() => home.remove());

const LINES = [
  "pages list",
  "orgs overview",
  "status",
  "cr list",
  "cr view 42 --comments",
  "cr diff 42",
  "checks run",
  "comments list",
  "sites check",
  "spaces search battery",
  "pages view nf1RS92Pw91PPByuThq7",
  "cr edit 44 --subject Other",
  "orgs overview --help",
  "help exit-codes",
];
/** Box characters, blocks, Braille, ellipses, arrows, bullets, dashes, quotes, marks. */
const DRAWN = /[\u2500-\u25ff\u2800-\u28ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2212\u2700-\u27bf\u00b7]/u;

const chosen = sampleCases("lines in ASCII", LINES, {
  nameOf: (line) => line,
  few: 3,
  rooms: ["src/cli/output/text", "src/cli/output/formats"],
});

describe.each(chosen)("docs %s", (line) => {
  test("draws with ASCII where LC_ALL is C", async () => {
    const env = { LC_ALL: "C", DOCS_FORCE_TTY: "60" };
    const ran = await home.run(["--sandbox", ...line.split(" ")], { env });
    expect(ran.stdout + ran.stderr).not.toMatch(DRAWN);
    expect(ran.stdout.length).toBeGreaterThan(line.startsWith("cr edit") ? -1 : 60);
  });

  test("draws neither boxes nor blocks for a screen reader", async () => {
    const env = { DOCS_ACCESSIBLE: "1", DOCS_FORCE_TTY: "60" };
    const ran = await home.run(["--sandbox", ...line.split(" ")], { env });
    expect(ran.stdout + ran.stderr).not.toMatch(/[\u2500-\u25ff\u2800-\u28ff✓]/u);
  });
});

test("an ordinary terminal gets both", async () => {
  const ran = await home.run(["--sandbox", "orgs", "overview"], { env: { DOCS_FORCE_TTY: "60" } });
  expect(ran.stdout).toContain("█");
});
