import { listChangeRequests } from "../catalog/change-requests.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { listSites } from "../catalog/sites.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { relativeTime } from "../cli/output/text/cell.js";
import { cut, widthOf } from "../cli/output/text/fit.js";
import { countOpenComments, knownComments, type OpenComments } from "../shared/open-comments.js";
import { sanitizeLine } from "../shared/text/sanitize.js";
import { count } from "../shared/wrap.js";
import { type NamedSpace, nameOf, refuseUnread, type Unread } from "./across-spaces.js";
import { type LiveChange, type OpenWork, type Read, readOpenWork, type Space } from "./open-work/read.js";

/** Spaces whose change requests are read. */
const MOST_SPACES = 10;
/** The most rows of a part on a screen; the heading has their number. */
const MOST_ROWS = 3;

type LiveChangeRequest = ReturnType<typeof toLiveChange>;
type SpaceComments = OpenComments & { space: NamedSpace };

/** The answer in JSON; a part that could not be read is null. */
interface State {
  organization: string;
  /** The member whose change requests are `mine`; null if the profile names none. */
  me: string | null;
  /** Open ones, and the drafts of `me`; `mine` is null if `me` is not known. */
  changeRequests: { live: LiveChangeRequest[]; mine: LiveChangeRequest[] | null; outdated: LiveChangeRequest[] } | null;
  openComments: SpaceComments[] | null;
  failedSpecifications: { slug: string; error: string; updatedAt: string | null }[] | null;
  failedTranslations: { id: string; language: string; status: string; updatedAt: string | null }[] | null;
  unpublishedSites: (NamedSpace & { visibility: string })[] | null;
  /** Spaces with open and draft change requests that were not looked into. */
  spacesLeftOut: number;
  refused: Unread[];
}

/** @throws Failure the first one, if every part failed */
function findState(work: OpenWork, organization: string, me: string | undefined): State {
  const { spaces, changes, specifications, translations, sites, spacesLeftOut } = work;
  const lists = [spaces, specifications, translations, sites];
  const [first] = lists.flatMap(({ failures }) => failures);
  if (first && lists.every(({ unread }) => unread.length > 0)) throw first;
  const uncounted = uncountedIn(spaces.found);
  const hasSpaces = spaces.unread.length === 0;
  return {
    organization,
    me: me ?? null,
    changeRequests: hasSpaces && changes.unread.length === 0 ? liveOnes(work, me) : null,
    openComments: hasSpaces && uncounted.length === 0 ? openComments(work) : null,
    failedSpecifications: mapWhole(specifications, ({ slug, lastProcessErrorCode, updatedAt }) => ({
      slug: slug ?? "",
      error: lastProcessErrorCode ?? "",
      updatedAt: updatedAt ?? null,
    })),
    failedTranslations: mapWhole(translations, ({ id, language, status, updatedAt }) => ({
      id: id ?? "",
      language: language ?? "",
      status: status ?? "",
      updatedAt: updatedAt ?? null,
    })),
    unpublishedSites: mapWhole(sites, ({ id, title, visibility }) => ({
      id: id ?? "",
      title: title ?? "",
      visibility: visibility ?? "",
    })),
    spacesLeftOut,
    refused: [...[spaces, changes, specifications, translations, sites].flatMap(({ unread }) => unread), ...uncounted],
  };
}

const mapWhole = <T, U>({ found, unread }: Pick<Read<T>, "found" | "unread">, map: (item: T) => U): U[] | null =>
  unread.length > 0 ? null : found.map(map);

/** A space without a number is not one without comments. */
function uncountedIn(spaces: readonly Space[]): Unread[] {
  const number = spaces.filter(({ comments }) => typeof comments !== "number").length;
  if (number === 0) return [];
  const message = `${count(number, "space")} ${number === 1 ? "was" : "were"} answered without a number of comments`;
  return [{ part: "comments", kind: "invalid-answer", status: null, message }];
}

/** Those that were not all read are named even if none was found. */
function openComments({ spaces, changes }: OpenWork): SpaceComments[] {
  const live = new Map(changes.found.map((one) => [one.space, one.live]));
  return spaces.found
    .flatMap((space) => {
      const counted = countOpenComments(space, live.get(space));
      return counted ? [{ space: nameOf(space), ...counted }] : [];
    })
    .filter((one) => knownComments(one) > 0 || one.onChangeRequests === null)
    .sort((a, b) => knownComments(b) - knownComments(a));
}

