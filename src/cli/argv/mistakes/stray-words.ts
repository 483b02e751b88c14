/** Words that are no targets: values of flags that were typed without the flag. */
import { usage } from "../../../errors.js";
import { shellWord } from "../../../shared/shell-words.js";
import { type AnyCommand, argsOf, flagsOf } from "../../command.js";
import { flagName, type Raw } from "../../flags.js";
import { hasNames } from "../../targets/target-shape.js";

interface TypedWords {
  command: AnyCommand;
  path: string;
  words: readonly string[];
  own: Raw;
}

/** `members edit Sam admin`: the last word is the value of a flag that is not there. @throws Failure usage */
export function refuseFlagValue({ command, words, own, path }: TypedWords): void {
  const args = argsOf(command).map(([, arg]) => arg);
  const last = args.at(-1);
  const isMany = last !== undefined && "kind" in last && last.arity === "many";
  if (words.length < 2 || !args.every((arg) => "kind" in arg) || !(isMany || words.length > args.length)) return;
  const word = words.at(-1) ?? "";
  const flag = flagOfWord(word, command) ?? flagOfText(word, command);
  const isGiven = Object.entries(flagsOf(command)).some(
    ([field, one]) => own[field] !== undefined && `--${flagName(field, one)}` === flag,
  );
  if (flag === undefined || isGiven) return;
  const line = [path, ...words.slice(0, -1).map(shellWord), flag, shellWord(word)].join(" ");
  throw usage(`unexpected ${JSON.stringify(word)}`, `did you mean: ${line}`);
}

/** The flag whose closed list has this word, a status or a role; the first that takes emoji, for one of these. */
function flagOfWord(word: string, command: AnyCommand): string | undefined {
  const own = Object.entries(flagsOf(command)).find(
    ([, flag]) =>
      [...(flag.values ?? []), ...(flag.known ?? [])].includes(word) ||
      (flag.value === "emoji" && /^\p{Extended_Pictographic}/u.test(word)),
  );
  return own && `--${flagName(...own)}`;
}

/** The flag for a text, where words with spaces are no targets: those of comments. */
function flagOfText(word: string, command: AnyCommand): string | undefined {
  const [, last] = argsOf(command).at(-1) ?? [];
  if (!/\s/.test(word) || last === undefined || !("kind" in last) || hasNames(last.kind)) return undefined;
  const own = Object.entries(flagsOf(command)).find(([, flag]) => flag.file);
  return own && `--${flagName(...own)}`;
}

/** The flag that takes this word, where only one can be meant: a status, the number of a change request, the thing that is required. */
export function flagForWord(word: string, { command, path, own, words }: TypedWords): string {
  const flag = flagOfWord(word, command);
  if (flag) return `did you mean: ${flag} ${word}`;
  const [first = "", ...behind] = words;
  // Methods of HTTP are typed in small letters, too.
  const value = [first, first.toUpperCase()].find((one) => flagOfWord(one, command)) ?? "";
  if (value !== "" && behind.length === argsOf(command).length)
    return `did you mean: ${[path, ...behind.map(shellWord), flagOfWord(value, command), value].join(" ")}`;
  if (/\.\w+$/.test(word) && Object.values(flagsOf(command)).some(({ short }) => short === "O"))
    return `did you mean: -O ${shellWord(word)}`;
  if (command.cr && /^#?\d+$/.test(word)) return `did you mean: --cr ${word.replace("#", "")}`;
  const missing = Object.entries(flagsOf(command)).filter(([field, flag]) => flag.required && own[field] === undefined);
  if (missing.length > 0)
    return `did you mean: ${missing.map((flag) => `--${flagName(...flag)} ${shellWord(word)}`).join(", or ")}`;
  const [, text] = argsOf(command).at(-1) ?? [];
  if (text !== undefined && "word" in text && text.word.endsWith(", in quotes"))
    return `put all of it in quotes: ${shellWord(words.slice(argsOf(command).length - 1).join(" "))}`;
  if (command.paged && /^(asc|desc)$/.test(word)) return `did you mean: --sort FIELD:${word}`;
  const names = argsOf(command).map(([name]) => ` ${name.toUpperCase()}`);
  const place = command.within?.at(-1);
  if (names.length === 0 && place !== undefined && place !== "org")
    return `to name a ${place}: --${place} ${shellWord(word)}; see: ${path} --help`;
  return `it takes ${names.length === 0 ? "no argument" : `${path}${names.join("")}`}; see: ${path} --help`;
}
