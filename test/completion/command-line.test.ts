import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { buildTable } from "../../src/cli/completion/build-table.js";
import { findPlace, readPosition } from "../../src/cli/completion/candidates.js";
import { formatReply, type Reply, readTypedLine, SHELLS } from "../../src/cli/completion/shells.js";
import { openTable, type Table } from "../../src/cli/completion/table.js";
import { NOUNS } from "../../src/commands/index.js";

const FILES = { bash: "docs.bash", zsh: "_docs", fish: "docs.fish", powershell: "docs.ps1" } as const;

describe("completions/", () => {
  const readScript = (shell: keyof typeof FILES) =>
    readFileSync(`completions/${FILES[shell]}`, "utf8").replace(/^\s*#.*$/gm, "");

  it.each(SHELLS)("R60 the script of %s starts the program once, and evaluates nothing", (shell) => {
    const script = readScript(shell);
    expect(script).not.toMatch(/\beval\b|compgen -W|Invoke-Expression|\biex\b/);
    expect(script.match(/\b__complete\b/g)).toHaveLength(1);
  });

  it.each(SHELLS)("the script of %s knows no command", (shell) => {
    const words = new Set(readScript(shell).match(/[\w-]+/g));
    const known = NOUNS.map(({ name }) => name).filter((name) => !["content", "files"].includes(name));
    expect(known.filter((name) => words.has(name))).toEqual([]);
  });
});

let table: Table;
beforeAll(async () => {
  table = openTable(await buildTable(NOUNS, []));
});

/** What may follow the words; the last is the one at the cursor. */
function placeAfter(...typed: string[]) {
  const position = readPosition(table, typed.slice(0, -1), () => undefined);
  return findPlace(table, position, typed.at(-1) ?? "", () => []);
}
const slotAfter = (...words: string[]) => placeAfter(...words, "").slot;
const wordsAfter = (...typed: string[]) => placeAfter(...typed).groups.map((group) => group.map(([word]) => word));

describe("what may follow", () => {
  it("a flag is what its definition says", () => {
    expect(slotAfter("cr", "list", "--status")).toEqual({ values: ["draft", "open", "archived", "merged", "all"] });
    expect(slotAfter("cr", "list", "--output")).toEqual({
      values: ["table", "json", "jsonl", "yaml", "csv", "tsv", "markdown"],
    });
    expect(slotAfter("cr", "list", "--space")).toEqual({ kinds: ["spaceId"] });
    expect(slotAfter("pages", "view", "--cr")).toEqual({ kinds: ["changeRequestId"] });
    expect(slotAfter("collections", "create", "--parent")).toEqual({ kinds: ["collectionId"] });
    expect(slotAfter("sites", "create", "--spaces")).toEqual({ kinds: ["spaceId"], several: true });
    expect(slotAfter("auth", "login", "--token-file")).toEqual({ path: "files" });
    expect(slotAfter("comments", "create", "--body-file")).toEqual({ path: "files" });
    expect(slotAfter("cr", "pdf", "42", "-O")).toEqual({ path: "files" });
    expect(slotAfter("checks", "run", "--source-root")).toEqual({ path: "folders" });
    expect(slotAfter("cr", "list", "--snapshot")).toEqual({ kinds: ["generation"], path: "files" });
    expect(slotAfter("sites", "edit", "--title")).toEqual({});
  });

  it("the flags of a command are offered by each way to begin one", async () => {
    const every = (
      await Promise.all(NOUNS.map(async ({ name, load }) => [name, (await load()).default] as const))
    ).flatMap(([noun, { commands }]) => commands.map(({ name }) => [noun, name]));
    expect(every.length).toBeGreaterThan(100);
    for (const words of every) {
      const all = wordsAfter(...words, "--")
        .flat()
        .sort();
      expect(
        all.filter((word, at) => word === all[at + 1]),
        words.join(" "),
      ).toEqual([]);
      expect(all, words.join(" ")).toEqual(expect.arrayContaining(["--json", "--quiet", "--debug", "--no-pager"]));
      expect(
        wordsAfter(...words, "--no-")
          .flat()
          .sort(),
        words.join(" "),
      ).toEqual(all);
    }
  });

  it("flags before the noun are those that several commands share", () => {
    expect(slotAfter("--space")).toEqual({ kinds: ["spaceId"] });
    expect(slotAfter("--cr")).toEqual({ kinds: ["changeRequestId"] });
    expect(wordsAfter("--space", "Tern", "cr", "me")[0]).toContain("merge");
    expect(wordsAfter("--sandbox", "cr", "me")[0]).toContain("merge");
    expect(wordsAfter("--limit", "3", "cr", "me")[0]).toContain("merge");
  });

  it("--fields names members of the command's answer, several with commas", () => {
    const fields = slotAfter("cr", "list", "--fields");
    expect(fields).toMatchObject({ several: true });
    expect(fields?.values).toEqual(expect.arrayContaining(["id", "number", "subject", "status"]));
    expect(fields?.values?.filter((name) => name.includes("."))).toEqual([]);
    expect(slotAfter("spaces", "list", "--fields")?.values).toContain("visibility");
    expect(slotAfter("spaces", "list", "--fields")?.values).not.toContain("subject");
    // Nothing is documented of what it may answer.
    expect(slotAfter("api", "--fields")).toEqual({});
  });

  it("a flag has the command's own meaning: --page is a cursor, but a page of a PDF", () => {
    expect(slotAfter("cr", "pdf", "--page")).toEqual({ kinds: ["pageId"] });
    expect(slotAfter("cr", "list", "--page")).toEqual({});
  });

  it("targets are ids of what the command takes, and the last may repeat", () => {
    expect(slotAfter("cr", "merge")).toEqual({ kinds: ["changeRequestId"] });
    expect(slotAfter("cr", "merge", "42", "43")).toEqual({ kinds: ["changeRequestId"] });
    expect(slotAfter("cr", "pdf", "42")).toBeUndefined();
    expect(slotAfter("replies", "view")).toEqual({ kinds: ["commentId"] });
    expect(slotAfter("replies", "view", "c1", "r1")).toEqual({ kinds: ["commentReplyId"] });
    expect(slotAfter("team-members", "remove")).toEqual({ kinds: ["teamId"] });
    expect(slotAfter("team-members", "remove", "t1", "u1")).toEqual({ kinds: ["userId"] });
    expect(slotAfter("snapshots", "query", "a.docs", "SELECT 1")).toEqual({ kinds: ["generation"], path: "files" });
    expect(slotAfter("snapshots", "export", "a.docs")).toEqual({ path: "folders" });
    expect(slotAfter("plans", "apply")).toEqual({ path: "files" });
    expect(slotAfter("completion")).toEqual({ values: [...SHELLS] });
    expect(slotAfter("config", "set", "space")).toEqual({ kinds: ["setting"] });
  });

  it("a switch takes no value, nor does a flag after --", () => {
    for (const word of ["--json", "--sandbox", "--yes", "-y"]) {
      expect(slotAfter("cr", "merge", word)).toEqual({ kinds: ["changeRequestId"] });
    }
    expect(slotAfter("cr", "merge", "--", "--space")).toEqual({ kinds: ["changeRequestId"] });
    expect(placeAfter("cr", "merge", "--", "--sp").slot).toEqual({ kinds: ["changeRequestId"] });
    expect(placeAfter("cr", "merge", "-").groups).toHaveLength(2);
  });

  it("= and commas stand before the text in the same word", () => {
    expect(placeAfter("cr", "list", "--status=o")).toMatchObject({ lead: "--status=", text: "o" });
    expect(placeAfter("sites", "create", "--spaces=a,b,c d")).toMatchObject({ lead: "--spaces=a,b,", text: "c d" });
    expect(placeAfter("sites", "create", "--spaces", "a,b")).toMatchObject({ lead: "a,", text: "b" });
    expect(placeAfter("sites", "create", "--title", "a,b")).toMatchObject({ lead: "", text: "a,b" });
    expect(placeAfter("cr", "list", "--status=o", "").slot).toBeUndefined();
  });

  it("negations and short forms come after other flags, and aliases after names", () => {
    const [first, second] = wordsAfter("sites", "edit", "x", "-");
    expect(first).toEqual(expect.arrayContaining(["--title", "--space", "--help", "--version"]));
    expect(first?.filter((name) => /^--no-adaptive|^-[a-z]$/.test(name))).toEqual([]);
    expect(second).toEqual(expect.arrayContaining(["--no-adaptive-content", "-o", "-h"]));
    expect(wordsAfter("sites", "edit", "x", "--no-")[0]).toEqual(
      expect.arrayContaining(["--no-adaptive-content", "--no-input"]),
    );
    expect(wordsAfter("o").map((names) => [names.includes("orgs"), names.includes("org")])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(wordsAfter("cr", "g").map((names) => names.includes("get"))).toEqual([false, true]);
    expect(wordsAfter("change-request", "me")[0]).toContain("merge");
  });

  it("help names nouns and topics, then verbs", () => {
    expect(wordsAfter("help", "")[0]).toEqual(expect.arrayContaining(["cr", "exit-codes"]));
    expect(wordsAfter("help", "cr", "")[0]).toContain("merge");
    expect(wordsAfter("help", "cr", "merge", "")).toEqual([]);
    expect(wordsAfter("help", "nothing", "")).toEqual([]);
  });

  it("nothing is known after an unknown word", () => {
    expect(placeAfter("nothing", "")).toMatchObject({ groups: [], slot: undefined });
    expect(placeAfter("cr", "nothing", "")).toMatchObject({ groups: [], slot: undefined });
    expect(wordsAfter("cr", "nothing", "--sp")[0]).toContain("--space");
  });
});

describe("a line of bash", () => {
  const read = (line: string, word = "", type = "9") =>
    readTypedLine(["bash", `--line=${line}`, `--word=${word}`, `--type=${type}`]);
  const lines = (line: string, word: string, type: string, reply: Partial<Reply>) => {
    const typed = read(line, word, type);
    if (!typed) throw new Error("not read");
    const whole = { kind: "words", candidates: [], areThings: true, lead: "", text: typed.word, ...reply } as const;
    return formatReply(typed, whole).split("\n").slice(0, -1);
  };

  it("is split as bash does, up to the cursor", () => {
    expect(read("docs cr view ")).toMatchObject({ words: ["cr", "view"], word: "" });
    expect(read("docs  --space 'a b' cr\\ x \"y")).toMatchObject({ words: ["--space", "a b", "cr x"], word: "y" });
    expect(read("docs x Harbor\\ A")).toMatchObject({ words: ["x"], word: "Harbor A" });
    expect(read("docs x 'a \\")).toMatchObject({ words: ["x"], word: "a \\" });
    expect(read('docs x --space="a b')).toMatchObject({ words: ["x"], word: "--space=a b" });
    expect(read("docs")).toMatchObject({ words: [], word: "docs" });
  });

  it("gets candidates in the quotes that are open, without what stands before the part that bash replaces", () => {
    const candidates = [["It's (here) & now", ""]] as const;
    expect(lines("docs x It", "It", "9", { candidates })).toEqual(["words", "It\\'s\\ \\(here\\)\\ \\&\\ now"]);
    expect(lines('docs x "It', '"It', "9", { candidates })).toEqual(["words", "\"It's (here) & now"]);
    expect(lines("docs x 'It", "It", "9", { candidates })).toEqual(["words", "It'\\''s (here) & now"]);
    const space = { candidates, lead: "--space=", text: "It" };
    expect(lines("docs x --space=It", "It", "9", space)).toEqual(["words", "It\\'s\\ \\(here\\)\\ \\&\\ now"]);
    expect(lines("docs x --space=It", "--space=It", "9", space)[1]).toMatch(/^--space=It\\'s/);
    const second = { candidates: [["Über uns", ""]] as const, lead: "a b,", text: "Ü" };
    expect(lines("docs x a\\ b,Ü", "a\\ b,Ü", "9", second)).toEqual(["words", "a\\ b,Über\\ uns"]);
    expect(lines("docs x a", "a", "9", { candidates: [["a;b|c<d>*?[e]#$(f)`g`", ""]] })[1]).toBe(
      "a\\;b\\|c\\<d\\>\\*\\?\\[e\\]\\#\\$\\(f\\)\\`g\\`",
    );
  });

  it("gets what things are where they are only shown, never where one is put on the line", () => {
    const candidates = [
      ["a b", "one"],
      ["a c", "two"],
    ] as const;
    expect(lines("docs x a", "a", "63", { candidates })).toEqual(["words", "a b  one", "a c  two"]);
    expect(lines("docs x a", "a", "9", { candidates })).toEqual(["words", "a\\ b  one", "a\\ c  two"]);
    for (const type of ["37", "42"]) expect(lines("docs x a", "a", type, { candidates })[1]).toBe("a\\ b");
    expect(lines("docs x a", "a", "9", { candidates: candidates.slice(0, 1) })).toEqual(["words", "a\\ b"]);
    expect(lines("docs x a", "a", "63", { candidates, areThings: false })[1]).toBe("a b");
  });

  it("keeps what was typed where candidates begin otherwise, and goes on after a slash", () => {
    const candidates = [
      ["42", "one"],
      ["43", "two"],
    ] as const;
    expect(lines("docs x on", "on", "9", { candidates })).toEqual(["words other", "42  one", "43  two", " "]);
    expect(lines("docs x /v", "/v", "9", { candidates: [["/v1/", ""]] })).toEqual(["words open", "/v1/"]);
    expect(lines("docs x f", "f", "9", { kind: "files" })).toEqual(["files"]);
  });
});

it("other shells get the lead and the text, and each candidate with what it is", () => {
  const line = readTypedLine(["fish", '--word=--space="a b', "--", "cr", ""]);
  expect(line).toEqual({ shell: "fish", words: ["cr", ""], word: "--space=a b" });
  expect(readTypedLine(["zsh", "--word=a\\b'", "--", "cr"])).toMatchObject({ word: "a\\b'" });
  expect(readTypedLine(["powershell", "--word='C:\\x", "--"])).toMatchObject({ word: "C:\\x" });
  const reply: Reply = { kind: "words", candidates: [["a b/", "c"]], areThings: true, lead: "--space=", text: "a b" };
  if (!line) throw new Error("not read");
  expect(formatReply(line, reply)).toBe("words open\t--space=\ta b\na b/\tc\n");
});
