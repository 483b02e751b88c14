/** The tree of nouns and verbs. Loads only the noun that was typed. */
import { usage } from "../../errors.js";
import { cutOffIn, deviceIn } from "../../system/files/named-file.js";
import { type AnyCommand, argsOf, contextNames, endpointsOf, flagsOf, type NounEntry } from "../command.js";
import { type Flags, flagName, longNames, only, type Raw, takesValue } from "../flags.js";
import { withoutWrites } from "../write-outcomes.js";
import { answerFields } from "./field-flags.js";
import {
  ABSENCE_FLAGS,
  ADDITION_FLAGS,
  COMMON_FLAGS,
  CONTEXT_FLAGS,
  CR_FLAG,
  DESTRUCTIVE_FLAGS,
  GLOBAL_FLAGS,
  JOURNAL_FLAGS,
  LIST_FLAGS,
  LIST_WEB_FLAG,
  OUTPUT_FLAGS,
  PLAN_FLAGS,
  VIEW_FLAGS,
} from "./globals.js";
import { behindJson, jsonFields, listWith, refuseSwitchValue } from "./mistakes/flags.js";
import { findRemoved, parseWords } from "./parse.js";

export const ROOT_FLAGS: Flags = { ...OUTPUT_FLAGS, ...CONTEXT_FLAGS, ...COMMON_FLAGS };

const VERB_ALIASES: Record<string, readonly string[]> = { list: ["ls"], view: ["get"], delete: ["rm"] };

export const verbAliases = (command: AnyCommand): readonly string[] => [
  ...(VERB_ALIASES[command.name] ?? []),
  ...(command.aliases ?? []),
];

/** The parsed command line. */
export type ParsedLine =
  | { type: "help"; words: string[] }
  | { type: "version" }
  | { type: "command"; noun: NounEntry; command: AnyCommand; words: string[]; own: Raw; globals: Raw };

/** Flags that apply to a command in addition to its own and the global ones. */
export function extraFlags(command: AnyCommand): Flags {
  const kinds = argsOf(command).flatMap(([, arg]) => ("kind" in arg ? [arg.kind] : []));
  return {
    ...(command.paged && listFlags(command)),
    ...(command.name === "view" && VIEW_FLAGS),
    ...(mayAsk(command) && { yes: DESTRUCTIVE_FLAGS.yes }),
    ...(isListOfContext(command) && LIST_WEB_FLAG),
    ...(command.removes && ABSENCE_FLAGS),
    ...(command.destructive && DESTRUCTIVE_FLAGS),
    ...(changesSeveral(command) && JOURNAL_FLAGS),
    ...(isPlanned(command) && PLAN_FLAGS),
    ...((command.cr || kinds.some((kind) => kind.cr)) && CR_FLAG),
    ...(!command.composite && additionFlags(command)),
  };
}

/** An empty title is allowed, but seldom intended. */
function mayAsk(command: AnyCommand): boolean {
  const { title } = flagsOf(command);
  return command.mayConfirm === true || (title?.into === "body" && !title.required);
}

/** If the contract has a --sort, it takes precedence over ours. */
function listFlags(command: AnyCommand): Flags {
  const { sort, ...rest } = LIST_FLAGS;
  return Object.hasOwn(flagsOf(command), "sort") ? rest : { ...rest, sort };
}

const additionFlags = (command: AnyCommand): Flags => ({
  ...(endpointsOf(command).length > 0 && { query: ADDITION_FLAGS.query }),
  ...(endpointsOf(command).some((endpoint) => endpoint.body) && {
    field: ADDITION_FLAGS.field,
    rawField: ADDITION_FLAGS.rawField,
  }),
});

/** The flags that choose the organization, space or site to work in. */
export function contextFlags(command: AnyCommand): Flags {
  const names: readonly string[] = contextNames(command);
  return Object.fromEntries(Object.entries(CONTEXT_FLAGS).filter(([name]) => names.includes(name)));
}

