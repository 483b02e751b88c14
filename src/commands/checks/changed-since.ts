/** `--changed-since`: leaves out findings about what is as it was in a snapshot. */
import type { Decide } from "../../checks/accepted/config.js";
import type { Facts } from "../../checks/data-source.js";
import type { Outcome } from "../../checks/types.js";
import type { CommandOutput, Context } from "../../cli/context.js";
import type { OpenedSnapshot } from "../../cli/services.js";
import { usage } from "../../errors.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { count } from "../../shared/wrap.js";

export interface EarlierSnapshot extends Pick<OpenedSnapshot, "client" | "organization" | "read" | "close"> {
  /** As it was typed. */
  file: string;
}

/** @throws Failure usage for a snapshot of another organization; config, io for a file that is none */
export async function openPast(
  { plans, settings }: Context,
  named: string | undefined,
  organization: string,
): Promise<EarlierSnapshot | undefined> {
  if (named === undefined) return undefined;
  const file = named.startsWith("@") ? `${fileOf(settings.snapshot, named)}${named}` : named;
  const opened = await plans.openWithoutCopy(file);
  if (opened.organization === organization) return { ...opened, file };
  opened.close();
  throw usage(`${file} has another organization, ${opened.organization}`);
}

/** Of the generations of the snapshot that is read, the name is enough. @throws Failure usage */
function fileOf(snapshot: string | undefined, reference: string): string {
  if (snapshot !== undefined) return parseSnapshotName(snapshot).path;
  throw usage(`${reference} is a generation of no snapshot`, `name its file too: --changed-since org.docs${reference}`);
}

/** Notes what could not be compared: it is kept. */
export async function unchangedSince(
  out: CommandOutput,
  { client, organization, read, file }: EarlierSnapshot,
  facts: Facts,
  outcomes: readonly Outcome[],
): Promise<Decide> {
  const { findUnchanged } = await import("../../checks/accepted/unchanged.js");
  const { decide, unknown } = await findUnchanged(facts, { client, organization }, outcomes, read);
  const [first] = unknown;
  if (first) {
    const { object, rule } = first.finding;
    const about = object ? `${object.kind.replaceAll("-", " ")} ${object.title}` : rule;
    const stay = unknown.length === 1 ? "stays" : "stay";
    const found = `${count(unknown.length, "finding")} could not be compared with ${file} and ${stay}`;
    out.note(`${found}, such as ${about}: ${first.reason}`);
  }
  return decide;
}
