import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { ciKits } from "./scripts/ci-kits.mjs";
import { divideTests } from "./scripts/imports.mjs";
import { sampleData } from "./scripts/sample.mjs";
import { useMemoryFolder } from "./test/helpers/memory-folder.js";
import { leftOut, samplingEnvironment } from "./test/helpers/run-sampling.js";
import { samplingOf } from "./test/helpers/sample.js";
import { table } from "./test/helpers/table.js";

/** What another version of Node could break: the built command as a process, sockets, SQLite, files. */
const SMOKE = [
  "test/process/{main-job,main-job.long,exit-codes.long,many-pages.long,sandbox-state.long,code-folder.long}.test.ts",
  "test/performance/loaded.long.test.ts",
  "test/config/processes.long.test.ts",
  "test/completion/{answer,strangers}.long.test.ts",
  "test/http/transport/*.test.ts",
  "test/sandbox/{engine-database,kill.long}.test.ts",
  "test/process/snapshot-{read.long,query.long,partial.long,load.long}.test.ts",
  "test/process/forged-snapshot.long.test.ts",
  "test/snapshot/{query.long,query-tokens.long,export,compare.long,forged.long}.test.ts",
];

/** What the engine of an executable can do otherwise than Node; DOCS_TEST_BIN names the executable. */
const EXECUTABLE = [
  "test/executable/*.test.ts",
  // Transport, TLS, proxies.
  "test/faults/{connections,hostile}.long.test.ts",
  "test/process/{many-pages,origins}.long.test.ts",
  "test/completion/strangers.long.test.ts",
  // Processes and what they are started with, signals, terminals, native modules.
  "test/process/{main-job,main-job.long,keyring.long,pipes.long,signals.long,terminal.long,working-folder.long}.test.ts",
  "test/secrets/children.long.test.ts",
  "test/terminal/prompts.long.test.ts",
  // SQLite, numbers, Unicode.
  "test/process/{snapshot-query.long,forged-snapshot.long,tables}.test.ts",
];

/** What Windows can change (scripts/windows.mjs); DOCS_TEST_BIN names the executable, or the package's file. */
const WINDOWS = ["test/windows/*.test.ts", "test/process/{main-job,main-job.long,tables}.test.ts"];

/** How time grows with size is measured in a process of its own, where nobody else's garbage is collected meanwhile. */
const ALONE = ["test/*/growth.long.test.ts"];

const PROCESSORS = availableParallelism();

/** How often each property is tried; in other modes a hundred times. */
const RUNS: Record<string, string> = { test: "30", all: "1000" };

const SETS: Record<string, string[]> = { smoke: SMOKE, executable: EXECUTABLE, windows: WINDOWS };

/**
 * Sets by mode. `npm test` leaves *.long.test.ts out, tries each property thirty times and a few cases of each matrix;
 * `npm run test:all` (--mode all) runs everything, and tries each property a thousand times. .ci/run runs --mode ci on one
 * Node, which is a share of the matrices and of the costly files (helpers/sample.ts, helpers/run-sampling.ts) and all
 * else, --mode executable on an executable for Linux x64, and --mode smoke on the other Nodes. npm run test:windows runs
 * --mode windows.
 */
export default defineConfig(({ mode }) => {
  useMemoryFolder();
  const isWhole = mode === "all" || mode === "ci";
  const sampling = samplingEnvironment(mode);
  const unchosen = mode === "ci" ? leftOut(samplingOf(sampling), process.argv) : [];
  const exclude = [
    ...configDefaults.exclude,
    ...(mode === "test" ? ["**/*.long.test.ts"] : []),
    ...unchosen,
    // These need an executable, whatever else runs.
    ...(process.env.DOCS_TEST_BIN === undefined ? ["test/executable/**"] : []),
    ...(mode === "windows" ? [] : ["test/windows/**"]),
    // What differs between Wine and Windows, and needs a Linux around it.
    ...(/docs\.exe$/.test(process.env.DOCS_TEST_BIN ?? "") && process.platform === "linux"
      ? []
      : ["test/windows/wine.test.ts"]),
  ];
  const include = SETS[mode] ?? ["test/**/*.test.ts"];
  const { waiting, computing } = divideTests();
  const env = {
    ...sampling,
    DOCS_TEST_LEFT_OUT: unchosen.join(", "),
    DOCS_PROPERTY_RUNS: process.env.DOCS_PROPERTY_RUNS ?? RUNS[mode] ?? "100",
  };
  const common = {
    env,
    // Sources are loaded once by a worker, not once by each of hundreds of files.
    isolate: false,
    // For what hangs, on a machine that is busy with other things too: nothing else lasts that long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    setupFiles: ["test/helpers/seed.ts"],
  };
  // One after the other, as each has another number of workers.
  const projects = [
    { name: "growth", maxWorkers: 1, include: isWhole ? ALONE : [], exclude, isolate: true },
    { name: "compute", maxWorkers: PROCESSORS, include, exclude: [...exclude, ...ALONE, ...waiting] },
    { name: "wait", maxWorkers: 2 * PROCESSORS + 1, include, exclude: [...exclude, ...ALONE, ...computing] },
  ];
  // Not `extends`, which would read this file again for each project, and in mode "test".
  return {
    test: {
      env,
      globalSetup: ["test/helpers/build.ts"],
      experimental: { fsModuleCache: true },
      projects: projects.map((own, groupOrder) => ({
        plugins: [table, sampleData, ciKits],
        define: { __VERSION__: JSON.stringify("1.2.3") },
        test: { ...common, ...own, sequence: { groupOrder } },
      })),
    },
  };
});
