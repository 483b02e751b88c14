/** A site as one file: `sites export`, `sites plan`, `sites apply`. */

import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listSiteSectionGroups } from "../../catalog/section-groups.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { getSite } from "../../catalog/sites.js";
import type { SiteFile } from "../../changes/site/parse-site.js";
import type { Plan } from "../../changes/types.js";
import { defineCommand, one, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only, text } from "../../cli/flags.js";
import { site as siteKind, space as spaceKind } from "../../cli/kinds.js";
import { Failure, usage } from "../../errors.js";
import { PLAN_FIELDS, RESULT_FIELDS } from "../plans/guard-flags.js";
import { RECEIPT_FLAGS } from "../plans/receipt.js";
import { CONFIRM, showPlan } from "../plans/shared.js";
import { plannerFor, UNFOLD, writeOrApplyPlan } from "../plans/write-or-apply.js";

const READS = [
  getSite,
  listSiteSections,
  listSiteSectionGroups,
  listSiteSpaces,
  listShareLinks,
  getSiteAdaptiveSchema,
] as const;

export const exportSite = defineCommand({
  name: "export",
  summary: "Write a site as one YAML file: settings, sections, groups, spaces, share links",
  description: [
    "The file is ordered and commented; docs sites plan FILE then has no steps. Without -O it goes to standard output. An existing file is updated",
    "to the current state of the site and keeps comments. Addresses of share links are not in it.",
    "--all also writes unset values as null: applied to another site, such a file removes them there.",
  ].join("\n"),
  endpoints: [],
  uses: READS,
  composite: true,
  args: { site: one(siteKind) },
  flags: {
    file: text({ describe: "file to write", name: "file", short: "O", value: "path" }),
    all: only("also write unset values, as null"),
  },
  examples: ["docs sites export", "docs sites export SITE -O site.yaml", "docs sites export SITE --all > site.yaml"],
  run: async (context) => {
    const { args, flags, api, out, globals } = context;
    const { organizationId, siteId } = args.site.params;
    if (globals.safety.dryRun) await api.call(getSite, { params: args.site.params });
    const [{ exportSite: textOf }, { readSite }] = await Promise.all([
      import("../../changes/site/export.js"),
      import("../../changes/site/read.js"),
    ]);
    const state = await readSite(api, organizationId, siteId);
    const { file, all = false } = flags;
    if (file === undefined || file === "-") return out.text(textOf(state, { all }));
    const before = await context.plans.peek(file);
    const made = textOf(state, { all, ...(before !== undefined && { into: before }) });
    if (before === made) return out.done(`${file} is up to date`);
    await context.plans.write(file, made, { replace: true });
    out.done(`Wrote ${file}. After editing it, see what would change: ${context.next("sites plan", file)}`);
  },
});

const FLAGS = {
  prune: only("remove things that are missing from the lists in the file, which must name its site"),
  adopt: only("write the id of the site into the file; needed before --prune"),
};

interface Input extends Context {
  args: { file: string };
  flags: { prune?: boolean; adopt?: boolean };
  scope: { organizationId: string };
}

/** Makes the plan for a file and shows warnings. @throws Failure usage for mistakes in the file, and of the reads */
async function makePlan(input: Input): Promise<Plan> {
  const { args, flags, scope, files, out } = input;
  const { organizationId } = scope;
  const [{ parseSite }, { readSite }, { findChanges }, { addSteps }] = await Promise.all([
    import("../../changes/site/parse-site.js"),
    import("../../changes/site/read.js"),
    import("../../changes/site/diff.js"),
    import("../../changes/site/plan.js"),
  ]);
  const wanted = parseSite(await files.document(args.file), args.file);
  const siteId = await findSite(input, wanted);
  const prune = !flags.adopt && (flags.prune ?? wanted.prune);
  if (flags.adopt) await adopt(input, wanted, siteId);
  else if (prune && wanted.site === undefined) refuseFirst(input);
  await nameSpaces(input, wanted);
  const state = await readSite(input.api, organizationId, siteId);
  const { calls, warnings, unlisted } = findChanges(state, wanted, { prune, name: args.file });
  const planner = await plannerFor(input, organizationId);
  await addSteps(planner, calls, { holdsSite: true });
  for (const warning of warnings) out.note(warning);
  const left = unlisted.map((one) => `${one.name} is on the site but not in the file: it stays (--prune removes it)`);
  return planner.finish({ left, site: state });
}

