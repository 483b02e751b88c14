/** Mistakes in command lines, made from the definitions of the commands: what people mistype with any of them. */
import { PAGE_WRITES } from "../../src/cli/argv/mistakes/hints.js";
import { contextFlags, extraFlags, ROOT_FLAGS, verbAliases } from "../../src/cli/argv/program.js";
import { type AnyCommand, argsOf, flagsOf, type NounEntry } from "../../src/cli/command.js";
import { type Flag, type Flags, hasNegation, longNames, takesValue } from "../../src/cli/flags.js";
import type { Arg } from "../../src/cli/kinds.js";
import { NOUNS } from "../../src/commands/index.js";

export interface Mistake {
  /** What the person did. */
  kind: string;
  /** The command line; `{dir}` is a folder with files that no command takes. */
  line: string;
  /** The word that the answer has to name. */
  wrong: string;
  /** Exit codes that are right besides 2 and 3. */
  also?: readonly number[];
}

interface Known {
  noun: NounEntry;
  command: AnyCommand;
  /** `cr view`, `api`. */
  path: string;
  /** All that it takes, by field name. */
  flags: Flags;
}

/** These read and write what a test of command lines has not: only their words and flags are mistyped. */
const OF_THE_MACHINE = [
  "auth",
  "profiles",
  "config",
  "alias",
  "sandbox",
  "extensions",
  "tour",
  "mcp",
  "doctor",
  "completion",
];

async function knownCommands(): Promise<Known[]> {
  const all = await Promise.all(
    NOUNS.map(async (noun) => {
      const { default: module } = await noun.load();
      return module.commands.map((command) => ({
        noun,
        command,
        path: noun.direct ? noun.name : `${noun.name} ${command.name}`,
        flags: { ...ROOT_FLAGS, ...contextFlags(command), ...extraFlags(command), ...flagsOf(command) },
      }));
    }),
  );
  return all.flat();
}

// Lines without a mistake.

/** What things are called in the sample, by the parameter that names their kind. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ spaceId: "Harbor API", pageId: "Charging", fileId: "safety-card.txt", changeRequestId: "43" },
  ...{ commentId: "c1", commentReplyId: "r1", collectionId: "Inside Halden", translationId: "lkEDBVz72E62zj22Hd4M" },
  ...{ specSlug: "harbor-api", siteId: "Halden Docs", siteSectionId: "Robots", siteSectionGroupId: "Software" },
  ...{ siteSpaceId: "Harbor API", shareLinkId: "Partners", organizationId: "Halden Robotics" },
  ...{ userId: "Sam Whitfield", teamId: "Firmware", samlProviderId: "Halden account", inviteId: "invite1" },
};

/** The same for words that name nothing of the service, by what describes them. */
const WORDS: Readonly<Record<string, string>> = {
  "URL to import from": "https://example.com/a.md",
  "email domain": "example.com",
  "a rule": "links-broken",
  "a kit": "github",
  "number in docs history": "1",
  "path, such as /v1/orgs (/v1 is optional)": "/v1/orgs",
  "create, list or revoke": "list",
  "shell (bash, zsh, fish, powershell)": "bash",
};

const VALUES: Readonly<Record<string, string>> = {
  ...{ sourceUrl: "https://example.com/a.yaml", source: "markdown", sourceSpace: "Harbor API", spaceId: "Harbor API" },
  ...{ language: "de", to: "keyring", file: "{dir}/wrong.json", parent: "Software", before: "Software" },
  ...{ add: "thumbsup", organization: "Lindenhof Orchards", emoji: "1f600" },
};

/** What some commands cannot do without, besides what is required of all. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "snapshots forget": ["--keep-last", "1"],
  "snapshots diff": ["--live"],
  "snapshots restore": ["--settings"],
  "snapshots query": ["select 1"],
};

/** The first flag of an edit, where the usual value of such a flag names nothing. */
const FIRST: Readonly<Record<string, string>> = {
  "sections move": "Fleet",
  "site-spaces move": "Tern User Guide",
  "team-members edit": "Jonas Weber",
};

