import { describe, expect, it } from "vitest";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { commandPath, ROOT_FLAGS } from "../../src/cli/argv/program.js";
import { argsOf, flagsOf } from "../../src/cli/command.js";
import { flagName } from "../../src/cli/flags.js";
import { helpFor } from "../../src/cli/help/help.js";
import { layOut } from "../../src/cli/help/layout.js";
import { TOPICS } from "../../src/cli/help/topics.js";
import { findCommand, formatCheckCommand, type TypedCommand } from "../../src/cli/run/next-command.js";
import { NOUNS } from "../../src/commands/index.js";
import { shellWord } from "../../src/shared/shell-words.js";
import { contract } from "../endpoints/all.js";
import { parse } from "./helpers.js";

const help = async (...words: string[]) => helpFor(words, NOUNS);
const verboseHelp = async (...words: string[]) => helpFor(words, NOUNS, false, [], true);
/** The lines of a section, without their indent. */
const section = async (words: string[], title: string) => {
  const parts = (await help(...words)).split("\n\n");
  const found = parts.find((part) => part.startsWith(`${title}\n`));
  return (found ?? "")
    .split("\n")
    .slice(1)
    .map((line) => line.trim());
};

describe("usage", () => {
  it.each([
    ["cr merge", "docs cr merge <cr...> [flags]"],
    ["cr pdf", "docs cr pdf <cr> [flags]"],
    ["sites publish", "docs sites publish [site...] [flags]"],
    ["sites delete", "docs sites delete <site...> [flags]"],
    ["spaces delete", "docs spaces delete <space...> [flags]"],
    ["spaces search", "docs spaces search <text...> [flags]"],
    ["openapi version", "docs openapi version <slug> [version] [flags]"],
    ["replies view", "docs replies view <comment> <reply...> [flags]"],
    ["cr list", "docs cr list [flags]"],
    ["api", "docs api <path> [flags]"],
  ])("docs %s --help shows its usage", async (command, usage) => {
    expect(await section(command.split(" "), "Usage")).toEqual([usage]);
  });
});

describe("flags", () => {
  it.each([
    ["sections edit", /--condition <condition>, --no-condition .*1 to 1024 characters/],
    ["sections edit", /--title <title> .*2 to 128 characters/],
    ["cr edit", /--subject <subject> .*at most 100 characters/],
    [
      "orgs edit",
      /--default-role <default-role>, --no-default-role .*admin, create, review, edit, comment, read or guest/,
    ],
    ["orgs edit", /--\[no-\]sso/],
    ["cr list", /--status <status> .*draft, open, archived, merged or all; other values are passed through/],
    ["spaces edit", /--edit-mode <edit-mode> .*\(live or locked\)/],
    ["pages list", /--\[no-\]metadata .*default true/],
    ["sites create", /--title <title> .*required/],
    ["comments create", /--body <text>, --body-file <path> .*required/],
    ["cr list", /-L, --limit <n>/],
    ["spaces delete", /-y, --yes/],
    ["comments list", /--cr <cr>/],
    ["cr edit", /--field <key=value>/],
    ["cr view", /--web/],
  ])("docs %s has %s", async (command, flag) => {
    expect((await section(command.split(" "), "Flags")).filter((line) => flag.test(line))).toHaveLength(1);
  });

  it.each([
    ["cr view", /--limit|--yes|--field/],
    ["cr list", /--url|--yes|--cr /],
    ["sites publish", /--field/],
    ["auth status", /--query/],
  ])("docs %s has no %s", async (command, flag) => {
    expect((await section(command.split(" "), "Flags")).filter((line) => flag.test(line))).toEqual([]);
  });

  it.each([
    ["sections list", ["--org", "--site"]],
    ["cr list", ["--org", "--space"]],
    ["orgs list", []],
  ])("docs %s lives in %j", async (command, names) => {
    const lines = await section(command.split(" "), "Context");
    expect(lines.flatMap((line) => line.match(/--\w+/)?.[0] ?? [])).toEqual(names);
  });
});

