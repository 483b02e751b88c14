import { getOrg } from "../catalog/organizations.js";
import { getSite } from "../catalog/sites.js";
import { getSpace } from "../catalog/spaces.js";
import { defineCommand, defineNoun, optionalWord } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { commandLine, serviceOf } from "../cli/run/next-command.js";

const NAME = ".docs.yaml";

/** The first line of what this command writes: only such a file is replaced. */
const HEAD = "# Defaults of a project for docs: docs --project .docs.yaml, or DOCS_PROJECT.\n";

const init = defineCommand({
  name: "init",
  summary: "Write the defaults of a project: organization, space and site",
  description: [
    "Writes ids to .docs.yaml, or to the file that is named. What is not known by flags, environment or profile is picked on a terminal.",
    "The file is read only where --project or DOCS_PROJECT names it. It holds no token, no address and no command.",
  ].join("\n"),
  endpoints: [],
  uses: [getOrg, getSpace, getSite],
  composite: true,
  within: ["org", "space"],
  args: { file: optionalWord("the file to write") },
  examples: [
    "docs init",
    "docs init --org hR7kQ2mXv9TzLb4WcN8p --space tG4nVx8YqLz2RkWd7JmS",
    "docs init docs/.docs.yaml",
  ],
  run: async (input) => {
    const { args, scope, files, globals, out, settings } = input;
    const path = args.file ?? NAME;
    const text = `${HEAD}${(await lines(input, scope)).join("")}`;
    if (globals.safety.dryRun) return out.text(text);
    const write = await files.output(path, (there) => there.startsWith(HEAD));
    write(text);
    out.done(`Wrote ${path}`);
    const use = commandLine({ ...serviceOf(globals.place), project: path }, "spaces view");
    if (!settings.sandbox) out.say(`Use it with: ${use}`);
  },
});

interface Scope {
  organizationId: string;
  spaceId: string;
}

/** Each with its title, so that people know what the id stands for. */
async function lines({ api, settings }: Context, { organizationId, spaceId }: Scope): Promise<string[]> {
  const { site } = settings;
  const [org, space, found] = await Promise.all([
    api.call(getOrg, { params: { organizationId } }),
    api.call(getSpace, { params: { spaceId } }),
    site === undefined ? undefined : api.call(getSite, { params: { organizationId, siteId: site } }),
  ]);
  return [
    line("org", organizationId, org.title),
    line("space", spaceId, space.title),
    ...(found && site !== undefined ? [line("site", site, found.title)] : []),
  ];
}

/** A title cannot leave its comment. */
const line = (key: string, id: string, title: string | null | undefined): string =>
  `${key}: ${JSON.stringify(id)}${title ? ` # ${title.replace(/[^\P{C}\u200d]|[\u2028\u2029]/gu, " ")}` : ""}\n`;

export default defineNoun(init);
