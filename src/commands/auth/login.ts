/** `docs auth login` */
import { asChoices } from "../../cli/ask/picker.js";
import { defineCommand } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";
import { foldText } from "../../shared/text/names.js";

export const login = defineCommand({
  name: "login",
  summary: "Check a token with the service and store it in a profile",
  description: [
    "Asks for the token without showing it, or reads it from standard input with --token-stdin or from a file with",
    "--token-file. The token is stored for the address given with --base-url and sent to no other. A token that the service",
    "refuses is asked for again, and not stored. Tokens are created in the app.",
  ].join("\n"),
  endpoints: [],
  readsToken: true,
  flags: { keyring: only("keep the token in the system's keyring instead of config.json") },
  examples: [
    "docs auth login --base-url docs.example.com",
    "docs auth login --base-url https://docs.example.com --token-stdin < token.txt",
    "docs auth login --profile work --base-url https://docs.example.com",
  ],
  run: async (context) => {
    const { ask, settings, profiles, flags, next, out } = context;
    if (settings.sandbox) throw usage("the sandbox needs no login", "try: docs --sandbox cr list");
    const typed =
      settings.baseUrl ?? (ask.available ? await ask.text("Address of the service (without /v1)") : undefined);
    if (!typed) throw usage("--base-url is required when not running interactively");
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

/** What the service refuses, or is no token at all, is typed again. */
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

/** What commands work in if nothing is named, and who `@me` is. Each may be skipped. */
async function askDefaults(context: Context, login: Login): Promise<void> {
  const { ask, profiles, next, out } = context;
  const organization = await choose(context, "Organization to work in", login.organizations);
  if (organization === undefined) return out.print(`Set one later with: ${next("config set org")} TITLE`);
  await profiles.set("org", organization.id);
  const spaces = await profiles.spaces({ ...login, organization: organization.id });
  const space = await choose(context, "Space to work in", spaces);
  if (space !== undefined) await profiles.set("space", space.id);
  out.done(`Commands work in ${organization.title}${space ? `, space ${space.title}` : ""}`);
  const email = (
    await ask.text(`Your e-mail address in ${organization.title}, so that @me works (leave empty to skip)`)
  ).trim();
  if (email === "") return;
  const me = await profiles.findMember({ ...login, organization: organization.id, email });
  if (me === undefined)
    return out.print(`No member has that address. Set it later with: ${next("config set me")} EMAIL`);
  await profiles.set("me", me);
  out.done(`@me is ${email} (${me})`);
}

type Thing = { id: string; title: string };

async function choose(
  { ask, globals }: Pick<Context, "ask" | "globals">,
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
