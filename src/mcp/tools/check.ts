import * as z from "zod/mini";
import { usage } from "../../errors.js";
import { SEVERITIES, TAGS } from "../../shared/check-severities.js";
import { LIST_INPUT, placeOf, text } from "../input-schema.js";
import { ITEM, shorten } from "../shorten.js";
import { defineTool } from "../types.js";

export const check = defineTool({
  name: "check",
  title: "Check an organization",
  description:
    "Run the rules of docs checks: broken links, stale change requests, empty collections and more. Returns what is wrong, with the command that a person can run to fix it. Reads a lot: name rules, a tag or a space if you can.",
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
  async run({ rules: ids, tag, severity, limit = 20, offset = 0, ...given }, { client, place, command, now }) {
    const [{ RULES }, { chooseRules }, { runRules }, { reportOf }] = await Promise.all([
      import("../../checks/rules/index.js"),
      import("../../checks/choose.js"),
      import("../../checks/run.js"),
      import("../../checks/report.js"),
    ]);
    const { organizationId: organization = "" } = await place(["organizationId"], given);
    const { spaceId = "" } = given.space === undefined ? {} : await place(["spaceId"], given);
    const { getSpace } = await import("../../catalog/spaces.js");
    const spaceItem = spaceId === "" ? undefined : await client.call(getSpace, { params: { spaceId } });
    if (spaceItem?.organization && spaceItem.organization !== organization) {
      throw usage("the space is in another organization", `pass org ${spaceItem.organization}`);
    }
    const scope = spaceItem && { space: spaceId, spaceItem };
    const rules = chooseRules(RULES, { ids: ids ?? [], tags: tag === undefined ? undefined : [tag], severity });
    const at = now();
    const outcomes = await runRules({ client, organization, scope, rules, now: at });
    const commandOf = ({ words }: { words: readonly string[] }) => command(words);
    const report = reportOf(outcomes, { organization, at: new Date(at).toISOString(), commandOf });
    const wrong = report.rows.filter(({ status }) => status === "fail" || status === "not-evaluable");
    return {
      counts: report.counts,
      findings: wrong.slice(offset, offset + limit).map((row) => shorten(row, ITEM)),
      ...(offset + limit < wrong.length && { next_offset: offset + limit }),
    };
  },
});
