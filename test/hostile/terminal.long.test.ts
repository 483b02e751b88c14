/** R57: whatever the service puts into its answers, a terminal and a pipe get nothing that acts. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import type { RunOptions } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { useTestCli } from "../helpers/set-ups.js";
import { filledReply } from "./answers.js";
import { HOSTILE, rawCharacters } from "./text.js";

const cli = useTestCli();

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };
const TTY: RunOptions = { tty: true, width: 100, color: true, env: { DOCS_PAGER: "" } };

const attack = (text: string): RunOptions => ({
  files,
  intercept: (request) => filledReply(request, () => text),
});

describe("R57 every text of every answer", () => {
  const chosen = sampleCases("hostile answers", LINES, {
    nameOf: ({ line }) => line,
    few: 12,
    rooms: ["src/cli/output", "src/shared/text"],
  });
  test.each(chosen)("docs $line", async ({ line, silent, composite }) => {
    const unseen: string[] = [];
    for (const [format, options] of [
      ["", TTY],
      ["", { ...TTY, color: false, env: { NO_COLOR: "1", DOCS_PAGER: "" } }],
      [" --json", TTY],
      [" -o jsonl", TTY],
      [" -o yaml", TTY],
      ["", {}],
      [" -o csv", {}],
      [" -o tsv", {}],
      [" -o yaml", {}],
      [" --json", {}],
      [" --debug --debug-body", {}],
    ] as const) {
      const ran = await cli.run(line + format, { ...attack(HOSTILE), ...options });
      const ours = "color" in options && options.color === true;
      const raw = { stdout: rawCharacters(ran.stdout, { ours }), stderr: rawCharacters(ran.stderr, { ours }) };
      expect({ format, ...raw }).toEqual({ format, stdout: [], stderr: [] });
      // A change that went well is told in our own words where no data is asked for.
      if (format !== "" && !/\\x1b|\\u001b|\\e/.test(ran.stdout + ran.stderr)) unseen.push(format);
    }
    // It was shown all the same: escapes that can be read.
    if (!silent && !composite) expect(unseen).toEqual([]);
  });
});
