/** Connects the parts for one run; `main.ts` and tests pass in what stands at its ends. */
import type { LogFile } from "../changes/log/write-log.js";
import type { Who } from "../changes/who.js";
import type { Runtime } from "../cli/runtime.js";
import { importLazily } from "../shared/import-lazily.js";

/** The members of a runtime that are made here. */
type Made = "deletedSpaces" | "plans" | "history" | "journals";

interface Ends extends Omit<Runtime, Made> {
  /** The records of changes that this machine keeps. */
  records: {
    /** Folder of data that must last; undefined: nothing is remembered. */
    readonly dir: string | undefined;
    /** Milliseconds since the epoch, by the system's clock. */
    now: () => number;
    /** Called with what could not be kept, for people. */
    print: (message: string) => void;
    /** The person who runs this; default: the user of the machine. */
    who?: () => Who;
    /** Stands between a write-ahead log and the disk. */
    toDisk?: (file: LogFile) => LogFile;
  };
}

export function createRuntime({ records, ...ends }: Ends): Runtime {
  const { toDisk = (file) => file } = records;
  return {
    ...ends,
    async journals() {
      const { logFiles } = await import("./files/log-files.js");
      const files = await logFiles();
      return { create: (path) => toDisk(files.create(path)), resume: (path) => toDisk(files.resume(path)) };
    },
    deletedSpaces: (settings) =>
      importLazily(async () => {
        const { createDeletedSpaces } = await import("./files/deleted-spaces.js");
        return createDeletedSpaces(records, settings);
      }),
    plans: importLazily(async () => (await import("./plans.js")).planService({ ...records, toDisk })),
    history: async () => (await import("./files/history.js")).historyService(records),
  };
}
