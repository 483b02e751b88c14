/** Help pages, rendered from the definitions that commands run on. */
import { usage } from "../../errors.js";
import { closestWord } from "../../shared/text/names.js";
import { wrap } from "../../shared/wrap.js";
import { answerFields } from "../argv/field-flags.js";
import { CLIENT_FLAGS, CONTEXT_FLAGS, OUTPUT_FLAGS, PLACE_FLAGS, SAFETY_FLAGS } from "../argv/globals.js";
import { commandPath, contextFlags, extraFlags, findNoun, findVerb, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { oneOf } from "../argv/values.js";
import { type AnyCommand, type Arg, argsOf, flagsOf, type Noun, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName, takesValue } from "../flags.js";
import { EXIT_MEANINGS } from "../run/failure-report.js";
import { TOPIC_NAMES, TOPICS } from "./topics.js";

/** The page for `words`: none, a topic, a noun, or a noun and a verb; with `json` the commands as data. @throws Failure usage */
export async function helpFor(
  words: readonly string[],
  nouns: readonly NounEntry[],
  json = false,
  extensions: readonly string[] = [],
  verbose = false,
): Promise<string> {
  const [first, second] = words;
  if (first === undefined) return json ? treeText(nouns, "all") : rootHelp(nouns, extensions);
  if (first === "flags") return flagsHelp();
  if (first === "endpoints") return endpointsHelp(nouns, json);
  const topic = Object.hasOwn(TOPICS, first) ? TOPICS[first] : undefined;
  if (topic) return topic();
  const noun = await findNoun(first, nouns, words.slice(1)).catch((error) => unlessTopic(error, first, nouns));
  const { default: module } = await noun.load();
  const [direct] = noun.direct ? module.commands : [];
  const command = direct ?? (second === undefined ? undefined : await findVerb(second, noun, module.commands, nouns));
  if (json) return treeText([noun], command ? "verb" : "noun", command);
  return command ? commandHelp(noun, command, verbose) : nounHelp(noun, module);
}

/** @throws Failure usage: the near topic of what is no noun, else the error */
function unlessTopic(error: unknown, word: string, nouns: readonly NounEntry[]): never {
  const like = closestWord(word, [...nouns.map(({ name }) => name), ...TOPIC_NAMES]);
  if (like === undefined || !TOPIC_NAMES.includes(like)) throw error;
  throw usage(`there is no help on ${JSON.stringify(word)}`, `did you mean: docs help ${like}`);
}

const treeText = async (...of: Parameters<typeof commandTree>): Promise<string> =>
  `${JSON.stringify(await commandTree(...of))}\n`;

/** Long enough for the layout of a terminal to know the lines as prose, and to wrap them anew. */
const JSON_WIDTH = 116;

const FLAG_GROUPS: readonly (readonly [title: string, flags: Flags])[] = [
  ["Output", OUTPUT_FLAGS],
  ["Service", PLACE_FLAGS],
  ["Organization, space and site", CONTEXT_FLAGS],
  ["Request body", SAFETY_FLAGS],
  ["Requests", CLIENT_FLAGS],
];

const rows = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
};

/** For whoever does not know a command yet. */
const FIRST = [
  ["docs inbox", "See what waits for you"],
  ["docs cr list", "List change requests"],
  ["docs cr diff 42", "Read what one changes"],
  ["docs cr merge 42", "Merge it"],
  ["docs spaces search TEXT", "Find a page"],
  ["docs tour", "Try it without an account"],
] as const;

const DAILY = ["status", "inbox", "spaces", "cr", "comments", "sites", "members"];
const SAFETY = ["undo", "history", "plans", "snapshots", "checks"];

/** One screen: what is needed every day has a line each, the rest a line a group. */
function rootHelp(nouns: readonly NounEntry[], extensions: readonly string[]): string {
  const summaries = (names: readonly string[]) =>
    rows(nouns.filter(({ name }) => names.includes(name)).map(({ name, summary }) => [name, summary]));
  const others = nouns.filter(({ name }) => !DAILY.includes(name) && !SAFETY.includes(name));
  const more = [...new Set(others.map(({ group }) => group))].map((group) => {
    const names = others.filter((noun) => noun.group === group).map(({ name }) => name);
    return [group, names.join(", ")] as const;
  });
  if (extensions.length > 0) more.push(["Extensions", extensions.join(", ")]);
  return [
    "Administer documentation: spaces, change requests, sites, members and more.",
    "Usage: docs <noun> <verb> [target] [flags]",
    `What people do most\n${rows(FIRST)}`,
    `Every day\n${summaries(DAILY)}`,
    `Safety\n${summaries(SAFETY)}`,
    `More\n${rows([...more, ["Help topics", TOPIC_NAMES.join(", ")]])}`,
    "Learn more: docs <noun> --help, docs <noun> <verb> --help, docs help <topic>",
  ]
    .join("\n\n")
    .concat("\n");
}

