/** Lists the generations of a snapshot, and removes those that are not to be kept. */
import { join, resolve } from "node:path";
import { Failure } from "../errors.js";
import { type Choice, chooseKept, type KeepPolicy, parseSnapshotName } from "../shared/snapshots/generation-names.js";
import { lockExclusively } from "../system/exclusive-lock.js";
import { beforeEnd } from "../system/signals.js";
import type { Generation } from "./file/generations/tables.js";

/** A generation of a snapshot, for people and programs. */
export interface GenerationRow {
  generation: number;
  /** How it is named: `org.docs@3`. */
  name: string;
  latest: boolean;
  /** complete, partial or suspect. */
  state: string;
  /** True if its losses were accepted. */
  accepted: boolean;
  /** ISO 8601. */
  started: string;
  ended: string;
  caller: string;
  tool: string;
  /** Objects by kind. */
  counts: Record<string, number>;
  /** Scopes that could not be read completely. */
  gaps: number;
  /** Since the generation before; absent for the first. */
  added?: number;
  changed?: number;
  removed?: number;
  /** New texts. */
  texts?: number;
  /** By kind: added, changed, removed. */
  changes?: Record<string, [number, number, number]>;
}

interface Forgotten {
  file: string;
  /** Numbers of generations. */
  forgotten: number[];
  kept: Choice[];
  /** Bytes. */
  freed: number;
}

/** Those in a file, oldest first. */
export async function listIn(file: string): Promise<Generation[]> {
  const [{ openSnapshotFile }, { listGenerations }] = await Promise.all([
    import("./file/open-snapshot.js"),
    import("./file/generations/tables.js"),
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

/** Oldest first. @throws Failure config, io */
export async function generations(file: string): Promise<GenerationRow[]> {
  const { path } = parseSnapshotName(file);
  return (await listIn(path)).map((one) => rowOf(path, one));
}

/** Removes generations that the policy does not keep; with `isTried` only from a copy. @throws Failure config, io, usage */
export async function forget(file: string, policy: KeepPolicy, isTried: boolean): Promise<Forgotten> {
  refuseGeneration(file);
  const sqlite = await import("../system/sqlite.js");
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
}

async function removeGenerations(file: string, forgotten: ReadonlySet<number>, isTried: boolean): Promise<number> {
  const { mkdtempSync, renameSync, rmSync } = process.getBuiltinModule("node:fs");
  const { tmpdir } = process.getBuiltinModule("node:os");
  const { writeWithout } = await import("./file/generations/forget.js");
  if (!isTried) {
    const { nextOf } = await import("./file/write/working-copy.js");
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