/** It lists things in an organization, a space or a site. */
export const isListOfContext = (command: AnyCommand): boolean =>
  command.name === "list" && (command.within?.length ?? 0) > 0 && argsOf(command).length === 0;

/** It sends writes of the catalog, or any. Composite commands make their plans themselves. */
const isPlanned = (command: AnyCommand): boolean =>
  (command.asksAnything === true && !command.serves) ||
  (!command.composite && endpointsOf(command).some(({ method, retry }) => method !== "GET" && retry !== "safe"));

/** It takes several targets and changes them. */
const changesSeveral = (command: AnyCommand): boolean =>
  argsOf(command).some(([, arg]) => "arity" in arg && arg.arity === "many") &&
  endpointsOf(command).some((endpoint) => endpoint.retry !== "safe");

/** Flags shared by several commands may precede the noun, when the command is not known yet. */
export const SHARED_FLAGS: Flags = { ...GLOBAL_FLAGS, ...CONTEXT_FLAGS, ...CR_FLAG, ...ADDITION_FLAGS };

/** Index in `argv` of the first word that is not a shared flag or its value; -1 if there is none. */
export function firstWord(argv: readonly string[], from = 0): number {
  for (let at = from; at < argv.length; at++) {
    const token = argv[at] ?? "";
    if (token === "--") return at + 1 < argv.length ? at + 1 : -1;
    if (!token.startsWith("-") || token === "-") return at;
    if (namesOfValued().has(token)) at++;
  }
  return -1;
}

let valued: Set<string> | undefined;

/** Names of the shared flags that take a value, collected when the first flag is met. */
function namesOfValued(): Set<string> {
  valued ??= new Set(
    Object.entries(SHARED_FLAGS)
      .filter(([, flag]) => takesValue(flag))
      .flatMap(([field, flag]) => [`--${flagName(field, flag)}`, ...(flag.short ? [`-${flag.short}`] : [])]),
  );
  return valued;
}

/**
 * Parses the command line.
 * @throws Failure usage with a suggestion for an unknown noun, verb or flag.
 */
export async function parseArgv(argv: readonly string[], nouns: readonly NounEntry[]): Promise<ParsedLine> {
  const nounAt = firstWord(argv);
  const wantsHelp = hasFlag(argv, "--help", "-h");
  if (nounAt < 0) {
    if (hasFlag(argv, "--version", "-v")) return { type: "version" };
    refuseUnknownRootFlags(argv, "docs --help");
    return { type: "help", words: [] };
  }
  const name = argv[nounAt] ?? "";
  if (name === "help") {
    return { type: "help", words: argv.slice(nounAt + 1).filter((word) => !word.startsWith("-")) };
  }
  if (!nouns.some(hasName(name))) await refuseFlagBefore(argv, nounAt, ["docs"]);
  const noun = await findNoun(name, nouns, argv.slice(nounAt + 1));
  if (noun.direct) return parseDirect(noun, argv, nounAt, wantsHelp);
  const verbAt = firstWord(argv, nounAt + 1);
  if (verbAt < 0 && noun.bare !== undefined && !wantsHelp) {
    const { default: module } = await noun.load(noun.bare);
    const rest = argv.filter((_, index) => index !== nounAt);
    return parseCommand(noun, await findVerb(noun.bare, noun, module.commands, nouns), rest);
  }
  if (verbAt < 0) {
    refuseUnknownRootFlags(
      argv.filter((_, index) => index !== nounAt),
      `docs ${noun.name} --help`,
    );
    return { type: "help", words: [noun.name] };
  }
  if (argv[verbAt] === "help") {
    const asked = argv.slice(verbAt + 1).filter((word) => !word.startsWith("-"));
    return { type: "help", words: [noun.name, ...asked] };
  }
  const { default: module } = await noun.load(argv[verbAt]);
  const isVerb = module.commands.some((one) => verbsOf(one).includes(argv[verbAt] ?? ""));
  const bare = noun.bare;
  if (!isVerb && bare !== undefined && isUnknownFlag(argv[verbAt - 1] ?? "")) {
    const rest = argv.filter((_, index) => index !== nounAt);
    return parseCommand(noun, await findVerb(bare, noun, (await noun.load(bare)).default.commands, nouns), rest);
  }
  if (!isVerb) await refuseFlagBefore(argv, verbAt, ["docs", noun.name]);
  const command = await findVerb(argv[verbAt] ?? "", noun, module.commands, nouns, argv.slice(verbAt + 1));
  if (wantsHelp) return { type: "help", words: [noun.name, command.name] };
  const rest = argv.filter((_, index) => index !== nounAt && index !== verbAt);
  return parseCommand(noun, command, rest);
}

