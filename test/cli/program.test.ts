import { describe, expect, it } from "vitest";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { refuseTokenValue } from "../../src/cli/argv/parse.js";
import { formatOf, wantsJson } from "../../src/cli/output/formats/choose-format.js";
import { NOUNS } from "../../src/commands/index.js";
import { closestWord } from "../../src/shared/text/names.js";
import { parse } from "./helpers.js";

const nameOf = (parsed: Awaited<ReturnType<typeof parse>>) =>
  parsed.type === "command" ? `${parsed.noun.name} ${parsed.command.name}` : parsed.type;

describe("commands", () => {
  it.each([
    ["cr list", "cr list"],
    ["cr ls", "cr list"],
    ["change-requests list", "cr list"],
    ["change-request get 42", "cr view"],
    ["space view", "spaces view"],
    ["comment rm x", "comments delete"],
    ["page view p", "pages view"],
    ["org list", "orgs list"],
    ["reply view c r", "replies view"],
    ["share-link list", "share-links list"],
    ["profile list", "profiles list"],
    ["api /v1/orgs", "api api"],
    ["--sandbox cr list", "cr list"],
    ["--org o cr list", "cr list"],
    ["--org=o cr list", "cr list"],
    ["-o json cr list", "cr list"],
    ["-ojson cr list", "cr list"],
    ["cr --space s list", "cr list"],
    ["--cr 42 comments list", "comments list"],
    ["-L 5 cr list", "cr list"],
    ["--query a=b cr list", "cr list"],
    ["cr -q '.[]' list", "cr list"],
    ["-- cr list", "cr list"],
  ])("docs %s", async (line, name) => {
    expect(nameOf(await parse(line))).toBe(name);
  });

  it("has the singular of every plural", () => {
    const plurals = NOUNS.filter((noun) => /s$/.test(noun.name) && !noun.direct && noun.group !== "This tool");
    const singular = (name: string) => (name === "replies" ? "reply" : name.replace(/s$/, ""));
    expect(plurals.filter((noun) => !noun.aliases.includes(singular(noun.name))).map((noun) => noun.name)).toEqual([]);
  });

  it("gives no name to two nouns", () => {
    const names = NOUNS.flatMap((noun) => [noun.name, ...noun.aliases]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe("flags and words", () => {
  it.each<[string, string[], Record<string, unknown>]>([
    ["--org o cr view 42 --json", ["42"], { org: "o", json: true }],
    ["cr --org o view --json 42 43", ["42", "43"], { org: "o", json: true }],
    ["cr list -L5 --page=x", [], { limit: "5", page: "x" }],
    ["cr view -- -x", ["-x"], {}],
    ["cr view 42 -- --json", ["42", "--json"], {}],
    ["cr view -", ["-"], {}],
    ["cr view 42 --no-input", ["42"], { noInput: true }],
    ["spaces delete a -y", ["a"], { yes: true }],
    ["cr view 42 --query a=1 --query b=2,3", ["42"], { query: ["a=1", "b=2,3"] }],
  ])("docs %s", async (line, words, globals) => {
    const parsed = await parse(line);
    expect(parsed).toMatchObject({ type: "command", words });
    expect(parsed.type === "command" && parsed.globals).toEqual(globals);
  });

  it("keeps a command's own flag where a shared one has the same name", async () => {
    const parsed = await parse("api -X POST -f a=1 -F b=2 -H 'x: y' --input - /v1/orgs --no-input");
    expect(parsed).toMatchObject({
      words: ["/v1/orgs"],
      own: { method: "POST", rawField: ["a=1"], field: ["b=2"], header: ["x: y"], input: "-" },
      globals: { noInput: true },
    });
  });
});

describe("help and version", () => {
  it.each<[string, object]>([
    ["", { type: "help", words: [] }],
    ["--help", { type: "help", words: [] }],
    ["help", { type: "help", words: [] }],
    ["--sandbox", { type: "help", words: [] }],
    ["cr", { type: "help", words: ["cr"] }],
    ["cr --help", { type: "help", words: ["cr"] }],
    ["cr help", { type: "help", words: ["cr"] }],
    ["cr help merge", { type: "help", words: ["cr", "merge"] }],
    ["cr merge --help", { type: "help", words: ["cr", "merge"] }],
    ["--help cr merge", { type: "help", words: ["cr", "merge"] }],
    ["cr ls -h", { type: "help", words: ["cr", "list"] }],
    ["help cr merge", { type: "help", words: ["cr", "merge"] }],
    ["help exit-codes", { type: "help", words: ["exit-codes"] }],
    ["help endpoints --json", { type: "help", words: ["endpoints"] }],
    ["api --help", { type: "help", words: ["api"] }],
    ["--version", { type: "version" }],
    ["-v", { type: "version" }],
  ])("docs %s", async (line, expected) => {
    expect(await parse(line)).toMatchObject(expected);
  });

  it("is not asked for behind --", async () => {
    expect(await parse("spaces search -- --help")).toMatchObject({ type: "command", words: ["--help"] });
  });
});

describe("mistakes", () => {
  it.each<[string, string, string]>([
    ["spacs list", 'unknown command "spacs"', "did you mean: docs spaces list"],
    ["sapces list", 'unknown command "sapces"', "did you mean: docs spaces list"],
    ["xyzzy", 'unknown command "xyzzy"', "see: docs --help"],
    ["cr merg 42", 'unknown command "merg" for docs cr', "did you mean: docs cr merge 42"],
    ["cr destroy 42", 'unknown command "destroy" for docs cr', "see: docs cr --help"],
    ["cr list --stauts open", "unknown flag --stauts", "did you mean: --status"],
    [
      "cr list --xyzzy",
      "unknown flag --xyzzy",
      "its own flags: --status, --contributor, --author, --search, --all-spaces; see: docs cr list --help",
    ],
    ["api --pagniate /v1/orgs", "unknown flag --pagniate", "did you mean: --paginate"],
    ["--jsno", "unknown flag --jsno", "did you mean: --json"],
    ["cr -x", "unknown flag -x", "see: docs cr --help"],
    ["cr --jsno", "unknown flag --jsno", "did you mean: --json"],
    ["cr view 42 --yes", "unknown flag --yes", "its own flags: --comments; see: docs cr view --help"],
    ["cr view 42 --limit 1", "unknown flag --limit", "its own flags: --comments; see: docs cr view --help"],
    ["cr list --space", "--space needs a value", "pass --space SPACE"],
  ])("docs %s", async (line, message, hint) => {
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", message, hint });
  });

  it.each([["--token abcdef"], ["--token=abcdef"], ["cr list --token abcdef"]])("R47 %s is not repeated", (line) => {
    const refused = () => refuseTokenValue(line.split(" "));
    expect(refused).toThrow("tokens are not accepted on the command line");
    expect(refused).not.toThrow("abcdef");
  });

  it("R47 takes the other token flags", () => {
    expect(refuseTokenValue(["--token-stdin", "--token-file", "x", "--", "--token"])).toBeUndefined();
  });
});

describe("formats", () => {
  const format = async (line: string) => {
    const parsed = await parse(line);
    return parsed.type === "command" ? formatOf(readGlobals(parsed.globals).output) : undefined;
  };

  it.each([
    ["cr list", undefined],
    ["cr list --json", "json"],
    ["cr list -o csv", "csv"],
    ["cr list --json -o json", "json"],
    ["cr list --json -o jsonl", "jsonl"],
    ["cr list -q '.[]'", "json"],
  ])("docs %s", async (line, expected) => {
    expect(await format(line)).toBe(expected);
  });

  it.each(["csv", "tsv", "yaml", "table"])("--json and -o %s cannot be used together", async (name) => {
    await expect(format(`cr list --json -o ${name}`)).rejects.toMatchObject({
      kind: "usage",
      message: `--json and -o ${name} cannot be used together`,
    });
  });

  it.each([
    ["cr list --json", true],
    ["cr list -o json", true],
    ["cr list -ojson", true],
    ["cr list --output=jsonl", true],
    ["cr list -o csv", false],
    ["cr list", false],
  ])("errors of %s are JSON: %s", (line, json) => {
    expect(wantsJson(line.split(" "))).toBe(json);
  });
});

describe("the nearest word", () => {
  it.each<[string, string[], string | undefined]>([
    ["lst", ["list", "view"], "list"],
    ["lsit", ["list", "view"], "list"],
    ["del", ["delete", "view"], "delete"],
    ["VIEW", ["list", "view"], "view"],
    ["xyz", ["list", "view"], undefined],
    ["a", ["b"], "b"],
    ["commentz", ["content", "comments", "comment"], "comments"],
    ["abcdef", ["abxyef"], "abxyef"],
    ["abcdef", ["abxyzf"], undefined],
    ["ab", ["xy"], undefined],
    ["abcdefghi", ["wxyzefghi"], undefined],
    ["", ["list"], undefined],
    ["anything", [], undefined],
    ["broken-link", ["link-text", "links-broken"], "links-broken"],
    ["broken-page", ["links-broken", "page-old"], undefined],
  ])("the word nearest to %j", (typed, candidates, expected) => {
    expect(closestWord(typed, candidates)).toBe(expected);
  });
});
