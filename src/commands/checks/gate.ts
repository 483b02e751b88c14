/** Checks one thing: a space, a change request or a site. */
import { getSpace } from "../../catalog/spaces.js";
import type { Scope } from "../../checks/data-source.js";
import type { Report } from "../../checks/report.js";
import type { Job } from "../../checks/run.js";
import type { ConfiguredRule } from "../../checks/types.js";
import type { Context } from "../../cli/context.js";
import type { Severity } from "../../shared/choices.js";
import { locator, openOutputs, writeReports } from "./reports.js";
import { conclude, type EarlierSnapshot, openPast, reportOfRun, runAll, show, showCost } from "./run.js";
import { GATE_KINDS, type Gate, select } from "./selection.js";

interface GateTarget {
  gate: Gate;
  /** Default: the organization of the space. */
  organization?: string | undefined;
  scope: Scope;
  olderThan?: string | undefined;
  config?: string | undefined;
  external?: boolean;
  changedSince?: string;
  allowHost?: string[];
  /** Only rules of this severity or a higher one. */
  severity?: Severity | undefined;
  /** Reads on, with the same facts. */
  after?: Job["after"];
}

/** The rules about such things. */
export const rulesOf = (gates: readonly Gate[], rules: readonly ConfiguredRule[]): ConfiguredRule[] =>
  rules.filter(({ rule }) => gates.some((gate) => GATE_KINDS[gate].some((kind) => kind === rule.of)));

/** Runs the rules of the gate. */
export async function checkOne(
  input: Context,
  { gate, scope, organization, after, ...asked }: GateTarget,
  /** Called before anything is checked. */
  ready: (organization: string) => Promise<EarlierSnapshot | undefined> = async () => undefined,
) {
  const { createIgnore } = await import("../../checks/accepted/config.js");
  const { rules, file, external } = await select(input.files, { ...asked, one: true });
  const own = rulesOf([gate], rules);
  const { api, now } = input;
  const space = scope.space === undefined ? undefined : await api.call(getSpace, { params: { spaceId: scope.space } });
  const org = organization ?? space?.organization ?? "";
  const past = await ready(org);
  const accepted = [createIgnore(file.ignore, now())];
  const ran = await runAll(input, {
    organization: org,
    rules: own,
    scope: { ...scope, spaceItem: space },
    accepted,
    external,
    past,
    after,
  });
  return { report: await reportOfRun(input.next, org, ran), failOn: file.failOn };
}

interface GateFlags {
  external?: boolean;
  allowHost?: string[];
  changedSince?: string;
  exportRoot?: string;
  sourceRoot?: string;
  olderThan?: string;
  config?: string;
  report?: string[];
  failOn?: Severity;
  maxWarnings?: number;
}

/** Runs a gate, shows the report, and ends with the exit code that fits. */
export async function runGate(input: Context, checked: GateTarget, flags: GateFlags, failOn: Severity): Promise<void> {
  const { out, globals, files } = input;
  if (globals.safety.dryRun) {
    const { rules } = await select(files, { ...flags, one: true });
    return showCost(input.out, rulesOf([checked.gate], rules));
  }
  const outputs = await openOutputs(input, flags.report);
  let locate: Awaited<ReturnType<typeof locator>>;
  const { report, failOn: set } = await checkOne(input, { ...checked, ...flags }, async (organization) => {
    locate = await locator(input.api, flags, organization);
    return openPast(input, flags.changedSince, organization);
  });
  if (!(await writeReports(input, outputs, report, locate))) await show(input, report);
  await conclude(out, report, flags.failOn ?? set ?? failOn, flags.maxWarnings);
}

/** Reasons against it, one line each. */
export async function whyNotReady({ rows }: Report, failOn: Severity): Promise<string[]> {
  const { isAtLeast } = await import("../../checks/choose.js");
  return rows
    .filter(({ status, severity }) => status === "not-evaluable" || (status === "fail" && isAtLeast(severity, failOn)))
    .map(({ rule, object, message }) => `${rule}: ${object?.kind === "page" ? `${object.title}: ` : ""}${message}`);
}