function nounHelp(noun: NounEntry, { commands, more }: Noun): string {
  const list = commands.map((command) => [`${command.name} ${argWords(command)}`.trim(), command.summary] as const);
  const aliases = noun.aliases.length > 0 ? [`Aliases\n  ${noun.aliases.join(", ")}`] : [];
  return [
    noun.summary,
    `Usage\n  docs ${noun.name} <verb> [flags]`,
    `Commands\n${rows(list)}`,
    ...aliases,
    `Learn more\n  docs ${noun.name} <verb> --help`,
    ...(more === undefined ? [] : [more]),
  ]
    .join("\n\n")
    .concat("\n");
}

function commandHelp(noun: NounEntry, command: AnyCommand, verbose: boolean): string {
  const path = commandPath(noun, command);
  const requests = endpointSections(command);
  const shown = verbose || requests.length === 0 ? requests : [["Endpoints", [`${path} --help --verbose`]] as const];
  const aliases = verbAliases(command);
  return [
    command.description ? `${command.summary}\n\n${command.description}` : command.summary,
    `Usage\n  ${[path, argWords(command), "[flags]"].filter(Boolean).join(" ")}`,
    ...(aliases.length > 0 ? [`Aliases\n  ${aliases.join(", ")}`] : []),
    ...argumentSection(command),
    ...flagSection("Flags", { ...flagsOf(command), ...extraFlags(command) }),
    ...flagSection("Context", contextFlags(command)),
    "Global flags\n  -o, --json, --fields, -q, --dry-run, --profile, --sandbox and more:\n  docs help flags",
    ...jsonSection(command),
    `Examples\n${command.examples.map((example) => `  ${example}`).join("\n")}`,
    ...shown.map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}`).join("\n")}`),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Members of the command's answer that --json, --fields and -q find; nested ones are left out. */
export const jsonFieldNames = (command: AnyCommand): string[] =>
  answerFields(command)?.filter((name) => !name.includes(".")) ?? [];

function jsonSection(command: AnyCommand): string[] {
  const names = jsonFieldNames(command).join(", ");
  return names === "" ? [] : [["JSON fields", ...wrap(names, JSON_WIDTH).map((line) => `  ${line}`)].join("\n")];
}

function argumentSection(command: AnyCommand): string[] {
  const args = argsOf(command).map(([name, arg]) => [argWord(name, arg, command), argText(arg, command)] as const);
  return args.length > 0 ? [`Arguments\n${rows(args)}`] : [];
}

const TITLE_NAMES: Record<string, string> = { email: "email", displayName: "name" };

/** The word for a title at this path of an answer, such as the email of a member. */
function titleName(path: string): string {
  const name = path.split(".").at(-1) ?? path;
  return TITLE_NAMES[name] ?? name;
}

/** Describes the values of an argument, and its default. */
function argText(arg: Arg, command: AnyCommand): string {
  if ("word" in arg) return arg.word;
  const { kind } = arg;
  const titles = kind.list && !kind.list.untitled ? kind.list.title.map(titleName) : [];
  const ways = [...new Set([...(kind.called ?? "id").split(" or "), ...titles, "URL"])];
  const named = `${kind.name}: ${ways.slice(0, -1).join(", ")} or ${ways.at(-1)}`;
  const several = arg.arity === "many" ? ["one or more; - reads one per line from standard input"] : [];
  const fallback = isOptional(arg, command) ? [`default: the ${kind.name} in use`] : [];
  return [named, ...several, ...fallback].join("; ");
}

/** `docs help flags`: the flags that every command takes, grouped by purpose. */
function flagsHelp(): string {
  return ["Global flags", ...FLAG_GROUPS.flatMap(([title, flags]) => flagSection(title, flags))]
    .join("\n\n")
    .concat("\n");
}

function flagSection(title: string, flags: Flags): string[] {
  const shown = Object.entries(flags).filter(([, flag]) => !flag.hidden);
  if (shown.length === 0) return [];
  return [`${title}\n${rows(shown.map(([field, flag]) => [flagUsage(field, flag), flagText(flag)] as const))}`];
}