describe("arguments", () => {
  it.each([
    [
      "cr merge",
      ["<cr...>  change request: number, id, subject or URL; one or more; - reads one per line from standard input"],
    ],
    ["cr pdf", ["<cr>  change request: number, id, subject or URL"]],
    ["spaces duplicate", ["[space]  space: id, title or URL; default: the space in use"]],
    ["openapi version", ["<slug>     OpenAPI specification: slug or URL", "[version]  version: an id, or latest"]],
    ["cr list", []],
  ])("docs %s", async (command, lines) => {
    expect(await section(command.split(" "), "Arguments")).toEqual(lines);
  });
});

describe("flags of every command", () => {
  it("are one line that says where they are told", async () => {
    const line = (await section(["cr", "merge"], "Global flags")).join();
    expect(line).toMatch(/docs help flags$/);
    for (const name of line.match(/--[\w-]+/g) ?? []) expect(await help("flags")).toContain(`${name} `);
  });

  it("does not show --max-body, which the error of an answer that is too large names", async () => {
    expect(await help("flags")).not.toContain("--max-body");
    expect(await help("spaces", "list")).not.toContain("--max-body");
    expect(await parse("spaces list --max-body 3")).toMatchObject({ globals: { maxBody: "3" } });
  });

  it("are told in groups, each once", async () => {
    const told = (await help("flags")).match(/^.{6}--[\w-]+/gm) ?? [];
    const shown = Object.entries(ROOT_FLAGS).filter(([, flag]) => !flag.hidden);
    const names = shown.map(([field, flag]) => `--${flagName(field, flag)}`);
    expect(told.map((line) => line.slice(6)).sort()).toEqual(names.sort());
  });

  it("come behind the command's own", async () => {
    const titles = [...(await help("translations", "list")).matchAll(/^(\w.*)\n {2}/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      "Usage",
      "Aliases",
      "Flags",
      "Context",
      "Global flags",
      "JSON fields",
      "Examples",
      "Endpoints",
    ]);
  });
});

describe("pages", () => {
  it.each([
    ["cr ls", "Aliases", "ls"],
    ["cr get", "Aliases", "get"],
    ["comments rm", "Aliases", "rm"],
    ["space", "Aliases", "space"],
    ["cr merge", "Endpoints", "docs cr merge --help --verbose"],
  ])("docs help %s: %s", async (words, title, line) => {
    expect(await section(words.split(" "), title)).toContain(line);
  });

  it("of the root names every noun, every topic and the sandbox", async () => {
    const text = await help();
    const rows = text.split("\n").map((line) => line.replace(/ {2,}/g, "|"));
    const isDescribed = ({ name, summary }: { name: string; summary: string }) => rows.includes(`|${name}|${summary}`);
    const daily = "status inbox spaces cr comments sites members checks plans history undo snapshots".split(" ");
    expect(NOUNS.filter(isDescribed).map(({ name }) => name)).toEqual(expect.arrayContaining(daily));
    const more = rows.slice(rows.indexOf("More") + 1).flatMap((row) => row.split("|")[2]?.split(", ") ?? []);
    const topics = "environment exit-codes formatting scripting bulk checks-file mcp-hosts plan-format flags endpoints";
    const others = NOUNS.filter((noun) => !isDescribed(noun)).map(({ name }) => name);
    expect([...more].sort()).toEqual([...others, ...topics.split(" ")].sort());
    expect(others).toHaveLength(NOUNS.length - daily.length);
    expect(text).toContain("docs tour");
  });

  it("of the root begins with what people do most", async () => {
    expect(await section([], "What people do most")).toEqual([
      "docs inbox               See what waits for you",
      "docs cr list             List change requests",
      "docs cr diff 42          Read what one changes",
      "docs cr merge 42         Merge it",
      "docs spaces search TEXT  Find a page",
      "docs tour                Try it without an account",
    ]);
  });

  it("of the root fits one screen", async () => {
    expect(
      layOut(await help(), 80, false)
        .trimEnd()
        .split("\n").length,
    ).toBeLessThanOrEqual(40);
  });

  it("tells the exit codes and the environment", async () => {
    expect(await help("exit-codes")).toContain("  7                   outcome unknown");
    expect(await help("environment")).toContain("DOCS_TOKEN");
  });

  it("lists the endpoints, each with its command", async () => {
    const homes = JSON.parse(await helpFor(["endpoints"], NOUNS, true)) as { method: string; path: string }[];
    const line = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(homes.map(line).sort()).toEqual(contract.map(line).sort());
  });

  it("names the commands that call an endpoint beside its home", async () => {
    const homes = JSON.parse(await helpFor(["endpoints"], NOUNS, true)) as Record<string, unknown>[];
    expect(homes.find(({ command }) => command === "cr edit")).toMatchObject({
      also: ["cr close", "cr reopen", "members offboard"],
    });
    expect(await help("endpoints")).toMatch(/cr edit .*PATCH .*\n {10,}also: cr close, cr reopen, members offboard\n/);
    const patch = "PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}";
    expect(await verboseHelp("cr", "close")).toContain(`Calls\n  ${patch}\n`);
    expect(await verboseHelp("cr", "edit")).toContain(`Endpoint\n  ${patch}\n`);
    for (const verb of ["close", "edit"]) expect(await help("cr", verb)).not.toContain("/v1/");
  });

  it.each(["nope", "toString", "constructor"])("refuses %s", async (word) => {
    await expect(help(word)).rejects.toMatchObject({ kind: "usage" });
  });
});

