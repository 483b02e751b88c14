/** Words of the user's own: split without a shell, filled word by word, never in a command's place. */
import { describe, expect, test } from "vitest";
import { checkAlias, expandAlias } from "../../src/cli/argv/alias.js";
import { splitWords } from "../../src/shared/shell-words.js";
import { useHome } from "../helpers/home.js";

const ALIASES: Record<string, string> = {
  mrg: "cr merge",
  drafts: "cr list --status draft --space $1",
  twice: "cr view $2 $1 $1",
  titled: 'spaces edit $1 --title "The $2 guide"',
  loop: "loop x",
  cr: "spaces list",
};
const expand = (...argv: string[]) =>
  expandAlias(
    argv,
    (word) => word === "cr",
    (name) => ALIASES[name],
  );

describe("splitting", () => {
  test.each([
    ["cr merge", ["cr", "merge"]],
    ["  cr   merge ", ["cr", "merge"]],
    [`members list -q '.[] | .id'`, ["members", "list", "-q", ".[] | .id"]],
    [`cr create --subject "It's \\"new\\""`, ["cr", "create", "--subject", `It's "new"`]],
    [`a b\\ c`, ["a", "b c"]],
    [`--title=''`, ["--title="]],
    ["a; rm -rf $(x) | `y`", ["a;", "rm", "-rf", "$(x)", "|", "`y`"]],
  ])("splits %s into words", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  test.each([`a "b`, `a 'b`, "a b\\"])("%s is not closed", (text) => {
    expect(splitWords(text)).toBeUndefined();
    expect(() => checkAlias("x", `cr list ${text}`, ["cr"])).toThrow("unclosed quote");
  });
});

describe("expansion", () => {
  test.each([
    [
      ["mrg", "42", "--json"],
      ["cr", "merge", "42", "--json"],
    ],
    [
      ["--sandbox", "--space", "x", "mrg", "42"],
      ["--sandbox", "--space", "x", "cr", "merge", "42"],
    ],
    [
      ["drafts", "a b", "-L", "3"],
      ["cr", "list", "--status", "draft", "--space", "a b", "-L", "3"],
    ],
    [
      ["twice", "1", "2", "3"],
      ["cr", "view", "2", "1", "1", "3"],
    ],
    [
      ["titled", "x", '"; $1'],
      ["spaces", "edit", "x", "--title", 'The "; $1 guide'],
    ],
    [["loop"], ["loop", "x"]],
  ])("expands %j", (argv, expanded) => {
    expect(expand(...argv)).toEqual(expanded);
  });

  test.each([[["cr", "list"]], [["help", "mrg"]], [["unknown"]], [[]], [["--sandbox"]], [["constructor"]]])(
    "%j stays as it is",
    (argv) => {
      expect(
        expandAlias(
          argv,
          (word) => word === "cr",
          (name) => (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined),
        ),
      ).toEqual(argv);
    },
  );

  test("a missing word is told", () => {
    expect(() => expand("twice", "1")).toThrow("the alias twice needs 2 words, got 1");
  });
});

describe("names", () => {
  const nouns = ["cr", "change-request", "spaces"];

  test.each(["cr", "change-request", "help", "completion", "__complete"])("%s is a command", (name) => {
    expect(() => checkAlias(name, "cr list", nouns)).toThrow(`${name} is a command: an alias cannot replace it`);
  });

  test("what it stands for has to begin with a command", () => {
    expect(() => checkAlias("x", "crr list", nouns)).toThrow('"crr" is not a command, so x cannot be an alias for it');
    expect(() => checkAlias("x", "pr list", nouns)).toThrow(expect.objectContaining({ hint: "did you mean: cr" }));
    expect(() => checkAlias("x", "!echo", nouns)).toThrow("an alias cannot contain shell syntax");
    expect(() => checkAlias("x", "", nouns)).toThrow("is not a command");
    expect(() => checkAlias("x", "--sandbox --space y cr list", nouns)).not.toThrow();
  });
});

describe("the program", () => {
  const home = useHome();

  test("stores, expands, lists and deletes", async () => {
    expect(await home.run(["alias", "set", "show", "cr view $1 -q '.number'"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "docs show now runs docs cr view $1 -q '.number'\n",
    });
    expect(await home.run(["--sandbox", "show", "42"])).toMatchObject({ code: 0, stdout: "42\n", stderr: "" });
    const failed = await home.run(["alias", "set", "bad", "cr view 99999 --json", "--quiet"]);
    expect(failed).toMatchObject({ code: 0, stderr: "" });
    // The format of the expansion counts for errors, too.
    expect(JSON.parse((await home.run(["--sandbox", "bad"])).stderr)).toMatchObject({ error: { kind: "not-found" } });
    expect((await home.run(["alias", "list"])).stdout).toBe(
      "bad\tcr view 99999 --json\nshow\tcr view $1 -q '.number'\n",
    );
    expect((await home.run(["alias", "delete", "show"])).stderr).toBe(
      "Deleted alias show (was: cr view $1 -q '.number')\n",
    );
    expect(await home.run(["show", "42"])).toMatchObject({ code: 2, stdout: "" });
  });
});
