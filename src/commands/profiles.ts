import { askFirst } from "../cli/ask/ask.js";
import { defineCommand, defineNoun, optionalWord, word } from "../cli/command.js";
import { only } from "../cli/flags.js";
import { usage } from "../errors.js";
import { reportAbsent } from "./shared.js";

const list = defineCommand({
  name: "list",
  summary: "List the stored profiles",
  endpoints: [],
  answer: ["name", "current", "token", "baseUrl", "org", "space", "site"],
  examples: [
    "docs profiles list",
    "docs profiles list --json",
    "docs profiles list -q '.[] | select(.current) | .name'",
  ],
  run: async ({ profiles, out }) =>
    out.list(await profiles.list(), {
      columns: [
        { header: "Name", path: "name" },
        { header: "Current", path: "current", as: "boolean" },
        { header: "Service", path: "baseUrl", as: "url" },
        { header: "Token", path: "token", as: "boolean" },
        { header: "Org", path: "org", as: "id", drop: 2 },
        { header: "Space", path: "space", as: "id", drop: 3 },
        { header: "Site", path: "site", as: "id", drop: 4 },
      ],
      empty: "no profiles",
    }),
});

const use = defineCommand({
  name: "use",
  summary: "Switch profiles, everywhere or in a folder",
  description: [
    "With --here, the profile is used in this folder and below, and elsewhere nothing changes; the nearest folder with a profile wins. This is kept in your own",
    "configuration, never in the folder. --here without a name takes it back. Flags and DOCS_PROFILE still come first.",
  ].join("\n"),
  endpoints: [],
  args: { name: optionalWord("name of the profile") },
  flags: { here: only("use it in this folder and below") },
  examples: ["docs profiles use work", "docs profiles use client --here", "docs profiles use --here"],
  run: async ({ args: { name }, flags: { here }, profiles, out }) => {
    if (here) {
      const folder = await profiles.useHere(name);
      out.done(
        name === undefined ? `Removed the profile of ${folder}` : `Using profile ${name} in ${folder} and below`,
      );
      return;
    }
    if (name === undefined) throw usage("<name> is required: a profile", "see: docs profiles list");
    const inUse = await profiles.use(name);
    out.done(`Using profile ${name}`);
    if (inUse !== name) out.note(`this folder uses profile ${inUse}; to change that: docs profiles use ${name} --here`);
  },
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete a stored profile with its token",
  endpoints: [],
  args: { name: word("name of the profile") },
  destructive: true,
  examples: [
    "docs profiles delete work",
    "docs profiles delete work --yes",
    "docs profiles delete work --confirm work",
  ],
  run: async ({ args, profiles, globals: { safety }, ask, out }) => {
    if (safety.confirm !== undefined && safety.confirm !== args.name) {
      throw usage(`--confirm ${JSON.stringify(safety.confirm)} is not the name of profile ${args.name}`);
    }
    const isConfirmed = safety.yes || safety.dryRun || safety.confirm === args.name;
    // Of a profile that does not exist, nothing is asked.
    if (!isConfirmed && (!ask.available || (await profiles.list()).some(({ name }) => name === args.name))) {
      const ways = `pass --yes, or --confirm ${args.name}`;
      await askFirst(ask, () => `Delete profile ${args.name} with its token?`, { ways });
    }
    const existed = await profiles.remove(args.name);
    if (existed) return out.done(`Deleted profile ${args.name}`);
    const names = (await profiles.list()).map(({ name }) => name);
    reportAbsent({ what: "profile", name: args.name, names, list: "docs profiles list" }, safety, out.note);
  },
});

export default defineNoun(list, use, remove);
