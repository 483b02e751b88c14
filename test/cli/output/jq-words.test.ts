/** What jq says besides its results, and data that it cannot take. */
import { afterEach, describe, expect, it } from "vitest";
import { compileFilter } from "../../../src/cli/output/filter/jq.js";
import { listing, PIPE, speak } from "./helpers.js";

// jq leaves its own exit code behind.
afterEach(() => {
  process.exitCode = 0;
});

const EVIL = "\u001b]0;owned\u0007\u009b2J";
const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

async function run(
  expression: string,
  value: unknown,
): Promise<{ results?: unknown[]; said: string; failed: unknown }> {
  const said: string[] = [];
  try {
    const filter = await compileFilter(expression, { tell: (text) => said.push(text) });
    return { results: filter.run(value), said: said.join("|"), failed: undefined };
  } catch (failed) {
    return { said: said.join("|"), failed };
  }
}

describe("R57 words of a filter", () => {
  it.each([
    ["debug | length", '["DEBUG:",["x"]]', [1]],
    ['.[] | stderr | "y"', "x", ["y"]],
    ['debug("m \\(.[0])") | length', '["DEBUG:","m x"]', [1]],
    ['"bye" | halt_error(0)', "bye", []],
    ["input_line_number | debug", '["DEBUG:",0]', [0]],
  ])("%s is told, not written", async (expression, said, results) => {
    expect(await run(expression, ["x"])).toEqual({ results, said, failed: undefined });
  });

  it.each([
    ['debug | error("no")', '["DEBUG:",["x"]]', "--jq: no"],
    ["debug | halt_error", '["DEBUG:",["x"]]', '--jq: ["x"]'],
    ['"a\\nb" | halt_error', "", "--jq: a"],
    ["{a: 1} | error", "", '--jq: {"a":1}'],
  ])("%s fails in words of its own", async (expression, said, message) => {
    const { failed, said: told } = await run(expression, ["x"]);
    expect([failed, told]).toMatchObject([{ kind: "usage", message }, said]);
  });

  it("reach standard error without anything that a terminal obeys, also with --quiet", async () => {
    const spoken = speak(PIPE, { jq: ".[] | stderr | debug | .title | length", quiet: true });
    await spoken.out.list(listing({ items: [{ title: EVIL }] }));
    expect(spoken.stdout()).toBe("13\n");
    expect(spoken.stderr()).toContain("owned");
    expect(spoken.stderr()).toContain("DEBUG:");
    expect(spoken.stderr()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe("data that jq cannot take", () => {
  it("half a character in one title leaves the others alone", async () => {
    const items = [{ t: "a\ud800" }, { t: "b\\ud800" }, { t: '\udc00"\\' }, { t: "😀" }];
    expect((await run(".[] | select(.t) | .t", items)).results).toEqual(["a\ufffd", "b\\ud800", '\ufffd"\\', "😀"]);
  });

  it("deep nesting is told as such", async () => {
    expect((await run("map(.) | length", nested(256))).results).toEqual([1]);
    expect((await run("map(.) | length", nested(257))).failed).toMatchObject({
      kind: "usage",
      message: "--jq: the data is nested too deeply for a filter",
    });
  });
});

describe("R29 page by page", () => {
  it.each([
    [".[] | select(.id)", true],
    [".[] | input", false],
    [".[] | [inputs]", false],
    [".[] | input_line_number", false],
    [".[] | halt", false],
    [".[] | halt_error", false],
    ["map(.id)", false],
  ])("%s is run page by page only where that makes no difference: %s", async (expression, streams) => {
    expect((await compileFilter(expression)).streams).toBe(streams);
  });

  it("halt ends all of it, not a page", async () => {
    const spoken = speak(PIPE, { jq: ".[] | if .id == 1 then ., halt else . end | .id" });
    await spoken.out.list(listing({ items: [{ id: 1 }], next: "2" }, { items: [{ id: 2 }] }));
    expect(spoken.stdout()).toBe("1\n");
  });
});
