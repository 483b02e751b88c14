import { expect, it } from "vitest";
import { parseWords } from "../../src/cli/argv/parse.js";
import { extraFlags, ROOT_FLAGS } from "../../src/cli/argv/program.js";
import { flagsOf } from "../../src/cli/command.js";
import { list, longNames, number, only, text, toggle } from "../../src/cli/flags.js";
import { NOUNS } from "../../src/commands/index.js";

const OWN = {
  title: text("title"),
  body: text({ describe: "body", short: "b", file: true }),
  label: list("labels"),
  open: toggle("open"),
  // One of its own by the name of a shared one.
  output: text({ describe: "file", name: "json" }),
  force: only("force"),
  at: number("position"),
  parent: { ...text("parent"), nullable: true },
};
const SHARED = { ...ROOT_FLAGS, limit: only({ describe: "limit", short: "L" }) };

const read = (argv: readonly string[]) => parseWords(OWN, SHARED, argv, "docs x --help");

it.each([
  [["a", "b c", "", "-"], { words: ["a", "b c", "", "-"] }],
  [["a", "--title", "T", "b"], { words: ["a", "b"], own: { title: "T" } }],
  [["--title=T", "--label=x=y"], { own: { title: "T", label: ["x=y"] } }],
  [["--title", ""], { own: { title: "" } }],
  [["--title", "-x"], { own: { title: "-x" } }],
  [["--title=--open"], { own: { title: "--open" } }],
  [["--at", "-5"], { own: { at: "-5" } }],
  [["-b", "-"], { own: { body: "-" } }],
  [["-bx"], { own: { body: "x" } }],
  [["--body-file", "a", "--body", "b"], { own: { bodyFile: "a", body: "b" } }],
  [["--label", "x", "--label", "y,z"], { own: { label: ["x", "y,z"] } }],
  [["--title", "a", "--title", "a"], { own: { title: "a" } }],
  [["--open", "--open", "--force", "--force"], { own: { open: true, force: true } }],
  [["--open", "--force"], { own: { open: true, force: true } }],
  [["--no-open"], { own: { open: false } }],
  [["--no-parent"], { own: { parent: false } }],
  [["--no-input"], { shared: { noInput: true } }],
  [["--no-pager"], { shared: { noPager: true } }],
  [["-Lq", ".id", "--quiet"], { shared: { limit: true, jq: ".id", quiet: true } }],
  [["--json", "out.txt"], { own: { output: "out.txt" } }],
  [["a", "--", "--title", "-5"], { words: ["a", "--title", "-5"] }],
  [["--"], {}],
  [["-5"], { words: ["-5"] }],
  [["--body", "-title"], { own: { body: "-title" } }],
  [["--", "-title"], { words: ["-title"] }],
])("reads %j", (argv, expected) => {
  expect(read(argv)).toEqual({ words: [], own: {}, shared: {}, ...expected });
});

it.each([
  [["--titel", "T"], "unknown flag --titel", "did you mean: --title"],
  [["--titel=secret"], "unknown flag --titel", "did you mean: --title"],
  [["--hlep"], "unknown flag --hlep", "did you mean: --help"],
  [["-title", "T"], "-title is not a flag: long ones take two dashes", "did you mean: --title"],
  [["-title=T"], "-title is not a flag: long ones take two dashes", "did you mean: --title"],
  [["-name=T"], "-name is not a flag: long ones take two dashes", "did you mean: --title"],
  [["--Title", "T"], "unknown flag --Title", "did you mean: --title"],
  [
    ["--xyzzy"],
    "unknown flag --xyzzy",
    "its own flags: --title, --body, --label, --open, --json, --force, --at, --parent; see: docs x --help",
  ],
  [["--no-title"], "unknown flag --no-title", "did you mean: --title"],
  [["--title"], "--title needs a value", "pass --title TITLE"],
  [["--title", "--open"], "--title needs a value, not the flag --open", "for this text, pass --title=--open"],
  [["-b", "-o", "csv"], "-b needs a value, not the flag -o", "for this text, pass --body=-o"],
])("refuses %j", (argv, message, hint) => {
  expect(() => read(argv)).toThrow(expect.objectContaining({ kind: "usage", message, hint }));
});

it.each([
  [["--title", "a", "--title", "b"], '--title "a" and --title "b"'],
  [["--title=a", "--label", "x", "--title", ""], '--title "a" and --title ""'],
  [["-b", "x", "--body", "y"], '--body "x" and --body "y"'],
  [["--body-file", "x", "--body-file", "y"], '--body-file "x" and --body-file "y"'],
  [["--at", "1", "--at", "01"], '--at "1" and --at "01"'],
  [["--open", "--no-open"], "--open and --no-open"],
  [["--no-parent", "--parent", "p"], '--no-parent and --parent "p"'],
  [["-o", "csv", "--output", "tsv"], '--output "csv" and --output "tsv"'],
  [["--space", "a", "word", "--space", "b"], '--space "a" and --space "b"'],
])("drops nothing that was given twice: %j", (argv, both) => {
  expect(() => read(argv)).toThrow(
    expect.objectContaining({ kind: "usage", message: `${both} cannot be used together` }),
  );
});

it("no two flags of a command have one name", async () => {
  for (const noun of NOUNS) {
    const { default: module } = await noun.load();
    for (const command of module.commands) {
      const shared = { ...ROOT_FLAGS, ...extraFlags(command) };
      // Only flags that are typed become options, which refuse to share a name.
      const names = Object.entries({ ...shared, ...flagsOf(command) }).flatMap(([field, flag]) => [
        ...longNames(field, flag),
        ...(flag.short ? [`-${flag.short}`] : []),
      ]);
      const { words } = parseWords(flagsOf(command), shared, ["--", ...names], "help");
      expect(words, command.name).toEqual(names);
    }
  }
});
