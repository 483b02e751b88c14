import { getSiteAdaptiveSchema } from "../catalog/adaptive-schema.js";
import { getChangeRequest, listChangeRequests } from "../catalog/change-requests.js";
import { listOrgCollections } from "../catalog/collections.js";
import { listChangeRequestCommentReplies, listChangeRequestComments, listSpaceComments } from "../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../catalog/content.js";
import { listMemberSpaces, listMembers } from "../catalog/members.js";
import { getOpenapiVersionContent, listOpenapiSpecs, listOpenapiVersions } from "../catalog/openapi.js";
import { getOrg } from "../catalog/organizations.js";
import { getChangeRequestPage, getSpacePage } from "../catalog/pages.js";
import { listSamlProviders } from "../catalog/saml.js";
import { listSiteSectionGroups } from "../catalog/section-groups.js";
import { listSiteSections } from "../catalog/sections.js";
import { listShareLinks } from "../catalog/share-links.js";
import { listSiteSpaces } from "../catalog/site-spaces.js";
import { getPublishedSite, listSites } from "../catalog/sites.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { listTeamMembers } from "../catalog/team-members.js";
import { listTeams } from "../catalog/teams.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import type { Speaker } from "../cli/context.js";
import { list, number, only } from "../cli/flags.js";
import { space as spaceKind } from "../cli/kinds.js";
import type { SnapshotSummary } from "../cli/services.js";
import { Failure, usage } from "../errors.js";
import { viewsHelp } from "../facts/views/index.js";
import { exportTo } from "./snapshots/export.js";
import { query, questions } from "./snapshots/query.js";

const INCLUDES = ["access", "spec-history", "share-keys"] as const;
const EXCLUDES = [
  "people",
  "content",
  "change-requests",
  "comments",
  "sites",
  "openapi",
  "translations",
  "saml",
] as const;

