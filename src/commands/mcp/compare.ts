/** The two snapshots that a server compares: only those its flags name, never a path from a program. */
import type { Context } from "../../cli/context.js";
import { usage } from "../../errors.js";
import type { CompareDependencies } from "../../mcp/types.js";

/** Undefined without `other`. @throws Failure usage for snapshots of different organizations; config, io */
export async function compareDoors(
  { settings, snapshots }: Pick<Context, "settings" | "snapshots">,
  other: string | undefined,
): Promise<CompareDependencies | undefined> {
  if (other === undefined) return undefined;
  const { snapshot } = settings;
  if (snapshot === undefined) throw usage("--compare needs a snapshot to compare with", "add --snapshot <file>");
  const both = await Promise.all([snapshots.view(other), snapshots.view(snapshot)]);
  // The older one comes first, however the flags name them.
  const [before, after] = both.sort((one, two) => one.started.localeCompare(two.started)) as [View, View];
  if (before.organization.id !== after.organization.id) {
    throw usage(`${other} is of another organization (${before.organization.id}, ${after.organization.id})`);
  }
  return {
    before: before.started,
    after: after.started,
    compare: ({ only, texts }) => snapshots.diff(before.file, { with: after.file, only, texts, any: false }),
  };
}

type View = Awaited<ReturnType<Context["snapshots"]["view"]>>;
