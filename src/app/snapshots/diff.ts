/** Compares two snapshots, or a snapshot with the service as it is now. */
import { join, resolve } from "node:path";
import type { CompareWanted, SnapshotService } from "../../cli/services.js";
import type { Comparison } from "../../snapshot/compare/types.js";
import type { Asked } from "../../snapshot/types.js";
import { beforeEnd } from "../shutdown.js";

/** @param create makes a snapshot, as `docs snapshots create` does */
export async function diff(
  file: string,
  { with: other, only, texts, any }: CompareWanted,
  create: SnapshotService["create"],
): Promise<Comparison> {
  const { compareSnapshots } = await import("../../snapshot/compare/compare.js");
  const options = { only, texts, any };
  if (typeof other === "string") return compareSnapshots(resolve(file), resolve(other), options);
  const { cpSync, mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  const { readSnapshot } = await import("../../snapshot/file/read.js");
  const { organization, asked } = readSnapshot(resolve(file));
  // Written by the walk.
  const { include, exclude, spaces = [], filesUpTo } = asked as Asked;
  const folder = mkdtempSync(join(tmpdir(), "docs-diff-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  beforeEnd(remove);
  try {
    const now = join(folder, "now.docs");
    // Refreshing a copy only reads what has changed.
    cpSync(resolve(file), now);
    const defaults = { org: organization.id, space: "", site: "" };
    const wanted = { include, exclude, spaces, ...(filesUpTo && { filesUpTo }), defaults };
    // What is gone is what the comparison is to show.
    await create(now, { ...other, ...wanted, full: false, acceptShrink: true });
    return compareSnapshots(resolve(file), now, options);
  } finally {
    remove();
  }
}
