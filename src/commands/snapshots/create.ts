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
import { getOrg, listOrgs } from "../../catalog/organizations.js";
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
import type { Api, Context } from "../../cli/context.js";
import { list, number, only, text } from "../../cli/flags.js";
import { space as spaceKind } from "../../cli/kinds.js";
import { Failure, usage } from "../../errors.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { importLazily } from "../../shared/import-lazily.js";
import { readAll } from "../../shared/list-gap.js";
import { shellWord } from "../../shared/shell-words.js";
import { isFailed } from "../../shared/snapshots/gaps.js";
import { requireKnown } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import type { SnapshotSummary, SnapshotWanted } from "../../snapshot/engine.js";
import { downloadOf, FACTS, partsFor, refuseGaps, refuseShrink, SNAPSHOT_FIELDS } from "./shared.js";

// `snapshots create --all-orgs`, and what it shares with making a single file.

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

type CreateRequest = Omit<SnapshotWanted, "defaults" | "progress">;

function doneWords({ organization, file, counts, requests, reused }: SnapshotSummary): string {
  const again = reused > 0 ? `, ${count(reused, "scope")} reused` : "";
  const what = [count(counts.space ?? 0, "space"), count(counts.member ?? 0, "member"), count(requests, "request")];
  return `Read ${organization.title} into ${file}: ${what.join(", ")}${again}`;
}

/** @throws Failure partial if the older file stays, as the new one lost much */
function refuseLoss(file: string, { file: made, shrunk = [] }: SnapshotSummary, replace: boolean): void {
  const stays = `${file} is still the earlier snapshot, the new one is ${made}`;
  refuseShrink(stays, shrunk, `docs snapshots create ${shellWord(file)}${replace ? " --replace" : ""}`);
}

/** Lines for Ctrl-C: the state that it leaves. */
const goOn = (file: string, again: string): string[] => [
  `${file}.partial keeps what was read`,
  `to continue: ${again}`,
];

interface Organization {
  id: string;
  title: string;
}

interface AllInput extends Context {
  args: { file: string };
}

/** One file for each organization, one after the other. @throws Failure partial; not-found if there is none */
async function createAll(input: AllInput, wanted: CreateRequest): Promise<void> {
  const { args, settings, out, next } = input;
  const all = await organizations(input.api);
  const folder = args.file.replace(/(?<=.)[\\/]+$/, "");
  await snapshots.makeFolder(folder);
  const { org, space = "", site = "" } = settings;
  const made: SnapshotSummary[] = [];
  let at = 0;
  const create = async ({ id, title }: Organization) => {
    at += 1;
    const place = `${title} (${at} of ${all.length})`;
    const file = `${folder}/${id}.docs`;
    const counter = out.progress.count({ verb: `${place}: Read`, what: "requests", ifStopped: goOn(file, next.again) });
    const one = await snapshots
      .create(file, {
        ...wanted,
        // Both are of the organization that the profile is for.
        defaults: { org: id, ...(id === org ? { space, site } : { space: "", site: "" }) },
        progress: ({ requests, left }) => counter.at(requests, left),
      })
      .finally(counter.end);
    made.push(one);
    refuseLoss(file, one, wanted.replace);
    return one;
  };
  try {
    await out.each(all, create, {
      ...{ several: true, label: ({ title }) => title, done: (_, one) => doneWords(one) },
      ...(out.format !== "table" && { item: { columns: FACTS } }),
    });
  } finally {
    await showGaps(input, made);
  }
  refuseAnyGaps(made);
}

async function organizations(api: Api): Promise<Organization[]> {
  const found: Organization[] = [];
  for (const { id, title } of await readAll(api.list(listOrgs, {})))
    found.push({ id: checkAnsweredId("id", id), title: String(title ?? id) });
  if (found.length === 0) throw new Failure("not-found", "the token belongs to no organization");
  return found;
}

/** Shows the unreadable parts of all snapshots in one table. */
async function showGaps({ out, globals }: AllInput, made: readonly SnapshotSummary[]) {
  if (out.format !== "table" || globals.output.quiet) return;
  const rows = made.flatMap(({ organization, parts }) =>
    parts.filter(isFailed).map((part) => ({ ...part, organization: organization.title })),
  );
  const [part, state, ...others] = partsFor(out.format);
  if (rows.length === 0 || !part || !state) return;
  await out.list(rows, { columns: [{ header: "Organization", path: "organization" }, part, state, ...others] });
}

/** @throws Failure partial */
function refuseAnyGaps(made: readonly SnapshotSummary[]): void {
  const incomplete = made.filter(({ failed }) => failed > 0);
  if (incomplete.length === 0) return;
  const lines = incomplete.map(({ organization, failed, file }) => {
    const what = `${count(failed, "scope")} could not be read completely`;
    return `${organization.title}: ${what}: docs snapshots view ${shellWord(file)}`;
  });
  throw new Failure("partial", [`${incomplete.length} of ${made.length} snapshots are not complete`, ...lines], {
    details: {
      gaps: incomplete.map(({ organization, parts }) => ({
        organization: organization.id,
        gaps: parts.filter(isFailed),
      })),
    },
  });
}

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
function checkNames(flag: string, given: readonly string[] = [], known: readonly string[]): readonly string[] {
  requireKnown(flag, given, known);
  return given;
}