const toLiveChange = (space: Space, found: LiveChange) => ({
  space: nameOf(space),
  number: found.number ?? null,
  subject: found.subject ?? "",
  status: found.status,
  author: found.createdBy?.displayName ?? "",
  outdated: found.outdated === true,
  /** Open ones; null if the answer does not say. */
  comments: found.comments ?? null,
  updatedAt: found.updatedAt ?? null,
  url: found.urls?.app ?? null,
});

function liveOnes({ changes }: OpenWork, me: string | undefined): State["changeRequests"] {
  const live = changes.found
    .flatMap(({ space, live }) => live.map((found) => ({ found, change: toLiveChange(space, found) })))
    // Other people's drafts do not need anyone's attention yet.
    .filter(({ found }) => found.status !== "draft" || (me !== undefined && found.createdBy?.id === me))
    .sort((a, b) => (b.change.updatedAt ?? "").localeCompare(a.change.updatedAt ?? ""));
  const all = live.map(({ change }) => change);
  return {
    live: all,
    mine: me === undefined ? null : all.filter((_, at) => live[at]?.found.createdBy?.id === me),
    outdated: all.filter(({ outdated }) => outdated),
  };
}

interface Row {
  /** A number, a slug or an id. */
  name: string;
  title: string;
  /** The space. */
  where: string;
  state: string;
  updatedAt: string;
}

interface Part {
  name: string;
  heading: (state: State) => string;
  /** Null if it could not be read. */
  rows: (state: State) => Row[] | null;
  /** Text of the heading in place of the number of rows. */
  total?: (state: State) => string;
  /** The command that shows the rest. */
  more: string;
}

const row = (some: Partial<Row>): Row => ({ name: "", title: "", where: "", state: "", updatedAt: "", ...some });

const changeRow = ({ number, subject, space, status, updatedAt }: LiveChangeRequest): Row =>
  row({ name: `#${number ?? ""}`, title: subject, where: space.title, state: status, updatedAt: updatedAt ?? "" });

const onChangeRequests = ({ onChangeRequests: number }: SpaceComments): string => {
  if (number === null) return "without change requests";
  return number === 0 ? "" : `${number} on change requests`;
};

const PARTS: readonly Part[] = [
  {
    name: "change requests",
    heading: ({ me }) => (me === null ? "Open and draft change requests" : "Your open and draft change requests"),
    rows: ({ changeRequests }) => (changeRequests?.mine ?? changeRequests?.live)?.map(changeRow) ?? null,
    more: "docs status --json",
  },
  {
    name: "outdated",
    heading: () => "Outdated change requests",
    rows: ({ changeRequests }) => changeRequests?.outdated.map(changeRow) ?? null,
    more: "docs status --json",
  },
  {
    name: "comments",
    heading: () => "Open comments",
    rows: ({ openComments }) =>
      openComments
        ?.filter((one) => knownComments(one) > 0)
        .map((one) =>
          row({ name: String(knownComments(one)), title: one.space.title, state: onChangeRequests(one) }),
        ) ?? null,
    total: ({ openComments }) => {
      const known = openComments ?? [];
      const sum = known.reduce((total, one) => total + knownComments(one), 0);
      const isWhole = known.every((one) => one.onChangeRequests !== null);
      if (sum === 0) return isWhole ? "none" : "none found, but not all were read";
      return isWhole ? String(sum) : `at least ${sum}`;
    },
    more: "docs spaces list",
  },
  {
    name: "specifications",
    heading: () => "Failed specifications",
    rows: ({ failedSpecifications }) =>
      failedSpecifications?.map(({ slug, error, updatedAt }) =>
        row({ name: slug, state: error, updatedAt: updatedAt ?? "" }),
      ) ?? null,
    more: "docs openapi list",
  },
  {
    name: "translations",
    heading: () => "Failed translations",
    rows: ({ failedTranslations }) =>
      failedTranslations?.map(({ id, language, status, updatedAt }) =>
        row({ name: language, title: id, state: status, updatedAt: updatedAt ?? "" }),
      ) ?? null,
    more: "docs translations list",
  },
  {
    name: "sites",
    heading: () => "Unpublished sites",
    rows: ({ unpublishedSites }) =>
      unpublishedSites?.map(({ title, visibility }) => row({ title, state: visibility })) ?? null,
    more: "docs sites list --no-published",
  },
];

