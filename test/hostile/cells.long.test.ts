/** R58: no cell of a CSV file starts a formula, whatever member it comes from and whatever it is called. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import { sampleCases } from "../helpers/sample.js";
import { useTestCli } from "../helpers/set-ups.js";
import { filledReply } from "./answers.js";
import { rawCharacters } from "./text.js";

const cli = useTestCli();

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };
const STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const FORMULA = `cmd|' /C calc'!A0,"=1+1"\n=2+2`;

/** Cells by RFC 4180. */
function cellsOf(csv: string): string[] {
  const cells = csv.match(/"(?:[^"]|"")*"|[^,\r\n]+/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

test("the cells of a CSV text are found", () => {
  expect(cellsOf('a,"b,""c""\n=d"\r\n=e,\'f\r\n')).toEqual(["a", 'b,"c"\n=d', "=e", "'f"]);
});

const SHOWING = [
  ...LINES.filter(({ silent, composite }) => !silent && !composite),
  // Without columns of our own the names of the members are the header.
  { line: "api /v1/orgs/o1/teams/t1" },
  { line: "api /v1/orgs/o1/teams --paginate" },
];

describe("R58 CSV", () => {
  const chosen = sampleCases("cells", SHOWING, {
    nameOf: ({ line }) => line,
    few: 12,
    rooms: ["src/cli/output", "src/shared/text"],
  });
  test.each(chosen)("docs $line", async ({ line }) => {
    for (const start of STARTS) {
      const ran = await cli.run(`${line} -o csv`, {
        files,
        intercept: (request) => filledReply(request, () => start + FORMULA),
      });
      expect({ code: ran.code, stderr: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, stderr: "" });
      const cells = cellsOf(ran.stdout);
      expect({ start, open: cells.filter((cell) => STARTS.includes(cell.charAt(0))) }).toEqual({ start, open: [] });
      expect(cells.filter((cell) => cell.includes("calc")).length).toBeGreaterThan(0);
      expect(rawCharacters(ran.stdout)).toEqual([]);
    }
  });
});
