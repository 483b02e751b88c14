/** Records the writes of a command into a plan file. */
import type { PlanRecorder, RecordSetup } from "../../cli/services.js";
import { usage } from "../../errors.js";
import { parsePlan } from "../../plans/format/parse.js";
import { planText } from "../../plans/format/write.js";
import { createPlanner } from "../../plans/make/planner.js";
import type { Plan } from "../../plans/types.js";

export interface RecordDoors {
  maker: string;
  redact: <T>(value: T) => T;
  read: (file: string) => Promise<string>;
  write: (file: string, text: string, options: { replace: boolean }) => Promise<void>;
  peek: (file: string) => Promise<string | undefined>;
}

/** @throws Failure usage where the file is there, or is of another service or organization */
export async function recordPlan(setup: RecordSetup, doors: RecordDoors): Promise<PlanRecorder> {
  const { client, file, append, origin, organization, command, me, now } = setup;
  const text = await doors.peek(file);
  if (text !== undefined && !append)
    throw usage(`${file} is there already`, "name another file, or add to it with --append");
  const past = text === undefined ? undefined : parsePlan(text, file);
  if (past) await refusePast(past, setup, doors);
  const planner = createPlanner({
    client,
    head: {
      origin,
      organization,
      maker: doors.maker,
      command: doors.redact(past?.command ? `${past.command}; ${command}` : command),
      made: new Date(now()).toISOString(),
    },
    me,
    redact: doors.redact,
    past,
  });
  return {
    async add(call) {
      await planner.add(call);
    },
    async end() {
      // Whoever names people in a command means them.
      const plan = await planner.finish({ named: me === undefined ? [] : [me], lifted: "later" });
      await doors.write(file, planText(plan), { replace: append });
      const added = plan.steps.length - (past?.steps.length ?? 0);
      return { steps: plan.steps.length, added, unchanged: planner.unchanged() };
    },
  };
}

/** @throws Failure usage */
async function refusePast(
  past: Plan,
  { file, origin, organization }: RecordSetup,
  { peek }: RecordDoors,
): Promise<void> {
  const refuse = (why: string) => usage(`${file} ${why}; nothing was added`, "name another file");
  if (past.origin !== origin) throw refuse(`is of another service (${past.origin})`);
  if (past.organization !== organization) throw refuse(`is of another organization (${past.organization})`);
  if (!past.complete) throw refuse("is not complete");
  if ((await peek(`${file}.state`)) !== undefined) throw refuse("was applied already");
}
