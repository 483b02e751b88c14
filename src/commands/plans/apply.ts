/** Applies plans that were confirmed, and reports the results. */

import type { ApplyPlanOptions, GuardLimits, StepResult } from "../../changes/apply/apply.js";
import type { LineWriter } from "../../changes/log/write-log.js";
import type { GuardResult, Plan, Step } from "../../changes/types.js";
import type { Who } from "../../changes/who.js";
import type { Context } from "../../cli/context.js";
import type { Counter } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { GOOD, type StepOutcome } from "../../shared/choices.js";
import { count } from "../../shared/wrap.js";
import { redactSecrets } from "../../system/secrets.js";
import { checkReceiptFiles, keepReceipt, type ReceiptFiles } from "./receipt.js";
import { whoApplies } from "./shared.js";

/** Milliseconds that an unanswered request may still be under way. */
const SETTLE_MS = 150_000;

export type Allowed = Omit<GuardLimits, "me">;

/** The allowances by the flags of a command that made the plan itself, just now; a plan from a file allows nothing. */
export const allowedBy = ({ me = [], maxRemovals }: Plan): Allowed => ({ named: me, maxRemovals });

interface RunWith {
  retryUnknown: boolean;
  /** Discards an existing state file: it belongs to another plan. */
  fresh?: boolean;
  /** The allowances by the flags of this command. */
  allowed: Allowed;
  /** New files for what was done. */
  files?: ReceiptFiles | undefined;
  /** Parts that are not in the plan, for the receipt. */
  left?: readonly string[] | undefined;
  /** The person who applies it, if that was checked when the plan was made just now. */
  by?: Who | undefined;
  /** As `ApplyPlanOptions.lastLook`. */
  lastLook?: ApplyPlanOptions["lastLook"];
  /** Called before the first step about the person who applies it. */
  beforeOwn?: () => Promise<void>;
  /** Called with the result of each step. */
  onResult?: (result: StepResult) => void;
  /** Only steps that failed are reported: what the others do was said before. */
  isBrief?: boolean;
  /** Others may have written the plan. */
  isFromFile?: boolean;
}

/** Steps of which nothing was read. */
const UNTRIED: ReadonlySet<StepOutcome> = new Set<StepOutcome>(["not started", "blocked"]);

/**
 * A plan from a file, with the guards as they are measured now: it is refused before anyone is asked, unless `reportOnly`.
 * @throws Failure refused with all guards that are not met; and of the reads
 */
export async function measurePlan(
  { api, settings, plans }: Context,
  plan: Plan,
  file: string,
  allowed: Allowed,
  reportOnly = false,
): Promise<Plan> {
  const [{ guardPlan }, { readPlanLog }] = await Promise.all([
    import("../../changes/apply/apply.js"),
    import("../../changes/log/plan-log.js"),
  ]);
  const name = `${file}.state`;
  const { steps: states } = readPlanLog((await plans.peek(name)) ?? "", plan, name);
  return {
    ...plan,
    rails: await guardPlan({ plan, client: api, states, reportOnly }, { me: settings.me, ...allowed }),
  };
}

/** Results under the names that were read: a file may call a thing by the name of another one. */
async function createNamed(steps: readonly Step[], isFromFile: boolean): Promise<(result: StepResult) => StepResult> {
  const [{ withoutName }, { createNaming }] = await Promise.all([
    import("../../changes/apply/apply.js"),
    import("../../changes/show/report.js"),
  ]);
  const name = createNaming(steps);
  return (result) => {
    const { step, outcome } = result;
    return { ...result, step: name(isFromFile && UNTRIED.has(outcome) ? withoutName(step) : step) };
  };
}

/** Applies a confirmed plan and shows each result. @throws Failure usage for the state of another plan */
export async function runPlan(
  context: Context,
  plan: Plan,
  file: string,
  { fresh = false, allowed, onResult, files = {}, left, isBrief = false, isFromFile = false, ...given }: RunWith,
): Promise<StepResult[]> {
  const { out, settings, now, globals } = context;
  const [{ applyPlan }, { formatDone }] = await Promise.all([
    import("../../changes/apply/apply.js"),
    import("../../changes/show/change-text.js"),
  ]);
  await checkReceiptFiles(context, files);
  const state = await context.plans.state(file, { fresh });
  const by = given.by ?? (await whoApplies(context, plan.organization));
  const counter = out.progress.count({ verb: "Applied", of: "of", what: "steps" });
  const tell = createTeller(out, plan.steps.length, { isBrief, formatDone, counter });
  const named = await createNamed(plan.steps, isFromFile);
  let guards: GuardResult[] = [];
  const results = await applyPlan({
    redact: redactSecrets,
    client: context.api.unlogged,
    plan,
    state,
    stateName: `${file}.state`,
    now,
    concurrency: globals.client.concurrency ?? 1,
    // The sandbox runs in this process: once that has ended, nothing is under way.
    settleMs: settings.sandbox ? 0 : SETTLE_MS,
    retryUnknown: given.retryUnknown,
    whyNotNow: conditionsOf(context, plan.organization),
    ...{ me: settings.me, by },
    ...{ beforeOwn: given.beforeOwn, lastLook: given.lastLook },
    onGuards(results) {
      guards = [...results];
    },
    guard: { me: settings.me, ...allowed },
    onResult(result) {
      onResult?.(result);
      tell(named(result));
    },
  }).finally(counter.end);
  if (
    plan.site &&
    (results.some(({ outcome }) => outcome === "done") || (await isSiteUnknown(plan, state.text, file)))
  ) {
    await noteAfter(context, plan.site, state);
  }
  await keepReceipt(context, file, files, { plan, results, by, guards, left });
  return results.map(named);
}

