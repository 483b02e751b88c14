import { defineCommand, defineNoun } from "../cli/command.js";
import { importLazily } from "../shared/import-lazily.js";
import { environment } from "../system/environment.js";

const extensions = importLazily(() => import("../system/programs.js"));

/** @param isCommand knows the names that hide an extension */
const listWith = (isCommand: (name: string) => boolean) =>
  defineCommand({
    name: "list",
    summary: "List programs named docs-<name> in PATH",
    description: [
      "A program docs-hello in a folder of PATH runs as docs hello, unless a command has that name. Its arguments, exit code and signals are passed on as they",
      "are. Flags before the name, such as --sandbox or --profile, reach it as DOCS_PROFILE, DOCS_BASE_URL, DOCS_ORG, DOCS_SPACE, DOCS_SITE, DOCS_SNAPSHOT and",
      "DOCS_PROJECT, which docs reads itself. It never gets a token: commands of docs that it runs use the profile's. Relative folders of PATH are not searched.",
    ].join("\n"),
    endpoints: [],
    answer: ["name", "path", "state"],
    examples: ["docs extensions list", "docs extensions list --json", "docs extensions"],
    run: async ({ out }) =>
      out.list(await extensions.findExtensions(environment, isCommand), {
        columns: [
          { header: "Name", path: "name" },
          { header: "State", path: "state", as: "state" },
          { header: "Path", path: "path" },
        ],
        empty: "no program in PATH is named docs-<name>",
      }),
  });

export const extensionsNoun = (isCommand: (name: string) => boolean) => ({ default: defineNoun(listWith(isCommand)) });
