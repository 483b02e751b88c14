/** `snapshots restore`: brings back settings from a snapshot, as a plan. */

import type { Plan } from "../../changes/types.js";
import { defineCommand, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { list, only, text } from "../../cli/flags.js";
import { serviceOrigin } from "../../cli/services.js";
import { usage } from "../../errors.js";
import { requireKnown } from "../../shared/text/names.js";
import { chooseShare, GUARD_FLAGS, RESULT_FIELDS, touchableUsers } from "../plans/guard-flags.js";
import { RECEIPT_FLAGS } from "../plans/receipt.js";
import { CONFIRM } from "../plans/shared.js";
import { refuseUnplanned } from "../plans/unplanned-rows.js";
import { plannerFor, writeOrApplyPlan } from "../plans/write-or-apply.js";

export const restore = defineCommand({
  name: "restore",
  summary: "Restore settings and structure from a snapshot, as a plan",
  description: [
    "Differences from today become steps of a plan: fields of everything, roles, teams and their members, collections and their nesting, positions of spaces, and the",
    "parts of sites. With --plan it is written to a file; otherwise it is shown, confirmed and applied. Things that are gone and cannot be restored (people, spaces, sites,",
    "share links, single sign-on) and fields that no request changes are named in the plan, with their place in the app. New things stay: a restore never",
    "removes. --only takes organization, members, teams, collections, spaces, sites, specs. Things that this token may be unable to see are named, not created again",
    "(exit 9). Who becomes a guest again counts as removed from the organization (--max-removals). Content is not restored.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a snapshot", "snapshot") },
  flags: {
    settings: only("required: restore settings and structure; content is never restored"),
    only: list({ describe: "only these parts", value: "part" }),
    maxRemovals: GUARD_FLAGS.maxRemovals,
    touchMe: GUARD_FLAGS.touchMe,
    plan: text({ describe: "only write the plan to this file", value: "path" }),
    confirm: CONFIRM,
    ...RECEIPT_FLAGS,
  },
  mayConfirm: true,
  unbounded: true,
  readsInDryRun: true,
  answer: RESULT_FIELDS,
  examples: [
    "docs snapshots restore monday.docs --settings --plan back.plan",
    "docs snapshots restore monday.docs --settings --only sites,spaces --plan back.plan",
    "docs snapshots restore monday.docs --settings --only members",
  ],
  run: async (context) => {
    const { args, flags, settings, api } = context;
    if (!flags.settings)
      throw usage("--settings is required", "content cannot be restored: the service only imports from URLs");
    const { RESTORABLE_PARTS, restoreSettings } = await import("../../changes/restore/restore.js");
    const wanted = flags.only ?? RESTORABLE_PARTS;
    const chosen = RESTORABLE_PARTS.filter((part) => wanted.includes(part));
    requireKnown("only", wanted, RESTORABLE_PARTS);
    const maxRemovals = await chooseShare(flags.maxRemovals);
    const past = await context.plans.openWithoutCopy(args.file);
    const { organization } = past;
    try {
      if (past.origin !== serviceOrigin(settings))
        throw usage(`${args.file} belongs to another service (${past.origin})`, "choose its profile with --profile");
      if (settings.org !== undefined && settings.org !== organization) {
        throw usage(
          `${args.file} belongs to another organization (${organization}, not ${settings.org})`,
          `pass --org ${organization}`,
        );
      }
      const planner = await plannerFor(context, organization);
      const readers = { past: past.client, now: api };
      const { left, unclear } = await restoreSettings({ planner, organization, ...readers, only: chosen });
      const named = touchableUsers(flags.touchMe, settings.me);
      const plan = await planner.finish({
        left: [...left, ...unclear, ...past.gaps],
        maxRemovals,
        named,
        reportOnly: true,
      });
      noteNotRestored(context, plan);
      await writeOrApplyPlan(context, plan, {
        file: flags.plan,
        confirm: flags.confirm,
        files: flags,
        left: unclear,
      });
      refuseUnplanned(unclear, "thing", "could not be determined");
    } finally {
      past.close();
    }
  },
});

/** Notes what the plan leaves, even if the plan is not shown. */
function noteNotRestored({ out, globals, flags }: RestoreOutput, { steps, left }: Plan): void {
  const isShown = flags.plan !== undefined || (!globals.safety.yes && flags.confirm === undefined);
  if (steps.length > 0 && isShown) return;
  for (const line of left) out.note(`not restored: ${line}`);
}

interface RestoreOutput extends Context {
  flags: { plan?: string | undefined; confirm?: string | undefined };
}