describe("commands that messages point to", () => {
  const typed = async (line: string): Promise<TypedCommand> => {
    const parsed = await parse(line);
    if (parsed.type !== "command") throw new Error(line);
    const { default: module } = await parsed.noun.load();
    const { noun, command, words, globals } = parsed;
    return { noun: noun.name, command, siblings: module.commands, words, globals: readGlobals(globals) };
  };

  it.each<[string, string | undefined]>([
    ["cr merge 42", "docs cr view 42"],
    ["cr merge '#42' --space s2", "docs cr view '#42' --space s2"],
    ["cr merge -", "docs cr list"],
    ["cr create --subject a", "docs cr list --status draft"],
    ["comments create --cr 42 --body a", "docs comments list --cr 42"],
    ["comments resolve a b --cr 42", "docs comments view a b --cr 42"],
    ["replies create c --body a --cr 42", "docs comments view c --cr 42"],
    ["spaces duplicate s", "docs spaces list"],
    ["spaces move s --before x", "docs spaces view s"],
    ["spaces restore s", "docs spaces view s"],
    ["sites publish --site t2", "docs sites view --site t2"],
    ["sites create --title a --org o2", "docs sites list --org o2"],
    ["content import https://example.com --cr 42", "docs content view --cr 42"],
    ["share-links create --name a", "docs share-links list"],
    ["share-links edit x --name a", "docs share-links list"],
    ["sections move x --before y", "docs sections list"],
    ["site-spaces add --content s", "docs site-spaces list"],
    ["team-members set t u", "docs team-members list t"],
    ["team-members edit t --add u", "docs team-members list t"],
    ["members sso u", "docs members view u"],
    ["openapi publish pets --source-url https://a.example", "docs openapi view pets"],
    ["adaptive-schema set --file x", "docs adaptive-schema view"],
    ["orgs delete-invite x --profile 'my work'", "docs orgs list --profile 'my work'"],
    ["--sandbox cr merge 42", "docs --sandbox cr view 42"],
    ["cr merge 42 --project 'my docs'", "docs cr view 42 --project 'my docs'"],
    [
      "cr merge 42 --base-url https://docs.example --token-file t.txt",
      "docs cr view 42 --base-url https://docs.example --token-file t.txt",
    ],
    ["cr merge 42 --token-file /dev/fd/63", "docs cr view 42"],
    ["cr merge 42 --token-file -", "docs cr view 42"],
  ])("R12 whether `docs %s` happened: %s", async (line, command) => {
    expect(formatCheckCommand(await typed(line))).toBe(command);
  });

  it("R12 names commands that exist, for every command that changes something", async () => {
    for (const noun of NOUNS) {
      const { default: module } = await noun.load();
      for (const command of module.commands.filter(({ endpoints }) =>
        endpoints.some(({ method }) => method !== "GET"),
      )) {
        const names = Object.keys(command.args ?? {});
        const line = formatCheckCommand({
          noun: noun.name,
          command,
          siblings: module.commands,
          words: names,
          globals: readGlobals({}),
        });
        expect(line, `${noun.name} ${command.name}`).toMatch(/^docs /);
        await expect(parse((line ?? "").replace(/^docs /, "")), line).resolves.toMatchObject({ type: "command" });
      }
    }
  });

  it.each<[string, string | undefined]>([
    ["cr view 9", "docs cr list"],
    ["cr list --space nope", "docs spaces list"],
    ["sections list --site nope --org o2", "docs sites list --org o2"],
    ["sites list --org nope", "docs orgs list"],
    ["comments list --cr 9 --space s2", "docs cr list --space s2"],
    ["comments list --cr 9 --project a.yaml", "docs cr list --project a.yaml"],
    [
      "cr list --space nope --project a.yaml --base-url https://docs.example",
      "docs spaces list --base-url https://docs.example --project a.yaml",
    ],
    ["team-members remove t u", "docs team-members list t"],
    ["orgs list", undefined],
    ["adaptive-schema view", undefined],
  ])("where to look after `docs %s` found nothing: %s", async (line, command) => {
    expect(findCommand(await typed(line))).toBe(command);
  });

  it.each([
    ["abc", "abc"],
    ["#42", "'#42'"],
    ["a b", "'a b'"],
    ["it's", "'it'\\''s'"],
    ["a'b'c", "'a'\\''b'\\''c'"],
    ["$(id)", "'$(id)'"],
    ["", "''"],
    ["https://app.example.com/o/a", "https://app.example.com/o/a"],
  ])("%j for a shell", (text, quoted) => {
    expect(shellWord(text)).toBe(quoted);
  });
});

