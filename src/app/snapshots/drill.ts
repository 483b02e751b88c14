/** `docs snapshots drill`: restores a snapshot into throwaway copies, and compares what comes back with the file. */
import { join, resolve } from "node:path";
import type { SnapshotService, SnapshotSummary } from "../../cli/services.js";
import type { DrillWanted, SnapshotVerified } from "../../cli/snapshot-services.js";
import { isFailed } from "../../shared/views/scope-states.js";
import { type DrillPart, type DrillReport, type DrillRow, drillRow, joinParts } from "../../snapshot/drill-report.js";
import type { SnapshotSelection } from "../../snapshot/types.js";
import type { Copy } from "../client/rehearsal.js";
import { beforeEnd } from "../shutdown.js";

/** What every snapshot lets one do. */
type Snapshots = Pick<SnapshotService, "view" | "verify" | "create">;

const CHECKS: readonly [DrillRow["check"], string][] = [
  ["copy", "objects, pages, texts, links and files"],
  ["export", "pages, texts and links"],
  ["settings", "what was emptied"],
];

export async function drill(file: string, { progress, now }: DrillWanted, snapshots: Snapshots): Promise<DrillReport> {
  progress(`Checking ${file}`);
  const verified = await snapshots.verify(file, undefined);
  const ofFile = fileRow(verified);
  if (verified.damage.length > 0) return damagedReport(file, ofFile);
  const { mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  // For the owner only.
  const folder = mkdtempSync(join(tmpdir(), "docs-drill-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  beforeEnd(remove);
  try {
    const summary = await snapshots.view(file);
    const { notRestorable, ...found } = await restoreAll(file, folder, { summary, snapshots, progress, now });
    const part = joinParts([ofFile, found]);
    return { ...headOf(file, summary), ...gapsIn(summary), ...part, state: stateOf(part, summary), notRestorable };
  } finally {
    remove();
  }
}

interface Setup extends DrillWanted {
  summary: SnapshotSummary;
  snapshots: Snapshots;
}

async function restoreAll(
  file: string,
  folder: string,
  setup: Setup,
): Promise<DrillPart & { notRestorable: string[] }> {
  const { summary, snapshots, progress, now } = setup;
  const [{ openRehearsal }, { compareCopy }, { importAgain }, { rehearseSettings }] = await Promise.all([
    import("../client/rehearsal.js"),
    import("../../snapshot/drill/compare-copy.js"),
    import("../../snapshot/drill/import-again.js"),
    import("./drill-settings.js"),
  ]);
  progress("Loading a copy");
  const copy = await openRehearsal(file, { asAdmin: true });
  const parts: DrillPart[] = [];
  try {
    const again = join(folder, "again.docs");
    await readBack(copy, again, { summary, snapshots, progress });
    progress("Comparing the copy");
    parts.push(await compareCopy(resolve(file), again));
    progress("Importing an export of it");
    parts.push(await importAgain(resolve(file), join(folder, "export"), copy.sandbox));
  } finally {
    copy.close();
  }
  progress("Restoring the settings of an emptied copy");
  const { notRestorable, ...settings } = await rehearseSettings(file, now);
  return { ...joinParts([...parts, settings]), notRestorable };
}

/** Reads the copy as `docs snapshots create` reads the service, through the client. */
async function readBack(
  { client, organization, sandbox }: Copy,
  again: string,
  { summary, snapshots, progress }: Pick<Setup, "summary" | "snapshots" | "progress">,
): Promise<void> {
  // Written by the walk.
  const { include, exclude, spaces = [], filesUpTo } = summary.asked as SnapshotSelection;
  await snapshots.create(again, {
    ...{ client, include, exclude, spaces, ...(filesUpTo !== undefined && { filesUpTo }) },
    defaults: { org: organization, space: "", site: "" },
    ...{ origin: undefined, me: undefined, full: true, acceptShrink: true, replace: true, rate: undefined },
    download: async (link) => {
      const { status, body } = await sandbox.handle({ method: "GET", path: new URL(link).pathname, headers: {} });
      if (status !== 200) throw new Error(`the copy answered ${status} for a file`);
      return body;
    },
    progress: ({ requests, left }) => progress(`Reading it back: ${requests} of about ${requests + left} requests`),
  });
}

function fileRow({ damage, checked, uncovered }: SnapshotVerified): DrillPart {
  const older =
    uncovered.length === 0 ? undefined : `made by an older version, so not checked: ${uncovered.join(", ")}`;
  const says = damage.map(({ check, what }) => `${check}: ${what}`);
  return drillRow({ check: "file", what: "objects", compared: checked.objects, reason: older }, says);
}

/** Nothing more can be said of a damaged file: what is in it is not what was read. */
function damagedReport(file: string, ofFile: DrillPart): DrillReport {
  const rest = CHECKS.map(([check, what]) => drillRow({ check, what, compared: 0, reason: "the file is damaged" }));
  return {
    ...{ file, organization: { id: "", title: "" }, origin: "", read: "" },
    ...{ state: "damaged", gaps: [], notRestorable: [] },
    ...joinParts([ofFile, ...rest]),
  };
}

const headOf = (file: string, { organization, origin, ended }: SnapshotSummary) => ({
  file,
  organization,
  origin,
  read: ended,
});

const gapsIn = ({ parts }: SnapshotSummary): Pick<DrillReport, "gaps"> => ({
  gaps: parts.filter(isFailed).map(({ part, state, scopes, reason }) => ({ part, state, scopes, reason })),
});

function stateOf({ differences }: DrillPart, { failed }: SnapshotSummary): DrillReport["state"] {
  if (differences.length > 0) return "different";
  return failed > 0 ? "incomplete" : "passed";
}
