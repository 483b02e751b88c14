import { askFirst } from "../cli/ask/ask.js";
import { defineCommand, defineNoun, optionalWord, word } from "../cli/command.js";
import type { ImportCounts } from "../cli/context.js";
import { choice, number, only, text } from "../cli/flags.js";
import { usage } from "../errors.js";
import { importLazily } from "../shared/import-lazily.js";
import { didYouMean } from "../shared/text/names.js";
import { count } from "../shared/wrap.js";
import { reportAbsent } from "./shared.js";

const snapshots = importLazily(() => import("../snapshot/engine.js"));

const start = defineCommand({
  name: "start",
  summary: "Serve the embedded service over HTTP on this machine",
  endpoints: [],
  flags: {
    port: number({ describe: "port; 0 chooses a free one", value: "port" }, { max: 65535 }),
    host: choice(["127.0.0.1", "::1"], "address to listen on"),
    showToken: only("print the token that clients need"),
    saveProfile: text({ describe: "store URL and token in this profile", value: "name" }),
  },
  unbounded: true,
  serves: true,
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
      out.done(`Serving ${file} at ${url} (stop it with Ctrl-C)`);
      if (profile !== undefined) out.print(`Try: docs --profile ${profile} cr list`);
      else if (!showToken) out.print("Clients need its token: see --show-token and --save-profile");
    }),
});

const status = defineCommand({
  name: "status",
  summary: "Show the sandbox's state file and content",
  endpoints: [],
  examples: ["docs sandbox status", "docs sandbox status --json", "docs sandbox status -q .file"],
  run: async ({ sandbox, out }) => {
    const state = await sandbox.status();
    const { loaded, ...rest } = state;
    const paths = [...Object.keys(rest), ...Object.keys(loaded ?? {}).map((name) => `loaded.${name}`)];
    await out.item(state, { columns: paths.map((path) => ({ header: path, path })) });
  },
});

const reset = defineCommand({
  name: "reset",
  summary: "Discard the sandbox's state and restore the sample organization",
  endpoints: [],
  destructive: true,
  examples: ["docs sandbox reset", "docs sandbox reset --yes", "docs sandbox reset --quiet --yes"],
  run: async ({ sandbox, globals, ask, out }) => {
    const isConfirmed = globals.safety.yes || globals.safety.dryRun;
    if (!isConfirmed) await askFirst(ask, () => "Discard everything in the sandbox?");
    await out.result(await sandbox.reset(), { columns: [], done: "Restored the sample organization" });
  },
});

const load = defineCommand({
  name: "load",
  summary: "Load a copy of a snapshot into the sandbox, to rehearse on",
  description:
    "Commands with --sandbox then merge, move, delete and publish on the copy as they would on the service. The sandbox's\nearlier state is kept beside it as FILE.old. You act as the member who made the snapshot if it belongs to the organization,\notherwise as an administrator who is not in lists, or as the member of --as. Outdated change requests\ncannot be merged or updated: snapshots have no older revisions.",
  endpoints: [],
  destructive: true,
  args: { file: word("a snapshot", "snapshot") },
  flags: { as: text({ describe: "member to act as: id or email", value: "user" }) },
  answer: ["file", "from", "origin", "organization", "read", "caller", "kept", "counts"],
  examples: [
    "docs sandbox load monday.docs",
    "docs sandbox load monday.docs --yes",
    "docs sandbox load monday.docs --as ada@example.com",
  ],
  run: async ({ args, flags, sandbox, globals, ask, out }) => {
    const { organization, ended, failed } = await snapshots.view(args.file);
    const what = `${organization.title} as of ${ended.slice(0, 10)}`;
    const isConfirmed = globals.safety.yes || globals.safety.dryRun || !(await sandbox.status()).exists;
    if (!isConfirmed) await askFirst(ask, () => `Replace everything in the sandbox with ${what}?`);
    const loaded = await sandbox.load(args.file, flags.as);
    const { caller, counts, kept } = loaded;
    const members = (counts.member ?? 0) - (caller.name === undefined ? 1 : 0);
    const who = caller.name ?? "an administrator who is not in lists";
    const done = `Loaded ${what} into the sandbox: ${count(counts.space ?? 0, "space")}, ${count(members, "member")}; you act as ${who}`;
    const shown = ["organization", "origin", "read", "caller.id", "file", "from", "kept"];
    await out.result(loaded, { columns: shown.map((path) => ({ header: path, path })), done });
    if (kept !== undefined) out.print(`The earlier state is in ${kept}`);
    if (failed > 0) {
      out.note(`${count(failed, "scope")} could not be read completely: see docs snapshots view ${args.file}`);
    }
  },
});

