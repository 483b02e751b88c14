/** `plans undo` and `docs undo`: undo the steps of a plan in reverse, unless somebody has changed their results. */

import type { Undoing } from "../../changes/apply/undo.js";
import type { Conflict } from "../../changes/site/undo/merge-context.js";
import type { Plan, Step } from "../../changes/types.js";
import { Failure, usage } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { noteAfter, reportResults, runPlan } from "./apply.js";
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
  const [{ planText }, { createLogWriter }, { allowedByUndo, undoStates, SITE }] = await Promise.all([
    import("../../changes/format/write.js"),
    import("../../changes/log/records.js"),
    import("../../changes/apply/undo.js"),
  ]);
  const state = await service.state(file);
  const write = createLogWriter(state, context.now);
  const record = (step: string) => write({ record: "undone", step });
  const undoFile = `${file}.undo`;
  const made = await prepare(context, plan, file, state.text);
  tell(context, made);
  if (made.impossible.length > 0 && !partial) throw notAll(made.impossible);
  if (globals.safety.dryRun) return showPlan(context, made.plan);
  for (const { id } of made.nothing) record(id);
  if (made.plan.steps.length === 0) return conclude(context, made);
  await askFirst(context, made.plan, confirm);
  if (plan.site) write({ record: "remade", step: SITE, ids: made.remade });
  if (!made.goesOn) await service.write(undoFile, planText(made.plan), { replace: true });
  const left = counts(made.plan.steps, undoStates);
  const results = await runPlan(context, made.plan, undoFile, {
    retryUnknown: false,
    fresh: !made.goesOn,
    // One that is resumed is read from a file, and what that asks for is not allowed.
    allowed: allowedByUndo(context.settings.me),
    onResult({ step, outcome }) {
      const original = undoStates(step.id);
      if (!["done", "satisfied", "earlier"].includes(outcome)) return;
      left.set(original, (left.get(original) ?? 1) - 1);
      if (left.get(original) === 0) for (const id of original === SITE ? made.ofSite : [original]) record(id);
    },
  });
  if (plan.site) await noteAfter(context, plan.site, state);
  await reportResults(context, results, file, "plans undo");
  if (isLeft(made) || !isObjects(out.format)) conclude(context, made);
}

interface Prepared extends Undoing {
  /** Whether an undo that was interrupted within a step is resumed. */
  goesOn: boolean;
  /** Ids of what the undo before it touched: what it made takes the place of what is gone. */
  remade: string[];
}

/** @throws Failure usage, not-found */
async function prepare(context: Needs, plan: Plan, file: string, stateText: string): Promise<Prepared> {
  const service = await context.plans();
  const [{ makeUndo, isInterrupted, touchedIds, siteSteps }, { readPlanLog }, { parsePlan }] = await Promise.all([
    import("../../changes/apply/undo.js"),
    import("../../changes/log/plan-log.js"),
    import("../../changes/format/parse.js"),
  ]);
  const { steps: states, site: records } = readPlanLog(stateText, plan, `${file}.state`);
  if (![...states.values()].some(({ state }) => state === "done") && siteSteps(plan, states).length === 0) {
    throw new Failure("not-found", `${file}: there is nothing to undo: no step of this plan was applied`);
  }
  const undoFile = `${file}.undo`;
  const text = await service.peek(undoFile);
  const remade: string[] = [];
  if (text !== undefined) {
    const earlier = parsePlan(text, undoFile);
    if (earlier.origin !== plan.origin || earlier.organization !== plan.organization) {
      throw usage(
        `${undoFile} is for another service or organization than ${file}; nothing was sent`,
        `remove ${undoFile}, then undo again`,
      );
    }
    const undoState = `${undoFile}.state`;
    const { steps: before } = readPlanLog((await service.peek(undoState)) ?? "", earlier, undoState);
    if (isInterrupted(earlier, before)) {
      const { findForeignStep } = await import("../../changes/apply/undo-origin.js");
      const stray = findForeignStep({ undo: earlier, states: before }, plan, states);
      if (stray) throw notOfPlan(undoFile, stray, file);
      return { ...GOES_ON, plan: earlier, ofSite: siteSteps(plan, states) };
    }
    if (records.sentAt <= earlier.made) remade.push(...touchedIds(earlier, before));
  }
  const all = { ...records, remade: [...new Set([...records.remade, ...remade])] };
  return { ...(await makeUndo(plan, states, await setupOf(context, plan, file), all)), goesOn: false, remade };
}

const notOfPlan = (undoFile: string, { id, title }: Step, file: string): Failure =>
  usage(
    `${undoFile}: step ${id} (${title}) takes back nothing that ${file} did; nothing was sent`,
    `remove ${undoFile}, then undo again`,
  );

const GOES_ON: Omit<Prepared, "plan" | "ofSite"> = {
  impossible: [],
  changed: [],
  unclear: [],
  nothing: [],
  again: [],
  remade: [],
  goesOn: true,
};

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

function tell(
  { out }: Needs,
  { impossible, changed, unclear, again }: Pick<Prepared, "impossible" | "changed" | "unclear" | "again">,
): void {
  for (const { title, why } of impossible)
    out.complain(`cannot be undone: ${title}${why === undefined ? "" : `: ${why}`}`);
  for (const { title } of changed) out.complain(`changed since, left alone: ${title}`);
  for (const { title, why = "" } of unclear) out.complain(`left alone: ${title}: ${why}`);
  for (const { name } of again) out.note(`comes back under another id: ${name}`);
}

const notAll = (impossible: readonly Conflict[]): Failure =>
  usage(`${count(impossible.length, "step")} cannot be undone; nothing was sent`, "--partial undoes the others");

type Left = Pick<Prepared, "changed" | "unclear">;

const isLeft = ({ changed, unclear }: Left): boolean => changed.length + unclear.length > 0;

/** @throws Failure partial if something was left alone */
function conclude({ out }: Needs, left: Left): void {
  if (!isLeft(left)) {
    out.done("Undone: everything that can be");
    return;
  }
  const { changed, unclear } = left;
  const were = (steps: readonly Conflict[]): string =>
    `${count(steps.length, "step")} ${steps.length === 1 ? "was" : "were"}`;
  const lines = [
    ...(changed.length > 0 ? [`${were(changed)} changed since and left alone`] : []),
    ...(unclear.length > 0 ? [`${were(unclear)} left alone, because what is there now is out of sight`] : []),
  ];
  throw new Failure("partial", lines, {
    details: {
      changed: changed.map(({ id, title }) => ({ id, title })),
      ...(unclear.length > 0 && { unclear: unclear.map(({ id, title, why }) => ({ id, title, why })) }),
    },
  });
}
