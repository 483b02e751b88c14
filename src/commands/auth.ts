import { defineCommand, defineNoun } from "../cli/command.js";
import { choice, only } from "../cli/flags.js";
import { Failure, usage } from "../errors.js";
import { count } from "../shared/wrap.js";

const login = defineCommand({
  name: "login",
  summary: "Check a token with the service and store it in a profile",
  description:
    "The token is asked for without showing it, or read from standard input with --token-stdin or from a file with\n--token-file. It is stored for the address given with --base-url and sent to no other.",
  endpoints: [],
  readsToken: true,
  flags: { keyring: only("keep the token in the system's keyring instead of config.json") },
  examples: [
    "docs auth login --base-url https://docs.example.com",
    "docs auth login --base-url https://docs.example.com --token-stdin < token.txt",
    "docs auth login --profile work --base-url https://docs.example.com",
  ],
  run: async ({ ask, settings, profiles, globals, files, flags, next, out }) => {
    if (settings.sandbox) throw usage("the sandbox needs no login", "try: docs --sandbox cr list");
    const typed =
      settings.baseUrl ?? (ask.available ? await ask.text("Address of the service (without /v1)") : undefined);
    if (!typed) throw usage("--base-url is required when not running interactively");
    // A token that cannot be used is not asked for.
    const baseUrl = settings.baseUrl ?? (await profiles.address(typed));
    const token = await readToken({ ask, place: globals.place, files, baseUrl });
    const found = globals.safety.dryRun ? { organizations: [] } : await profiles.check({ baseUrl, token });
    const { current, store } = await profiles.login(settings.profile, { baseUrl, token, keyring: flags.keyring });
    const [first] = found.organizations;
    const names = found.organizations.map((organization) => organization.title).join(", ");
    out.done(`Logged in to ${baseUrl} as profile ${settings.profile}${names ? ` (${names})` : ""}`);
    if (store === "keyring") out.say("The token is in the system's keyring");
    const use = `docs profiles use ${settings.profile}`;
    out.say(current ? "It is the current profile" : `It is not the current profile; make it so with: ${use}`);
    if (first) out.say(`Set a default organization with: ${next("config set org", first.id)}`);
    if (!first || !ask.available || globals.safety.dryRun) return;
    const email = await ask.text(`Your e-mail address in ${first.title}, so that @me works (leave empty to skip)`);
    if (email.trim() === "") return;
    const me = await profiles.findMember({ baseUrl, token, organization: first.id, email: email.trim() });
    if (me === undefined)
      return out.say(`No member has that address. Set it later with: ${next("config set me")} <e-mail or id>`);
    await profiles.set("me", me);
    out.done(`@me is ${email.trim()} (${me})`);
  },
});

async function readToken({
  ask,
  place,
  files,
  baseUrl,
}: {
  ask: { available: boolean; secret(message: string): Promise<string> };
  place: { tokenStdin?: boolean; tokenFile?: string };
  files: { read(path: string): Promise<string> };
  baseUrl: string;
}): Promise<string> {
  if (place.tokenStdin) return files.read("-");
  if (place.tokenFile !== undefined) return files.read(place.tokenFile);
  if (ask.available) return ask.secret(`Token for ${baseUrl}`);
  throw usage("no token given", "pass it on standard input with --token-stdin, or name a file with --token-file");
}

const status = defineCommand({
  name: "status",
  summary: "Show which service and token are in use, and whether they work",
  endpoints: [],
  flags: { offline: only("do not ask the service") },
  answer: ["profile", "baseUrl", "tokenSource", "tokenTail", "organizations", "org", "space", "site"],
  examples: ["docs auth status", "docs auth status --json", "docs auth status --offline"],
  run: async ({ settings, profiles, globals, flags, next, out }) => {
    const token = await profiles.tokenStatus();
    const state = {
      profile: settings.profile,
      baseUrl: settings.baseUrl ?? null,
      tokenSource: token?.source ?? null,
      tokenTail: token?.tail ?? null,
      organizations: null as null | string[],
      org: settings.org ?? null,
      space: settings.space ?? null,
      site: settings.site ?? null,
    };
    if (!token)
      throw new Failure("no-token", `profile ${settings.profile} has no token`, {
        hint: `log in with: ${next("auth login")}`,
      });
    if (!flags.offline && !globals.safety.dryRun && settings.baseUrl) {
      const found = await profiles.check({ baseUrl: settings.baseUrl, token: await profiles.token() });
      state.organizations = found.organizations.map((organization) => organization.title);
    }
    await out.result(state, {
      columns: [
        { header: "Profile", path: "profile" },
        { header: "Service", path: "baseUrl", as: "url" },
        { header: "Token from", path: "tokenSource" },
        { header: "Token ends in", path: "tokenTail" },
        { header: "Organizations", path: "organizations" },
        { header: "Org in use", path: "org", as: "id" },
        { header: "Space in use", path: "space", as: "id" },
        { header: "Site in use", path: "site", as: "id" },
      ],
    });
  },
});

const logout = defineCommand({
  name: "logout",
  summary: "Delete the stored token of a profile",
  endpoints: [],
  flags: { purge: only("also clear the history, as docs history clear does") },
  examples: ["docs auth logout", "docs auth logout --profile work", "docs auth logout --purge"],
  run: async ({ settings, profiles, plans, flags, globals, out }) => {
    const had = await profiles.logout(settings.profile);
    out.done(had ? `Deleted the token of profile ${settings.profile}` : `Profile ${settings.profile} had no token`);
    if (!flags.purge || globals.safety.dryRun) return;
    out.done(`Deleted ${count(await (await plans()).history.clear(), "run")} from the history`);
  },
});

const move = defineCommand({
  name: "move",
  summary: "Move the stored token between the configuration file and the system's keyring",
  endpoints: [],
  flags: { to: choice(["keyring", "file"], { describe: "new place of the token", required: true }) },
  examples: ["docs auth move --to keyring", "docs auth move --to file", "docs auth move --to keyring --profile work"],
  run: async ({ flags, settings, profiles, out }) => {
    const to = flags.to ?? "file";
    const moved = await profiles.moveToken(settings.profile, to);
    const where = to === "keyring" ? "the keyring" : "config.json, which only you can read";
    const { profile } = settings;
    out.done(
      moved
        ? `The token of profile ${profile} is now in ${where}`
        : `The token of profile ${profile} is in ${where} already`,
    );
  },
});

const token = defineCommand({
  name: "token",
  summary: "Print the token in use, for other programs",
  endpoints: [],
  examples: [
    "docs auth token",
    'curl -H "Authorization: Bearer $(docs auth token)" ...',
    "docs auth token --profile work > token.txt",
  ],
  run: async ({ profiles, out }) => out.lines([`${await profiles.token()}`]),
});

export default defineNoun(login, status, logout, move, token);
