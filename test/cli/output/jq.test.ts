import { afterEach, describe, expect, it } from "vitest";
import { compileFilter } from "../../../src/cli/output/filter/jq.js";
import { loadJq } from "../../../src/cli/output/filter/jq-engine.js";
import type { Format } from "../../../src/cli/output/types.js";
import { COLOR, listing, PIPE, speak, TTY } from "./helpers.js";

const ITEMS = [
  { id: "a", n: 1, user: { name: "Ana" }, tags: ["x", "y"] },
  { id: "b", n: -2, user: null },
];

// jq leaves its own exit code behind.
afterEach(() => {
  process.exitCode = 0;
});

const filtered = async (expression: string, items: readonly object[] = ITEMS) => {
  const spoken = speak(PIPE, { jq: expression });
  await spoken.out.list(listing({ items: items.slice(0, 1), next: "2" }, { items: items.slice(1) }));
  return spoken.stdout();
};
const failure = async (expression: string, value: unknown = ITEMS) => {
  try {
    const filter = await compileFilter(expression);
    filter.run(value);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("--jq", () => {
  it.each([
    [".", '[{"id":"a","n":1,"user":{"name":"Ana"},"tags":["x","y"]},{"id":"b","n":-2,"user":null}]\n'],
    [".[].id", "a\nb\n"],
    [".[] | .id", "a\nb\n"],
    [".[].user.name", "Ana\nnull\n"],
    [".[0].tags", '["x","y"]\n'],
    [".[-1].n", "-2\n"],
    [".[5]", "null\n"],
    ["length", "2\n"],
    [".[0] | .tags | length", "2\n"],
    [".[].n | length", "1\n2\n"],
    [".[] | select(.n > 0) | .id", "a\n"],
    ["map(.n) | add", "-1\n"],
    ['.[] | "\\(.id)\t\\(.n)"', "a\t1\nb\t-2\n"],
    ["[.[] | {id}]", '[{"id":"a"},{"id":"b"}]\n'],
    ["first(.[]) | .id", "a\n"],
    [".[] | empty", ""],
  ])("filters by %s", async (expression, expected) => {
    expect(await filtered(expression)).toBe(expected);
  });

  it.each([
    ".",
    ".[]",
    ".[].id",
    ".[] | .id",
    ".[0]",
    ".[0].user.name",
    ".[].tags",
    "length",
    ".[0] | length",
    ".[-2].n",
    ".[0].tags[1]",
    ".[0].user[]",
    ".[7].a.b",
  ])("%s gives what jq gives", async (expression) => {
    const jq = await loadJq();
    const lines = jq.raw(JSON.stringify(ITEMS), expression, ["-c"])?.trimEnd().split("\n");
    const filter = await compileFilter(expression);
    expect(filter.run(ITEMS).map((value) => JSON.stringify(value))).toEqual(lines);
  });

  it.each([
    [".[", "--jq: syntax error, unexpected end of file"],
    ["nonsense", "--jq: nonsense/0 is not defined"],
    [".[]id", "--jq: syntax error, unexpected IDENT, expecting end of file"],
  ])("refuses %s before anything is fetched", async (expression, message) => {
    const spoken = speak(PIPE, { jq: expression });
    await expect(spoken.out.prepare()).rejects.toMatchObject({ kind: "usage", message });
    const source = listing({ items: ITEMS });
    await expect(spoken.out.list(source)).rejects.toMatchObject({ kind: "usage" });
    expect(source.taken()).toBe(0);
    expect(spoken.stdout()).toBe("");
  });

  it.each([
    [".id", '--jq: Cannot index array with string "id"'],
    [".[0].id.x", '--jq: Cannot index string with string "x"'],
    [".[0].n[]", "--jq: Cannot iterate over number (1)"],
    [".[1].user[]", "--jq: Cannot iterate over null"],
    [".[0].user[0]", "--jq: Cannot index object with number"],
    [".[0] | .id + 1", '--jq: string ("a") and number (1) cannot be added'],
    ['error("own words")', "--jq: own words"],
  ])("%s fails as a mistake in usage", async (expression, message) => {
    expect(await failure(expression)).toMatchObject({ kind: "usage", message });
  });

  it("says the same of a wrong path as jq does", async () => {
    const jq = await loadJq();
    for (const expression of [".id", ".[0].id.x", ".[0].n[]", ".[0].user[0]", ".[1].user[]"]) {
      let said = "";
      try {
        jq.raw(JSON.stringify(ITEMS), expression, ["-c"]);
      } catch (error) {
        said = String(Reflect.get(Object(error), "stderr"));
      }
      const own = await failure(expression);
      expect(said).toContain(String(Reflect.get(Object(own), "message")).replace("--jq: ", ""));
    }
  });

  it("R29 runs page by page where the expression allows it", async () => {
    const spoken = speak(PIPE, { jq: ".[] | select(.n) | .id" });
    const source = listing({ items: ITEMS, next: "2" }, new Error("cut"));
    await expect(spoken.out.list(source)).rejects.toThrow("cut");
    expect(spoken.stdout()).toBe("a\nb\n");
  });

  it("indents and colors values for people, strings stay as they are", async () => {
    const spoken = speak(COLOR, { jq: ".[0].user, .[0].id" });
    await spoken.out.list(ITEMS);
    expect(spoken.stdout()).toBe('{\n  \u001b[34m"name"\u001b[39m: \u001b[32m"Ana"\u001b[39m\n}\na\n');
  });

  it("filters one thing, and what --fields left of it", async () => {
    const spoken = speak(TTY, { jq: "keys[]", fields: ["id", "n"] });
    await spoken.out.item(ITEMS[0]);
    expect(spoken.stdout()).toBe("id\nn\n");
  });

  it("is refused with a table", async () => {
    const spoken = speak(PIPE, { jq: ".", format: "table" });
    await expect(spoken.out.prepare()).rejects.toMatchObject({
      kind: "usage",
      message: "--jq cannot be combined with --output table",
      hint: "its results may be json, jsonl, csv, tsv, markdown or yaml",
    });
  });

  const THINGS = [
    { n: 1, title: "a\tb", tags: ["x", "y"] },
    { n: 2, title: '=1+1, "c"', by: { name: "Ana" } },
  ];

  it.each<[Format, string, string]>([
    ["csv", ".[]", 'n,title,tags,by\r\n1,a\tb,"[""x"",""y""]",\r\n2,"\'=1+1, ""c""",,"{""name"":""Ana""}"\r\n'],
    ["csv", "map({n, title})", 'n,title\r\n1,a\tb\r\n2,"\'=1+1, ""c"""\r\n'],
    ["csv", ".[].n", "1\r\n2\r\n"],
    ["csv", ".[] | [.n, .by]", '1,\r\n2,"{""name"":""Ana""}"\r\n'],
    ["csv", "map(.n)", "1,2\r\n"],
    ["csv", "empty", ""],
    ["csv", "[]", ""],
    ["tsv", ".[]", '1\ta\\tb\t["x","y"]\t\n2\t=1+1, "c"\t\t{"name":"Ana"}\n'],
    ["tsv", ".[] | .n, .title", '1\na\\tb\n2\n=1+1, "c"\n'],
    ["tsv", ".[0].missing", "\n"],
    ["yaml", ".[0]", '"n": 1\ntitle: a\tb\ntags:\n  - x\n  - "y"\n'],
    ["yaml", "map(.n)", "- 1\n- 2\n"],
    ["yaml", ".[].n", "1\n---\n2\n"],
    ["yaml", "empty", ""],
  ])("as %s: %s", async (format, jq, expected) => {
    for (const source of [THINGS, listing({ items: THINGS.slice(0, 1), next: "2" }, { items: THINGS.slice(1) })]) {
      const spoken = speak(PIPE, { jq, format });
      await spoken.out.list(source, { columns: [{ header: "Nothing of it", path: "no" }] });
      expect(spoken.stdout()).toBe(expected);
    }
  });

  it("writes one thing in these formats, too", async () => {
    const written = async (format: Format) => {
      const spoken = speak(PIPE, { jq: "{n, title}", format, fields: ["n", "tags"] });
      await spoken.out.item(THINGS[0]);
      expect(spoken.out.format).toBe("json");
      return spoken.stdout();
    };
    expect(await written("csv")).toBe("n,title\r\n1,\r\n");
    expect(await written("tsv")).toBe("1\t\n");
    expect(await written("yaml")).toBe('"n": 1\ntitle: null\n');
  });
});
