/** `plans undo` and `docs undo`: undo the steps of a plan in reverse, unless somebody has changed their results. */

import type { StepResult } from "../../changes/apply/results.js";
import type { Skipped, Undoing, UndoLimits } from "../../changes/apply/undo.js";
import type { Log } from "../../changes/log/read-log.js";
import type { LogFile } from "../../changes/log/write-log.js";
import type { Conflict } from "../../changes/site/undo/undo-site.js";
import type { Plan, Step } from "../../changes/types.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";
import { GOOD } from "../../shared/choices.js";
import { count } from "../../shared/wrap.js";
import { noteAfter, reportResults, runPlan } from "./apply.js";
import { chooseShare } from "./guard-flags.js";
import { checkReceiptFiles, type ReceiptFiles } from "./receipt.js";
import { isObjects, readPlan, refusePlan, showWould, withReadTargets } from "./shared.js";
import { askFirst, isAsked, keepEmpty, plannerSetup, refuseUnmet } from "./write-or-apply.js";

export const UNDO_VERBOSE = only("show requests, fields and guards first");

export interface UndoFlags extends ReceiptFiles {
  partial: boolean;
  verbose?: boolean | undefined;
  maxRemovals?: string | undefined;
  allowTeam?: readonly string[] | undefined;
  confirm?: string | undefined;
}

/** The run to undo: an applied plan, or the changes of a command. */
interface AppliedRun {
  plan: Plan;
  /** In messages. */
  name: string;
  /** The names of the undo's own files begin with it. */
  file: string;
  /** Location of `state`. */
  records: string;
  /** The log of the run; the undo adds to it. @throws Failure usage while another run has it */
  state(): Promise<LogFile>;
  /** @throws Failure usage for lines about something else */
  read(text: string): Log;
  /** Changes that were done, of which not enough is known, and those of which it is not known whether they were. */
  lost: readonly Conflict[];
  unclear: readonly Conflict[];
  /** The command that undoes it, and what that names. */
  again: readonly [command: string, target: string];
}

/** @throws Failure not-found: nothing was done; usage: not all steps can be undone; canceled, partial */
export async function undoPlan(context: Context, file: string, flags: UndoFlags): Promise<void> {
  const [plan, { readPlanLog }] = await Promise.all([readPlan(context, file), import("../../changes/log/plan-log.js")]);
  await undo(
    context,
    {
      plan,
      name: file,
      file,
      records: `${file}.state`,
      state: () => context.plans.state(file),
      read: (text) => readPlanLog(text, plan, `${file}.state`),
      lost: [],
      unclear: [],
      again: ["plans undo", file],
    },
    flags,
  );
}

/** Writes the site as it was before the plan. @throws Failure usage for a plan without a site, and for a file that exists */
export async function writeSiteFile(context: Context, file: string, siteFile: string): Promise<void> {
  const [{ site }, { exportSite }] = await Promise.all([
    readPlan(context, file),
    import("../../changes/site/export.js"),
  ]);
  if (!site) throw usage(`${file} holds no site: only plans of docs sites do`);
  if (context.globals.safety.dryRun) return showWould(context.out, `write ${siteFile}`);
  await context.plans.write(siteFile, exportSite(site, { all: true }));
  context.out.done(`Wrote ${siteFile}. See what would change: ${context.next("sites plan", siteFile)} --prune`);
}

/** Undoes a command from the history. @throws as `undoPlan` */
export async function undoTyped(context: Context, number: number, log: string, flags: UndoFlags): Promise<void> {
  const { readTypedChange } = await import("../../changes/log/plan-log.js");
  const name = `number ${number} in the history`;
  const { plan, log: done, lost } = readTypedChange((await context.plans.peek(log)) ?? "", name);
  const stateOf = (id: string) => done.steps.get(id)?.state;
  await undo(
    context,
    {
      plan,
      name,
      file: log,
      records: log,
      state: () => context.plans.log(log),
      read: (text) => readTypedChange(text, name).log,
      lost: lost.filter((one) => stateOf(one.id) === "done"),
      unclear: [...plan.steps, ...lost]
        .filter((one) => stateOf(one.id) === "open")
        .map(({ id, title }) => ({ id, title, why: "whether the service applied it is not known" })),
      again: ["undo", String(number)],
    },
    flags,
  );
}

