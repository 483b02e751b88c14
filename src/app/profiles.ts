/** Profiles and their settings for `docs auth`, `docs profiles` and `docs config`. */

import { listMembers } from "../catalog/members.js";
import { listOrgs } from "../catalog/organizations.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import type { Globals } from "../cli/argv/globals.js";
import type { ProfileService } from "../cli/context.js";
import { isKnownProfile } from "../config/resolve.js";
import type { Config } from "../config/schema.js";
import type { ConfigSystem } from "../config/system.js";
import { Failure } from "../errors.js";
import { parseBaseUrl } from "../http/base-url.js";
import type { Client } from "../http/types.js";
import { isSameName } from "../shared/text/names.js";
import { cacheDir } from "../system/folders.js";
import { keepSecret } from "../system/secrets.js";
import { holdingSignals } from "../system/signals.js";
import { isTalkative } from "../system/token-leaks.js";
import { networkClient } from "./client/network-client.js";
import { baseUrlOf, type Session, tokenFor } from "./client/run-session.js";
import { sandboxClient } from "./sandbox.js";

/** The profile in use, everywhere and in the working folder. */
const choice = (change: Change): Pick<ProfileService, "use" | "useHere"> => ({
  async use(profile) {
    const { configHere, useProfile } = await import("../config/profiles.js");
    let here = profile;
    await change((config) => {
      const next = useProfile(config, profile);
      here = configHere(next).profile;
      return next;
    });
    return here;
  },
  async useHere(profile) {
    const { useProfileIn } = await import("../config/profiles.js");
    await change((config) => useProfileIn(config, process.cwd(), profile));
    return process.cwd();
  },
});

/** Reading methods use the session; changing ones read the file again under its lock. */
export function createProfileService(
  flags: Globals["client"],
  place: ConfigSystem,
  session: () => Promise<Session>,
): ProfileService {
  const change = async (edit: (config: Config) => Config): Promise<void> => {
    const { updateConfig } = await import("../config/write.js");
    await holdingSignals(() => updateConfig(place, edit));
  };
  const pure = () => import("../config/profiles.js");
  return {
    address: async (text) => parseBaseUrl(text).baseUrl,
    ...tokenService(session, change),
    async list() {
      const { listProfiles } = await pure();
      return listProfiles((await session()).config);
    },
    ...choice(change),
    async remove(profile) {
      const { deleteProfile, listProfiles } = await pure();
      if (!listProfiles((await session()).config).some((row) => row.name === profile)) return false;
      const { config } = await session();
      await forgetAnswers(profile, config);
      const error = await findFailure(forgetToken(profile, config));
      const was = await editIfDifferent(change, (config) => deleteProfile(config, profile));
      // Otherwise a machine that lost its keyring would keep the profile for good.
      if (error) throw tokenStays(profile, error);
      return was;
    },
    tokenStatus: async () => tokenStatus(await session()),
    token: async () => currentToken(await session()),
    check: ({ baseUrl, token }) => getOrgs(flags, baseUrl, token),
    findMember: (login) => findMember(flags, login),
    spaces: (login) => getSpaces(flags, login),
    ...settingService(session, change),
    ...aliasService(session, change),
  };
}

/** Lists that were kept with the profile's token are removed with it. */
async function forgetAnswers(profile: string, { profiles }: Config): Promise<void> {
  const [{ forget }, { originOf }] = await Promise.all([
    import("./cache/cache-files.js"),
    import("../cli/cache/file-name.js"),
  ]);
  forget(cacheDir(process.env, process.platform), { profile, origin: originOf(profiles[profile]?.baseUrl) });
}

/** The keyring's token of a profile that keeps it there. */
async function forgetToken(profile: string, { profiles }: Config): Promise<void> {
  const { tokenStore, tokenOrigin } = profiles[profile] ?? {};
  if (tokenStore !== "keyring" || tokenOrigin === undefined) return;
  await (await import("../system/keyring.js")).forgetInKeyring({ profile, origin: tokenOrigin });
}

const tokenStays = (profile: string, { kind, message }: Failure): Failure =>
  new Failure(kind, `profile ${profile} is deleted, but its token may still be in the keyring: ${message}`, {
    hint: "revoke the token, or remove the entry docs-admin-cli from the keyring",
  });