const NO_FILE = "{dir}/nothing.txt";
const quoted = (text: string): string => (/^[\w@%+=:,./#{}-]+$/.test(text) ? text : `"${text}"`);
const wordFor = (arg: Arg): string => ("kind" in arg ? (NAMES[arg.kind.param] ?? "x1") : (WORDS[arg.word] ?? NO_FILE));
const isRequired = (arg: Arg): boolean => !("optional" in arg && arg.optional);

const requiredWords = (command: AnyCommand): string[] =>
  argsOf(command).flatMap(([, arg]) => (isRequired(arg) ? [wordFor(arg)] : []));

/** Flags that it cannot do without. */
function neededFlags({ path, command }: Known): string[] {
  const flags = Object.entries(flagsOf(command));
  // An edit has to edit something.
  const first = command.needsField ? flags.slice(0, 1) : [];
  const needed = flags.filter(([, flag]) => flag.required);
  return [
    ...[...needed, ...first].flatMap(([field, flag]) => [
      longNames(field, flag)[0] ?? "",
      ...(takesValue(flag) ? [FIRST[path] ?? VALUES[field] ?? flag.values?.at(-1) ?? "text"] : []),
    ]),
    ...(command.destructive ? ["--yes"] : []),
    ...(MORE[path] ?? []),
  ];
}

/** `words` in place of its own. */
const lineFor = (one: Known, more: readonly string[] = [], words = requiredWords(one.command)): string =>
  [one.path, ...[...words, ...neededFlags(one)].map(quoted), ...more].join(" ");

// Words that are misspelled, or in the wrong place.

const MISSPELLINGS: Readonly<Record<string, (word: string) => string>> = {
  swapped: (word) => (word.length < 4 ? word : `${word[0]}${word[2]}${word[1]}${word.slice(3)}`),
  dropped: (word) => `${word.slice(0, -2)}${word.slice(-1)}`,
  doubled: (word) => `${word.slice(0, 2)}${word.slice(1)}`,
};

const otherNumber = (word: string): string => {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : `${word}s`;
};

/** Verbs of gh, git, kubectl, aws, npm and of people. */
const VERBS = (
  "show get ls rm remove delete new add create update set edit rename describe info cat approve reopen enable disable " +
  "archive copy export import search find log diff open close start stop apply status unarchive invite assign move publish"
).split(" ");

const isNoun = (word: string): boolean => NOUNS.some(({ name, aliases }) => name === word || aliases.includes(word));

function* spelling(known: readonly Known[]): Generator<Mistake> {
  const verbs = new Set(
    known.flatMap(({ noun, command }) => [command.name, ...verbAliases(command)].map((verb) => `${noun.name} ${verb}`)),
  );
  for (const { noun, command, path } of known) {
    const words = requiredWords(command).map(quoted);
    const at = (kind: string, wrong: string, ...line: string[]): Mistake => ({
      ...{ kind, wrong, line: [...line, ...words].join(" ") },
    });
    for (const [how, mistype] of Object.entries(MISSPELLINGS)) {
      const wrong = mistype(noun.name);
      if (!isNoun(wrong)) yield at(`noun ${how}`, wrong, wrong, ...(noun.direct ? [] : [command.name]));
    }
    if (noun.direct) continue;
    for (const [how, mistype] of Object.entries({ ...MISSPELLINGS, number: otherNumber })) {
      const wrong = mistype(command.name);
      if (!verbs.has(`${noun.name} ${wrong}`)) yield at(`verb ${how}`, wrong, noun.name, wrong);
    }
    yield at("verb first", command.name, command.name, noun.name);
    yield at("noun twice", noun.name, noun.name, path);
    yield at("one word", `${noun.name}-${command.name}`, `${noun.name}-${command.name}`);
    yield at("one word, colon", `${noun.name}:${command.name}`, `${noun.name}:${command.name}`);
    if (!isNoun(command.name)) yield at("noun missing", command.name, command.name);
  }
  for (const verb of VERBS) if (!isNoun(verb)) yield { kind: "noun missing", line: `${verb} 43`, wrong: verb };
  for (const noun of NOUNS.filter(({ direct }) => !direct)) {
    const single = otherNumber(noun.name);
    if (!isNoun(single)) yield { kind: "noun number", line: `${single} list`, wrong: single };
    for (const verb of VERBS.filter((one) => !verbs.has(`${noun.name} ${one}`))) {
      const isPageWrite = ["pages", "content"].includes(noun.name) && Object.hasOwn(PAGE_WRITES, verb);
      for (const more of ["", " x1"])
        yield { kind: "other verb", line: `${noun.name} ${verb}${more}`, wrong: isPageWrite ? "cannot be" : verb };
    }
  }
}

// Flags.

/** Flags of gh, git, kubectl, aws and npm, and ours where they do not belong. */
const OTHER_FLAGS = (
  "--state=open --repo=a/b --web --body=text --force -f -n=5 -q=.id --all --format=json --template={{.id}} --watch --author=sam " +
  "--assignee=@me --label=bug --sort=title --order=desc --no-color --color --verbose --title=New --name=New --id=x1 --file=a.md " +
  "--description=text --message=text --filter=a=b --query=a --search=a --status=open --role=admin --user=sam --team=Firmware " +
  "--since=1d --output-file=a --out=a --output-format=json --namespace=a --draft --confirm --interactive --non-interactive " +
  "--recursive --wait --count --csv --table --ignore-missing --allow-empty --page=2 -a -v -r -m=text -t=title"
).split(" ");

function* flags(known: readonly Known[]): Generator<Mistake> {
  for (const [at, one] of known.entries()) {
    const names = new Set(
      Object.entries(one.flags).flatMap(([field, flag]) => [...longNames(field, flag), `-${flag.short}`]),
    );
    for (const [index, typed] of OTHER_FLAGS.entries()) {
      const [wrong = "", ...value] = typed.split("=");
      // Each with some of the commands.
      if ((at + index) % 6 > 0 || names.has(wrong)) continue;
      yield {
        kind: "other flag",
        line: lineFor(one, [wrong, ...(value.length > 0 ? [quoted(value.join("="))] : [])]),
        wrong,
      };
    }
    const own = Object.keys(flagsOf(one.command));
    for (const [field, flag] of Object.entries(one.flags)) {
      // The shared ones are the same everywhere.
      if (!own.includes(field) && !["cr list", "spaces edit", "teams delete"].includes(one.path)) continue;
      const [name = ""] = longNames(field, flag);
      for (const [how, mistype] of Object.entries(MISSPELLINGS)) {
        const wrong = `--${mistype(name.slice(2))}`;
        if (names.has(wrong) || wrong.length < 6) continue;
        yield { kind: `flag ${how}`, line: lineFor(one, [wrong, ...(takesValue(flag) ? ["x"] : [])]), wrong };
      }
      yield* takesValue(flag) ? values(one, name, flag) : switches(one, name, flag);
    }
  }
}

function* switches(one: Known, name: string, flag: Flag): Generator<Mistake> {
  for (const value of ["maybe", "1", "false", ""])
    yield { kind: "value of a switch", line: lineFor(one, [`${name}=${value}`]), wrong: name };
  const no = `--no-${name.slice(2)}`;
  if (!hasNegation(flag)) yield { kind: "opposite of a switch", line: lineFor(one, [no]), wrong: no };
}

const NUMBERS = ["-1", "1e3", "0x10", "abc", "99999999999999999999", "1.5"];
const DAYS = ["2026-02-30", "2026-13-01", "yesterday", "30/01/2026", "abc"];
const STRANGERS = ["Nothing Like It", "#4242", "@you", "last", "all", "*", "nobody@example.com", "undefined"];

function* values(one: Known, name: string, flag: Flag): Generator<Mistake> {
  if (neededFlags(one).includes(name)) return;
  const line = (...words: string[]): string => lineFor(one, words.map(quoted));
  const closed = flag.values ?? [];
  yield { kind: "flag without a value", line: line(name), wrong: name };
  yield { kind: "flag for a value", line: line(name, "--json"), wrong: name };
  const isCleared = flag.into === "body" && flag.id === undefined && closed.length === 0 && !flag.known;
  if (!isCleared && !flag.mayBeEmpty) yield { kind: "empty flag", line: lineFor(one, [`${name}=`]), wrong: name };
  const [first = "aaa", second = "bbb"] = flag.kind === "number" ? ["2", "3"] : closed;
  if (flag.kind !== "list") yield { kind: "flag twice", line: line(name, first, name, second), wrong: name };
  if (flag.kind === "number")
    for (const wrong of NUMBERS) yield { kind: "number", line: line(name, wrong), wrong: name };
  if (["time", "day"].includes(flag.value ?? ""))
    for (const wrong of DAYS) yield { kind: "day", line: line(name, wrong), wrong: name, also: [1] };
  const mistyped = Object.values(MISSPELLINGS).map((mistype) => mistype(first));
  for (const wrong of closed.length === 0 ? [] : [...mistyped, "nonsense", `${first}s`])
    if (!closed.includes(wrong)) yield { kind: "closed value", line: line(name, wrong), wrong };
  const like = flag.known?.find((value) => value.length > 4);
  if (like) yield { kind: "known value", line: line(name, `${like.slice(0, -2)}${like.at(-1)}`), wrong: name };
  for (const wrong of flag.id === undefined ? [] : STRANGERS)
    yield { kind: "value of no kind", line: line(name, wrong), wrong: wrong.replace("#", "") };
}

// Arguments.

/** They make what is named, or say first that there is nothing to act on. */
const MAKES = [
  "undo",
  "reviews create",
  "checks baseline",
  "snapshots create",
  "init",
  "openapi create",
  "openapi publish",
];
const FILES = [
  "missing.txt",
  "{dir}",
  "{dir}/empty",
  "{dir}/binary",
  "{dir}/wrong.json",
  "{dir}/wrong.csv",
  "no/folder/a.json",
];
const OTHER_THINGS = [
  ...STRANGERS,
  "42,43",
  "-42",
  "https://docs.example.com/nothing",
  "Tern User Guide x",
  "xyzzy",
  "null",
  "Robtos",
];

function* wordsOf(known: readonly Known[]): Generator<Mistake> {
  for (const one of known.filter(({ noun }) => !OF_THE_MACHINE.includes(noun.name))) {
    const { command, path } = one;
    const args = argsOf(command).map(([, arg]) => arg);
    const own = requiredWords(command);
    const last = args.filter(isRequired).at(-1);
    const isDefault = last && "kind" in last && last.kind.context && !command.destructive && !command.mustBeNamed;
    if (last && !isDefault) yield { kind: "argument missing", line: lineFor(one, [], own.slice(0, -1)), wrong: "" };
    if (!args.some((arg) => ("arity" in arg && arg.arity === "many") || "joined" in arg || "several" in arg)) {
      const all = [...args.map(wordFor), ...(command.textField ? ["text"] : [])];
      yield { kind: "argument too many", line: lineFor(one, ["surplus"], all), wrong: "surplus" };
    }
    for (const [at, arg] of args.filter(isRequired).entries()) yield* wordsAt(one, at, arg);
    for (const [field, flag] of Object.entries(flagsOf(command))) {
      if (!["path", "file", "snapshot"].includes(flag.value ?? "") || MAKES.includes(path)) continue;
      const [name = ""] = longNames(field, flag);
      for (const wrong of ["{dir}/binary", "no/folder/a.json"])
        if (!field.endsWith("Root") && !(field === "outputFile" && wrong === "{dir}/binary"))
          yield {
            kind: "file of a flag",
            line: lineFor(one, [name, wrong]),
            wrong: wrong.replace("/a.json", ""),
            also: [1, 9],
          };
    }
  }
}

function* wordsAt(one: Known, at: number, arg: Arg): Generator<Mistake> {
  const own = requiredWords(one.command);
  const line = (word: string): string =>
    [
      one.path,
      ...[...own.with(at, word), ...neededFlags(one)].map((each) => (each.trim() === "" ? `'${each}'` : quoted(each))),
    ].join(" ");
  for (const word of ["", "  "]) yield { kind: "argument empty", line: line(word), wrong: "" };
  // An invitation is in no list, and what makes something takes any name.
  const isFree = MAKES.includes(one.path) || one.path === "orgs delete-invite";
  if ("kind" in arg && !isFree) {
    const title = own[at] ?? "";
    if (title.length > 6 && !/^\w{20}$/.test(title))
      yield { kind: "argument misspelled", line: line(`${title.slice(0, 2)}${title.slice(3)}`), wrong: title.slice(3) };
    for (const wrong of OTHER_THINGS)
      yield { kind: "argument of no kind", line: line(wrong), wrong: wrong.replace("#", "") };
  }
  if (!("value" in arg) || !["path", "snapshot"].includes(arg.value ?? "") || isFree) return;
  for (const wrong of FILES) yield { kind: "file", line: line(wrong), wrong, also: [1] };
}

/** All of them, no line twice. */
export async function allMistakes(): Promise<Mistake[]> {
  const known = await knownCommands();
  const all = [...spelling(known), ...flags(known), ...wordsOf(known)];
  return [...new Map(all.map((one) => [one.line, one])).values()];
}
