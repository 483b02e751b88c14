import * as z from "zod/mini";
import type { Row } from "../../checks/report.js";
import type { Job } from "../../checks/run.js";
import type { Outcome } from "../../checks/types.js";
import { usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { SEVERITIES, TAGS } from "../../shared/check-severities.js";
import { LIST_INPUT, placeOf, text } from "../input-schema.js";
import { ITEM, shorten } from "../shorten.js";
import { defineTool, type ToolDependencies } from "../types.js";

/** Hosts give up after a minute, and lose what was found: milliseconds of reading, so that the answer comes before that. */
const TIME = 30_000;
const OUT_OF_TIME = "not read yet: the time limit of one call was reached";

export const check = defineTool({
  name: "check",
  title: "Check an organization",
  description:
    "Run the rules of docs checks: broken links, stale change requests, empty collections and more. Returns the problems, with the command that a person can run to fix each. Reads a lot: name rules, a tag or a space if you can. After 30 seconds it returns the findings so far (partial); the same call again continues from there.",
  input: () =>
    z.strictObject({
      ...placeOf("org", "space"),
      rules: z.optional(z.array(text("rule", 100)).check(z.maxLength(50), z.describe("ids; default: all that are on"))),
      tag: z.optional(z.enum(TAGS)),
      severity: z.optional(z.enum(SEVERITIES).check(z.describe("only rules of this severity or a higher one"))),
      limit: LIST_INPUT().limit,
      offset: z.optional(z.int().check(z.minimum(0), z.describe("next_offset of the previous answer, to continue"))),
    }),
  async endpoints() {
    const [{ RULES }, { KINDS }, ...own] = await Promise.all([
      import("../../checks/rules/index.js"),
      import("../../checks/subjects.js"),
      import("../../catalog/change-requests.js"),
      import("../../catalog/sites.js"),
      import("../../catalog/spaces.js"),
    ]);
    const [{ getChangeRequest }, { getSite }, { getSpace }] = own;
    const needs = RULES.flatMap((rule) => rule.needs.map((need) => ("endpoint" in need ? need.endpoint : need)));
    const lists = Object.values(KINDS).map(({ endpoint }) => endpoint);
    return [getChangeRequest, getSite, getSpace, ...needs, ...lists];
  },
  async run({ rules: ids, tag, severity, limit = 20, offset = 0, ...given }, dependencies) {
    const [{ RULES }, { chooseRules }, { reportOf }] = await Promise.all([
      import("../../checks/rules/index.js"),
      import("../../checks/choose.js"),
      import("../../checks/report.js"),
    ]);
    const { resolveParams, command, now } = dependencies;
    const { organizationId: organization = "" } = await resolveParams(["organizationId"], given);
    const { memory } = dependencies;
    if (memory?.isWhole && offset === 0) memory.forget();
    const client = memory?.remembering(dependencies.client) ?? dependencies.client;
    const scope = await scopeOf(given, { organization, client, resolveParams });
    const rules = chooseRules(RULES, { ids: ids ?? [], tags: tag === undefined ? undefined : [tag], severity });
    const at = dependencies.dataAt ?? now();
    const { outcomes, isLate } = await runInTime({ organization, scope, rules, now: at }, { ...dependencies, client });
    const commandOf = ({ words }: { words: readonly string[] }) => command(words);
    const { rows, counts } = reportOf(outcomes, { organization, at: new Date(at).toISOString(), commandOf });
    const late = rows.filter(({ message }) => message.endsWith(OUT_OF_TIME));
    const wrong = rows.filter(
      (row) => row.status === "fail" || (row.status === "not-evaluable" && !late.includes(row)),
    );
    const asOf = dependencies.dataAt ?? memory?.readAt() ?? at;
    const hasMore = offset + limit < wrong.length;
    if (memory && !isLate) {
      if (hasMore) memory.isWhole = true;
      else memory.forget();
    }
    return {
      ...(isLate && { partial: partialOf(late) }),
      as_of: new Date(asOf).toISOString(),
      counts: { ...counts, "not-evaluable": counts["not-evaluable"] - late.length },
      findings: wrong.slice(offset, offset + limit).map((row) => shorten(row, ITEM)),
      ...(hasMore && { next_offset: offset + limit }),
    };
  },
});

/** The space that is checked alone. @throws Failure usage if it is in another organization */
async function scopeOf(
  given: Record<string, unknown>,
  {
    organization,
    client,
    resolveParams,
  }: Pick<ToolDependencies, "client" | "resolveParams"> & { organization: string },
) {
  if (given.space === undefined) return undefined;
  const { spaceId = "" } = await resolveParams(["spaceId"], given);
  const { getSpace } = await import("../../catalog/spaces.js");
  const spaceItem = await client.call(getSpace, { params: { spaceId } });
  if (spaceItem.organization && spaceItem.organization !== organization) {
    throw usage("the space is in another organization", `pass org ${spaceItem.organization}`);
  }
  return { space: spaceId, spaceItem };
}

/** A thing that is not read when the time is over is not evaluable. */
async function runInTime(
  job: Omit<Job, "client">,
  { client, now, progress }: Pick<ToolDependencies, "now" | "progress"> & { client: Reader },
): Promise<{ outcomes: Outcome[]; isLate: boolean }> {
  const [{ runRules }, { Unknown }] = await Promise.all([
    import("../../checks/run.js"),
    import("../../checks/not-evaluable.js"),
  ]);
  const until = now() + TIME;
  let expected = 0;
  // Not everything that is not read in time has a finding that says so: a comment in a page that ignores one has none.
  let isLate = false;
  const outcomes = await runRules({
    ...job,
    client,
    expect: ({ likely }) => {
      expected = likely;
    },
    // Before each request: whatever it throws stands for the answer.
    progress: (sent) => {
      progress?.(sent, Math.max(sent, expected));
      if (now() <= until) return;
      isLate = true;
      throw new Unknown(OUT_OF_TIME);
    },
  });
  return { outcomes, isLate };
}

/** The message to a program whose check ran out of time. */
const partialOf = (late: readonly Row[]) => ({
  why: `stopped after ${TIME / 1000} seconds; these are the findings so far`,
  next: "call check again with the same input to continue, or name rules or a space",
  rules_not_finished: [...new Set(late.map(({ rule }) => rule))],
});
