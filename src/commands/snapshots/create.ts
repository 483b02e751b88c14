/** `snapshots create`: reads an organization into a file and shows the progress. */
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { getChangeRequest, listChangeRequests } from "../../catalog/change-requests.js";
import { listOrgCollections } from "../../catalog/collections.js";
import {
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  listSpaceComments,
} from "../../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import { listMemberSpaces, listMembers } from "../../catalog/members.js";
import { getOpenapiVersionContent, listOpenapiSpecs, listOpenapiVersions } from "../../catalog/openapi.js";
import { getOrg } from "../../catalog/organizations.js";
import { getChangeRequestPage, getSpacePage } from "../../catalog/pages.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { listSiteSectionGroups } from "../../catalog/section-groups.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { getPublishedSite, listSites } from "../../catalog/sites.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { listTranslations } from "../../catalog/translations.js";
import { defineCommand, word } from "../../cli/command.js";
import { list, number, only, text } from "../../cli/flags.js";
import { space as spaceKind } from "../../cli/kinds.js";
import { usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { count } from "../../shared/wrap.js";
import { downloadOf, FACTS, partsFor, refuseGaps, refuseShrink } from "./shared.js";

const INCLUDES = ["access", "spec-history", "files", "share-keys"] as const;
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

/** Size in bytes of the largest file to read; undefined without --include files. @throws Failure usage */
function largest(given: string | undefined, include: readonly string[]): number | undefined {
  const wanted = include.includes("files");
  if (given !== undefined && !wanted) throw usage("--files-up-to: needs --include files");
  if (!wanted) return undefined;
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?(k|M|G)?B?$/i.exec(given ?? FILES_UP_TO) ?? [];
  const bytes = Math.floor(Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (number === "" || !Number.isSafeInteger(bytes) || bytes < 1)
    throw usage(`--files-up-to takes a size like 10MB, not "${given}"`);
  return bytes;
}

const FILES_UP_TO = "10MB";
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

const isAsked = ({ state }: { state: string }): boolean => state !== "not-asked" && state !== "unreadable";

/** Shows how many requests were sent, how fast, and how long the rest will take. */
function progressReporter(now: () => number, say: (text: string) => void) {
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

export const create = defineCommand({
  name: "create",
  summary: "Read an organization into one file",
  description: [
    "The file is a SQLite database of mode 0600 with what the token may read: members, teams, collections, spaces, pages with their",
    "texts, comments, change requests, sites, specifications, translations. Until it is complete it is <file>.partial, and the same",
    "command resumes it. From an existing snapshot with the same options, what is unchanged is taken over; --full reads everything.",
    "That snapshot stays in the file as an earlier generation, <file>@-1 or <file>@<date>; --replace keeps none. At most four requests",
    "are sent at once. Exit 9: the file was made, but some parts, which are named, could not be read. If spaces, pages, texts, members,",
    "teams or sites fell by more than a fifth (and more than 3), texts became empty, or the caller sees less than before, the older",
    "file stays, the new one is <file>.suspect (exit 9); --accept-shrink replaces it anyway.",
    "",
    `--include takes ${INCLUDES.join(", ")}: which spaces each member may see (one request per member), earlier`,
    `versions of specifications, the bytes of files up to ${FILES_UP_TO} (--files-up-to), and what gives access without a token:`,
    "share links and keys in addresses.",
    `--exclude takes ${EXCLUDES.join(", ")}.`,
    "Never included: older revisions, content of merged and archived change requests, texts of reusable contents.",
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
    include: list({ describe: "parts to read in addition", value: "part" }),
    exclude: list({ describe: "parts to leave out", value: "part" }),
    spaces: list({ describe: "read the parts of these spaces only: title, id or address", value: "space" }),
    filesUpTo: text({ describe: `with --include files: the largest size; default ${FILES_UP_TO}`, value: "size" }),
    full: only("read everything again, taking over nothing from an existing snapshot"),
    acceptShrink: only("replace the older file even if much is missing"),
    replace: only("keep no earlier generations"),
    maxRate: number({ describe: "send at most this many requests a second", value: "n" }, { min: 0.01, max: 1000 }),
  },
  unbounded: true,
  examples: [
    "docs snapshots create monday.docs",
    "docs snapshots create monday.docs --include access --exclude comments",
    "docs snapshots create org.docs && docs snapshots diff org.docs@-1 org.docs",
    "docs snapshots create monday.docs --include files --files-up-to 2MB --max-rate 5",
    "docs snapshots create guide.docs --spaces <space>",
  ],
  run: async ({ args, flags, scope, settings, snapshots, api, out, globals, idOf, now }) => {
    const include = checked("include", flags.include, INCLUDES);
    const exclude = checked("exclude", flags.exclude, EXCLUDES);
    const filesUpTo = largest(flags.filesUpTo, include);
    const org = scope.organizationId;
    // In a dry run, shows the first request only.
    if (globals.safety.dryRun) await api.call(getOrg, { params: { organizationId: org } });
    const spaces: string[] = [];
    for (const space of flags.spaces ?? []) spaces.push(await idOf(spaceKind, space));
    const { space = "", site = "", me, baseUrl } = settings;
    const origin = settings.sandbox ? undefined : baseUrl;
    const defaults = { org, space, site };
    const made = await snapshots
      .create(args.file, {
        ...{ client: api, origin, defaults, me, include, exclude, spaces },
        ...(filesUpTo !== undefined && { filesUpTo }),
        download: downloadOf(api),
        full: flags.full ?? false,
        acceptShrink: flags.acceptShrink ?? false,
        replace: flags.replace ?? false,
        rate: flags.maxRate,
        progress: progressReporter(now, (text) => out.progress.start(text)),
      })
      .finally(() => out.progress.stop());
    const { counts, requests, reused } = made;
    const done = `Read ${made.organization.title} into ${made.file}: ${count(counts.space ?? 0, "space")}, ${count(counts.member ?? 0, "member")}, ${count(requests, "request")}${reused > 0 ? `, ${count(reused, "scope")} taken over` : ""}`;
    await out.result(made, { columns: FACTS, done });
    if (out.format === "table" && !globals.output.quiet) {
      await out.list(made.parts.filter(isAsked), { columns: partsFor(out) });
    }
    const { shrunk = [] } = made;
    const stays = `${args.file} stays as it was, the new snapshot is ${made.file}`;
    const retry = `docs snapshots create ${shellWord(args.file)}${flags.replace ? " --replace" : ""}`;
    refuseShrink(stays, shrunk, retry);
    refuseGaps(made);
  },
});
