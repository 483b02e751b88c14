/** `snapshots restore`: settings of a snapshot against today, as a plan. */
import { defineCommand, word } from "../../cli/command.js";
import { list, only, text } from "../../cli/flags.js";
import { usage } from "../../errors.js";
import { plannerFor, settlePlan } from "../plans/offer.js";
import { CONFIRM, originOf } from "../plans/shared.js";

export const restore = defineCommand({
  name: "restore",
  summary: "Bring back settings of a snapshot, as a plan against today",
  description: [
    "Fields of the organization, members, teams, collections, spaces, sites with their parts, and specifications that differ today become steps of a plan:",
    "with --plan it is written to a file, else it is shown, asked for and applied. What is not there today is not made anew, what is new is not removed:",
    "the plan names the first. --only takes organization, members, teams, collections, spaces, sites, specs. Content is not restored.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a snapshot") },
  flags: {
    settings: only("settings and structure: has to be given, content is never restored"),
    only: list({ describe: "these parts alone", value: "part" }),
    plan: text({ describe: "write the plan to a file", value: "path" }),
    confirm: CONFIRM,
  },
  asks: true,
  unbounded: true,
  examples: [
    "docs snapshots restore monday.docs --settings --plan back.plan",
    "docs snapshots restore monday.docs --settings --only sites,spaces --plan back.plan",
    "docs snapshots restore monday.docs --settings --only members",
  ],
  run: async (context) => {
    const { args, flags, settings, snapshots, api } = context;
    if (!flags.settings)
      throw usage("--settings is required", "content is not restored: the service imports from addresses only");
    const [{ RESTORED, restoreSettings }, { createWorld }] = await Promise.all([
      import("../../plans/restore.js"),
      import("../../plans/world.js"),
    ]);
    const wanted = flags.only ?? RESTORED;
    const chosen = RESTORED.filter((part) => wanted.includes(part));
    const wrong = wanted.find((part) => !(RESTORED as readonly string[]).includes(part));
    if (wrong !== undefined) throw usage(`--only: "${wrong}" is none of ${RESTORED.join(", ")}`);
    const { organization } = await snapshots.view(args.file);
    const service = await context.plans();
    const copy = await service.rehearse(args.file);
    try {
      if (copy.origin !== originOf(settings))
        throw usage(`${args.file} is of another service (${copy.origin})`, "choose its profile with --profile");
      const planner = await plannerFor(context, organization.id, `docs snapshots restore ${args.file} --settings`);
      const worlds = { past: createWorld(copy.client), now: createWorld(api) };
      const left = await restoreSettings({ planner, organization: organization.id, ...worlds, only: chosen });
      const plan = await planner.finish({ left });
      await settlePlan(context, plan, { file: flags.plan, confirm: flags.confirm });
    } finally {
      copy.close();
    }
  },
});
