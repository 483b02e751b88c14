/** `docs help --json`: commands as data, for agents, editors and generators. */
import { commandPath, contextFlags, extraFlags, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { type AnyCommand, flagsOf, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName } from "../flags.js";
import { EXIT_MEANINGS } from "../run/failure-report.js";
import { listArgs } from "./arg-words.js";

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
export async function commandTree(
  nouns: readonly NounEntry[],
  detail: Detail,
  verb?: AnyCommand,
): Promise<CommandTree> {
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
