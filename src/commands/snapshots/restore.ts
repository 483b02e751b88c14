/** `snapshots restore`: brings back settings from a snapshot, as a plan. */

import type { Plan } from "../../changes/types.js";
import { defineCommand, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { list, only, text } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";
import { refuseLeft } from "../plans/left.js";
import { plannerFor, settlePlan } from "../plans/offer.js";
import {
  ALLOW_TEAM_FLAG,
  MAX_REMOVALS_FLAG,
  namedBy,
  SETTLED_FIELDS,
  shareOf,
  TOUCH_ME_FLAG,
} from "../plans/rail-flags.js";
import { RECEIPT_FLAGS } from "../plans/receipt.js";
import { CONFIRM, originOf } from "../plans/shared.js";

export const restore = defineCommand({
  name: "restore",
  summary: "Bring back settings and structure of a snapshot, as a plan against today",
  description: [
    "What differs today becomes steps of a plan: fields of everything, roles, teams and who is in them, collections and their nesting, where spaces stand, and the",
    "parts of sites. With --plan it is written to a file, else it is shown, asked for and applied. What is gone and cannot come back (people, spaces, sites,",
    "share links, single sign-on) and what no request changes is named in the plan, with where it is in the app. What is new stays: --prune removes members, teams,",
    "collections and parts of sites that the snapshot does not have, never spaces and sites. --only takes organization, members, teams, collections, spaces, sites,",
    "specs. What this token may only not see is not made again: it is named (exit 9). Content is not restored.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a snapshot") },
  flags: {
    settings: only("settings and structure: has to be given, content is never restored"),
    only: list({ describe: "these parts alone", value: "part" }),
    prune: only("remove what the snapshot does not have; never spaces and sites"),
    maxRemovals: MAX_REMOVALS_FLAG,
    allowTeam: ALLOW_TEAM_FLAG,
    touchMe: TOUCH_ME_FLAG,
    plan: text({ describe: "write the plan to a file", value: "path" }),
    confirm: CONFIRM,
    ...RECEIPT_FLAGS,
  },
  asks: true,
  unbounded: true,
  answer: SETTLED_FIELDS,
  examples: [
    "docs snapshots restore monday.docs --settings --plan back.plan",
    "docs snapshots restore monday.docs --settings --only sites,spaces --plan back.plan",
    "docs snapshots restore monday.docs --settings --only members",
  ],
  run: async (context) => {
    const { args, flags, settings, api } = context;
    if (!flags.settings)
      throw usage("--settings is required", "content is not restored: the service imports from addresses only");
    const { RESTORED, restoreSettings } = await import("../../changes/restore/restore.js");
    const wanted = flags.only ?? RESTORED;
    const chosen = RESTORED.filter((part) => wanted.includes(part));
    const wrong = wanted.find((part) => !(RESTORED as readonly string[]).includes(part));
    if (wrong !== undefined) throw usage(`--only: "${wrong}" is none of ${RESTORED.join(", ")}`);
    const maxRemovals = await shareOf(flags.maxRemovals);
    const { allowTeam: allowTeams } = flags;
    const past = await (await context.plans()).lookInto(args.file);
    const { organization } = past;
    try {
      if (past.origin !== originOf(settings))
        throw usage(`${args.file} is of another service (${past.origin})`, "choose its profile with --profile");
      if (settings.org !== undefined && settings.org !== organization) {
        throw usage(
          `${args.file} is of another organization (${organization}, not ${settings.org})`,
          `pass --org ${organization}`,
        );
      }
      const planner = await plannerFor(context, organization);
      const readers = { past: past.client, now: api };
      const prune = flags.prune === true;
      const { left, unclear } = await restoreSettings({ planner, organization, ...readers, only: chosen, prune });
      refuseGaps(past.gaps, prune);
      const named = namedBy(flags.touchMe, settings.me);
      const plan = await planner.finish({
        left: [...left, ...unclear, ...past.gaps],
        maxRemovals,
        named,
        allowTeams,
        evenBroken: true,
      });
      tellLeft(context, plan);
      await settlePlan(context, plan, {
        file: flags.plan,
        confirm: flags.confirm,
        files: flags,
        allowTeams,
        left: unclear,
      });
      refuseLeft(unclear, "thing", "could not be determined");
    } finally {
      past.close();
    }
  },
});

/** Where the plan is not shown, what it leaves is told all the same. */
function tellLeft({ out, globals, flags }: Told, { steps, left }: Plan): void {
  const isShown = flags.plan !== undefined || (!globals.safety.yes && flags.confirm === undefined);
  if (steps.length > 0 && isShown) return;
  for (const line of left) out.note(`not restored: ${line}`);
}

interface Told extends Pick<Context, "out" | "globals"> {
  flags: { plan?: string | undefined; confirm?: string | undefined };
}

/** What is missing in a list that was not read whole may be there. @throws Failure refused */
function refuseGaps(gaps: readonly string[], prune: boolean): void {
  const [first] = gaps;
  if (!prune || first === undefined) return;
  throw new Failure("refused", `--prune needs a snapshot that was read whole: ${first}; nothing was sent`, {
    outcome: "not_applied",
    hint: "leave --prune out, or leave that part out with --only",
    details: { rail: "read whole", gaps },
  });
}