/** The most paths named for each reason. */
const NAMED = 3;

/** A line for each reason why something was left out, with the first paths. */
function skippedLines(skipped: ImportCounts["skipped"]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, why } of skipped) {
    const paths = byReason.get(why) ?? [];
    byReason.set(why, paths);
    paths.push(path);
  }
  return [...byReason].map(([why, paths]) => {
    const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more (--json names them)` : "";
    return `Omitted: ${paths.slice(0, NAMED).join(", ")}${more}: ${why}`;
  });
}

const importFolder = defineCommand({
  name: "import",
  summary: "Turn a folder of Markdown into a space of the sandbox",
  description:
    "Nested folders become nested pages; SUMMARY.md gives order and titles, README.md is its folder's page, front matter\ngives title, description, icon, cover, layout, vars, hidden, noIndex and noRobotsIndex. Linked files become files,\nrelative links become links between pages. .gitbook.yaml names root, readme and summary, .gitbook/includes holds\nreusable content, .gitbook/vars.yaml variables. Omitted files are listed with the reason.",
  endpoints: [],
  args: { folder: word("folder of Markdown files", "folder") },
  flags: {
    space: text({ describe: "space to import into, replacing its content; default: a new one", value: "space" }),
    cr: text({ describe: "change request to import into: number or id", value: "cr" }),
    renames: text({
      describe: "output of git diff --name-status in the folder: what it calls renamed stays the same page",
      value: "path",
    }),
  },
  answer: ["space", "revision", "pages", "files", "reusableContents", "variables", "links", "broken", "skipped"],
  examples: [
    "docs sandbox import ./docs",
    "docs sandbox import ./docs --space SPACE",
    "docs sandbox import ./docs --cr 42",
    "docs sandbox import ./docs --json",
  ],
  run: async ({ args, flags: { space, cr, renames: file }, globals, sandbox, out, files }) => {
    const renames = file === undefined ? undefined : await files.read(file);
    const result = await sandbox.importFolder(args.folder, { space: space ?? globals.place.space, cr, renames });
    const place = cr === undefined ? `space ${result.space}` : `change request ${cr} of space ${result.space}`;
    await out.result(result, {
      columns: Object.keys(result).flatMap((path) => (path === "skipped" ? [] : [{ header: path, path }])),
      done: `Imported ${count(result.pages, "page")} and ${count(result.files, "file")} into ${place} (${count(result.links, "link")}, ${result.broken} broken)`,
    });
    for (const line of skippedLines(result.skipped)) out.print(line);
  },
});

const ACTIONS = ["create", "list", "revoke"];

const token = defineCommand({
  name: "token",
  summary: "Create, list and revoke tokens that act as members of the sandbox",
  description:
    "A token made with create acts as the member named with --as: over HTTP (docs sandbox start) and with --sandbox\n--token-file. It is shown only once: only a hash is stored. Use it to test what each role may do.",
  endpoints: [],
  args: { action: word("create, list or revoke"), id: optionalWord("id of the token to revoke") },
  flags: { as: text({ describe: "member that the token acts as: id or email", value: "user" }) },
  examples: [
    "docs sandbox token create --as casey@lindqvist-translations.example -q .token > casey.txt",
    "docs --sandbox --token-file casey.txt spaces list",
    "docs sandbox token list",
    "docs sandbox token revoke ID",
  ],
  run: async ({ args: { action, id }, flags: { as: user }, globals, sandbox, out }) => {
    if (!ACTIONS.includes(action)) {
      const hint = didYouMean(action, ACTIONS, "use create, list or revoke");
      throw usage(`there is no "sandbox token ${action}"`, hint);
    }
    if ((user !== undefined) !== (action === "create")) throw usage("--as works only with create, and create needs it");
    if ((id !== undefined) !== (action === "revoke")) throw usage("an id works only with revoke, and revoke needs one");
    if (user !== undefined) {
      await out.item(await sandbox.createToken(user));
      out.done("This is the only time that the token is shown");
    } else if (id !== undefined) {
      if (await sandbox.revokeToken(id)) return out.done(`Revoked token ${id}`);
      reportAbsent({ what: "token", name: id, names: [], list: "docs sandbox token list" }, globals.safety, out.note);
    } else {
      out.list(await sandbox.tokens(), {
        columns: [
          { header: "Token", path: "id", as: "id" },
          { header: "Acts as", path: "user", as: "id" },
          { header: "Created", path: "createdAt", as: "time" },
        ],
        empty: "no tokens except the sandbox's own",
      });
    }
  },
});

export default defineNoun(start, status, reset, load, importFolder, token);
