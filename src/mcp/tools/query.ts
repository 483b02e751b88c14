import * as z from "zod/mini";
import { EXAMPLES, VIEWS } from "../../resources/views.js";
import { text } from "../input-schema.js";
import { ITEM, shorten } from "../lists.js";
import { defineTool } from "../types.js";

const COLUMNS = VIEWS.map(({ name, columns }) => `${name}(${columns.map(([column]) => column).join(", ")})`).join("\n");

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
      ...(gaps.length > 0 && { may_lack_rows: gaps.slice(0, 20) }),
    };
  },
});
