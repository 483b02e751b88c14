import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { getSite } from "../../catalog/sites.js";
import { defineCommand, one } from "../../cli/command.js";
import { site } from "../../cli/kinds.js";
import { FINDING_FIELDS, gateFlags } from "../checks/selection.js";

export const check = defineCommand({
  name: "check",
  summary: "Check a site",
  description:
    "Runs the rules about sites, sections, share links and conditions. docs checks list shows them.\nExit codes: 11 with findings at or above --fail-on, else 9 if something could not be evaluated, else 0.",
  endpoints: [],
  uses: [getSite, listSiteSections, listSiteSpaces, listShareLinks, getSiteAdaptiveSchema],
  composite: true,
  args: { site: one(site) },
  flags: gateFlags("error"),
  unbounded: true,
  answer: FINDING_FIELDS,
  examples: ["docs sites check", "docs sites check SITE --json", "docs sites check --fail-on warning"],
  run: async (input) => {
    const { runGate } = await import("../checks/gate.js");
    const { organizationId, siteId } = input.args.site.params;
    const checked = { gate: "site", organization: organizationId, scope: { site: siteId } } as const;
    await runGate(input, checked, input.flags, "error");
  },
});
