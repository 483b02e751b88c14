import { getSiteAdaptiveSchema } from "../catalog/adaptive-schema.js";
import { listChangeRequests } from "../catalog/change-requests.js";
import { listOrgCollections } from "../catalog/collections.js";
import { listSpaceComments } from "../catalog/comments.js";
import { getSpaceContent } from "../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../catalog/files.js";
import { listMembers } from "../catalog/members.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { getOrg } from "../catalog/organizations.js";
import {
  getSpacePage,
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../catalog/pages.js";
import { listSamlProviders } from "../catalog/saml.js";
import { listSiteSections } from "../catalog/sections.js";
import { listShareLinks } from "../catalog/share-links.js";
import { listSiteSpaces } from "../catalog/site-spaces.js";
import { listSites } from "../catalog/sites.js";
import { getSpace, listOrgSpaces, listSpaceLinks } from "../catalog/spaces.js";
import { listTeamMembers } from "../catalog/team-members.js";
import { listTeams } from "../catalog/teams.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun, word, words } from "../cli/command.js";
import { choice, list as listFlag, text } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { usage } from "../errors.js";
import { SEVERITIES, TAGS } from "../facts/checks.js";
import { conclude, reportFor, show, showCost } from "./checks/run.js";

const SELECTION = {
  tag: listFlag({ describe: `only rules with this tag: ${TAGS.join(", ")}`, value: "tag" }),
  severity: choice(SEVERITIES, "only rules of this severity or a higher one"),
  olderThan: text({ describe: "threshold of all rules that have one, like 30d or 8w", value: "time" }),
};

const run = defineCommand({
  name: "run",
  summary: "Tell what is wrong in an organization",
  description: [
    "Runs all rules, or those that are named. What fails is shown by rule, with what to do; JSON and CSV have a row each.",
    "A rule passes only where all that it needs could be read: what was denied or came in part is not-evaluable.",
    "--dry-run lists the requests of each rule. Lists are read once for all rules, four requests at once at most.",
    "Exit codes: 11 with findings at or above --fail-on, else 9 where something could not be evaluated, else 0.",
  ].join("\n"),
  endpoints: [],
  uses: [
    listOrgSpaces,
    listOrgCollections,
    listSpacePages,
    listSpacePageBacklinks,
    listSpaceLinks,
    getSpaceContent,
    getSpacePage,
    listSpacePageLinks,
    listSpaceFiles,
    listSpaceFileBacklinks,
    listSpaceComments,
    listChangeRequests,
    listChangeRequestPages,
    listChangeRequestPageLinks,
    listMembers,
    listSites,
    listSiteSpaces,
    getOrg,
    getSpace,
    listTeams,
    listTeamMembers,
    listSiteSections,
    listShareLinks,
    getSiteAdaptiveSchema,
    listSamlProviders,
    listOpenapiSpecs,
    listTranslations,
  ],
  composite: true,
  within: ["org"],
  args: { rules: words("rules to run; default: all that are on") },
  flags: { ...SELECTION, failOn: choice(SEVERITIES, "findings that end with exit code 11 (default error)") },
  unbounded: true,
  examples: [
    "docs checks run",
    "docs checks run links-broken --json",
    "docs checks run --tag content --fail-on warning",
  ],
  run: async (input) => {
    const { args, flags, scope, out } = input;
    const [{ RULES }, { chooseRules, daysOf }] = await Promise.all([
      import("../checks/rules/index.js"),
      import("../checks/choose.js"),
    ]);
    const rules = chooseRules(RULES, {
      ids: args.rules,
      tags: flags.tag,
      severity: flags.severity,
      days: flags.olderThan === undefined ? undefined : daysOf(flags.olderThan),
    });
    if (input.globals.safety.dryRun) return showCost(input, rules);
    const report = await reportFor(input, { organization: scope.organizationId, rules });
    await show(input, report);
    await conclude(out, report, flags.failOn ?? "error");
  },
});

const RULE_COLUMNS = [
  { header: "Rule", path: "id", as: "id" },
  { header: "Severity", path: "severity", as: "state" },
  { header: "Tag", path: "tag" },
  { header: "Summary", path: "summary" },
  { header: "On", path: "on", as: "boolean" },
] as const satisfies readonly Column[];

const list = defineCommand({
  name: "list",
  summary: "List the rules",
  endpoints: [],
  flags: { tag: SELECTION.tag, severity: SELECTION.severity },
  examples: ["docs checks list", "docs checks list --tag sites", "docs checks list --json"],
  run: async ({ flags, out }) => {
    const { RULES } = await import("../checks/rules/index.js");
    const { chooseRules } = await import("../checks/choose.js");
    const { infoOf } = await import("../checks/describe.js");
    const chosen = chooseRules(RULES, { tags: flags.tag, severity: flags.severity });
    await out.list(
      chosen.map(({ rule }) => infoOf(rule)),
      { columns: RULE_COLUMNS, empty: "no such rules" },
    );
  },
});

const view = defineCommand({
  name: "view",
  summary: "Show a rule: what it looks at, why it matters, what it needs",
  endpoints: [],
  args: { rule: word("a rule") },
  examples: ["docs checks view links-broken", "docs checks view cr-stale --json", "docs checks view cr-stale -q .why"],
  run: async ({ args, out }) => {
    const { ruleNamed } = await import("../checks/rules/index.js");
    const { infoOf } = await import("../checks/describe.js");
    const rule = ruleNamed(args.rule);
    if (!rule) throw usage(`there is no rule ${JSON.stringify(args.rule)}`, "docs checks list shows all");
    await out.item(infoOf(rule), {
      columns: [
        { header: "Rule", path: "id", as: "id" },
        { header: "Summary", path: "summary" },
        { header: "Why", path: "why" },
        { header: "Severity", path: "severity", as: "state" },
        { header: "Tag", path: "tag" },
        { header: "Looks at", path: "of" },
        { header: "Threshold", path: "days", as: "number" },
        { header: "Requests", path: "requests" },
        { header: "Fix", path: "fix" },
        { header: "Example", path: "example" },
        { header: "On", path: "on", as: "boolean" },
        { header: "Why not", path: "off" },
      ],
    });
  },
});

export default defineNoun(run, list, view);
