/** Profiles for `docs auth`, `docs profiles` and `docs config`: those of the configuration, and what the service says of a token. */

import { listMembers } from "../catalog/members.js";
import { listOrgs } from "../catalog/organizations.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import type { Globals } from "../cli/argv/globals.js";
import type { ProfileService } from "../cli/context.js";
import { parseBaseUrl } from "../config/base-url.js";
import { createProfiles } from "../config/profile-store.js";
import { isKnownProfile } from "../config/resolve.js";
import type { Config } from "../config/schema.js";
import type { ConfigSystem } from "../config/system.js";
import type { Client } from "../http/types.js";
import { isSameName } from "../shared/text/names.js";
import { cacheDir } from "../system/folders.js";
import { isTalkative, keepSecret } from "../system/secrets.js";
import { networkClient } from "./client/choose-client.js";
import { baseUrlOf, type Session, tokenFor } from "./client/run-session.js";
import { sandboxClient } from "./sandbox.js";

export function createProfileService(
  flags: Globals["client"],
  place: ConfigSystem,
  session: () => Promise<Session>,
): ProfileService {
  const profiles = createProfiles({ place, read: session, forgetAnswers });
  return {
    ...profiles,
    async setAlias(name, expansion) {
      const [{ checkAlias }, { NOUNS }] = await Promise.all([
        import("../cli/argv/alias.js"),
        import("../commands/index.js"),
      ]);
      const nouns = NOUNS.flatMap((noun) => [noun.name, ...noun.aliases]);
      checkAlias(name, expansion, nouns);
      await profiles.setAlias(name, expansion);
    },
    tokenStatus: async () => tokenStatus(await session()),
    token: async () => currentToken(await session()),
    check: ({ baseUrl, token }) => getOrgs(flags, baseUrl, token),
    findMember: (login) => findMember(flags, login),
    spaces: (login) => getSpaces(flags, login),
  };
}

/** Lists that were kept with the profile's token are removed with it. */
async function forgetAnswers(profile: string, { profiles }: Config): Promise<void> {
  const [{ forget }, { originOf }] = await Promise.all([
    import("./cache/cache-files.js"),
    import("../cli/cache/entries.js"),
  ]);
  forget(cacheDir(process.env, process.platform), { profile, origin: originOf(profiles[profile]?.baseUrl) });
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