async function parseDirect(
  noun: NounEntry,
  argv: readonly string[],
  nounAt: number,
  wantsHelp: boolean,
): Promise<ParsedLine> {
  const { default: module } = await noun.load();
  const [command] = module.commands;
  if (wantsHelp || !command) return { type: "help", words: [noun.name] };
  return parseCommand(
    noun,
    command,
    argv.filter((_, index) => index !== nounAt),
  );
}

/** `docs cr merge`, or `docs api` if the noun is the command. */
export const commandPath = (noun: NounEntry, command: AnyCommand): string =>
  noun.direct ? `docs ${noun.name}` : `docs ${noun.name} ${command.name}`;

/** Checks whether one of the flags comes before `--`. */
export const hasFlag = (argv: readonly string[], ...names: string[]): boolean => {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).some((token) => names.includes(token));
};

const hasName = (name: string) => (noun: NounEntry) => noun.name === name || noun.aliases.includes(name);

/** A flag that only the command knows, or none does. */
const isUnknownFlag = (token: string): boolean =>
  /^-./.test(token) &&
  !["--", "--help", "-h", "--version", "-v"].includes(token) &&
  !Object.entries(SHARED_FLAGS).some(([field, flag]) => [...longNames(field, flag), `-${flag.short}`].includes(token));

/** The word after an unknown flag is read as a command, but is rather the value. @throws Failure usage */
async function refuseFlagBefore(argv: readonly string[], at: number, before: readonly string[]): Promise<void> {
  const flag = argv[at - 1] ?? "";
  if (!isUnknownFlag(flag) || flag.includes("=")) return;
  const { flagBeforeCommand } = await import("./mistakes/commands.js");
  throw flagBeforeCommand(flag, before, argv.slice(at + 1), SHARED_FLAGS);
}

/** `rest`: the words that follow it. @throws Failure usage with a suggestion */
export async function findNoun(
  name: string,
  nouns: readonly NounEntry[],
  rest: readonly string[] = [],
): Promise<NounEntry> {
  const found = nouns.find(hasName(name));
  if (found) return found;
  const { unknownNoun } = await import("./mistakes/commands.js");
  throw await unknownNoun(name, rest, nouns, verbsOf);
}

/** `rest`: the words that follow it. @throws Failure usage with a suggestion */
export async function findVerb(
  name: string,
  noun: NounEntry,
  commands: readonly AnyCommand[],
  nouns: readonly NounEntry[],
  rest: readonly string[] = [],
): Promise<AnyCommand> {
  const found = commands.find((command) => verbsOf(command).includes(name));
  if (found) return found;
  const { unknownVerb } = await import("./mistakes/commands.js");
  throw await unknownVerb(name, noun, rest, nouns, verbsOf);
}

const verbsOf = (command: AnyCommand): string[] => [command.name, ...verbAliases(command)];

