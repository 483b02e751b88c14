/** JSON that no value of ours can hold: too deep, or with numbers of too many digits. */
import { describe, expect, it } from "vitest";
import { hasInexactNumbers } from "../../src/http/answer/decode.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("R32 nesting", () => {
  const list = (levels: number): string =>
    `{"items":[{"object":"organization","id":"o1","title":"x","x":${nested(levels)}}]}`;

  it.each([
    ["orgs list", list(20_000)],
    ["orgs list --json", list(20_000)],
    ["orgs view o1", `{"object":"organization","id":"o1","x":${nested(20_000)}}`],
    ["api /v1/orgs", list(20_000)],
    ["api /v1/orgs --paginate", list(20_000)],
    ["api /v1/orgs", nested(1_001)],
    ["api -X POST /v1/orgs/o1/teams -f title=x", nested(20_000)],
  ])("of an answer: docs %s", async (line, text) => {
    const ran = await cli.run(line, { intercept: () => ({ status: 200, text }) });
    expect([ran.code, ran.stdout]).toEqual([10, ""]);
    expect(ran.stderr).toContain("nested deeper than 1000 levels");
  });

  it("of 1000 levels is shown in every format", async () => {
    for (const format of ["json", "jsonl", "yaml", "csv", "tsv", "table", "markdown"]) {
      const ran = await cli.run(`api /v1/orgs -o ${format}`, {
        intercept: () => ({ status: 200, text: nested(1_000) }),
      });
      expect([format, ran.code, ran.stderr]).toEqual([format, 0, ""]);
    }
  });

  it("of a refusal leaves its code", async () => {
    const text = `{"error":${nested(20_000)}}`;
    expect((await cli.run("orgs view o1", { intercept: () => ({ status: 403, text }) })).code).toBe(4);
  });

  it("of what was given is a mistake in usage, and nothing is sent", async () => {
    const files = {
      "deep.json": `{"type":"object","x":${nested(20_000)}}`,
      "doc.json": `{"object":"document","x":${nested(20_000)}}`,
    };
    for (const [line, words] of [
      ["adaptive-schema set --file deep.json", "deep.json is nested deeper than 1000 levels"],
      [`api -X POST /v1/orgs/o1/teams -F x=${nested(20_000)}`, "--field: the value is nested deeper than 1000 levels"],
    ] as const) {
      const ran = await cli.run(line, { files });
      expect([ran.code, ran.sent]).toEqual([2, []]);
      expect(ran.stderr).toContain(words);
    }
  });
});

describe("numbers", () => {
  const item = '{"object":"organization","id":"o1","title":"x","n":12345678901234567890,"m":1e999}';
  const NOTE = "note: the answer has numbers with too many digits";

  it.each([
    ["orgs view o1 --json", item],
    ["orgs view o1 -o yaml", item],
    ["orgs list -q .[].n", `{"items":[${item}]}`],
    ["orgs list -o tsv --fields id,n", `{"items":[${item}]}`],
    ["api /v1/orgs/o1", item],
  ])("that were rounded are told: docs %s", async (line, text) => {
    const ran = await cli.run(line, { intercept: () => ({ status: 200, text }) });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain(NOTE);
  });

  it("that can be kept are not, nor digits in a text", async () => {
    const text = '{"object":"organization","id":"o1","title":"12345678901234567890","n":9007199254740991,"m":0.1}';
    const ran = await cli.run("orgs view o1 --json", { intercept: () => ({ status: 200, text }) });
    expect(ran.stderr).toBe("");
  });

  it.each([
    ["12345678901234567890", true],
    ["-9007199254740993", true],
    ["9007199254740992", false],
    ["100000000000000000000", false],
    ["1e999", true],
    ["-1E+400", true],
    ["1e100", false],
    ["0.1000000000000000000", false],
    ["0.1234567890123456789", true],
    ["1.000e300", false],
    ["0e0000", false],
    ["1e-999", true],
    ['"12345678901234567891"', false],
    ['{"a\\\\":"1\\"2345678901234567891","b":12345678901234567891}', true],
    ['{"12345678901234567891":1}', false],
  ])("finds out whether %s loses digits as a double", (json, inexact) => {
    JSON.parse(json);
    expect(hasInexactNumbers(json)).toBe(inexact);
  });
});

describe("R47 the token as a word", () => {
  it("is refused without being shown", async () => {
    for (const format of ["", " --json"]) {
      const ran = await cli.run(`auth login tok_very-secret${format}`, { baseUrl: "https://docs.example.com" });
      expect([ran.code, ran.sent]).toEqual([2, []]);
      expect(ran.stderr).toContain("tokens are not accepted on the command line");
      expect(ran.stderr).not.toContain("tok_very-secret");
    }
  });
});
