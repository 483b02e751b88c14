/** Profiles and their settings for `docs auth`, `docs profiles` and `docs config`. */

import type { Reach } from "../cli/runtime.js";
import type { ProfileService } from "../cli/services.js";
import { cacheDir } from "../config/paths.js";
import type { Config } from "../config/schema.js";
import type { WritePlace } from "../config/system.js";
import { parseBaseUrl } from "../http/request/url.js";
import { findMember, getOrgs } from "./client/login-check.js";
import { baseUrlOf, type Session, sessionOf, tokenFor } from "./client/run-session.js";
import { sandboxClient } from "./sandbox.js";
import { holdingSignals } from "./signals.js";

/** Reading methods use the session; changing ones read the file again under its lock. */
export function profileService(flags: Reach, place: WritePlace, say: (message: string) => void): ProfileService {
  const session = () => sessionOf(flags.place, place, say);
  const change = async (edit: (config: Config) => Config): Promise<void> => {
    const { updateConfig } = await import("../config/write.js");
    await holdingSignals(() => updateConfig(place, edit));
  };
  const pure = () => import("../config/profiles.js");
  return {
    address: async (text) => parseBaseUrl(text).baseUrl,
    async login(profile, { baseUrl, token, defaults }) {
      const [{ login }, { checkToken }] = await Promise.all([pure(), import("../facts/tokens.js")]);
      const parsed = parseBaseUrl(baseUrl);
      const checked = checkToken(token, "the token given");
      const { origin } = new URL(parsed.baseUrl);
      let current = false;
      await change((config) => {
        const next = login(config, profile, { baseUrl: parsed.baseUrl, token: checked, origin, defaults });
        current = next.profile === profile;
        return next;
      });
      return { current };
    },
    async logout(profile) {
      const { logout } = await pure();
      await forgetAnswers(profile, (await session()).config);
      return changed(change, (config) => logout(config, profile));
    },
    async list() {
      const { listProfiles } = await pure();
      return listProfiles((await session()).config);
    },
    async use(profile) {
      const { useProfile } = await pure();
      await change((config) => useProfile(config, profile));
    },
    async remove(profile) {
      const { deleteProfile, listProfiles } = await pure();
      if (!listProfiles((await session()).config).some((row) => row.name === profile)) return false;
      await forgetAnswers(profile, (await session()).config);
      return changed(change, (config) => deleteProfile(config, profile));
    },
    tokenStatus: async () => tokenStatus(await session()),
    token: async () => currentToken(await session()),
    check: ({ baseUrl, token }) => getOrgs(flags.client, baseUrl, token),
    findMember: (login) => findMember(flags.client, login),
    ...settingService(session, change),
    ...aliasService(session, change),
  };
}

/** What was listed and kept with the profile's token goes with it. */
async function forgetAnswers(profile: string, { profiles }: Config): Promise<void> {
  const [{ forget }, { originOf }] = await Promise.all([
    import("./cache/cache-files.js"),
    import("../cli/cache/file-name.js"),
  ]);
  forget(cacheDir(process.env, process.platform), { profile, origin: originOf(profiles[profile]?.baseUrl) });
}

type Change = (edit: (config: Config) => Config) => Promise<void>;

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
      return changed(change, (config) => unsetKey(config, resolved.profile, key));
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
        import("../cli/words/alias.js"),
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
      return changed(change, (config) => deleteAlias(config, name));
    },
  };
}

/** Applies `edit`; true if it changed anything. */
async function changed(change: Change, edit: (config: Config) => Config): Promise<boolean> {
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
  return { source: describeToken(source), tail: tokenTail(await currentToken(session)) };
}