async function undo(context: Context, applied: AppliedRun, flags: UndoFlags): Promise<void> {
  const { partial, verbose = false, confirm, maxRemovals, allowTeam: allowTeams, ...files } = flags;
  const { plan, file } = applied;
  const { out, globals } = context;
  refusePlan(context.settings, plan);
  if (globals.safety.dryRun) return showInverses(context, applied);
  const [{ planText }, { createLogWriter }, { allowedByUndo, createLastLook, undoStates, SITE }] = await Promise.all([
    import("../../changes/format/write.js"),
    import("../../changes/log/write-log.js"),
    import("../../changes/apply/undo.js"),
  ]);
  await checkReceiptFiles(context, files);
  const state = await applied.state();
  const { write } = createLogWriter(state, context.now);
  const record = (step: string) => write({ record: "undone", step });
  const undoFile = `${file}.undo`;
  const limits = { maxRemovals: await chooseShare(maxRemovals), allowTeams };
  const made = await prepare(context, applied, state.text, limits);
  await reportUndo(context, plan, made);
  refusePart(made, partial);
  await refuseUnmet(context.out, made.plan);
  for (const { id } of made.nothing) record(id);
  if (made.plan.steps.length === 0) {
    await keepEmpty(context, made.plan, files, linesOf(made));
    return conclude(context, applied, made, true);
  }
  const isBrief = await askToUndo(context, made, { of: plan, confirm, verbose });
  if (!made.goesOn) await context.plans.write(undoFile, planText(made.plan), { replace: true });
  // From here on, only the undo's own log says how the site is.
  if (plan.site) write({ record: "remade", step: SITE, ids: made.remade });
  const results = await runPlan(context, made.plan, undoFile, {
    retryUnknown: false,
    fresh: !made.goesOn,
    files,
    left: linesOf(made),
    isBrief,
    ...(!made.goesOn && { by: made.plan.by }),
    // One that is resumed is read from a file, and what that asks for is not allowed.
    allowed: allowedByUndo(context.settings.me, limits),
    lastLook: createLastLook(plan, made.plan, applied.read(state.text).steps, context.api.unlogged),
    onResult: recordUndone(made.plan, undoStates, (original) =>
      (original === SITE ? made.ofSite : [original]).forEach(record),
    ),
  });
  if (plan.site) await noteAfter(context, plan.site, state);
  const [command, target] = applied.again;
  await reportResults(context, results, target, { command, isUndo: true });
  if (isLeft(made) || !isObjects(out.format)) conclude(context, applied, made);
}

/** Asks before an undo. True if sentences said what its steps do. @throws Failure usage, canceled */
async function askToUndo(
  context: Context,
  undo: PreparedUndo,
  { of, confirm, verbose }: { of: Plan; confirm: string | undefined; verbose: boolean },
): Promise<boolean> {
  // One that is resumed is read from a file.
  const made = undo.goesOn && isAsked(context, confirm) ? await withReadTargets(context, undo.plan) : undo.plan;
  const isBrief = !verbose && context.out.format === "table" && made.steps.length <= MOST_SENTENCES;
  const [{ undoStates }, { undoSentences }] = await Promise.all([
    import("../../changes/apply/undo.js"),
    import("../../changes/show/change-text.js"),
  ]);
  const sentences = isBrief ? undoSentences(made, of, undoStates) : undefined;
  await askFirst(context, made, { confirm, unfold: "--dry-run lists all of them", isOwn: true, sentences });
  return isBrief;
}

/** An undo of more steps is shown as a plan. */
const MOST_SENTENCES = 10;

