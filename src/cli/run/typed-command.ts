/** A command as it was typed, with its flags, for those who read later what was done: without secrets and long texts. */
import { isUrl, MASK, maskUrl } from "../../shared/secret-places.js";
import { shellWord } from "../../shared/shell-words.js";
import {
  ADDITION_FLAGS,
  CONTEXT_FLAGS,
  CR_FLAG,
  DESTRUCTIVE_FLAGS,
  PLACE_FLAGS,
  PLAN_FLAGS,
  SAFETY_FLAGS,
} from "../argv/globals.js";
import type { ParsedLine } from "../argv/program.js";
import { flagsOf } from "../command.js";
import { type Flag, type Flags, flagName, type Raw, takesValue } from "../flags.js";

type TypedCommand = Pick<Extract<ParsedLine, { type: "command" }>, "command" | "words" | "own" | "globals">;

/** The words that decide the effect of a command, without those for its token and for its output. */
const { tokenStdin: _stdin, tokenFile: _file, ...PLACE } = PLACE_FLAGS;
const SHARED: Flags = {
  ...PLACE,
  ...CONTEXT_FLAGS,
  ...CR_FLAG,
  ...ADDITION_FLAGS,
  ...SAFETY_FLAGS,
  ...DESTRUCTIVE_FLAGS,
  ...PLAN_FLAGS,
};

/** Flags, and members that --field and --query name. */
const SECRET = /token|secret|password|passphrase|key|certificate|credential|claims|cookie|authorization/i;
/** Longer values are texts rather than settings. */
const LONGEST = 200;
/** Of a command with hundreds of targets, the beginning. */
const LONGEST_COMMAND = 2000;

/** `path`: `docs teams sync` */
export function formatTypedCommand(path: string, { command, words, own, globals }: TypedCommand): string {
  const flags = [...flagWords(flagsOf(command), own), ...flagWords(SHARED, globals)];
  const whole = [path, ...words.map((word) => shellWord(shortenText(word))), ...flags].join(" ");
  return shortenText(whole, LONGEST_COMMAND);
}

const flagWords = (flags: Flags, given: Raw): string[] =>
  Object.entries(flags).flatMap(([field, flag]) => {
    const name = flagName(field, flag);
    const file = given[`${field}File`];
    const isFile = flag.file === true && typeof file === "string";
    return [...valueWords(name, flag, given[field]), ...(isFile ? [`--${name}-file ${shellWord(file)}`] : [])];
  });

function valueWords(name: string, flag: Flag, value: unknown): string[] {
  if (value === undefined) return [];
  if (value === false) return [`--no-${name}`];
  if (!takesValue(flag)) return [`--${name}`];
  return [value].flat().map((one) => `--${name} ${shellWord(shownValue(name, flag, String(one)))}`);
}

function shownValue(name: string, { kind }: Flag, value: string): string {
  if (SECRET.test(name)) return MASK;
  const member = kind === "list" ? /^[^=]*(?==)/.exec(value)?.[0] : undefined;
  return member !== undefined && SECRET.test(member) ? `${member}=${MASK}` : shortenText(value);
}

const shortenText = (text: string, most = LONGEST): string => {
  const shown = isUrl(text) ? maskUrl(text) : text;
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
};