/** True if an earlier run ended before it recorded how it left the site. */
async function isSiteUnknown(plan: Plan, text: string, file: string): Promise<boolean> {
  const { readPlanLog } = await import("../../changes/log/plan-log.js");
  const { steps, site } = readPlanLog(text, plan, `${file}.state`);
  return steps.size > 0 && site.after === undefined;
}

/** For `applyPlan`: the rule that a step names is run again, on what the step is about. */
export const conditionsOf =
  ({ api, now }: { api: Reader; now: Context["now"] }, organization: string) =>
  async ({ endpoint, params, body, condition }: Step): Promise<string | undefined> => {
    if (!condition) return undefined;
    const { whyNotNow } = await import("../../checks/run.js");
    // Steps that fix a finding use no answers of other steps: all their parameters are ids.
    const ids = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return whyNotNow({ client: api, organization, now: now() }, condition, {
      endpoint,
      params: ids,
      ...(body && { body }),
    });
  };

/** Records the site for an undo, which compares it with what is there then; without the record, nothing is undone. */
export async function noteAfter(
  { api, now }: Context,
  site: NonNullable<Plan["site"]>,
  state: LineWriter,
): Promise<void> {
  const { recordSite } = await import("../../changes/site/undo/undo-site.js");
  try {
    await recordSite(api, site, state, { now, redact: redactSecrets });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** True if nothing is left to look after. */
const isFine = ({ outcome, isPartial }: StepResult): boolean => !isPartial && GOOD.has(outcome);

interface Telling {
  isBrief: boolean;
  formatDone: (step: Step) => string;
  counter: Counter;
}

/** Tells each result as it comes. */
function createTeller(
  out: Context["out"],
  steps: number,
  { isBrief, formatDone, counter }: Telling,
): (result: StepResult) => void {
  let settled = 0;
  let isEnded = false;
  return (result) => {
    settled += 1;
    counter.at(settled, steps - settled);
    if (isBrief && isFine(result)) return;
    // After what ended the run, hundreds of steps would say the same.
    if (result.outcome === "not started" && isEnded) return;
    isEnded ||= result.outcome === "not started";
    show(out, result, steps > 1 ? `${settled}/${steps} ` : "", formatDone);
  };
}

function show(out: Context["out"], result: StepResult, at: string, formatDone: (step: Step) => string): void {
  const { step, outcome, says } = result;
  const said = says === undefined ? "" : `: ${says}`;
  if (!isFine(result)) out.complain(`${at}${outcome}: ${step.title}${said}`);
  else if (outcome === "done") out.done(`${at}${formatDone(step)}${said}`);
  else out.done(`${at}${GOOD_ALREADY[outcome]?.label ?? outcome}: ${step.title}${said}`);
}

/** Outcomes that needed nothing now: as the label of a step, and as a count of steps. */
const GOOD_ALREADY: Readonly<Record<string, { label: string; counted: string }>> = {
  satisfied: { label: "No change", counted: "needed no change" },
  earlier: { label: "Done earlier", counted: "done earlier" },
};

/** `Applied 3 steps (1 done earlier)` */
function appliedText(counts: ReadonlyMap<string, number>): string {
  const already = Object.entries(GOOD_ALREADY).flatMap(([outcome, { counted }]) =>
    counts.has(outcome) ? [`${counts.get(outcome)} ${counted}`] : [],
  );
  const done = counts.get("done");
  if (done === undefined) return `Nothing to do: ${already.join(", ")}`;
  return `Applied ${count(done, "step")}${already.length > 0 ? ` (${already.join(", ")})` : ""}`;
}

export const RESULT_COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Outcome", path: "outcome", as: "state" },
  { header: "Title", path: "title" },
  { header: "Reason", path: "says" },
] as const;

export const resultRow = ({ step, outcome, says }: StepResult) => ({
  id: step.id,
  outcome,
  title: step.title,
  says: says ?? null,
});

interface ReportOptions {
  /** The command that resumes it. */
  command?: string;
  isUndo?: boolean;
  /** Said where nothing had to be done. */
  empty?: string;
}

/** Writes rows for programs. @throws Failure partial or unknown-outcome unless every step succeeded */
export async function reportResults(
  { out, next }: Context,
  results: readonly StepResult[],
  file: string,
  { command = "plans apply", isUndo = false, empty = "Nothing to do" }: ReportOptions = {},
): Promise<void> {
  const rows = results.map(resultRow);
  // The steps of an undo were made for it: nothing takes their ids.
  const columns = isUndo ? RESULT_COLUMNS.filter(({ path }) => path !== "id") : RESULT_COLUMNS;
  if (out.format !== "table") await out.list(rows, { columns });
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const inPart = results.filter(({ isPartial }) => isPartial).length;
  const all = [...counts].map(([outcome, number]) => `${number} ${outcome}`);
  const words = [...all, ...(inPart > 0 ? [`${inPart} only in part`] : [])].join(", ");
  const bad = results.filter((result) => !isFine(result));
  const [only] = results;
  if (results.length === 1 && only?.failure?.kind === "unknown-outcome") throw only.failure;
  if (bad.length === 0) {
    // An undo ends with its own sentence.
    if (!isUndo) out.done(words === "" ? empty : appliedText(counts));
    return;
  }
  throw new Failure("partial", words, {
    hint: `to resume without repeating finished steps: ${next(command, file)}`,
    details: {
      ...Object.fromEntries(counts),
      failures: bad.map(resultRow),
    },
  });
}
