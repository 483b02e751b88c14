import { defineCommand, defineNoun, word } from "../cli/command.js";
import { reportAbsent } from "../cli/run/absent-name.js";
import { Failure, usage } from "../errors.js";

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
  summary: "Switch profiles",
  endpoints: [],
  args: { name: word("name of the profile") },
  examples: ["docs profiles use work", "docs profiles use sandbox", "docs profiles use default"],
  run: async ({ args, profiles, out }) => {
    await profiles.use(args.name);
    out.done(`Using profile ${args.name}`);
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
    if (!isConfirmed && !ask.available) {
      throw usage("confirmation is required when not running interactively", `pass --yes, or --confirm ${args.name}`);
    }
    const known = isConfirmed || (await profiles.list()).some(({ name }) => name === args.name);
    if (known && !isConfirmed && !(await ask.confirm(`Delete profile ${args.name} with its token?`))) {
      throw new Failure("canceled", "canceled: nothing was changed");
    }
    const existed = await profiles.remove(args.name);
    if (existed) return out.done(`Deleted profile ${args.name}`);
    const names = (await profiles.list()).map(({ name }) => name);
    reportAbsent({ what: "profile", name: args.name, names, list: "docs profiles list" }, safety, out);
  },
});

export default defineNoun(list, use, remove);