/** Records a step as undone once all that takes it back was done. */
function recordUndone(
  plan: Plan,
  undoStates: (id: string) => string,
  record: (original: string) => void,
): (result: StepResult) => void {
  const left = counts(plan.steps, undoStates);
  return ({ step, outcome }) => {
    const original = undoStates(step.id);
    if (!GOOD.has(outcome)) return;
    left.set(original, (left.get(original) ?? 1) - 1);
    if (left.get(original) === 0) record(original);
  };
}

/** A dry run sends nothing, so it shows what would be sent if nobody has changed anything since. */
async function showInverses({ plans, api, out }: Context, { plan, name, records, read }: AppliedRun): Promise<void> {
  const [{ resolveReferences }, { endpointNamed, requestOf }] = await Promise.all([
    import("../../changes/apply/results.js"),
    import("../../changes/endpoints.js"),
  ]);
  const { steps: states } = read((await plans.peek(records)) ?? "");
  const done = [...plan.steps].reverse().filter(({ id }) => states.get(id)?.state === "done");
  if (done.length === 0) throw nothingToUndo(name);
  const calls = done.flatMap(({ id, inverse }) =>
    inverse.map((call) => resolveReferences(call, new Map([[id, states.get(id)?.out]])) ?? requestOf(call)),
  );
  out.note("nothing was read: things changed since then are skipped");
  // A string is a request that names the answer to the one before it.
  for (const call of calls) if (typeof call === "string") out.note(`then ${call}`);
  const known = calls.filter((call) => typeof call !== "string");
  // The plan's own parser has checked them.
  await out.each(known, ({ endpoint, ...call }) => api.call(endpointNamed(endpoint), call as never), {});
}

const nothingToUndo = (name: string): Failure =>
  new Failure("not-found", `${name}: nothing to undo: none of its steps was applied`);

interface PreparedUndo extends Undoing {
  /** True if an undo that was interrupted within a step is resumed. */
  goesOn: boolean;
  /** Ids of what the undo before it touched: what it made takes the place of what is gone. */
  remade: string[];
}

/** @throws Failure usage, not-found */
async function prepare(
  context: Context,
  applied: AppliedRun,
  stateText: string,
  limits: UndoLimits,
): Promise<PreparedUndo> {
  const { plan, file, name } = applied;
  const [{ makeUndo, findForeignStep, isInterrupted, touchedIds, siteSteps }, { readPlanLog }, { parsePlan }] =
    await Promise.all([
      import("../../changes/apply/undo.js"),
      import("../../changes/log/plan-log.js"),
      import("../../changes/format/parse.js"),
    ]);
  const { steps: states, site: records } = applied.read(stateText);
  const isDone = [...states.values()].some(({ state }) => state === "done");
  if (!isDone && applied.unclear.length === 0 && siteSteps(plan, states).length === 0) {
    throw nothingToUndo(name);
  }
  const undoFile = `${file}.undo`;
  const text = await context.plans.peek(undoFile);
  const remade: string[] = [];
  if (text !== undefined) {
    const earlier = parsePlan(text, undoFile);
    if (earlier.origin !== plan.origin || earlier.organization !== plan.organization) {
      throw usage(
        `${undoFile} is for another service or organization than ${name}; nothing was sent`,
        `remove ${undoFile}, then undo again`,
      );
    }
    const undoState = `${undoFile}.state`;
    const { steps: before } = readPlanLog((await context.plans.peek(undoState)) ?? "", earlier, undoState);
    const isLatest = records.sentAt <= earlier.made;
    if (isInterrupted(earlier, before, records.after !== undefined || !isLatest)) {
      const stray = findForeignStep({ undo: earlier, states: before }, plan, states);
      if (stray) throw notOfPlan(undoFile, stray, name);
      return { ...GOES_ON, plan: earlier, ofSite: siteSteps(plan, states) };
    }
    if (isLatest) remade.push(...touchedIds(earlier, before));
  }
  const all = { ...records, remade: [...new Set([...records.remade, ...remade])] };
  const setup = await plannerSetup(context, plan.organization, { command: `docs ${applied.again.join(" ")}` });
  const made = await makeUndo(plan, states, { ...setup, ...limits }, all);
  const impossible = [...made.impossible, ...applied.lost];
  return { ...made, impossible, unclear: [...made.unclear, ...applied.unclear], goesOn: false, remade };
}

