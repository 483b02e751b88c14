/** Makes the table of completion from the definitions of the commands. Loads every noun: for the build, never on a key press. */
import { answerFields } from "../argv/field-flags.js";
import { CONTEXT_FLAGS } from "../argv/globals.js";
import { extraFlags, ROOT_FLAGS, SHARED_FLAGS, verbAliases } from "../argv/program.js";
import { CONTEXTS_OF_KIND } from "../cache/entries.js";
import { type AnyCommand, argsOf, flagsOf, type NounEntry } from "../command.js";
import { type Flag, type Flags, flagName, takesValue } from "../flags.js";
import { TOPIC_NAMES } from "../help/topics.js";
import type { Kind } from "../kinds.js";
import { SHELLS } from "./shells.js";
import { type CommandRow, type FlagRow, formatTable, type NounRow, type Slot } from "./table.js";

const SETTINGS: Slot = { values: ["org", "space", "site", "me", "base-url", "output"] };

/** Arguments that are neither ids nor free text. */
const WORD_SLOTS: Readonly<Record<string, readonly Slot[]>> = {
  "profiles use": [{ kinds: ["profile"] }],
  "profiles delete": [{ kinds: ["profile"] }],
  "alias set": [{ kinds: ["alias"] }, {}],
  "alias delete": [{ kinds: ["alias"] }],
  "config get": [SETTINGS],
  "config set": [SETTINGS, { kinds: ["setting"] }],
  "config unset": [SETTINGS],
  api: [{ kinds: ["path"] }],
  completion: [{ values: SHELLS }],
};

/** Kinds of files, by the value that a flag or an argument names. */
const FILE_SLOTS: Readonly<Record<string, Slot>> = {
  path: { path: "files" },
  file: { path: "files" },
  folder: { path: "folders" },
  snapshot: { kinds: ["generation"], path: "files" },
};

/** Global flags whose values are ids. */
const FLAG_KINDS: Readonly<Record<string, string>> = {
  org: "organizationId",
  space: "spaceId",
  spaces: "spaceId",
  site: "siteId",
  cr: "changeRequestId",
  profile: "profile",
};

/** The table as a file holds it. `paths`: of all endpoints. */
export async function buildTable(nouns: readonly NounEntry[], paths: Iterable<string>): Promise<string> {
  const rows: NounRow[] = [];
  for (const { name, direct = false, load } of nouns) {
    const { commands } = (await load()).default;
    const toPath = (command: AnyCommand) => (direct ? name : `${name} ${command.name}`);
    rows.push({ noun: name, direct, commands: commands.map((command) => toCommandRow(toPath(command), command)) });
  }
  const { flags, quietFlags } = toFlagRows({ ...ROOT_FLAGS, ...CONTEXT_FLAGS });
  const early = toFlagRows(SHARED_FLAGS);
  return formatTable(
    {
      nouns: nouns.map(({ name, aliases, summary }) => ({ name, aliases, about: summary })),
      topics: TOPIC_NAMES,
      flags: [...flags, ["--help", "show help"], ["--version", "show the version"]],
      quietFlags: [...quietFlags, ["-h", "show help"]],
      earlyFlags: [...early.flags, ...early.quietFlags].filter(([, , slot]) => slot !== undefined),
      paths: [...new Set(paths)].sort(),
    },
    rows,
  );
}

function toCommandRow(path: string, command: AnyCommand): CommandRow {
  const args = argsOf(command).map(([, arg]) => arg);
  const last = args.at(-1);
  const fields = fieldsOf(command);
  return {
    name: command.name,
    aliases: verbAliases(command),
    about: command.summary,
    ...toFlagRows({ ...extraFlags(command), ...flagsOf(command) }),
    ...(fields.length > 0 && { fields: { values: fields, several: true } }),
    slots: args.map((arg, at) =>
      "kind" in arg ? targetSlot(arg.kind) : (WORD_SLOTS[path]?.[at] ?? FILE_SLOTS[arg.value ?? ""] ?? {}),
    ),
    repeats: last !== undefined && ("several" in last || ("kind" in last && last.arity === "many")),
  };
}

/** Names that --fields takes here, except dotted ones: they would be most of the table. */
const fieldsOf = (command: AnyCommand): string[] => answerFields(command)?.filter((name) => !name.includes(".")) ?? [];

/** No list has what is about to be created, or what was deleted. */
const targetSlot = ({ param, created, deleted }: Kind): Slot => (created || deleted ? {} : kindSlot(param));

function kindSlot(params: string | readonly string[]): Slot {
  const kinds = [params].flat().filter((param) => CONTEXTS_OF_KIND.has(param) || param === "profile");
  return kinds.length > 0 ? { kinds } : {};
}

type FlagGroups = Record<"flags" | "quietFlags", readonly FlagRow[]>;

function toFlagRows(flags: Flags): FlagGroups {
  const groups = Object.entries(flags).flatMap(([field, flag]) => (flag.hidden ? [] : [spellingsOf(field, flag)]));
  return {
    flags: groups.flatMap((group) => group.flags),
    quietFlags: groups.flatMap((group) => group.quietFlags),
  };
}

function spellingsOf(field: string, flag: Flag): FlagGroups {
  const name = flagName(field, flag);
  const { describe } = flag;
  const slot: [] | [Slot] = takesValue(flag) ? [slotOf(field, flag)] : [];
  const flags: FlagRow[] = [[`--${name}`, describe, ...slot]];
  const quietFlags: FlagRow[] = [];
  if (flag.file) flags.push([`--${name}-file`, `${describe}, from a file`, { path: "files" }]);
  if (flag.kind === "boolean") quietFlags.push([`--no-${name}`, `the opposite of --${name}`]);
  if (flag.nullable) quietFlags.push([`--no-${name}`, `clear: ${describe}`]);
  if (flag.short) quietFlags.push([`-${flag.short}`, describe, ...slot]);
  return { flags, quietFlags };
}

function slotOf(field: string, flag: Flag): Slot {
  const several = flag.kind === "list" && !flag.whole ? { several: true as const } : {};
  const values = flag.values ?? flag.known;
  if (values) return { ...several, values };
  const kind = flag.id ?? (flag.into === "local" ? FLAG_KINDS[field] : undefined);
  const slot = kind === undefined ? {} : kindSlot(kind);
  return slot.kinds ? { ...several, ...slot } : (FILE_SLOTS[flag.value ?? ""] ?? {});
}
