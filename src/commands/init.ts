import { getOrg } from "../catalog/organizations.js";
import { getSite } from "../catalog/sites.js";
import { getSpace } from "../catalog/spaces.js";
import { defineCommand, defineNoun, optionalWord } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { site as siteKind } from "../cli/kinds.js";
import { commandLine, serviceOf } from "../cli/run/next-command.js";
import { Failure, usage } from "../errors.js";

const NAME = ".docs.yaml";

/** The first line of what this command writes: only such a file is replaced. */
const HEAD = "# Defaults of a project for docs: docs --project .docs.yaml, or DOCS_PROJECT.\n";

const init = defineCommand({
  name: "init",
  summary: "Write the defaults of a project: organization, space and site",
  description: [
    "Writes ids to .docs.yaml, or to another file (- is standard output). If no flag, variable or profile names an organization",
    "and a space, you pick them on a terminal; a site is written only if named. A checks line in the file is kept.",
    "The file is read only if --project or DOCS_PROJECT names it. It contains no token, no URL and no command.",
  ].join("\n"),
  endpoints: [],
  uses: [getOrg, getSpace, getSite],
  composite: true,
  within: ["org", "space"],
  args: { file: optionalWord("file to write") },
  examples: [
    "docs init",
    "docs init --org hR7kQ2mXv9TzLb4WcN8p --space tG4nVx8YqLz2RkWd7JmS",
    "docs init docs/.docs.yaml",
  ],
  run: async (input) => {
    const { args, files, globals, out, settings } = input;
    const path = args.file ?? NAME;
    const toOutput = path === "-" || globals.safety.dryRun;
    let before = "";
    const write = toOutput
      ? out.text
      : await files.output(path, (there) => {
          before = there;
          return there.startsWith(HEAD);
        });
    // A line that people add themselves.
    const [checks = ""] = /^checks:.*\n?/m.exec(before) ?? [];
    await write(`${HEAD}${(await lines(input)).join("")}${checks}`);
    if (toOutput) return;
    out.done(`Wrote ${path}`);
    const use = commandLine({ ...serviceOf(globals.place), project: path }, "spaces view");
    if (!settings.sandbox) out.print(`Use it with: ${use}`);
  },
});

type Input = Context & {
  scope: { organizationId: string; spaceId: string };
};

/** Each with its title, so that people know what the id stands for; a dry run reads nothing. @throws Failure usage */
async function lines({ api, globals, names, settings, scope }: Input): Promise<string[]> {
  const { organizationId, spaceId } = scope;
  const named = globals.place.site;
  const siteId = named === undefined ? settings.site : await names.idOf(siteKind, named);
  if (globals.safety.dryRun) {
    return [line("org", organizationId), line("space", spaceId), ...(siteId ? [line("site", siteId)] : [])];
  }
  const [org, space, site] = await Promise.all([
    api.call(getOrg, { params: { organizationId } }),
    api.call(getSpace, { params: { spaceId } }),
    siteId === undefined ? undefined : siteIn({ organizationId, siteId }, api, named === undefined),
  ]);
  if (space.organization !== undefined && space.organization !== organizationId) {
    throw usage(
      `the space ${spaceId} is in another organization: ${space.organization}`,
      "pass both --org and --space",
    );
  }
  return [
    line("org", organizationId, org.title),
    line("space", spaceId, space.title),
    ...(site && siteId ? [line("site", siteId, site.title)] : []),
  ];
}

/** A default may be of another organization than the one that was named: then it is none. */
async function siteIn(params: { organizationId: string; siteId: string }, api: Context["api"], isDefault: boolean) {
  try {
    return await api.call(getSite, { params });
  } catch (error) {
    if (isDefault && error instanceof Failure && error.kind === "not-found") return undefined;
    throw error;
  }
}

/** A title cannot leave its comment. */
const line = (key: string, id: string, title?: string | null): string =>
  `${key}: ${JSON.stringify(id)}${title ? ` # ${title.replace(/[^\P{C}\u200d]|[\u2028\u2029]/gu, " ")}` : ""}\n`;

export default defineNoun(init);