/** Undefined if it went well. */
const findFailure = (work: Promise<void>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );

type Change = (edit: (config: Config) => Config) => Promise<void>;

/** Storing and forgetting tokens. */
function tokenService(
  session: () => Promise<Session>,
  change: Change,
): Pick<ProfileService, "login" | "logout" | "moveToken"> {
  const pure = () => import("../config/profiles.js");
  return {
    async login(profile, { baseUrl, token, keyring: wanted, defaults }) {
      const [{ login }, { checkToken }] = await Promise.all([pure(), import("../shared/ids.js")]);
      const parsed = parseBaseUrl(baseUrl);
      const checked = checkToken(token, "the token given");
      const { origin } = new URL(parsed.baseUrl);
      // A profile that keeps its token in the keyring goes on to do so.
      const before = (await session()).config;
      const keyring = wanted ?? before.profiles[profile]?.tokenStore === "keyring";
      if (keyring) await (await import("../system/keyring.js")).writeKeyring({ profile, origin }, checked);
      let current = false;
      await change((config) => {
        const next = login(config, profile, { baseUrl: parsed.baseUrl, token: checked, origin, keyring, defaults });
        current = next.profile === profile;
        return next;
      });
      // Nothing names the one for the service of before any more.
      if (before.profiles[profile]?.tokenOrigin !== origin) await forgetToken(profile, before);
      return { current, store: keyring ? "keyring" : "file" };
    },
    async logout(profile) {
      const { logout } = await pure();
      const { config } = await session();
      await forgetAnswers(profile, config);
      await forgetToken(profile, config);
      return editIfDifferent(change, (config) => logout(config, profile));
    },
    moveToken: async (profile, to) => moveToken(profile, to, (await session()).config, change),
  };
}

/** Between the file and the keyring. False if it is there already. @throws Failure no-token */
async function moveToken(
  profile: string,
  to: "file" | "keyring",
  { profiles }: Config,
  change: Change,
): Promise<boolean> {
  const { token, tokenStore, tokenOrigin: origin } = profiles[profile] ?? {};
  const from = tokenStore === "keyring" ? "keyring" : "file";
  if (origin === undefined || (from === "file" && token === undefined)) {
    throw new Failure("no-token", `profile ${profile} has no stored token`, {
      hint: "store one with: docs auth login",
    });
  }
  if (from === to) return false;
  const { moveToken: withMovedToken } = await import("../config/profiles.js");
  const { forgetInKeyring, readKeyring, writeKeyring } = await import("../system/keyring.js");
  const account = { profile, origin };
  if (to === "keyring") await writeKeyring(account, token ?? "");
  const read = to === "file" ? await readKeyring(account) : undefined;
  await change((config) => withMovedToken(config, profile, read));
  // Last: until the file is written, the keyring has the only copy.
  if (to === "file") await forgetInKeyring(account);
  return true;
}

/** `docs config`: keys of the current profile. */
function settingService(
  session: () => Promise<Session>,
  change: Change,
): Pick<ProfileService, "settings" | "get" | "set" | "unset"> {
  const keys = () => import("../config/keys.js");
  return {
    async settings() {
      const { CONFIG_KEYS, listKeys } = await keys();
      const { config, resolved } = await session();
      const help = new Map(CONFIG_KEYS.map((key) => [key.name, key.help]));
      return listKeys(config, resolved.profile).map(({ key, value }) => ({
        key,
        value,
        describe: help.get(key) ?? "",
      }));
    },
    async get(key) {
      const { getKey } = await keys();
      const { config, resolved } = await session();
      return getKey(config, resolved.profile, key);
    },
    async set(key, value) {
      const { setKey } = await keys();
      const { resolved } = await session();
      await change((config) => setKey(config, resolved.profile, key, value, (text) => parseBaseUrl(text).baseUrl));
    },
    async unset(key) {
      const { unsetKey } = await keys();
      const { resolved } = await session();
      return editIfDifferent(change, (config) => unsetKey(config, resolved.profile, key));
    },
  };
}