/** A flag with its spellings: `-o, --output <format>`. */
export function flagUsage(field: string, flag: Flag): string {
  const name = flagName(field, flag);
  const short = flag.short ? `-${flag.short}, ` : "    ";
  if (flag.kind === "boolean") return `${short}--[no-]${name}`;
  const value = takesValue(flag) ? ` <${flag.value ?? name}>` : "";
  const also = [...(flag.nullable ? [`--no-${name}`] : []), ...(flag.file ? [`--${name}-file <path>`] : [])];
  return [`${short}--${name}${value}`, ...also].join(", ");
}

/** Describes a flag and its values. */
export function flagText(flag: Flag): string {
  const limits: string[] = [];
  if (flag.required) limits.push("required");
  if (flag.values || flag.known)
    limits.push(`${oneOf(flag)}${flag.known && !flag.values ? "; other values are passed through" : ""}`);
  if (flag.kind === "string" && flag.max !== undefined) {
    limits.push(flag.min ? `${flag.min} to ${flag.max} characters` : `at most ${flag.max} characters`);
  }
  if (flag.kind === "number" && flag.max !== undefined) limits.push(`${flag.min ?? 0} to ${flag.max}`);
  if (flag.fallback !== undefined) limits.push(`default ${flag.fallback}`);
  return limits.length > 0 ? `${flag.describe} (${limits.join("; ")})` : flag.describe;
}

// `docs help endpoints`: which command each endpoint belongs to, for people and programs.

interface Home {
  command: string;
  method: string;
  path: string;
  /** Other commands that call it. */
  also: string[];
}

/** Each endpoint with the command that it belongs to. Loads every noun. */
async function endpointHomes(nouns: readonly NounEntry[]): Promise<Home[]> {
  const homes: Home[] = [];
  const users: [command: string, key: string][] = [];
  for (const noun of nouns) {
    const { default: module } = await noun.load();
    for (const command of module.commands) {
      const name = commandPath(noun, command).replace(/^docs /, "");
      for (const { method, path } of command.endpoints) homes.push({ command: name, method, path, also: [] });
      for (const { method, path } of command.uses ?? []) users.push([name, `${method} ${path}`]);
    }
  }
  const byKey = new Map(homes.map((home) => [`${home.method} ${home.path}`, home]));
  for (const [name, key] of users) byKey.get(key)?.also.push(name);
  return homes;
}

/** The requests of a command, by title: its own endpoints and those of other commands. Omits empty sections. */
export function endpointSections({ endpoints, uses = [] }: AnyCommand): [title: string, lines: string[]][] {
  const sections: [string, string[]][] = [
    ["Endpoint", endpoints.map(({ method, path }) => `${method} ${path}`)],
    [endpoints.length > 0 ? "Also calls" : "Calls", uses.map(({ method, path }) => `${method} ${path}`)],
  ];
  return sections.filter(([, lines]) => lines.length > 0);
}

/** The page of `docs help endpoints`, as text or as JSON. */
async function endpointsHelp(nouns: readonly NounEntry[], json: boolean): Promise<string> {
  const homes = await endpointHomes(nouns);
  if (json) return `${JSON.stringify(homes)}\n`;
  const width = Math.max(...homes.map((home) => home.command.length));
  const lines = homes.flatMap(({ command, method, path, also }) => [
    `  ${command.padEnd(width)}  ${method.padEnd(6)}  ${path}`,
    ...(also.length > 0 ? [`  ${"".padEnd(width)}          also: ${also.join(", ")}`] : []),
  ]);
  return `Endpoints (${homes.length})\n\n${lines.join("\n")}\n`;
}

// `docs help --json`: commands as data, for agents, editors and generators.

/** A flag by its name. `values` are all that it takes, or with `other` those that are known. */
interface FlagNode {
  /** Absent: text. */
  type?: "boolean" | "switch" | "number" | "list";
  values?: readonly string[];
  other?: true;
  required?: true;
  /** `--no-<name>` sets null. */
  nullable?: true;
  /** `--<name>-file` reads a file. */
  file?: true;
  short?: string;
  summary?: string;
}

interface CommandNode {
  summary?: string;
  description?: string;
  aliases?: readonly string[];
  /** As in the usage: `<cr...>`, `[space]`. */
  args?: readonly string[];
  flags?: Readonly<Record<string, FlagNode>>;
  usage?: string;
  /** Its requests: method and path. */
  endpoints?: readonly string[];
  examples?: readonly string[];
}

