/** Makes and reads snapshots: the walk, with the client of the command and a file of the sandbox's schema. */

import { resolve } from "node:path";
import { endpoints } from "../catalog/index.js";
import type { SnapshotService, SnapshotSummary } from "../cli/services.js";
import type { SnapshotWanted } from "../cli/snapshot-services.js";
import { Failure } from "../errors.js";
import { isFailed } from "../shared/views/scope-states.js";
import { isReused, partsOf } from "../snapshot/summary.js";
import type { Asked, Exclude, Include } from "../snapshot/types.js";
import { walk } from "../snapshot/walk/walk.js";
import { takeExclusive } from "./files/exclusive.js";
import { beforeEnd } from "./shutdown.js";

/** `version` of this tool is noted in what it makes. */
export function createSnapshotService(version: string): SnapshotService {
  return {
    create: (file, wanted) => create(file, wanted, version),
    view,
    verify: async (...asked) => (await import("./snapshots/verify.js")).verify(...asked),
    diff: async (file, wanted) =>
      (await import("./snapshots/diff.js")).diff(file, wanted, (...made) => create(...made, version)),
    export: async (file, folder, options) =>
      (await import("../snapshot/export/export.js")).exportSnapshot(resolve(file), resolve(folder), options),
    located: async (...asked) => (await import("./snapshots/located.js")).located(...asked),
    query: async (...asked) => (await import("./snapshots/query.js")).query(...asked),
  };
}

const view: SnapshotService["view"] = async (file) => {
  const { readSnapshot } = await import("../snapshot/file/read.js");
  const { sources, asked, objects, ...info } = readSnapshot(file);
  return {
    file,
    ...info,
    asked,
    requests: sources.reduce((sum, { requests }) => sum + requests, 0),
    failed: sources.filter(isFailed).length,
    reused: sources.filter((source) => isReused(source, info.started)).length,
    parts: partsOf(endpoints, sources, { started: info.started, objects }),
  } satisfies SnapshotSummary;
};

async function create(
  file: string,
  { client, origin, defaults, me, full, acceptShrink, rate, progress, download, ...wanted }: SnapshotWanted,
  version: string,
): Promise<SnapshotSummary> {
  const [{ openSnapshotWriter }, { suspectOf }, { ORIGIN }, sqlite] = await Promise.all([
    import("../snapshot/file/write.js"),
    import("../snapshot/file/partial-file.js"),
    import("../sandbox/origin.js"),
    import("../sandbox/store/sqlite.js"),
  ]);
  const asked: Asked = {
    organization: defaults.org,
    // The flags' own values (facts.ts), which the command line has checked.
    include: [...wanted.include].sort() as Include[],
    exclude: [...wanted.exclude].sort() as Exclude[],
    ...(wanted.filesUpTo !== undefined && { filesUpTo: wanted.filesUpTo }),
    ...(wanted.spaces.length > 0 && { spaces: [...wanted.spaces].sort() }),
  };
  for (const name of [file, suspectOf(file)]) await refuseOthers(resolve(name), name);
  const letGo = takeExclusive(`${resolve(file)}.lock`, sqlite);
  if (!letGo) throw new Failure("io", `another process is making ${file}`, { hint: "wait for it" });
  const now = () => new Date().toISOString();
  try {
    const facts = { started: now(), version, asked: JSON.stringify(asked), origin: origin ?? ORIGIN };
    const writer = openSnapshotWriter(resolve(file), facts, { full, acceptShrink });
    beforeEnd(() => writer.close());
    try {
      await walk({ asked, endpoints, client, file: writer, now: Date.now, sleep, rate, progress, download });
      const settings = { origin: facts.origin, caller: me ?? "reader", defaults };
      const { shrunk } = writer.finish({ ended: now(), settings, acceptShrink });
      return shrunk.length > 0 ? { ...(await view(suspectOf(file))), shrunk } : await view(file);
    } finally {
      writer.close();
    }
  } finally {
    letGo();
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A new snapshot takes the place of an older one. @throws Failure usage for anything else there */
async function refuseOthers(path: string, typed: string): Promise<void> {
  const { statSync } = process.getBuiltinModule("node:fs");
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  const { openSnapshotFile } = await import("../snapshot/file/open-snapshot.js");
  try {
    if (stats.isFile()) {
      // One that is damaged is read again, as long as it can be told that it is one.
      openSnapshotFile(path).close();
      return;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  throw new Failure("usage", `${typed} is there, and no snapshot that can be replaced`, {
    hint: "name another file, or remove it",
  });
}