function parseCommand(noun: NounEntry, command: AnyCommand, rest: readonly string[]): ParsedLine {
  const shared = { ...ROOT_FLAGS, ...extraFlags(command) };
  try {
    const isList = command.paged === true || command.name === "list";
    const read = parseWords(flagsOf(command), shared, rest, `${commandPath(noun, command)} --help`, isList);
    // A text may be any word; the name of a thing is none of these.
    if (command.textField === undefined && argsOf(command).every(([, arg]) => "kind" in arg))
      refuseSwitchValue(rest, { ...shared, ...flagsOf(command) });
    refuseListOfWords(command, rest, read.words, { ...flagsOf(command), ...shared });
    refuseJsonFields(command, rest, read.words, { ...flagsOf(command), ...shared });
    const { own, shared: globals } = separateFormat(command, read);
    const removed = findRemoved(`-o ${globals.output}`, commandPath(noun, command).slice("docs ".length));
    if (removed) throw removed;
    refuseDevices(command, read.words, { ...globals, ...own });
    return { type: "command", noun, command, words: read.words, own, globals };
  } catch (error) {
    throw withoutWrites(command, error);
  }
}

/** Names of values that are files. */
const FILE_WORD = /^(?:path|file|folder|snapshot)$/;

/** On Windows what is written to `aux.md` goes to a device, or nowhere, and `a.` is `a`. @throws Failure usage */
export function refuseDevices(
  command: AnyCommand,
  words: readonly string[],
  given: Raw,
  platform: string = process.platform,
): void {
  if (platform !== "win32") return;
  const args = argsOf(command).flatMap(([, arg], at) =>
    "value" in arg && FILE_WORD.test(arg.value ?? "") ? [words[at]] : [],
  );
  const flags = Object.entries({ ...ROOT_FLAGS, ...extraFlags(command), ...flagsOf(command) }).flatMap(
    ([field, { value }]) => (FILE_WORD.test(value ?? "") ? [given[field]] : []),
  );
  for (const path of [...args, ...flags].flat()) {
    if (typeof path !== "string") continue;
    const device = deviceIn(path);
    if (device !== undefined) throw usage(`${device} is the name of a device on Windows`, "name another file");
    const cut = cutOffIn(path);
    if (cut !== undefined)
      throw usage(`"${cut}" ends with a dot or a space, which Windows cuts off`, "name another file");
  }
}

/** A command's own `-o` takes the values that only it has; all others are the format. */
function separateFormat(command: AnyCommand, { own, shared }: Record<"own" | "shared", Raw>) {
  const { output, ...others } = own;
  const values = flagsOf(command).output?.values;
  if (typeof output !== "string" || values === undefined || values.includes(output)) return { own, shared };
  return { own: others, shared: { ...shared, output } };
}

/** A list takes commas: what follows its value is a word too many. @throws Failure usage */
function refuseListOfWords(command: AnyCommand, rest: readonly string[], words: readonly string[], flags: Flags): void {
  const args = argsOf(command).map(([, arg]) => arg);
  const isOpen = args.some((arg) => "several" in arg || "joined" in arg || ("arity" in arg && arg.arity === "many"));
  const extra = isOpen || command.textField !== undefined ? undefined : words[args.length];
  const list = extra === undefined ? undefined : listWith(extra, rest, flags);
  if (list !== undefined) throw usage(`unexpected ${JSON.stringify(extra)}`, `did you mean: ${list}`);
}

/** gh takes field names after --json; here they would be read as words. @throws Failure usage */
function refuseJsonFields(command: AnyCommand, rest: readonly string[], words: readonly string[], flags: Flags): void {
  const word = behindJson(rest, flags);
  if (word === undefined) return;
  const args = argsOf(command).map(([, arg]) => arg);
  // Search text may look like anything.
  const isList = word.includes(",") && args.every((arg) => "kind" in arg);
  const isExtra = words.length > args.length || (words.length > 1 && args.some((arg) => "arity" in arg));
  if (isList || (isExtra && answerFields(command)?.includes(word))) throw jsonFields(word);
}

function refuseUnknownRootFlags(argv: readonly string[], help: string): void {
  const own = {
    help: only({ describe: "help", short: "h" }),
    ...(help === "docs --help" && { version: only({ describe: "version" }) }),
  };
  parseWords(own, ROOT_FLAGS, argv, help);
}
