/** `checks run --snapshots`: the same rules on several organizations. */

import type { Report } from "../../checks/report.js";
import type { ConfiguredRule } from "../../checks/types.js";
import type { Context } from "../../cli/context.js";
import { Failure, usage } from "../../errors.js";
import type { Severity } from "../../shared/check-severities.js";
import { importLazily } from "../../shared/import-lazily.js";
import { isNarrowed } from "./narrow.js";
import { COLUMNS } from "./reports.js";
import { conclude, reportOfRun, runAll } from "./run.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

interface OneOnly {
  snapshots?: string[] | undefined;
  baseline?: string | undefined;
  report?: string[] | undefined;
  exportRoot?: string | undefined;
  sourceRoot?: string | undefined;
  plan?: string | undefined;
  changedSince?: string | undefined;
}

/** @throws Failure usage for what is of one organization */
export function refuseOneOnly(flags: OneOnly, narrowed: Parameters<typeof isNarrowed>[0]): void {
  if (!flags.snapshots) return;
  const { baseline, report, exportRoot, sourceRoot, plan, changedSince } = flags;
  const given = Object.entries({
    baseline,
    report,
    "export-root": exportRoot,
    "source-root": sourceRoot,
    plan,
    "changed-since": changedSince,
  }).find(([, value]) => value !== undefined);
  const name = isNarrowed(narrowed) ? "space or --site" : given?.[0];
  if (name !== undefined)
    throw usage(`--${name} belongs to one organization: omit --snapshots`, "run it on each snapshot");
}

interface RunRequest {
  named: readonly string[];
  ignore: Parameters<typeof import("../../checks/accepted/config.js")["createIgnore"]>[0];
  external: Parameters<typeof runAll>[1]["external"];
  isTimed: boolean | undefined;
  failOn: Severity | undefined;
  maxWarnings: number | undefined;
}

type Input = Pick<Context, "api" | "out" | "now" | "settings" | "next" | "plans" | "typedAs">;

/** One that cannot be read stops no other. @throws Failure findings, partial; that of the only one */
export async function checkAll(
  input: Input,
  rules: readonly ConfiguredRule[],
  { named, ignore, external, isTimed, failOn = "error", maxWarnings }: RunRequest,
): Promise<void> {
  const { out, now } = input;
  const { createIgnore } = await import("../../checks/accepted/config.js");
  const reports: { report: Report }[] = [];
  const failed: string[] = [];
  for (const file of await snapshots.listFiles(named)) {
    try {
      reports.push(await checkOne(input, file, { rules, external, isTimed, accepted: [createIgnore(ignore, now())] }));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "canceled") throw error;
      failed.push(`${file}: ${error.message}`);
    }
  }
  const rows = reports.flatMap(({ report }) =>
    report.rows.map((row) => ({ organization: report.organization, ...row })),
  );
  await out.list(rows, { columns: [{ header: "Organization", path: "organization", as: "id" }, ...COLUMNS] });
  await concludeAll(input, reports, { failed, failOn, maxWarnings });
}

async function checkOne(
  input: Input,
  file: string,
  wanted: Pick<Parameters<typeof runAll>[1], "rules" | "accepted" | "external" | "isTimed">,
) {
  const past = await (await input.plans()).openWithoutCopy(file);
  try {
    const { organization } = past;
    const settings = { ...input.settings, snapshot: file };
    const ran = await runAll({ ...input, settings }, { ...wanted, organization, client: past.client });
    return { report: await reportOfRun(input, organization, ran) };
  } finally {
    past.close();
  }
}

async function concludeAll(
  { out }: Pick<Input, "out">,
  reports: readonly { report: Report }[],
  { failed, failOn, maxWarnings }: { failed: readonly string[]; failOn: Severity; maxWarnings: number | undefined },
): Promise<void> {
  for (const line of failed) out.complain(`failed: ${line}`);
  const [first] = reports;
  if (!first) throw new Failure("partial", "no snapshot could be checked", { details: { failed } });
  const names = Object.keys(first.report.counts) as (keyof Report["counts"])[]; // The names of its own members.
  const counts = { ...first.report.counts };
  for (const name of names) counts[name] = reports.reduce((sum, { report }) => sum + report.counts[name], 0);
  await conclude(
    out,
    { ...first.report, counts, rows: reports.flatMap(({ report }) => report.rows) },
    failOn,
    maxWarnings,
  );
  if (failed.length > 0) throw new Failure("partial", `${failed.length} could not be checked`, { details: { failed } });
}
