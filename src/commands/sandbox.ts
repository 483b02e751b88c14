import { defineCommand, defineNoun, word } from "../cli/command.js";
import { choice, number, only, text } from "../cli/flags.js";
import { Failure } from "../errors.js";

const start = defineCommand({
  name: "start",
  summary: "Serve the embedded service over HTTP on this machine",
  endpoints: [],
  flags: {
    port: number({ describe: "port; 0 takes a free one", value: "port" }, { max: 65535 }),
    host: choice(["127.0.0.1", "::1"], "address to listen on"),
    showToken: only("print the token that clients need"),
    saveProfile: text({ describe: "store address and token as this profile", value: "name" }),
  },
  unbounded: true,
  examples: [
    "docs sandbox start",
    "docs sandbox start --port 8080 --show-token",
    "docs sandbox start --save-profile local",
  ],
  run: ({ flags, sandbox, profiles, out }) =>
    sandbox.start({ port: flags.port, host: flags.host }, async ({ url, file, token, defaults }) => {
      const { saveProfile: profile, showToken } = flags;
      if (profile !== undefined) await profiles.login(profile, { baseUrl: url, token, defaults });
      // The token is data that was asked for: on standard error it would be taken out.
      await out.item({ url, file, ...(showToken && { token }) });
      out.done(`Serving ${file} at ${url} (Ctrl-C ends it)`);
      if (profile !== undefined) out.say(`Try: docs --profile ${profile} cr list`);
      else if (!showToken) out.say("Clients need its token: see --show-token and --save-profile");
    }),
});

const status = defineCommand({
  name: "status",
  summary: "Show where the sandbox keeps its state and what is in it",
  endpoints: [],
  examples: ["docs sandbox status", "docs sandbox status --json", "docs sandbox status -q .file"],
  run: async ({ sandbox, out }) => {
    const state = await sandbox.status();
    await out.item(state, {
      columns: Object.keys(state).map((path) => ({ header: path, path })),
    });
  },
});

const reset = defineCommand({
  name: "reset",
  summary: "Throw the sandbox's state away and restore the sample organization",
  endpoints: [],
  destructive: true,
  examples: ["docs sandbox reset", "docs sandbox reset --yes", "docs sandbox reset --quiet --yes"],
  run: async ({ sandbox, globals, ask, out }) => {
    const sure = globals.yes || globals.dryRun;
    if (!sure && !ask.available) {
      throw new Failure("usage", "confirmation is required when not running interactively", { hint: "pass --yes" });
    }
    if (!sure && !(await ask.confirm("Throw away everything in the sandbox?"))) {
      throw new Failure("canceled", "canceled: nothing was changed");
    }
    await out.result(await sandbox.reset(), { columns: [], done: "Restored the sample organization" });
  },
});

const count = (number: unknown, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const importFolder = defineCommand({
  name: "import",
  summary: "Turn a folder of Markdown into a space of the sandbox",
  description:
    "Nested folders become nested pages; SUMMARY.md gives order and titles, README.md is its folder's page, front matter\ngives title, description, icon and hidden. Images become files, relative links become links between pages.",
  endpoints: [],
  args: { folder: word("folder of Markdown files") },
  examples: [
    "docs sandbox import ./docs",
    "docs sandbox import ./docs --space <space>",
    "docs sandbox import ./docs --json",
  ],
  run: async ({ args, globals, sandbox, out }) => {
    const result = await sandbox.importFolder(args.folder, globals.space);
    await out.result(result, {
      columns: [],
      done: `Imported ${count(result.pages, "page")} and ${count(result.files, "file")} into space ${result.space} (${count(result.links, "link")}, ${result.broken} broken)`,
    });
  },
});

export default defineNoun(start, status, reset, importFolder);
