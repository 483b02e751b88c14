import { getMember } from "../catalog/members.js";
import { getOrg } from "../catalog/organizations.js";
import { getSite } from "../catalog/sites.js";
import { getSpace } from "../catalog/spaces.js";
import { asChoices } from "../cli/ask/picker.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import type { Api, Context } from "../cli/context.js";
import { choice, only } from "../cli/flags.js";
import { Failure, usage } from "../errors.js";
import { foldText } from "../shared/text/names.js";
import { count } from "../shared/wrap.js";

// `docs auth login`

const login = defineCommand({
  name: "login",
  summary: "Check a token with the service and store it in a profile",
  description: [
    "Asks for the token without showing it, or reads it from standard input with --token-stdin or from a file with",
    "--token-file. The token is stored for the URL given with --base-url and sent to no other. A token that the service",
    "refuses is asked for again, and not stored. Tokens are created in the app.",
  ].join("\n"),
  endpoints: [],
  readsToken: true,
  flags: { keyring: only("keep the token in the system's keyring instead of config.json") },
  examples: [
    "docs auth login --base-url docs.example.com",
    "docs auth login --base-url https://docs.example.com --token-file token.txt",
    "docs auth login --profile work --base-url https://docs.example.com",
  ],
  run: async (context) => {
    const { ask, settings, profiles, flags, next, out } = context;
    if (settings.sandbox) throw usage("the sandbox needs no login", "try: docs --sandbox cr list");
    const typed =
      settings.baseUrl ?? (ask.available ? await ask.text("Address of the service (without /v1)") : undefined);
    if (!typed)
      throw usage(
        "--base-url is required when not running interactively",
        "pass --base-url URL, such as https://api.example.com",
      );
    // A token that cannot be used is not asked for.
    const baseUrl = settings.baseUrl ?? (await profiles.address(typed));
    const { token, organizations } = await checkedToken(context, baseUrl);
    const { current, store } = await profiles.login(settings.profile, { baseUrl, token, keyring: flags.keyring });
    const names = organizations.map(({ title }) => title).join(", ");
    out.done(`Logged in to ${baseUrl} as profile ${settings.profile}${names ? ` (${names})` : ""}`);
    if (store === "keyring") out.print("The token is in the system's keyring");
    const use = `docs profiles use ${settings.profile}`;
    out.print(current ? "It is the current profile" : `It is not the current profile; make it so with: ${use}`);
    const [first] = organizations;
    if (!first) return;
    if (ask.available && !context.globals.safety.dryRun) await askDefaults(context, { baseUrl, token, organizations });
    else out.print(`Set a default organization with: ${next("config set org", first.id)}`);
  },
});

interface Login {
  baseUrl: string;
  token: string;
  organizations: readonly { id: string; title: string }[];
}

/** A refused token, or a text that is none, is typed again. */
const ASKED_AGAIN: readonly string[] = ["unauthorized", "forbidden", "config"];

/** A token that the service accepts; nothing is stored before. */
async function checkedToken(context: Context, baseUrl: string): Promise<Omit<Login, "baseUrl">> {
  const { ask, profiles, globals, out } = context;
  const isTyped = !globals.place.tokenStdin && globals.place.tokenFile === undefined && ask.available;
  if (isTyped) out.print("Tokens are created in the app, usually in the settings of your account");
  for (;;) {
    const token = await readToken(context, baseUrl);
    if (globals.safety.dryRun) return { token, organizations: [] };
    try {
      return { token, ...(await profiles.check({ baseUrl, token })) };
    } catch (error) {
      if (!isTyped || !(error instanceof Failure) || !ASKED_AGAIN.includes(error.kind)) throw error;
      out.complain([error.message, "nothing was stored: try another token, or leave with Ctrl-C"]);
    }
  }
}

async function readToken({ ask, globals: { place }, files }: Context, baseUrl: string): Promise<string> {
  if (place.tokenStdin) return files.read("-");
  if (place.tokenFile !== undefined) return files.read(place.tokenFile);
  if (ask.available) return ask.secret(`Token for ${baseUrl}`);
  throw usage("no token given", "pass it on standard input with --token-stdin, or name a file with --token-file");
}

/** Asks for the defaults of commands, and for the member that `@me` means. Each may be skipped. */
async function askDefaults(context: Context, login: Login): Promise<void> {
  const { ask, profiles, next, out } = context;
  const organization = await choose(context, "Organization to work in", login.organizations);
  if (organization === undefined) return out.print(`Set one later with: ${next("config set org")} TITLE`);
  await profiles.set("org", organization.id);
  const spaces = await profiles.spaces({ ...login, organization: organization.id });
  const space = await choose(context, "Space to work in", spaces);
  if (space !== undefined) await profiles.set("space", space.id);
  out.done(`Commands work in ${organization.title}${space ? `, space ${space.title}` : ""}`);
  const email = (await ask.text(`Your email in ${organization.title}, so that @me works (leave empty to skip)`)).trim();
  if (email === "") return;
  const me = await profiles.findMember({ ...login, organization: organization.id, email });
  if (me === undefined)
    return out.print(`No member has that address. Set it later with: ${next("config set me")} EMAIL`);
  await profiles.set("me", me);
  out.done(`@me is ${email} (${me})`);
}

