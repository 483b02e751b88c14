import { defineCommand, defineNoun, word } from "../cli/command.js";
import { CONTEXT_KINDS, member } from "../cli/kinds.js";
import type { Settings } from "../cli/settings.js";
import { Failure } from "../errors.js";
import { environment } from "../system/environment.js";
import { missingProgram } from "../system/programs.js";

/** Settings that name a thing. */
const KINDS = { ...CONTEXT_KINDS, me: member } as const;

const list = defineCommand({
  name: "list",
  summary: "List the settings of the current profile",
  endpoints: [],
  answer: ["key", "value", "describe", "inUse"],
  examples: ["docs config list", "docs config list --profile work --json", "docs config list -o yaml"],
  run: async ({ profiles, settings, out }) =>
    out.list(
      (await profiles.settings()).map((row) => ({ ...row, ...inUse(row.key, settings) })),
      {
        columns: [
          { header: "Key", path: "key" },
          { header: "Value", path: "value" },
          { header: "Meaning", path: "describe", below: true },
          { header: "In use", path: "inUse", as: "id" },
        ],
        empty: "no settings",
      },
    ),
});

/** The values that commands act on now, after flags, the environment, the profile and the sandbox's own. */
function inUse(key: string, { org, space, site }: Settings): { inUse?: string } {
  const value = new Map([
    ["org", org],
    ["space", space],
    ["site", site],
  ]).get(key);
  return value === undefined ? {} : { inUse: value };
}

const get = defineCommand({
  name: "get",
  summary: "Print one setting",
  endpoints: [],
  args: { key: word("name of the setting") },
  examples: ["docs config get space", "docs config get base-url", "docs config get org --profile work"],
  run: async ({ args, profiles, next, out }) => {
    const value = await profiles.get(args.key);
    if (value === undefined)
      throw new Failure("not-found", `${args.key} is not set`, {
        hint: `set it with: ${next("config set", args.key)} VALUE`,
      });
    await out.lines([`${value}`]);
  },
});

/** Settings that name a program. */
const PROGRAMS: ReadonlySet<string> = new Set(["editor", "browser", "pager"]);

const set = defineCommand({
  name: "set",
  summary: "Store a setting in the current profile",
  description: "An organization, space, site or member may be given by title, email, id or URL; its id is stored.",
  endpoints: [],
  args: { key: word("name of the setting"), value: word("what to set it to") },
  examples: ['docs config set space "User guide"', "docs config set org ID", "docs config set me ada@example.com"],
  run: async ({ args, profiles, names, out }) => {
    const kind = new Map(Object.entries(KINDS)).get(args.key);
    const value = kind ? await names.idOf(kind, args.value) : args.value;
    await profiles.set(args.key, value);
    out.done(`Set ${args.key} to ${value}`);
    const missing = PROGRAMS.has(args.key) ? missingProgram(value, environment) : undefined;
    if (missing !== undefined) out.note(`there is no program ${JSON.stringify(missing)} in the PATH of this shell`);
  },
});

const unset = defineCommand({
  name: "unset",
  summary: "Remove a setting from the current profile",
  endpoints: [],
  args: { key: word("name of the setting") },
  examples: ["docs config unset space", "docs config unset output", "docs config unset org --profile work"],
  run: async ({ args, profiles, out }) => {
    const had = await profiles.unset(args.key);
    if (had) out.done(`Removed ${args.key}`);
    else out.note(`${args.key} was not set`);
  },
});

export default defineNoun(list, get, set, unset);
