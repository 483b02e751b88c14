/** `plans undo` and `docs undo`: undo the steps of a plan in reverse, unless somebody has changed their results. */
import { Failure, usage } from "../../errors.js";
import type { Undoing } from "../../plans/apply/undo.js";
import type { Plan, Step } from "../../plans/types.js";
import { reportResults, runPlan } from "./apply.js";
import { askFirst } from "./offer.js";
import { isObjects, type Needs, originOf, readPlan, refusePlan, showPlan } from "./shared.js";

export interface UndoFlags {
  partial: boolean;
  confirm: string | undefined;
}

/** @throws Failure not-found: nothing was done; usage: not all steps can be undone; canceled, partial */
export async function undoPlan(context: Needs, file: string, { partial, confirm }: UndoFlags): Promise<void> {
  const { out, globals } = context;
  const plan = await readPlan(context, file);
  refusePlan(context, plan);
  const service = await context.plans();
  const { planText } = await import("../../plans/format/write.js");
  const state = await service.state(file);
  const record = (step: string) => state.append(undone(step, context.now()));
  const undoFile = `${file}.undo`;
  const made = await prepare(context, plan, file, state.text);
  tell(context, made);
  if (made.impossible.length > 0 && !partial) throw notAll(made.impossible);
  if (globals.safety.dryRun) return showPlan(context, made.plan);
  for (const { id } of made.nothing) record(id);
  if (made.plan.steps.length === 0) return conclude(context, made.changed);
  await askFirst(context, made.plan, confirm);
  if (!made.goesOn) await service.write(undoFile, planText(made.plan), { replace: true });
  const { undoneBy } = await import("../../plans/apply/undo.js");
  const left = counts(made.plan.steps, undoneBy);
  const results = await runPlan(context, made.plan, undoFile, {
    retryUnknown: false,
    fresh: !made.goesOn,
    isUndo: true,
    onResult({ step, outcome }) {
      const original = undoneBy(step.id);
      if (!["done", "satisfied", "earlier"].includes(outcome)) return;
      left.set(original, (left.get(original) ?? 1) - 1);
      if (left.get(original) === 0) record(original);
    },
  });
  await reportResults(context, results, file, "plans undo");
  if (!isObjects(out.format)) conclude(context, made.changed);
}

interface Prepared extends Undoing {
  /** Whether an undo that was interrupted within a step is resumed. */
  goesOn: boolean;
}

/** @throws Failure usage, not-found */
async function prepare(context: Needs, plan: Plan, file: string, stateText: string): Promise<Prepared> {
  const service = await context.plans();
  const [{ makeUndo, isBrokenOff }, { readState }, { parsePlan }] = await Promise.all([
    import("../../plans/apply/undo.js"),
    import("../../plans/apply/state.js"),
    import("../../plans/format/parse.js"),
  ]);
  const states = readState(stateText, plan, `${file}.state`);
  if (![...states.values()].some(({ state }) => state === "done")) {
    throw new Failure("not-found", `${file}: there is nothing to undo: no step of this plan is done`);
  }
  const undoFile = `${file}.undo`;
  const text = await service.peek(undoFile);
  if (text !== undefined) {
    const earlier = parsePlan(text, undoFile);
    const before = readState((await service.peek(`${undoFile}.state`)) ?? "", earlier, `${undoFile}.state`);
    if (isBrokenOff(earlier, before)) return { plan: earlier, impossible: [], changed: [], nothing: [], goesOn: true };
  }
  return { ...(await makeUndo(plan, states, await setupOf(context, plan, file))), goesOn: false };
}

const undone = (step: string, now: number): string =>
  `${JSON.stringify({ record: "undone", at: new Date(now).toISOString(), step })}\n`;

async function setupOf({ api, settings, now, plans }: Needs, { organization }: Plan, file: string) {
  const service = await plans();
  return {
    client: api,
    head: {
      origin: originOf(settings),
      organization,
      maker: service.maker,
      command: `docs plans undo ${file}`,
      made: new Date(now()).toISOString(),
    },
    me: settings.me,
    redact: <T>(value: T) => service.redact(value),
  };
}

function counts(steps: readonly Step[], by: (id: string) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id } of steps) found.set(by(id), (found.get(by(id)) ?? 0) + 1);
  return found;
}

function tell({ out }: Needs, { impossible, changed }: Undoing): void {
  for (const { title, why } of impossible)
    out.complain(`cannot be undone: ${title}${why === undefined ? "" : `: ${why}`}`);
  for (const { title } of changed) out.complain(`changed since, left alone: ${title}`);
}

const notAll = (impossible: readonly Step[]): Failure =>
  usage(
    `${impossible.length === 1 ? "1 step" : `${impossible.length} steps`} cannot be undone; nothing was sent`,
    "--partial undoes the others",
  );

/** @throws Failure partial if something was left alone */
function conclude({ out }: Needs, changed: readonly Step[]): void {
  if (changed.length === 0) {
    out.done("Undone: everything that can be");
    return;
  }
  throw new Failure(
    "partial",
    `${changed.length === 1 ? "1 step was" : `${changed.length} steps were`} changed since and left alone`,
    {
      details: { changed: changed.map(({ id, title }) => ({ id, title })) },
    },
  );
}