/** Lines of the screen, `width` columns wide; `now` in milliseconds since the epoch. */
function makeScreen(state: State, width: number, now: number): string[] {
  const lines = PARTS.flatMap((part) => partLines(part, state, width, now));
  const left = state.spacesLeftOut;
  if (left > 0)
    lines.push(
      `${left} more ${left === 1 ? "space has" : "spaces have"} open and draft change requests: docs spaces list`,
    );
  return lines.map((line) => cut(line, width));
}

function partLines(part: Part, state: State, width: number, now: number): string[] {
  const rows = part.rows(state);
  const heading = part.heading(state);
  if (rows === null) return [`${heading}: could not be read`];
  const total = part.total?.(state) ?? (rows.length === 0 ? "none" : String(rows.length));
  if (rows.length === 0) return [`${heading}: ${total}`];
  const more = rows.length > MOST_ROWS ? `; all: ${part.more}` : "";
  const shown = rows.slice(0, MOST_ROWS).map((row) => cellsOf(row, now));
  return [`${heading}: ${total}${more}`, ...table(shown, width - 2).map((line) => `  ${line}`)];
}

const cellsOf = ({ name, title, where, state, updatedAt }: Row, now: number): string[] =>
  [name, title, state, updatedAt === "" ? "" : relativeTime(updatedAt, now), where].map(sanitizeLine);

/** Columns by their widest cell; the title gives way, then the place and the time. */
function table(rows: readonly string[][], width: number): string[] {
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))));
  const order = [0, 1, 2, 3, 4].filter((column) => (widths[column] ?? 0) > 0);
  const room = (columns: readonly number[]) => columns.reduce((sum, column) => sum + (widths[column] ?? 0) + 2, -2);
  const least = Math.min(widths[1] ?? 0, 24);
  let columns = order;
  for (const drop of [4, 3]) {
    if (room(columns) - (widths[1] ?? 0) + least > width) columns = columns.filter((column) => column !== drop);
  }
  widths[1] = Math.max(1, Math.min(widths[1] ?? 0, width - room(columns) + (widths[1] ?? 0)));
  return rows.map((cells) =>
    columns
      .map((column) => padEnd(cut(cells[column] ?? "", widths[column] ?? 0), widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const padEnd = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

const COLUMNS = [
  { header: "Part", path: "part" },
  { header: "Name", path: "name" },
  { header: "Title", path: "title" },
  { header: "Where", path: "where" },
  { header: "State", path: "state", as: "state" },
  { header: "Updated", path: "updatedAt", as: "time" },
] as const;

const status = defineCommand({
  name: "status",
  summary: "Show open work: change requests, comments, failures, unpublished sites",
  description: [
    "Your open and draft change requests, outdated ones, open comments by space (on its change requests, too), specifications and translations that failed, and sites that are not published.",
    `Requests: one each for the spaces, specifications, translations and unpublished sites, and up to two for each of the ${MOST_SPACES} spaces with open and draft change requests that were changed last: at most ${4 + 2 * MOST_SPACES}, and one more for each further 1,000 items of a list.`,
    "You are the member set with docs config set me; if none is set, everybody's change requests are shown.",
    "If a part could not be read, it is named and the exit code is 9. JSON is one object, in which such a part is null.",
  ].join("\n"),
  endpoints: [],
  uses: [listOrgSpaces, listChangeRequests, listOpenapiSpecs, listTranslations, listSites],
  composite: true,
  within: ["org"],
  answer: [
    "organization",
    "me",
    "changeRequests",
    "openComments",
    "failedSpecifications",
    "failedTranslations",
    "unpublishedSites",
    "spacesLeftOut",
    "refused",
  ],
  examples: ["docs status", "docs status --json", "docs status -q '.openComments[] | .space.title'"],
  run: async (input) => {
    const { scope, api, out, settings, globals } = input;
    const { organizationId } = scope;
    if (globals.place.space !== undefined)
      out.note(`docs status does not use --space: ${input.next("inbox")} is about one`);
    const wanted = {
      organizationId,
      mostSpaces: MOST_SPACES,
      lists: ["specifications", "translations", "sites"],
    } as const;
    const state = findState(await readOpenWork(api, wanted), organizationId, settings.me);
    if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
    else if (out.format === "table" && globals.output.fields === undefined) {
      await out.screen(({ width }) => makeScreen(state, width, input.now()));
    } else {
      const rows = PARTS.flatMap(({ name, rows }) => (rows(state) ?? []).map((row) => ({ part: name, ...row })));
      await out.list(rows, { columns: COLUMNS });
    }
    refuseUnread(state.refused, "part");
  },
});

export default defineNoun(status);
