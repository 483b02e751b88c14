import * as z from "zod/mini";
import { usage } from "../../errors.js";
import { COMPARED_KINDS } from "../../resources/histories.js";
import { LIST_INPUT, OFFSET, text } from "../input-schema.js";
import { ITEM, partOf, pick, shorten } from "../lists.js";
import { type Comparison, defineTool } from "../types.js";

const CHANGES = ["added", "removed", "changed", "moved", "renamed"] as const;
const ROW = ["kind", "change", "id", "title", "place", "path", "from", "fields"];
const MOST_GAPS = 20;

export const compare = defineTool({
  name: "compare",
  title: "Compare two snapshots",
  description:
    "Things added, removed, changed, moved and renamed between the two snapshots of this server, with fields before and after. With page: the unified diff of that page's text. not_compared: one of the two does not have it.",
  input: () =>
    z.strictObject({
      kinds: z.optional(
        z.array(z.enum(COMPARED_KINDS as [string, ...string[]])).check(z.maxLength(COMPARED_KINDS.length)),
      ),
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
