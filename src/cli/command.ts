/** A command is data plus one `run`. Help, completion, dry runs and the coverage test read the same definition. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Context } from "./context.js";
import type { Flags, FlagValues, Part } from "./flags.js";
import type { Arg, Args, ContextName, Kind, Target, TargetArg, WithinParams, WordArg, WordsArg } from "./kinds.js";

export type { Arg, Target };

export const one = <K extends Kind>(kind: K, describe?: string): TargetArg<K, "one"> => ({
  kind,
  arity: "one",
  ...(describe && { describe }),
});
export const many = <K extends Kind>(kind: K, describe?: string): TargetArg<K, "many"> => ({
  kind,
  arity: "many",
  ...(describe && { describe }),
});
type WordValue = WordArg["value"];

export const word = (describe: string, value?: WordValue): WordArg<false> => ({
  word: describe,
  optional: false,
  ...(value && { value }),
});
export const optionalWord = (describe: string, value?: WordValue): WordArg<true> => ({
  word: describe,
  optional: true,
  ...(value && { value }),
});

/** The rest of the command line as one text, however many words it has. */
export const joinedWords = (describe: string): WordArg<false> => ({ ...word(describe), joined: true });

/** Any number of words, none included; it is the last argument. */
export const words = (describe: string, value?: WordValue): WordsArg => ({
  ...optionalWord(describe, value),
  several: true,
});

export type ArgValues<A extends Args> = {
  [K in keyof A]: A[K] extends TargetArg<infer T, "one">
    ? Target<T>
    : A[K] extends TargetArg<infer T, "many">
      ? Target<T>[]
      : A[K] extends WordsArg
        ? string[]
        : A[K] extends WordArg<true>
          ? string | undefined
          : string;
};

interface RunInput<A extends Args, F extends Flags, W extends readonly ContextName[], Cr extends boolean>
  extends Context {
  args: ArgValues<A>;
  flags: FlagValues<F>;
  /** Values of the flags that are fields of the body, by field name; flags not given are absent. */
  body: Part<F, "body">;
  query: Part<F, "query">;
  /** Path parameters of `within`. */
  scope: WithinParams<W, Cr>;
  /** Path parameters of the `optionalContexts` that the command line names, and of `acrossContexts`. */
  optionalParams: Readonly<Record<string, string>>;
  /** The target was not typed: it was picked from a list, or the environment or profile names it. */
  unnamed: boolean;
}

/** How a command is called and explained. */
interface CommandHelp {
  name: string;
  aliases?: readonly string[];
  summary: string;
  /** Shown in the command's own help, in addition to the summary. */
  description?: string;
  /** Names of the members of its answer in JSON, where it is not the answer of its endpoints. */
  answer?: readonly string[];
  /** Members that some of its flags add to the answers of its endpoints. */
  addedMembers?: readonly string[];
  /**
   * The command that shows whether this one's write happened, if the noun's view or list does not; `$1` is
   * the first target.
   */
  checkCommand?: string;
  examples: readonly string[];
}

/** The parts of its command line. */
interface CommandSyntax<A extends Args, F extends Flags, W extends readonly ContextName[], Cr extends boolean> {
  args?: A;
  flags?: F;
  /** The field whose value may be typed as the last word, without its flag. */
  textField?: keyof F & string;
  /** Contexts of a command that has no target of its own: `["space"]` gives `scope.spaceId`. */
  within?: W;
  /** With this flag it works in other contexts, or in all: none is resolved, and `scope` is empty. */
  acrossFlag?: keyof F & string;
  /** Contexts that it works in with `acrossFlag`: their path parameters are in `optionalParams`. */
  acrossContexts?: readonly ContextName[];
  /** Contexts that restrict it if the command line itself names them; defaults do not. */
  optionalContexts?: readonly ContextName[];
  /** With `within: ["space"]`: accepts `--cr` to work in a change request. */
  cr?: Cr;
  /** At least one field must be given (edit). */
  needsField?: true;
  /** Fields to ask for, or to choose from, if none was given. */
  offeredFields?: readonly (keyof F & string)[];
  /** Takes the list flags: --limit, --page, --page-size, --sort. */
  paged?: true;
  /** Its target must be named: the one from the context is never what people mean here. */
  mustBeNamed?: true;
  /** May ask for confirmation, and takes --yes. */
  mayConfirm?: true;
  /** Irreversible: asks first, takes --yes and --confirm. */
  destructive?: true;
  /** Removes something that one command puts back: does not ask. */
  removes?: true;
  /** A dry run reads: it shows the plan that would be made, or what a gate says, in place of its first request. */
  readsInDryRun?: true;
}

/** Its requests to the service. */
interface CommandRequests {
  /** Endpoints that belong to this command; --query and --field are added to calls of these. */
  endpoints: readonly AnyEndpoint[];
  /** Endpoints that it also calls but that belong to another command (`comments resolve` is an edit). */
  uses?: readonly AnyEndpoint[];
  /** Combines several requests into one answer: --query and --field could not tell them apart. */
  composite?: true;
  /** Its arguments say what it asks (`docs api`): a snapshot can be read all the same. */
  asksAnything?: true;
  /** It needs a service: a snapshot in its place is refused. */
  needsService?: true;
}

