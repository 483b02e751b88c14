/** What completion knows about the commands, taken from their definitions: all shells' scripts are generated from this. */

import { answerFields } from "../argv/field-flags.js";
import { CONTEXT_FLAGS } from "../argv/globals.js";
import { extraFlags, ROOT_FLAGS, verbAliases } from "../argv/program.js";
import { CONTEXTS_OF_KIND } from "../cache/lists.js";
import { type AnyCommand, argsOf, flagsOf, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName, takesValue } from "../flags.js";
import { TOPIC_NAMES } from "../help/topics.js";
import type { Kind } from "../kind.js";
import { SHELLS } from "./shells.js";

/**
 * What may be typed in a place, encoded as one word that the scripts parse:
 * `=a b` one of these; `@kind` an id (`@one+other`: of either kind); `/` a file, `/@kind` one that may go on with an `@`;
 * `-` any text. A leading `,`: several, with commas.
 */
export type Slot = string;

export interface FlagWord {
  /** `--status`, `-o`. */
  name: string;
  describe: string;
  /** Undefined for a switch. */
  slot: Slot | undefined;
  /** Offered only after `--no-` is typed or if nothing else matches: negations and short forms. */
  quiet: boolean;
}

export interface Verb {
  name: string;
  aliases: readonly string[];
  summary: string;
  flags: readonly FlagWord[];
  /** Values of flags that every command has, where this command takes special ones. */
  values: readonly (readonly [flag: string, slot: Slot])[];
  /** Slots of the targets, in order; with `repeats` the last one repeats. */
  slots: readonly Slot[];
  repeats: boolean;
}

interface NounModel {
  name: string;
  aliases: readonly string[];
  summary: string;
  /** Set if the noun is itself a command without verbs. */
  direct: Verb | undefined;
  verbs: readonly Verb[];
}

export interface Model {
  nouns: readonly NounModel[];
  /** Flags that every command takes. */
  root: readonly FlagWord[];
  topics: readonly string[];
}

const SETTINGS = "=org space site me base-url output";

/** Arguments that are neither ids nor free text. */
const WORD_SLOTS: Readonly<Record<string, readonly Slot[]>> = {
  "profiles use": ["@profile"],
  "profiles delete": ["@profile"],
  "alias set": ["@alias", "-"],
  "alias delete": ["@alias"],
  "config get": [SETTINGS],
  "config set": [SETTINGS, "@setting"],
  "config unset": [SETTINGS],
  api: ["@path"],
  completion: [`=${SHELLS.join(" ")}`],
};

/** What is a file, by the value that a flag or an argument names. */
const FILE_SLOTS: Readonly<Record<string, Slot>> = { path: "/", snapshot: "/@generation" };

const CR_KIND = "changeRequestId";
/** Global flags whose values are ids. */
const FLAG_KINDS: Readonly<Record<string, string>> = {
  org: "organizationId",
  space: "spaceId",
  spaces: "spaceId",
  site: "siteId",
  cr: CR_KIND,
  profile: "profile",
};

/** Loads every noun: for generators and `docs completion`, never on a key press. */
export async function buildModel(nouns: readonly NounEntry[]): Promise<Model> {
  const described: NounModel[] = [];
  for (const noun of nouns) {
    const { commands } = (await noun.load()).default;
    const verbs = commands.map((command) => verbOf(noun.direct ? noun.name : `${noun.name} ${command.name}`, command));
    described.push({
      name: noun.name,
      aliases: noun.aliases,
      summary: noun.summary,
      direct: noun.direct ? verbs[0] : undefined,
      verbs: noun.direct ? [] : verbs,
    });
  }
  const help: FlagWord[] = [
    { name: "--help", describe: "show help", slot: undefined, quiet: false },
    { name: "-h", describe: "show help", slot: undefined, quiet: true },
  ];
  return {
    nouns: described,
    root: [...flagWords({ ...ROOT_FLAGS, ...CONTEXT_FLAGS }), ...help],
    topics: TOPIC_NAMES,
  };
}

function verbOf(path: string, command: AnyCommand): Verb {
  const args = argsOf(command).map(([, arg]) => arg);
  const last = args.at(-1);
  return {
    name: command.name,
    aliases: verbAliases(command),
    summary: command.summary,
    flags: flagWords({ ...extraFlags(command), ...flagsOf(command) }),
    values: fieldsOf(command),
    slots: args.map((arg, at) =>
      "kind" in arg ? targetSlot(arg.kind) : (WORD_SLOTS[path]?.[at] ?? FILE_SLOTS[arg.value ?? ""] ?? "-"),
    ),
    repeats: last !== undefined && ("several" in last || ("kind" in last && last.arity === "many")),
  };
}

/** The names that --fields takes, except dotted ones: they would fill most of each script. */
function fieldsOf(command: AnyCommand): [flag: string, slot: Slot][] {
  const names = answerFields(command)?.filter((name) => !name.includes(".")) ?? [];
  return names.length > 0 ? [["--fields", `,=${names.join(" ")}`]] : [];
}

/** No list has what is about to be created, or what was deleted. */
const targetSlot = ({ param, created, deleted }: Kind): Slot => (created || deleted ? "-" : kindSlot(param));

/** Joins several kinds with `+`. */
function kindSlot(params: string | readonly string[]): Slot {
  const known = [params].flat().filter((param) => CONTEXTS_OF_KIND.has(param) || param === "profile");
  return known.length > 0 ? `@${known.join("+")}` : "-";
}

function flagWords(flags: Flags): FlagWord[] {
  return Object.entries(flags)
    .filter(([, flag]) => !flag.hidden)
    .flatMap(([field, flag]) => wordsOf(field, flag));
}

function wordsOf(field: string, flag: Flag): FlagWord[] {
  const name = flagName(field, flag);
  const { describe } = flag;
  const slot = takesValue(flag) ? slotOf(field, flag) : undefined;
  const words: FlagWord[] = [{ name: `--${name}`, describe, slot, quiet: false }];
  if (flag.file) words.push({ name: `--${name}-file`, describe: `${describe}, from a file`, slot: "/", quiet: false });
  if (flag.kind === "boolean")
    words.push({ name: `--no-${name}`, describe: `the opposite of --${name}`, slot: undefined, quiet: true });
  if (flag.nullable) words.push({ name: `--no-${name}`, describe: `clear: ${describe}`, slot: undefined, quiet: true });
  if (flag.short) words.push({ name: `-${flag.short}`, describe, slot, quiet: true });
  return words;
}

function slotOf(field: string, flag: Flag): Slot {
  const several = flag.kind === "list" && !flag.whole ? "," : "";
  const values = flag.values ?? flag.known;
  if (values) return `${several}=${values.join(" ")}`;
  const given = flag.id ?? (flag.into === "local" ? FLAG_KINDS[field] : undefined);
  const slot = given === undefined ? "-" : kindSlot(given);
  if (slot !== "-") return several + slot;
  return FILE_SLOTS[flag.value ?? ""] ?? "-";
}