/** `docs alias`: aliases are shared by all profiles. */
function aliasService(
  session: () => Promise<Session>,
  change: Change,
): Pick<ProfileService, "aliases" | "setAlias" | "deleteAlias"> {
  const stored = () => import("../config/aliases.js");
  return {
    async aliases() {
      const { listAliases } = await stored();
      return listAliases((await session()).config);
    },
    async setAlias(name, expansion) {
      const [{ setAlias }, { checkAlias }, { NOUNS }] = await Promise.all([
        stored(),
        import("../cli/argv/alias.js"),
        import("../commands/index.js"),
      ]);
      checkAlias(
        name,
        expansion,
        NOUNS.flatMap((noun) => [noun.name, ...noun.aliases]),
      );
      await change((config) => setAlias(config, name, expansion));
    },
    async deleteAlias(name) {
      const { deleteAlias } = await stored();
      return editIfDifferent(change, (config) => deleteAlias(config, name));
    },
  };
}

/** Applies `edit`; true if it changed anything. */
async function editIfDifferent(change: Change, edit: (config: Config) => Config): Promise<boolean> {
  let different = false;
  await change((config) => {
    const next = edit(config);
    different = next !== config;
    return next;
  });
  return different;
}

async function currentToken(session: Session): Promise<string> {
  if (session.resolved.token.from === "sandbox") return (await sandboxClient()).token();
  if (session.settings.sandbox) return tokenFor(session, (await sandboxClient()).baseUrl);
  return tokenFor(session, new URL(baseUrlOf(session)).origin);
}

async function tokenStatus(session: Session): Promise<{ source: string; tail: string | undefined } | undefined> {
  const { describeToken, tokenTail } = await import("../config/token.js");
  const source = session.resolved.token;
  if (source.from === "none") return undefined;
  if (source.from === "sandbox") return { source: describeToken(source), tail: undefined };
  return {
    source: describeToken(source),
    // A profile that a login is about to make has no token of its own yet.
    tail:
      isTalkative(process.env) || !isKnownProfile(session.resolved)
        ? undefined
        : tokenTail(await currentToken(session)),
  };
}

// Tries a token on the service before it is stored.

/** The organizations that the token has access to. @throws Failure unauthorized, network, ... */
async function getOrgs(
  flags: Globals["client"],
  baseUrl: string,
  token: string,
): Promise<{ organizations: { id: string; title: string }[] }> {
  const client = await openClient(flags, baseUrl, token);
  const organizations: { id: string; title: string }[] = [];
  for await (const page of client.list(listOrgs, {}, { limit: 100 }).pages()) {
    for (const item of page.items) organizations.push({ id: item.id ?? "", title: item.title ?? "" });
  }
  return { organizations };
}

/** Id of the member of an organization with this email; undefined where there is none. @throws as above */
async function findMember(
  flags: Globals["client"],
  { baseUrl, token, organization, email }: { baseUrl: string; token: string; organization: string; email: string },
): Promise<string | undefined> {
  const client = await openClient(flags, baseUrl, token);
  const members = client.list(listMembers, { params: { organizationId: organization }, query: { search: email } });
  for await (const page of members.pages()) {
    const found = page.items.find(({ user }) => isSameName(user?.email ?? "", email));
    if (found?.id) return found.id;
  }
  return undefined;
}

/** More than anyone chooses from in a list. */
const MOST_SPACES = 1000;

/** Spaces to choose from. @throws as above */
async function getSpaces(
  flags: Globals["client"],
  { baseUrl, token, organization }: { baseUrl: string; token: string; organization: string },
): Promise<{ id: string; title: string }[]> {
  const client = await openClient(flags, baseUrl, token);
  const spaces: { id: string; title: string }[] = [];
  const input = { params: { organizationId: organization } };
  for await (const page of client.list(listOrgSpaces, input, { limit: MOST_SPACES }).pages()) {
    for (const { id, title } of page.items) spaces.push({ id: id ?? "", title: title ?? "" });
  }
  return spaces;
}

async function openClient(flags: Globals["client"], baseUrl: string, token: string): Promise<Client> {
  const { checkToken } = await import("../shared/ids.js");
  const checked = checkToken(token, "the token given");
  keepSecret(checked);
  return networkClient(flags, { baseUrl: parseBaseUrl(baseUrl).baseUrl, token: () => checked });
}