describe("what commands say of themselves", () => {
  const commands = async () =>
    (
      await Promise.all(
        NOUNS.map(async (noun) => {
          const { default: module } = await noun.load();
          return module.commands.map((command) => ({ path: commandPath(noun, command), command }));
        }),
      )
    ).flat();

  it("has words for the command, each flag and each argument", async () => {
    for (const { path, command } of await commands()) {
      const words = argsOf(command).flatMap(([name, arg]) => ("word" in arg ? [[name, arg.word]] : []));
      const flags = Object.entries({ ...flagsOf(command), ...ROOT_FLAGS }).map(([name, { describe }]) => [
        `--${name}`,
        describe,
      ]);
      for (const [name, text] of [["", command.summary], ...flags, ...words]) {
        expect(text, `${path} ${name}`).toMatch(/^\S.*\S$/);
      }
    }
  });

  // Where a line is lost, a sentence stops in the middle, or a line ends long before it is full.
  it("is whole sentences, in full lines", async () => {
    const all = (await commands()).filter(({ command }) => command.description !== undefined);
    expect(all.length).toBeGreaterThan(50);
    for (const { path, command } of all) {
      const text = command.description ?? "";
      expect(text, path).toMatch(/\.$|^The same as: docs \S.*$/);
      for (const paragraph of text.split("\n\n")) {
        expect(paragraph, path).toMatch(/[.:]$|^The same as: docs /);
        const lines = paragraph.split("\n");
        const short = lines.filter(
          (line, at) => `${line} ${lines[at + 1] ?? ""}`.length < 116 && at + 1 < lines.length,
        );
        expect(short, path).toEqual([]);
      }
    }
  });
});

it("names no file of the repository, which an installed command lacks", async () => {
  const pages = NOUNS.map(async (noun) => {
    const { default: module } = await noun.load();
    return [await help(noun.name), ...(await Promise.all(module.commands.map((one) => help(noun.name, one.name))))];
  });
  const topics = await Promise.all(Object.values(TOPICS).map((topic) => topic()));
  const texts = [...(await Promise.all(pages)).flat(), await help(), ...topics];
  expect(texts.join("\n").match(/\b(docs|src|man|examples|scripts)\/[\w/-]+\.\w+/g) ?? []).toEqual([]);
});

describe("topics", () => {
  it.each(Object.entries(TOPICS))("%s is printed without a character that a copy would lose", async (_, text) => {
    expect(await text()).not.toMatch(/[^\n\x20-\x7e]/);
  });

  it("tell scripts how to part columns", () => {
    expect(TOPICS.scripting?.()).toContain(String.raw`while IFS=$'\t' read -r id name email rest`);
  });

  it("tell all of several targets", () => {
    for (const words of [
      "--concurrency",
      "--fail-fast",
      "--journal",
      "--resume",
      "--retry-unknown",
      "Exit code 9",
      "-",
    ]) {
      expect(TOPICS.bulk?.()).toContain(words);
    }
  });
});
