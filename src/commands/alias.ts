import { defineCommand, defineNoun, word } from "../cli/command.js";
import { reportAbsent } from "./shared.js";

const list = defineCommand({
  name: "list",
  summary: "List the aliases",
  endpoints: [],
  answer: ["name", "expansion"],
  examples: ["docs alias list", "docs alias list --json", "docs alias list -q '.[].name'"],
  run: async ({ profiles, out }) =>
    out.list(await profiles.aliases(), {
      columns: [
        { header: "Alias", path: "name" },
        { header: "Command", path: "expansion" },
      ],
      empty: "no aliases",
    }),
});

const set = defineCommand({
  name: "set",
  summary: "Store an alias: a short name for a command",
  description:
    "$1 to $9 in the expansion are replaced by the words after the alias; other words are appended. An alias cannot replace\na command, and no shell runs it.",
  endpoints: [],
  args: { alias: word("new word"), expansion: word("command that it runs, in quotes") },
  examples: [
    "docs alias set mrg 'cr merge'",
    "docs alias set drafts 'cr list --status draft --space $1'",
    "docs alias set emails \"members list -q '.[].user.email'\"",
  ],
  run: async ({ args, profiles, out }) => {
    const before = (await profiles.aliases()).find(({ name }) => name === args.alias);
    await profiles.setAlias(args.alias, args.expansion);
    const was = before && before.expansion !== args.expansion ? ` (was: ${before.expansion})` : "";
    out.done(`docs ${args.alias} now runs docs ${args.expansion}${was}`);
  },
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete an alias",
  endpoints: [],
  args: { alias: word("alias to delete") },
  removes: true,
  examples: ["docs alias delete mrg", "docs alias rm mrg", "docs alias delete mrg --quiet"],
  run: async ({ args, profiles, globals: { safety }, out }) => {
    const before = (await profiles.aliases()).find(({ name }) => name === args.alias);
    const existed = await profiles.deleteAlias(args.alias);
    if (existed) return out.done(`Deleted alias ${args.alias}${before ? ` (was: ${before.expansion})` : ""}`);
    const names = (await profiles.aliases()).map(({ name }) => name);
    reportAbsent({ what: "alias", name: args.alias, names, list: "docs alias list" }, safety, out.note);
  },
});

export default defineNoun(list, set, remove);