interface NounNode {
  summary: string;
  aliases?: readonly string[];
  /** By name; of a noun that is a command itself, one with an empty name. */
  verbs: Readonly<Record<string, CommandNode>>;
}

interface CommandTree {
  nouns: Readonly<Record<string, NounNode>>;
  /** Flags of every command: in the tree of all nouns only. */
  flags?: Readonly<Record<string, FlagNode>>;
  exitCodes?: Readonly<Record<string, string>>;
}

/** More is told, the less is asked for: what a verb calls besides its own endpoints only where that verb is asked for. */
type Detail = "all" | "noun" | "verb";

/** The tree of some nouns, or of one verb of one. Loads each noun. */
async function commandTree(nouns: readonly NounEntry[], detail: Detail, verb?: AnyCommand): Promise<CommandTree> {
  const entries = await Promise.all(
    nouns.map(async (noun) => {
      const { default: module } = await noun.load();
      const commands = verb ? [verb] : module.commands;
      const verbs = commands.map(
        (command) => [noun.direct ? "" : command.name, commandNode(noun, command, detail)] as const,
      );
      const { summary, aliases } = noun;
      return [noun.name, { summary, ...listed("aliases", aliases), verbs: Object.fromEntries(verbs) }] as const;
    }),
  );
  return {
    nouns: Object.fromEntries(entries),
    ...(detail === "all" && { flags: flagNodes(ROOT_FLAGS, detail) }),
    exitCodes: Object.fromEntries(EXIT_MEANINGS),
  };
}

function commandNode(noun: NounEntry, command: AnyCommand, detail: Detail): CommandNode {
  const flags = flagNodes({ ...flagsOf(command), ...extraFlags(command), ...contextFlags(command) }, detail);
  const { summary, description, endpoints, uses = [], examples } = command;
  return {
    ...(detail !== "all" && { summary }),
    ...(detail === "verb" && { usage: commandPath(noun, command), description, examples }),
    ...listed("aliases", verbAliases(command)),
    ...listed("args", listArgs(command)),
    ...(Object.keys(flags).length > 0 && { flags }),
    ...listed(
      "endpoints",
      (detail === "verb" ? [...endpoints, ...uses] : endpoints).map(({ method, path }) => `${method} ${path}`),
    ),
  };
}

const listed = <N extends string>(name: N, list: readonly string[]): Partial<Record<N, readonly string[]>> =>
  // The only member has this name.
  list.length > 0 ? ({ [name]: list } as Record<N, readonly string[]>) : {};

const flagNodes = (flags: Flags, detail: Detail): Record<string, FlagNode> =>
  Object.fromEntries(
    Object.entries(flags)
      .filter(([, flag]) => !flag.hidden)
      .map(([field, flag]) => [flagName(field, flag), flagNode(flag, detail)]),
  );

function flagNode(flag: Flag, detail: Detail): FlagNode {
  const values = flag.values ?? flag.known;
  return {
    ...(flag.kind !== "string" && { type: flag.kind }),
    ...(values && { values }),
    ...(values && !flag.values && { other: true }),
    ...(flag.required && { required: true }),
    ...(flag.nullable && { nullable: true }),
    ...(flag.file && { file: true }),
    ...(flag.short && { short: flag.short }),
    ...(detail === "verb" && { summary: flag.describe }),
  };
}

// Arguments as usage lines show them.

/** A command's arguments in its usage line: `<cr...>`, `[space]`. */
export const argWords = (command: AnyCommand): string => listArgs(command).join(" ");

function listArgs(command: AnyCommand): string[] {
  const text = textOf(command);
  return [...argsOf(command).map(([name, arg]) => argWord(name, arg, command)), ...(text ? [`[${text}]`] : [])];
}

/** The name of a command's last word, where that may be a text: `title`. */
function textOf(command: AnyCommand): string | undefined {
  const field = command.textField;
  const flag = field === undefined ? undefined : flagsOf(command)[field];
  return field === undefined || flag === undefined ? undefined : flagName(field, flag);
}

function argWord(name: string, arg: Arg, command: AnyCommand): string {
  const dots =
    "several" in arg || ("joined" in arg && arg.joined) || ("arity" in arg && arg.arity === "many") ? "..." : "";
  return isOptional(arg, command) ? `[${name}${dots}]` : `<${name}${dots}>`;
}

function isOptional(arg: Arg, { destructive, mustBeNamed }: AnyCommand): boolean {
  return "word" in arg ? arg.optional : arg.kind.context !== undefined && !destructive && !mustBeNamed;
}
