/** A command is data plus one `run`. Help, completion, dry runs and the coverage test read the same definition. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Context } from "./context.js";
import type { Flags, FlagValues, Part } from "./flags.js";
import type { Arg, Args, ContextName, Kind, Target, TargetArg, WithinParams, WordArg } from "./kinds.js";

export type { Arg, Args, Target, TargetArg, WordArg };

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
export const word = (describe: string): WordArg<false> => ({ word: describe, optional: false });
export const optionalWord = (describe: string): WordArg<true> => ({ word: describe, optional: true });

export type ArgValues<A extends Args> = {
  [K in keyof A]: A[K] extends TargetArg<infer T, "one">
    ? Target<T>
    : A[K] extends TargetArg<infer T, "many">
      ? Target<T>[]
      : A[K] extends WordArg<true>
        ? string | undefined
        : string;
};

export interface RunInput<A extends Args, F extends Flags, W extends readonly ContextName[], Cr extends boolean>
  extends Context {
  args: ArgValues<A>;
  flags: FlagValues<F>;
  /** Values of the flags that are fields of the body, by field name; absent flags are absent. */
  body: Part<F, "body">;
  query: Part<F, "query">;
  /** Path parameters of `within`. */
  scope: WithinParams<W, Cr>;
  /** The target was not typed: it was picked from a list, or is what environment or profile name. */
  unnamed: boolean;
}

export interface Command<
  A extends Args = Args,
  F extends Flags = Flags,
  W extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> {
  name: string;
  aliases?: readonly string[];
  summary: string;
  /** More than the summary, for the command's own help. */
  description?: string;
  /** Endpoints whose home this command is; --query and --field are added to calls of these. */
  endpoints: readonly AnyEndpoint[];
  /** Endpoints that it calls too, whose home is another command (`comments resolve` is an edit). */
  uses?: readonly AnyEndpoint[];
  /** It makes one answer of several requests: --query and --field would not say which of them they are for. */
  composite?: true;
  args?: A;
  flags?: F;
  /** Contexts of a command without a target of its own: `["space"]` gives `scope.spaceId`. */
  within?: W;
  /** With `within: ["space"]`: `--cr` may narrow it to a change request. */
  cr?: Cr;
  /** At least one field has to be given (edit). */
  needsField?: true;
  /** Fields that a person is asked for, or to choose from, where none was given. */
  offers?: readonly (keyof F & string)[];
  /** The text that the editor opens with: it costs a request. */
  present?(input: Pick<RunInput<A, F, W, Cr>, "args" | "api">): Promise<string | undefined>;
  /** The list flags apply: --limit, --page, --page-size, --unique. */
  paged?: true;
  /** Its target has to be named: that of the context is never the one that is meant. */
  named?: true;
  /** It may ask before it goes on, and takes --yes. */
  asks?: true;
  /** It cannot be taken back: asks first, takes --yes and --confirm. */
  destructive?: true;
  /** The format where none was asked for: answers of any shape make no table. */
  output?: "json";
  /** The token given with --token-stdin is its own input, not that of a request. */
  readsToken?: true;
  /** It may run for a long time: no deadline for the whole command. */
  unbounded?: true;
  /**
   * Words of the command that shows whether this one's write happened, where the noun's view or list does not; `$1` is
   * the first target.
   */
  tell?: string;
  examples: readonly string[];
  run(input: RunInput<A, F, W, Cr>): Promise<void>;
}

/** A command whose parameter types are erased, as the program keeps it. */
// biome-ignore lint/suspicious/noExplicitAny: commands of every shape in one list
export type AnyCommand = Command<any, any, any, any>;

/** Checks a definition against its own types: `run` gets what `args`, `flags`, `within` and `cr` say. */
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
}

export const defineNoun = (...commands: readonly AnyCommand[]): Noun => ({ commands });

/** What the root knows of a noun before its module is loaded. */
export interface NounEntry {
  name: string;
  /** Other names: the singular. */
  aliases: readonly string[];
  group: string;
  summary: string;
  /** It is a command itself, without verbs: `docs api <path>`. */
  direct?: true;
  load: () => Promise<{ default: Noun }>;
}

/** The arguments of a command by name, in their order. */
export const argsOf = (command: AnyCommand): [name: string, arg: Arg][] => Object.entries<Arg>(command.args ?? {});

/** The flags of a command's own, by field name. */
export const flagsOf = (command: AnyCommand): Flags => command.flags ?? {};

/** Whether the words name a list of targets: `-`, or more than one. The results are a list then, whatever the count. */
export function namesList(command: AnyCommand, words: readonly string[]): boolean {
  const at = argsOf(command).findIndex(([, arg]) => "arity" in arg && arg.arity === "many");
  if (at < 0) return false;
  const named = words.slice(at);
  return named.length > 1 || named.includes("-");
}

/** Contexts that a command works in, or may be pointed at. */
export function contextNames(command: AnyCommand): ContextName[] {
  const names = new Set<ContextName>(command.within ?? []);
  for (const [, arg] of argsOf(command)) {
    if (!("kind" in arg)) continue;
    for (const name of arg.kind.within) names.add(name);
    if (arg.kind.context) names.add(arg.kind.context);
  }
  return [...names];
}

/** All endpoints that a command sends its flags to. */
export const endpointsOf = (command: AnyCommand): readonly AnyEndpoint[] => [
  ...command.endpoints,
  ...(command.uses ?? []),
];

/** True for endpoints that change nothing. */
export const onlyReads = (endpoints: readonly AnyEndpoint[]): boolean =>
  endpoints.every((endpoint) => endpoint.method === "GET");

/** Space and change request variants of one endpoint: the one that fits the parameters. */
export function either<E extends AnyEndpoint>(params: { changeRequestId?: string }, inSpace: E, inCr: AnyEndpoint): E {
  // Both variants have the same query, body and answer; the other only has one more path parameter.
  return params.changeRequestId === undefined ? inSpace : (inCr as E);
}