const notOfPlan = (undoFile: string, { id, title }: Step, file: string): Failure =>
  usage(
    `${undoFile}: step ${id} (${title}) undoes nothing that ${file} did; nothing was sent`,
    `remove ${undoFile}, then undo again`,
  );

const GOES_ON: Omit<PreparedUndo, "plan" | "ofSite"> = {
  impossible: [],
  changed: [],
  unclear: [],
  nothing: [],
  again: [],
  remade: [],
  goesOn: true,
};

function counts(steps: readonly Step[], by: (id: string) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id } of steps) found.set(by(id), (found.get(by(id)) ?? 0) + 1);
  return found;
}

/** Steps that the undo leaves alone, one line each. */
const linesOf = ({ impossible, changed, unclear }: Undoing): string[] => [
  ...impossible.map(({ title, why }) => `cannot be undone: ${title}${why === undefined ? "" : `: ${why}`}`),
  ...changed.map(({ title, why }) => `skipped, changed since then: ${title}${why === undefined ? "" : `: ${why}`}`),
  ...unclear.map(({ title, why = "" }) => `skipped: ${title}: ${why}`),
];

/** Steps that are left alone have the names that are read, as a plan has. */
async function reportUndo(context: Context, plan: Plan, made: Undoing): Promise<void> {
  const left = [...made.impossible, ...made.changed, ...made.unclear];
  const steps = plan.steps.filter(({ id }) => left.some((one) => one.id === id));
  const named = await withReadTargets(context, { ...plan, steps });
  for (const { id, title } of named.steps) for (const one of left) if (one.id === id) one.title = title;
  for (const line of linesOf(made)) context.out.complain(line);
  for (const { name } of made.again) context.out.note(`restored with another id: ${name}`);
}

/** @throws Failure usage if steps cannot be undone, and the others are not to be, or there are none */
function refusePart({ impossible, plan, ...left }: PreparedUndo, partial: boolean): void {
  const hasOthers = plan.steps.length > 0;
  if (impossible.length === 0 || (partial && (hasOthers || isLeft(left)))) return;
  const rest = hasOthers || isLeft(left) ? "" : ", and nothing else is left to undo";
  const what = `${count(impossible.length, "step")} cannot be undone${rest}; nothing was sent`;
  throw usage(what, hasOthers ? "--partial undoes the others" : undefined);
}

const isLeft = ({ changed, unclear }: Skipped): boolean => changed.length + unclear.length > 0;

const SITE_CHANGED = "the site has changed since then: nothing was sent";

/** @throws Failure partial if something was left alone */
function conclude({ out, next }: Context, { plan, again, file }: AppliedRun, left: Skipped, isEmpty = false): void {
  if (!isLeft(left)) {
    out.done(isEmpty ? "Nothing to undo: all is as it was before" : "Undone");
    return;
  }
  const { changed, unclear } = left;
  const isSite = plan.site !== undefined;
  const were = (steps: readonly Conflict[]): string =>
    `${count(steps.length, "step")} ${steps.length === 1 ? "was" : "were"}`;
  const lines = [
    ...(changed.length > 0 ? [isSite ? SITE_CHANGED : `${were(changed)} changed since then and skipped`] : []),
    ...(unclear.length > 0 ? [`${were(unclear)} skipped, because their present state cannot be read`] : []),
  ];
  throw new Failure("partial", lines, {
    ...(isSite &&
      again[0] === "plans undo" && {
        hint: `to write the site as it was: ${next("plans undo", file)} --site-file before.yaml`,
      }),
    details: {
      changed: changed.map(({ id, title, why }) => ({ id, title, ...(why !== undefined && { why }) })),
      ...(unclear.length > 0 && { unclear: unclear.map(({ id, title, why }) => ({ id, title, why })) }),
    },
  });
}
