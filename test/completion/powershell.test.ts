/** The script for PowerShell, which runs on no machine of ours: a parser of the language reads it. Windows runs it (nightly.yml). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";

interface Node {
  type: string;
  text: string;
  hasError: boolean;
  descendantsOfType(type: string): Node[];
}
// The CommonJS form of the package, with what is used of it.
const { Parser, Language } = createRequire(import.meta.url)("web-tree-sitter") as {
  Parser: {
    new (): { setLanguage(language: object): void; parse(text: string): { rootNode: Node } };
    init(): Promise<void>;
  };
  Language: { load(file: string): Promise<object> };
};

const SCRIPT = readFileSync("completions/docs.ps1", "utf8");

async function parse(text: string): Promise<Node> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load("node_modules/tree-sitter-powershell/tree-sitter-powershell.wasm"));
  return parser.parse(text).rootNode;
}

test("is PowerShell, and registers one completer", async () => {
  const script = await parse(SCRIPT);
  expect(script.hasError).toBe(false);
  const commands = script.descendantsOfType("command_name").map(({ text }) => text);
  expect(commands.filter((name) => name.startsWith("Register-"))).toEqual(["Register-ArgumentCompleter"]);
});

test.each([
  ["a brace that is not closed", "{ return }", "{ return"],
  ["a string that is not closed", "'--' @words", "'-- @words"],
  ["a pipe to nothing", "| ForEach-Object {", "| {{"],
])("%s would be found", async (_, was, becomes) => {
  expect(SCRIPT).toContain(was);
  expect((await parse(SCRIPT.replace(was, becomes))).hasError).toBe(true);
});