/** @throws Failure usage */
async function findSite({ names, settings, args }: Input, { site }: SiteFile): Promise<string> {
  const named = site ?? settings.site;
  if (named === undefined) {
    throw usage(`${args.file} does not name its site`, "add site: with its id or title, or set DOCS_SITE");
  }
  return names.idOf(siteKind, named);
}

function refuseFirst({ args, next }: Input): never {
  throw new Failure("refused", `${args.file} does not name its site, so nothing is removed; nothing was sent`, {
    outcome: "not_applied",
    hint: `${next("sites plan", args.file)} --adopt adds the site's id to it, and removes nothing`,
    details: { rail: "first run" },
  });
}

/** Writes into the file which site it describes; nothing else in it changes. */
async function adopt({ args, files, plans, globals, out }: Input, { site }: SiteFile, siteId: string): Promise<void> {
  if (site !== undefined) return;
  if (args.file === "-") throw usage("--adopt writes to the file: pass a file instead of -");
  if (globals.safety.dryRun) return out.note(`would name site ${siteId} in ${args.file}`);
  const before = await files.document(args.file);
  await plans.write(args.file, `site: ${JSON.stringify(siteId)}\n${before}`, { replace: true });
  out.note(`${args.file} now names site ${siteId}`);
}

/** Replaces titles and addresses of spaces with ids. @throws Failure usage, not-found with the line */
async function nameSpaces({ names, args }: Input, wanted: SiteFile): Promise<void> {
  const sections = (wanted.level ?? []).flatMap((each) => (each.kind === "group" ? (each.sections ?? []) : [each]));
  const known = new Map<string, string>();
  for (const each of [...(wanted.spaces ?? []), ...sections.flatMap(({ spaces }) => spaces ?? [])]) {
    if (each.space === undefined) continue;
    try {
      const id = known.get(each.space) ?? (await names.idOf(spaceKind, each.space));
      known.set(each.space, id);
      each.space = id;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw error.with({ message: `${args.file}, line ${each.line}: ${error.message}` });
    }
  }
}

export const plan = defineCommand({
  name: "plan",
  summary: "Show what a site's file would change, without changing anything",
  description: [
    "Sections and site spaces are matched by path, section groups by title, share links by name; previously: gives the old name of something renamed. Things that the",
    "file does not name are not managed, and things missing from its lists stay, except with --prune (or prune: true in the file). Unknown and duplicate keys",
    "are refused with their lines. --plan writes the steps for docs plans apply. --exit-code: 11 if there are any.",
  ].join("\n"),
  endpoints: [],
  uses: READS,
  composite: true,
  readsInDryRun: true,
  within: ["org"],
  args: { file: word("a site's file", "path") },
  flags: {
    ...FLAGS,
    plan: text({ describe: "write the plan to this new file", value: "path" }),
    exitCode: only("exit 11 if there are steps"),
  },
  answer: PLAN_FIELDS,
  examples: [
    "docs sites plan site.yaml",
    "docs sites plan site.yaml --plan site.plan",
    "docs sites plan site.yaml --prune --exit-code",
  ],
  run: async (context) => {
    const { flags } = context;
    const made = await makePlan(context);
    if (flags.plan !== undefined) await writeOrApplyPlan(context, made, { plan: flags.plan });
    else await showPlan(context, made, { unfold: UNFOLD });
    if (!flags.exitCode || made.steps.length === 0) return;
    const { summarizeSteps } = await import("../../changes/show/tally.js");
    throw new Failure("findings", `the site differs: ${summarizeSteps(made.steps)}`, {
      details: { steps: made.steps.length },
    });
  },
});

export const apply = defineCommand({
  name: "apply",
  summary: "Change a site to match its file, after showing the plan",
  description: [
    "Makes the plan like docs sites plan, shows it, asks, and applies it. The plan is kept, so that docs plans undo can undo it. Things that have changed since the",
    "plan was shown are skipped (exit 9).",
  ].join("\n"),
  endpoints: [],
  uses: READS,
  composite: true,
  mayConfirm: true,
  unbounded: true,
  readsInDryRun: true,
  within: ["org"],
  args: { file: word("a site's file", "path") },
  flags: { ...FLAGS, confirm: CONFIRM, ...RECEIPT_FLAGS },
  answer: RESULT_FIELDS,
  examples: [
    "docs sites apply site.yaml",
    "docs sites apply site.yaml --yes",
    "docs sites apply site.yaml --prune --confirm 0123456789ab",
  ],
  run: async (context) => {
    await writeOrApplyPlan(context, await makePlan(context), context.flags);
  },
});