type Thing = { id: string; title: string };

async function choose(
  { ask, globals }: Context,
  question: string,
  things: readonly Thing[],
): Promise<Thing | undefined> {
  if (things.length === 0) return undefined;
  const named = things.map(({ id, title }) => ({ id, titles: [title], hints: [] }));
  const choices = asChoices(named, named, globals.output.ids === true);
  const skip = { name: "Skip this", value: "" };
  const chosen = await ask.pick(question, async (term) => {
    const wanted = foldText(term);
    return [...choices.filter(({ name, value }) => foldText(`${name} ${value}`).includes(wanted)), skip];
  });
  return things.find(({ id }) => id === chosen);
}

// `docs auth status`

const status = defineCommand({
  name: "status",
  summary: "Show which service and token are in use, and whether they work",
  description: [
    "Who you are is not part of this interface: it is the member that docs auth login or docs config set me stored, and is looked up in the organization in",
    "use. The organizations are those that the service lists for the token. At a terminal, it shows names and titles, with --ids ids.",
  ].join("\n"),
  endpoints: [],
  uses: [getMember, getOrg, getSpace, getSite],
  composite: true,
  flags: { offline: only("do not ask the service") },
  answer: ["profile", "baseUrl", "tokenSource", "tokenTail", "me", "organizations", "org", "space", "site"],
  examples: ["docs auth status", "docs auth status --json", "docs auth status --offline"],
  run: async ({ settings, profiles, globals, flags, next, out, api }) => {
    const token = await profiles.tokenStatus();
    const state = {
      profile: settings.profile,
      baseUrl: settings.baseUrl ?? null,
      tokenSource: token?.source ?? null,
      tokenTail: token?.tail ?? null,
      me: settings.me ?? null,
      organizations: null as null | string[],
      org: settings.org ?? null,
      space: settings.space ?? null,
      site: settings.site ?? null,
    };
    if (!token)
      throw new Failure("no-token", `profile ${settings.profile} has no token`, {
        hint: `log in with: ${next("auth login")}`,
      });
    const isOnline = !flags.offline && !globals.safety.dryRun;
    if (isOnline && settings.baseUrl) {
      const found = await profiles.check({ baseUrl: settings.baseUrl, token: await profiles.token() });
      state.organizations = found.organizations.map((organization) => organization.title);
    }
    const isPeople = out.format === "table";
    if (isOnline && isPeople && !globals.output.ids) Object.assign(state, await readNames(api, settings));
    await out.result(state, {
      columns: [
        { header: "Profile", path: "profile" },
        { header: "Service", path: "baseUrl", as: "url" },
        { header: "Token from", path: "tokenSource" },
        { header: "Token ends in", path: "tokenTail" },
        { header: "You are", path: "me" },
        { header: "Organizations", path: "organizations" },
        { header: "Org in use", path: "org", as: "id" },
        { header: "Space in use", path: "space", as: "id" },
        { header: "Site in use", path: "site", as: "id" },
      ],
    });
    if (isPeople && !settings.me) {
      out.note(`the service does not say whose the token is; to store it: ${next("config set me")} EMAIL`);
    }
  },
});

type InUse = Partial<Record<"me" | "org" | "space" | "site", string | undefined>>;

/** Names of what is in use; the id alone for what cannot be read: the token works all the same. */
async function readNames(api: Api, { me, org = "", space, site }: InUse): Promise<InUse> {
  const names: InUse = {};
  const read = async (part: keyof InUse, id: string | undefined, name: () => Promise<string | null | undefined>) => {
    if (!id || (part !== "space" && !org)) return;
    try {
      names[part] = (await name()) || id;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  };
  const params = { organizationId: org, userId: me ?? "", spaceId: space ?? "", siteId: site ?? "" };
  await Promise.all([
    read("me", me, async () => {
      const { user } = await api.call(getMember, { params });
      return [user?.displayName, user?.email && `(${user.email})`].filter(Boolean).join(" ");
    }),
    read("org", org, async () => (await api.call(getOrg, { params })).title),
    read("space", space, async () => (await api.call(getSpace, { params })).title),
    read("site", site, async () => (await api.call(getSite, { params })).title),
  ]);
  return names;
}

const logout = defineCommand({
  name: "logout",
  summary: "Delete the stored token of a profile",
  endpoints: [],
  flags: { purge: only("also clear the history, as docs history clear does") },
  examples: ["docs auth logout", "docs auth logout --profile work", "docs auth logout --purge"],
  run: async ({ settings, profiles, history, flags, globals, out }) => {
    const had = await profiles.logout(settings.profile);
    out.done(had ? `Deleted the token of profile ${settings.profile}` : `Profile ${settings.profile} had no token`);
    if (!flags.purge || globals.safety.dryRun) return;
    out.done(`Deleted ${count(await history.clear(), "run")} from the history`);
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
