/** Tools that read snapshots: in SQL, and two compared. */
import * as z from "zod/mini";
import { usage } from "../../errors.js";
import { COMPARED_KINDS } from "../../resources/histories.js";
import { EXAMPLES, VIEWS } from "../../resources/views.js";
import { ITEM, LIST_INPUT, OFFSET, partOf, pick, shorten, text } from "../lists.js";
import { type Comparison, defineTool } from "../types.js";

const COLUMNS = VIEWS.map(({ name, columns }) => `${name}(${columns.map(([column]) => column).join(", ")})`).join("\n");
/** The other gaps are counted, or left to a narrower question. */
const MOST_GAPS = 20;

export const query = defineTool({
  name: "query",
  title: "Ask the snapshot in SQL",
  description: [
    "One SQLite statement that reads (SELECT, WITH or VALUES) the snapshot: counts, joins and anything that the other tools do not list. Nothing can be written, attached or loaded. Times are text in UTC, truth values 1 and 0, null is unknown. Views and columns:",
    COLUMNS,
    `Example, ${EXAMPLES[1]?.question}: ${EXAMPLES[1]?.sql.replaceAll("\n", " ")}`,
  ].join("\n"),
  input: () =>
    z.strictObject({
      sql: text("one statement", 20_000),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(50), z.describe("rows, at most 50; default 20"))),
    }),
  endpoints: async () => [],
  async run({ sql, limit = 20 }, { query: ask }) {
    if (!ask) throw new TypeError("query needs a snapshot");
    const { columns, rows, more, gaps } = await ask(sql, limit);
    return {
      columns,
      rows: rows.map((row) => shorten(row, ITEM)),
      ...(more && { more: "there are more rows: use LIMIT and OFFSET with ORDER BY, or count(*)" }),
      ...(gaps.length > 0 && { may_lack_rows: gaps.slice(0, MOST_GAPS) }),
    };
  },
});

const CHANGES = ["added", "removed", "changed", "moved", "renamed"] as const;
const ROW = ["kind", "change", "id", "title", "place", "path", "from", "fields"];

export const compare = defineTool({
  name: "compare",
  title: "Compare two snapshots",
  description:
    "Things added, removed, changed, moved and renamed between the two snapshots of this server, with fields before and after. With page: the unified diff of that page's text. not_compared: one of the two does not have it.",
  input: () =>
    z.strictObject({
      kinds: z.optional(z.array(z.enum(COMPARED_KINDS)).check(z.maxLength(COMPARED_KINDS.length))),
      change: z.optional(z.enum(CHANGES)),
      page: z.optional(text("id, path or title of a page")),
      limit: LIST_INPUT().limit,
      offset: OFFSET(),
    }),
  endpoints: async () => [],
  async run({ kinds, change, page, limit = 20, offset = 0 }, { snapshots, diff }) {
    if (!snapshots) throw usage("compare needs two snapshots", "start docs mcp with --snapshot and --compare");
    const { before, after } = snapshots;
    const times = { before, after };
    if (page !== undefined) {
      const { changes, gaps } = await snapshots.compare({ only: ["pages"], texts: true });
      const found = changes.filter((one) => [one.id, one.path, one.title].includes(page));
      if (found.length > 1) throw usage(`several changed pages have that name: ${idsOf(found)}`, "pass an id");
      const [one] = found;
      // Parts that were not compared may have changed.
      const unchanged = gaps.length === 0 ? false : null;
      if (!one?.texts) {
        return { ...times, changed: one ? true : unchanged, text_changed: unchanged, ...gapsOf(gaps) };
      }
      const { lines } = await diff(one.texts.before, one.texts.after);
      return { ...times, page: shorten(pick(one, ROW), ITEM), ...partOf(lines.join("\n"), offset) };
    }
    const { changes, gaps } = await snapshots.compare({ only: kinds, texts: false });
    const wanted = changes.filter((one) => change === undefined || one.change === change);
    return {
      ...times,
      counts: Object.fromEntries(CHANGES.map((name) => [name, changes.filter((one) => one.change === name).length])),
      changes: wanted.slice(offset, offset + limit).map((one) => shorten(pick(one, ROW), ITEM)),
      count: wanted.length,
      ...(offset + limit < wanted.length && { next_offset: offset + limit }),
      ...gapsOf(gaps),
    };
  },
});

const idsOf = (found: readonly { id: string }[]): string =>
  found
    .slice(0, 10)
    .map(({ id }) => id)
    .join(", ");

const gapsOf = (gaps: Comparison["gaps"]) =>
  gaps.length === 0
    ? {}
    : { not_compared: gaps.slice(0, MOST_GAPS).map((gap) => shorten(gap, ITEM)), not_compared_count: gaps.length };