/** @throws Failure usage */
function checked(flag: string, given: readonly string[] = [], known: readonly string[]): readonly string[] {
  const wrong = given.find((one) => !known.includes(one));
  if (wrong !== undefined) throw usage(`--${flag}: "${wrong}" is none of ${known.join(", ")}`);
  return given;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** @throws Failure partial: the file is there, and says the same */
function refuseGaps({ file, failed, parts }: SnapshotSummary): void {
  if (failed === 0) return;
  const gaps = parts.filter(({ state }) => ["denied", "partial", "unsettled"].includes(state));
  const lines = gaps.map(({ part, state, reason }) => `${part}: ${state}${reason === undefined ? "" : `: ${reason}`}`);
  throw new Failure("partial", [`${count(failed, "scope")} could not be read whole`, ...lines].join("\n"), {
    hint: `docs snapshots view ${file} shows all`,
    details: { gaps },
  });
}

const FACTS = [
  { header: "File", path: "file" },
  { header: "Organization", path: "organization.title" },
  { header: "Id", path: "organization.id", as: "id" },
  { header: "Service", path: "origin" },
  { header: "Started", path: "started", as: "time" },
  { header: "Ended", path: "ended", as: "time" },
  { header: "Version", path: "version" },
  { header: "Bytes", path: "bytes", as: "number" },
  { header: "Requests", path: "requests", as: "number" },
  { header: "Could not be read", path: "failed", as: "number" },
] as const;

/** What a person is told while it is read: how much, how fast, how long it will take. */
function progressWords(now: () => number, say: (text: string) => void) {
  const begun = now();
  return ({ requests, left }: { requests: number; left: number }): void => {
    const seconds = (now() - begun) / 1000;
    const rate = seconds < 1 ? undefined : requests / seconds;
    const time = rate === undefined ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second, ${duration(left / rate)}`;
    say(`Read ${requests} of about ${requests + left} requests${time}`);
  };
}

const duration = (seconds: number): string =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;

const create = defineCommand({
  name: "create",
  summary: "Read an organization into one file",
  description: [
    "The file is a SQLite database of mode 0600 with what the token may read: members, teams, collections, spaces, pages with their",
    "texts, comments, change requests, sites, specifications, translations. Until it is whole it is <file>.partial: the same command",
    "goes on where it was interrupted. An existing file is replaced when the new one is whole; everything is read again.",
    "Four requests are sent at once at most. Exit 9: the file is made, but parts could not be read; it says which.",
    "",
    `--include takes ${INCLUDES.join(", ")}: which spaces each member may see (one request a member), contents of`,
    "earlier versions of specifications, and what opens things without a token: share links and the keys of addresses.",
    `--exclude takes ${EXCLUDES.join(", ")}.`,
    "Never in it: bytes of files, older revisions, content of merged and archived change requests, texts of reusable contents.",
  ].join("\n"),
  endpoints: [],
  uses: [
    getOrg,
    listMembers,
    listMemberSpaces,
    listTeams,
    listTeamMembers,
    listOrgCollections,
    listOrgSpaces,
    getSpaceContent,
    getSpacePage,
    listSpaceComments,
    listChangeRequests,
    getChangeRequest,
    getChangeRequestContent,
    getChangeRequestPage,
    listChangeRequestComments,
    listChangeRequestCommentReplies,
    listSites,
    listSiteSections,
    listSiteSectionGroups,
    listSiteSpaces,
    listShareLinks,
    getSiteAdaptiveSchema,
    getPublishedSite,
    listOpenapiSpecs,
    listOpenapiVersions,
    getOpenapiVersionContent,
    listTranslations,
    listSamlProviders,
  ],
  composite: true,
  live: true,
  within: ["org"],
  args: { file: word("the file to make") },
  flags: {
    include: list({ describe: "read these too", value: "part" }),
    exclude: list({ describe: "leave these out", value: "part" }),
    spaces: list({ describe: "read the parts of these spaces only: title, id or address", value: "space" }),
    full: only("read everything again, whatever the existing snapshot has"),
    maxRate: number({ describe: "send at most this many requests a second", value: "n" }, { min: 0.01, max: 1000 }),
  },
  unbounded: true,
  examples: [
    "docs snapshots create monday.docs",
    "docs snapshots create monday.docs --include access --exclude comments",
    "docs snapshots create guide.docs --spaces <space>",
  ],
  run: async ({ args, flags, scope, settings, snapshots, api, out, globals, idOf, now }) => {
    const include = checked("include", flags.include, INCLUDES);
    const exclude = checked("exclude", flags.exclude, EXCLUDES);
    const org = scope.organizationId;
    // Shows the first of the requests, and sends none.
    if (globals.safety.dryRun) await api.call(getOrg, { params: { organizationId: org } });
    const spaces: string[] = [];
    for (const space of flags.spaces ?? []) spaces.push(await idOf(spaceKind, space));
    const { space = "", site = "", me, baseUrl } = settings;
    const origin = settings.sandbox ? undefined : baseUrl;
    const defaults = { org, space, site };
    const made = await snapshots
      .create(args.file, {
        ...{ client: api, origin, defaults, me, include, exclude, spaces },
        full: flags.full ?? false,
        rate: flags.maxRate,
        progress: progressWords(now, (text) => out.progress.start(text)),
      })
      .finally(() => out.progress.stop());
    const { counts, requests } = made;
    const done = `Read ${made.organization.title} into ${args.file}: ${count(counts.space ?? 0, "space")}, ${count(counts.member ?? 0, "member")}, ${count(requests, "request")}`;
    await out.result(made, { columns: FACTS, done });
    refuseGaps(made);
  },
});

const PARTS = [
  { header: "Part", path: "part" },
  { header: "State", path: "state", as: "state" },
  { header: "Scopes", path: "scopes", as: "number" },
  { header: "Requests", path: "requests", as: "number" },
  { header: "Reason", path: "reason" },
] as const;

const isObjects = ({ format }: Pick<Speaker, "format">) => ["json", "jsonl", "yaml"].includes(format);

const view = defineCommand({
  name: "view",
  summary: "Show what a snapshot holds, and what it does not",
  description:
    "Whose it is, when it was read, and each part with its state: complete, partial, denied, unsettled (it changed while it was\nread), not-asked, or unreadable (no endpoint answers it). JSON is one object. Exit 9 when parts could not be read.",
  endpoints: [],
  args: { file: word("a snapshot") },
  examples: [
    "docs snapshots view monday.docs",
    "docs snapshots view monday.docs --json",
    "docs snapshots view monday.docs -q '.parts[] | select(.state == \"denied\")'",
  ],
  run: async ({ args, snapshots, out }) => {
    const found = await snapshots.view(args.file);
    if (isObjects(out)) await out.item(found);
    else {
      if (out.format === "table") await out.item(found, { columns: FACTS });
      await out.list(found.parts, { columns: PARTS });
    }
    refuseGaps(found);
  },
});

export default {
  ...defineNoun(create, view, query, exportTo),
  more: `Questions for docs snapshots query\n${questions()}\n\nIts views, each with its columns:\n\n${viewsHelp()}`,
};