/** Size in bytes of the largest file to read; undefined without --include files. @throws Failure usage */
function largestFile(given: string | undefined, include: readonly string[]): number | undefined {
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

export const create = defineCommand({
  name: "create",
  summary: "Read an organization into one file",
  description: [
    "The file is a SQLite database of mode 0600 with everything that the token may read: members, teams, collections, spaces, pages with their",
    "texts, comments, change requests, sites, specifications, translations. Until it is complete it is FILE.partial, and the same",
    "command resumes it. Unchanged data is reused from an existing snapshot with the same options; --full reads everything.",
    "That snapshot stays in the file as an earlier generation, FILE@-1 or FILE@DATE (a day in UTC); --replace keeps none. At most four requests",
    "are sent at once. Exit 9: the file was made, but the named parts could not be read. If spaces, pages, texts, members,",
    "teams or sites fell by more than a fifth (and more than 3), texts became empty, or the caller sees less than before, the snapshot",
    "before stays the latest, the new one is kept as a suspect generation (exit 9); --accept-shrink makes it the latest.",
    "",
    `--include takes ${INCLUDES.join(", ")}: which spaces each member may see (one request per member), earlier`,
    `versions of specifications, the bytes of files up to ${FILES_UP_TO} (--files-up-to), and secrets that give access without a token:`,
    "share links and keys in URLs.",
    `--exclude takes ${EXCLUDES.join(", ")}.`,
    "--all-orgs makes a file for each organization of the token, one after the other; if one fails, the others continue (exit 9).",
    "Never included: older revisions, content of merged and archived change requests, texts of reusable contents.",
  ].join("\n"),
  endpoints: [],
  uses: [
    getOrg,
    listOrgs,
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
  needsService: true,
  within: ["org"],
  acrossFlag: "allOrgs",
  args: { file: word("file to write; with --all-orgs a folder", "path") },
  flags: {
    include: list({ describe: "parts to read in addition", value: "part" }),
    exclude: list({ describe: "parts to omit", value: "part" }),
    spaces: list({ describe: "read only the parts of these spaces: title, id or URL", value: "space" }),
    filesUpTo: text({
      describe: `with --include files: maximum size of a file; default ${FILES_UP_TO}`,
      value: "size",
    }),
    full: only("read everything again, reusing nothing from an existing snapshot"),
    acceptShrink: only("make it the latest generation even if much is missing"),
    replace: only("keep no earlier generations"),
    maxRate: number({ describe: "maximum number of requests per second", value: "n" }, { min: 0.01, max: 1000 }),
    allOrgs: only("read every organization that the token belongs to, each into <folder>/<id>.docs"),
  },
  unbounded: true,
  answer: SNAPSHOT_FIELDS,
  examples: [
    "docs snapshots create monday.docs",
    "docs snapshots create monday.docs --include access --exclude comments",
    "docs snapshots create org.docs && docs snapshots diff org.docs@-1 org.docs",
    "docs snapshots create monday.docs --include files --files-up-to 2MB --max-rate 5",
    "docs snapshots create guide.docs --spaces SPACE",
    "docs snapshots create ./snapshots --all-orgs",
  ],
  run: async (input) => {
    const { args, flags, scope, settings, api, out, globals, next } = input;
    const wanted = await chooseWanted(input);
    if (flags.allOrgs) return createAll(input, wanted);
    const org = scope.organizationId;
    // In a dry run, shows the first request only.
    if (globals.safety.dryRun) await api.call(getOrg, { params: { organizationId: org } });
    const { space = "", site = "" } = settings;
    const counter = out.progress.count({ verb: "Read", what: "requests", ifStopped: goOn(args.file, next.again) });
    const made = await snapshots
      .create(args.file, {
        ...wanted,
        defaults: { org, space, site },
        progress: ({ requests, left }) => counter.at(requests, left),
      })
      .finally(counter.end);
    await out.result(made, { columns: FACTS, done: doneWords(made) });
    if (out.format === "table" && !globals.output.quiet) {
      await out.list(made.parts.filter(isAsked), { columns: partsFor(out.format) });
    }
    refuseLoss(args.file, made, wanted.replace);
    refuseGaps(made);
  },
});

/** Reads the request from the flags. @throws Failure usage, not-found */
async function chooseWanted({ flags, settings, api, names }: Input): Promise<CreateRequest> {
  const include = checkNames("include", flags.include, INCLUDES);
  const exclude = checkNames("exclude", flags.exclude, EXCLUDES);
  const filesUpTo = largestFile(flags.filesUpTo, include);
  if (flags.allOrgs && flags.spaces) throw usage("--spaces names spaces of one organization: omit --all-orgs");
  const spaces: string[] = [];
  for (const space of flags.spaces ?? []) spaces.push(await names.idOf(spaceKind, space));
  return {
    ...{ client: api, origin: settings.sandbox ? undefined : settings.baseUrl, me: settings.me },
    ...{ include, exclude, spaces, ...(filesUpTo !== undefined && { filesUpTo }) },
    download: downloadOf(api),
    full: flags.full ?? false,
    acceptShrink: flags.acceptShrink ?? false,
    replace: flags.replace ?? false,
    rate: flags.maxRate,
  };
}

interface Input extends Context {
  flags: {
    include?: string[] | undefined;
    exclude?: string[] | undefined;
    spaces?: string[] | undefined;
    filesUpTo?: string | undefined;
    full?: boolean | undefined;
    acceptShrink?: boolean | undefined;
    replace?: boolean | undefined;
    maxRate?: number | undefined;
    allOrgs?: boolean | undefined;
  };
}
