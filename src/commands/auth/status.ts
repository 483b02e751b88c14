/** `docs auth status` */
import { getMember } from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { getSite } from "../../catalog/sites.js";
import { getSpace } from "../../catalog/spaces.js";
import { defineCommand } from "../../cli/command.js";
import type { Api } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { Failure } from "../../errors.js";

export const status = defineCommand({
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
      me: (settings.me ?? null) as null | string,
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
    if (isOnline && isPeople && !globals.output.ids) Object.assign(state, await namesOf(api, settings));
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
async function namesOf(api: Api, { me, org = "", space, site }: InUse): Promise<InUse> {
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
