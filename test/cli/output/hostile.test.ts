import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Column, OutputOptions } from "../../../src/cli/output/types.js";
import { PIPE, speak, TTY } from "./helpers.js";

const EVIL = "a\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\rb\u202ec\td\ne\u2028\u007f";
const ESCAPED = "a\\x1b[2J\\x1b]52;c;eA==\\x07\\x9b31m\\x0db\\u202ec";
const TAIL = "e\\u2028\\x7f";
const JSON_TEXT = '"a\\u001b[2J\\u001b]52;c;eA==\\u0007\\u009b31m\\rb\\u202ec\\td\\ne\\u2028\\u007f"';
const COLUMNS: Column[] = [{ header: "Title", path: "title" }];
const ACTED_ON = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const written = async (terminal: typeof PIPE, options: Partial<OutputOptions> = {}, list = true) => {
  const spoken = speak(terminal, options);
  if (list) await spoken.out.list([{ title: EVIL }], { columns: COLUMNS });
  else await spoken.out.item({ title: EVIL }, { columns: COLUMNS });
  return spoken.stdout();
};

describe("R57 hostile text", () => {
  it("is visible in tables and views, on one line", async () => {
    const wide = { ...TTY, width: 200 };
    expect(await written(wide)).toBe(`TITLE\n${ESCAPED}\\td\\n${TAIL}\n`);
    expect(await written(wide, {}, false)).toBe(`Title:  ${ESCAPED}\\td\\n${TAIL}\n`);
  });

  it("is visible in tab-separated lines", async () => {
    const line = "a\\x1b[2J\\x1b]52;c;eA==\\x07\\x9b31m\\rb\\u202ec\\td\\ne\\u2028\\x7f\n";
    expect(await written(PIPE)).toBe(line);
    expect(await written(PIPE, {}, false)).toBe(`Title\t${line}`);
  });

  it("is escaped without loss in JSON", async () => {
    expect(await written(PIPE, { format: "json" })).toBe(`[{"title":${JSON_TEXT}}]\n`);
    expect(await written(PIPE, { format: "jsonl" })).toBe(`{"title":${JSON_TEXT}}\n`);
    expect(await written(TTY, { format: "json" }, false)).toBe(`{\n  "title": ${JSON_TEXT}\n}\n`);
  });

  it("is escaped without loss in YAML, member names too", async () => {
    const text = await written(PIPE, { format: "yaml" });
    expect(text).not.toMatch(ACTED_ON);
    expect(parse(text)).toEqual([{ title: EVIL }]);
    const spoken = speak(PIPE, { format: "yaml" });
    await spoken.out.item({ "k\u202e\u009b": "v" });
    expect(spoken.stdout()).toBe('"k\\u202e\\u009b": v\n');
  });

  it("is visible in CSV, where newlines and tabs are data", async () => {
    expect(await written(PIPE, { format: "csv" })).toBe(`title\r\n"${ESCAPED}\td\n${TAIL}"\r\n`);
  });

  it("is visible in what --jq prints as text", async () => {
    expect(await written(PIPE, { jq: ".[].title" })).toBe(`${ESCAPED}\td\n${TAIL}\n`);
  });

  it("is visible in text and in words", async () => {
    const spoken = speak(TTY);
    await spoken.out.text(EVIL);
    spoken.out.print(`say ${EVIL}`);
    spoken.out.note(`x${EVIL}`);
    expect(spoken.stdout()).toBe(`${ESCAPED}\td\n${TAIL}\n`);
    expect(spoken.stderr()).toBe(`say ${ESCAPED}\\td\\n${TAIL}\nnote: x${ESCAPED}\\td\\n${TAIL}\n`);
  });

  it("is visible in member names and labels that the service chose", async () => {
    const spoken = speak(TTY);
    await spoken.out.item({ "k\u001b": 1 });
    await spoken.out.list([{ "l\u001b": 1 }]);
    expect(spoken.stdout()).toBe("k\\x1b:  1\nL\\x1b\n1\n");
  });

  it("comes as it is with --raw, on a pipe only", async () => {
    expect(await written(PIPE, { raw: true, jq: ".[].title" })).toBe(`${EVIL}\n`);
    expect(await written(PIPE, { raw: true, format: "csv" })).toBe(`title\r\n"${EVIL}"\r\n`);
    expect(await written({ ...TTY, width: 200 }, { raw: true })).toBe(`TITLE\n${ESCAPED}\\td\\n${TAIL}\n`);
    const spoken = speak(TTY, { raw: true });
    await spoken.out.text("\u001b[2J");
    expect(spoken.stdout()).toBe("\\x1b[2J\n");
  });
});
