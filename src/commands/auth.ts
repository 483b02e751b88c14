import { defineCommand, defineNoun } from "../cli/command.js";
import { choice, only } from "../cli/flags.js";
import { count } from "../shared/wrap.js";
import { login } from "./auth/login.js";
import { status } from "./auth/status.js";

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
