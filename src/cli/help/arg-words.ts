/** Arguments as usage lines show them. */
import { type AnyCommand, type Arg, argsOf } from "../command.js";

/** A command's arguments in its usage line: `<cr...>`, `[space]`. */
export function argWords(command: AnyCommand): string {
  return argsOf(command)
    .map(([name, arg]) => argWord(name, arg, command))
    .join(" ");
}

export function argWord(name: string, arg: Arg, command: AnyCommand): string {
  const dots = "several" in arg || ("arity" in arg && arg.arity === "many") ? "..." : "";
  return isOptional(arg, command) ? `[${name}${dots}]` : `<${name}${dots}>`;
}

export function isOptional(arg: Arg, { destructive, mustBeNamed }: AnyCommand): boolean {
  return "word" in arg ? arg.optional : arg.kind.context !== undefined && !destructive && !mustBeNamed;
}
