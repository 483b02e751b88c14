/** R57: JSON and YAML hold exactly what the service sent, in characters that no terminal acts on. */
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { LINES } from "../commands/json-lines.js";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { filledReply } from "./answers.js";
import { HOSTILE, rawCharacters } from "./text.js";

const cli = useTestCli();

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };
/** Lists that the program puts into an order of its own. */
const SORTED = ["cr list"];

/** What a list shows is the array in its envelope. */
function data(body: unknown): unknown {
  const { items, pages, organizations, count } = body as Record<string, unknown>;
  return count === undefined ? body : (items ?? pages ?? organizations);
}

/** The same things, in whatever order where the line sorts them. */
function expectSame(line: string, shown: unknown, whole: unknown): void {
  if (SORTED.includes(line) && Array.isArray(whole)) {
    expect(shown).toHaveLength(whole.length);
    expect(shown).toEqual(expect.arrayContaining(whole));
  } else expect(shown).toEqual(whole);
}

describe("R57 every text of every answer comes out as it went in", () => {
  test.each(LINES.filter(({ silent, composite }) => !silent && !composite))("docs $line", async ({ line }) => {
    const replies: Reply[] = [];
    const intercept = (request: Sent) => {
      replies.push(filledReply(request, (where) => `${where} ${HOSTILE}`));
      return replies.at(-1);
    };
    const read = async (format: string) => {
      const ran = await cli.run(line + format, { files, intercept });
      expect({ code: ran.code, stderr: ran.code === 0 ? "" : ran.stderr, raw: rawCharacters(ran.stdout) }).toEqual({
        code: 0,
        stderr: "",
        raw: [],
      });
      return ran.stdout;
    };
    const whole = () => data(replies.at(-1)?.body);
    const json = await read(" --json");
    expectSame(line, JSON.parse(json), whole());
    // Printable ASCII is all that the attack needs to be kept.
    expect(json.replace(/[\x20-\x7e\n]/g, "")).toBe("");
    const lines = (await read(" -o jsonl")).trimEnd().split("\n");
    const each = whole();
    const parsed = lines.map((text) => JSON.parse(text));
    expectSame(line, parsed, Array.isArray(each) ? each : [each]);
    expectSame(line, parseYaml(await read(" -o yaml")), whole());
  });
});