/** How it runs, where that is not how most do. */
interface CommandRun {
  /** Default format: answers of any shape do not fit a table. */
  output?: "json";
  /** The token from --token-stdin is its own input, not used for requests. */
  readsToken?: true;
  /** It runs although the configuration cannot be read: as with none, and `settings.broken` says why. */
  brokenConfig?: true;
  /** Runs until it is ended: messages are shown at once, and each answer says itself what it lacks. */
  serves?: true;
  /** May run for a long time: there is no deadline for the whole command. */
  unbounded?: true;
}

interface Command<
  A extends Args = Args,
  F extends Flags = Flags,
  W extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> extends CommandHelp,
    CommandSyntax<A, F, W, Cr>,
    CommandRequests,
    CommandRun {
  /** The text that the editor opens with; costs a request. */
  present?(input: Pick<RunInput<A, F, W, Cr>, "args" | "api">): Promise<string | undefined>;
  run(input: RunInput<A, F, W, Cr>): Promise<void>;
}

/** A command with its parameter types erased, as the program stores it. */
// biome-ignore lint/suspicious/noExplicitAny: commands of every shape in one list
export type AnyCommand = Command<any, any, any, any>;

// biome-ignore lint/suspicious/noExplicitAny: the same, where only its command line matters
type AnySyntax = CommandSyntax<any, any, any, any>;

/** Checks a definition against its own types: `run` receives what `args`, `flags`, `within` and `cr` describe. */
export function defineCommand<
  const A extends Args = Record<never, never>,
  const F extends Flags = Record<never, never>,
  const W extends readonly ContextName[] = [],
  const Cr extends boolean = false,
>(command: Command<A, F, W, Cr>): Command<A, F, W, Cr> {
  return command;
}

export interface Noun {
  commands: readonly AnyCommand[];
  /** Paragraphs at the end of the noun's own help. */
  more?: string;
}

export const defineNoun = (...commands: readonly AnyCommand[]): Noun => ({ commands });

/** A noun as the root knows it before its module is loaded. */
export interface NounEntry {
  name: string;
  /** Other names: the singular. */
  aliases: readonly string[];
  group: string;
  summary: string;
  /** The noun is itself a command without verbs: `docs api <path>`. */
  direct?: true;
  /** The verb that is meant where none is typed. */
  bare?: string;
  /** All of its commands; with the name of one, perhaps no other. */
  load: (verb?: string) => Promise<{ default: Noun }>;
}

/** A noun whose gate names many endpoints: the gate is loaded unless another verb of the noun was meant. */
export const withGate =
  ([load, gate]: readonly [
    () => Promise<{ default: Noun }>,
    () => Promise<{ check: AnyCommand; review?: AnyCommand }>,
  ]): NounEntry["load"] =>
  async (verb) => {
    const module = await load();
    const { commands } = module.default;
    if (commands.some(({ name }) => name === verb)) return module;
    const { check, review } = await gate();
    return { default: { commands: [...commands, ...(review ? [review] : []), check] } };
  };

/** A command's arguments by name, in order. */
export const argsOf = (command: AnySyntax): [name: string, arg: Arg][] => Object.entries<Arg>(command.args ?? {});

/** A command's own flags, by field name. */
export const flagsOf = (command: AnySyntax): Flags => command.flags ?? {};

/** True if the arguments name a list of targets: `-`, or more than one. The results are then a list, however many there are. */
export function namesList(command: AnySyntax, words: readonly string[]): boolean {
  const at = argsOf(command).findIndex(([, arg]) => "arity" in arg && arg.arity === "many");
  if (at < 0) return false;
  const named = words.slice(at);
  return named.length > 1 || named.includes("-");
}

/** Contexts that a command works in or can be pointed at. */
export function contextNames(command: AnySyntax): ContextName[] {
  const names = new Set<ContextName>([
    ...(command.within ?? []),
    ...(command.acrossContexts ?? []),
    ...(command.optionalContexts ?? []),
  ]);
  for (const [, arg] of argsOf(command)) {
    if (!("kind" in arg)) continue;
    for (const name of arg.kind.within) names.add(name);
    if (arg.kind.context) names.add(arg.kind.context);
  }
  return [...names];
}

/** All endpoints that a command's flags may be sent to. */
export const endpointsOf = (command: CommandRequests): readonly AnyEndpoint[] => [
  ...command.endpoints,
  ...(command.uses ?? []),
];

/** True if none of the endpoints changes anything. */
export const onlyReads = (endpoints: readonly AnyEndpoint[]): boolean =>
  endpoints.every((endpoint) => endpoint.method === "GET");

/** Chooses between the space and the change request variant of an endpoint, depending on the parameters. */
export function chooseEndpoint<E extends AnyEndpoint>(
  params: { changeRequestId?: string } | Readonly<Record<string, string>>,
  inSpace: E,
  inCr: AnyEndpoint,
): E {
  // Both variants have the same query, body and answer; one just has an additional path parameter.
  return params.changeRequestId === undefined ? inSpace : (inCr as E);
}
