/** Lists the generations of a snapshot, and removes those that are not to be kept. */
import { join, resolve } from "node:path";
import type { SnapshotService } from "../../cli/services.js";
import type { GenerationRow } from "../../cli/snapshot-services.js";
import { Failure } from "../../errors.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { chooseKept } from "../../shared/snapshots/keep-policy.js";
import type { Generation } from "../../snapshot/file/generations/tables.js";
import { lockExclusively } from "../../system/exclusive-lock.js";
import { beforeEnd } from "../../system/shutdown.js";

/** Those in a file, oldest first. */
export async function listIn(file: string): Promise<Generation[]> {
  const [{ openSnapshotFile }, { listGenerations }] = await Promise.all([
    import("../../snapshot/file/open-snapshot.js"),
    import("../../snapshot/file/generations/tables.js"),
  ]);
  const db = openSnapshotFile(resolve(file));
  try {
    return listGenerations(db);
  } finally {
    db.close();
  }
}

/** Kinds that are parts of others, whose changes are counted there. */
const PARTS: ReadonlySet<string> = new Set(["revision", "document", "blob", "file-bytes", "openapi-content"]);

const rowOf = (file: string, generation: Generation): GenerationRow => {
  const { id, base, isAccepted = false, changes, ...rest } = generation;
  const sum = (at: 0 | 1 | 2) =>
    Object.entries(changes ?? {}).reduce((all, [kind, counts]) => all + (PARTS.has(kind) ? 0 : counts[at]), 0);
  return {
    generation: id,
    name: `${file}@${id}`,
    latest: base === undefined,
    accepted: isAccepted,
    ...rest,
    ...(changes && { added: sum(0), changed: sum(1), removed: sum(2), texts: changes.document?.[0] ?? 0, changes }),
  };
};

export const generations: SnapshotService["generations"] = async (file) => {
  const { path } = parseSnapshotName(file);
  return (await listIn(path)).map((one) => rowOf(path, one));
};

export const forget: SnapshotService["forget"] = async (file, policy, isTried) => {
  refuseGeneration(file);
  const sqlite = await import("../../system/sqlite.js");
  const release = lockExclusively(`${resolve(file)}.lock`, sqlite);
  if (!release) throw new Failure("io", `another process is writing ${file}`, { hint: "wait until it has finished" });
  try {
    const choices = chooseKept(await listIn(file), policy);
    const forgotten = choices.flatMap(({ id, reasons }) => (reasons.length === 0 ? [id] : []));
    const freed = forgotten.length === 0 ? 0 : await removeGenerations(resolve(file), new Set(forgotten), isTried);
    return { file, forgotten, kept: choices.filter(({ reasons }) => reasons.length > 0), freed };
  } finally {
    release();
  }
};

async function removeGenerations(file: string, forgotten: ReadonlySet<number>, isTried: boolean): Promise<number> {
  const { mkdtempSync, renameSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  const { writeWithout } = await import("../../snapshot/file/generations/forget-file.js");
  if (!isTried) {
    const { nextOf } = await import("../../snapshot/file/write/working-copy.js");
    const freed = writeWithout(file, nextOf(file), forgotten);
    renameSync(nextOf(file), file);
    return freed;
  }
  const folder = mkdtempSync(join(tmpdir(), "docs-forget-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  beforeEnd(remove);
  try {
    return writeWithout(file, join(folder, "copy.docs"), forgotten);
  } finally {
    remove();
  }
}

/** @throws Failure usage for the name of an earlier generation */
export function refuseGeneration(file: string): void {
  const { path, reference } = parseSnapshotName(file);
  if (reference === undefined) return;
  throw new Failure("usage", `${file} is an earlier generation, which never changes`, {
    hint: `name the file itself: ${path}`,
  });
}
