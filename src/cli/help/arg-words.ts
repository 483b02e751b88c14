/** Arguments as usage lines show them. */
import { type AnyCommand, type Arg, argsOf, flagsOf } from "../command.js";
import { flagName } from "../flags.js";

/** A command's arguments in its usage line: `<cr...>`, `[space]`. */
export const argWords = (command: AnyCommand): string => listArgs(command).join(" ");

export function listArgs(command: AnyCommand): string[] {
  const text = textOf(command);
  return [...argsOf(command).map(([name, arg]) => argWord(name, arg, command)), ...(text ? [`[${text}]`] : [])];
}

/** The name of a command's last word, where that may be a text: `title`. */
function textOf(command: AnyCommand): string | undefined {
  const field = command.textField;
  const flag = field === undefined ? undefined : flagsOf(command)[field];
  return field === undefined || flag === undefined ? undefined : flagName(field, flag);
}

export function argWord(name: string, arg: Arg, command: AnyCommand): string {
  const dots =
    "several" in arg || ("joined" in arg && arg.joined) || ("arity" in arg && arg.arity === "many") ? "..." : "";
  return isOptional(arg, command) ? `[${name}${dots}]` : `<${name}${dots}>`;
}

export function isOptional(arg: Arg, { destructive, mustBeNamed }: AnyCommand): boolean {
  return "word" in arg ? arg.optional : arg.kind.context !== undefined && !destructive && !mustBeNamed;
}
