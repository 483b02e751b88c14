import { listChangeRequests } from "../catalog/change-requests.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { listSites } from "../catalog/sites.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { relativeTime } from "../cli/output/text/time.js";
import { cut, widthOf } from "../cli/output/text/width.js";
import { Failure } from "../errors.js";
import { sanitizeLine } from "../shared/text/sanitize.js";
import { count } from "../shared/wrap.js";
import { PARTS, type Part, type Row } from "./status/parts.js";
import { MOST_SPACES, readState, type State } from "./status/read.js";

/** The most rows of a part on a screen; the heading has their number. */
const MOST_ROWS = 3;

/** Lines of the screen, `width` columns wide; `now` in milliseconds since the epoch. */
export function screenOf(state: State, width: number, now: number): string[] {
  const lines = PARTS.flatMap((part) => partLines(part, state, width, now));
  const left = state.spacesLeftOut;
  if (left > 0)
    lines.push(`${left} more ${left === 1 ? "space has" : "spaces have"} live change requests: docs spaces list`);
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
    `Requests: one each for the spaces, specifications, translations and unpublished sites, and up to two for each of the ${MOST_SPACES} spaces with live change requests that were changed last: at most ${4 + 2 * MOST_SPACES}, and one more for each further 1,000 items of a list.`,
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
    const { scope, api, out, settings } = input;
    const state = await readState(api, scope.organizationId, settings.me);
    if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
    else if (out.format === "table" && input.globals.output.fields === undefined) {
      await out.screen(({ width }) => screenOf(state, width, input.now()));
    } else {
      const rows = PARTS.flatMap(({ name, rows }) => (rows(state) ?? []).map((row) => ({ part: name, ...row })));
      await out.list(rows, { columns: COLUMNS });
    }
    const { refused } = state;
    if (refused.length === 0) return;
    const what = refused.map(({ part, message }) => `${part}: ${message}`);
    throw new Failure("partial", [`${count(refused.length, "part")} could not be read`, ...what], {
      details: { refused },
    });
  },
});

export default defineNoun(status);
