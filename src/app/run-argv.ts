/** Connects the parts for one run, and runs a command line with them. */
import type { LogFile } from "../changes/log/write-log.js";
import type { Who } from "../changes/who.js";
import { type Globals, readGlobals } from "../cli/argv/globals.js";
import { refuseTokenValue } from "../cli/argv/parse.js";
import { commandPath, hasFlag, type ParsedLine, parseArgv } from "../cli/argv/program.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../cli/command.js";
import { formatOf } from "../cli/output/formats/choose-format.js";
import { createWriter } from "../cli/output/stream.js";
import { runParsed } from "../cli/run/run-command.js";
import type { Runtime } from "../cli/runtime.js";
import { withoutWrites } from "../cli/write-outcomes.js";
import { NOUNS } from "../commands/index.js";
import { namedSnapshot } from "../config/resolve.js";
import { usage } from "../errors.js";
import { importLazily } from "../shared/import-lazily.js";
import type { Env } from "../system/folders.js";
import { refuseTalkative } from "../system/token-leaks.js";

// `main.ts` and tests pass in what stands at the ends of a run.

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

interface CommandLineOptions {
  runtime: Runtime;
  /** With the token, which that of the runtime lacks. */
  environment: Env;
  /** Names of the extensions that run, for the help. */
  extensions: () => Promise<string[]>;
}

/** @throws what ended it: Failure, ClosedPipe, or a bug */
export async function runArgv(argv: readonly string[], options: CommandLineOptions): Promise<void> {
  const { runtime, environment } = options;
  refuseTokenValue(argv);
  const parsed = await parseArgv(argv, NOUNS);
  if (parsed.type === "version") return print(`${__VERSION__}\n`, runtime);
  if (parsed.type === "help") return showHelp(parsed.words, argv, options);
  if (parsed.command.readsToken) refuseTalkative(environment);
  await runParsed(parsed, globalsOf(parsed, environment), runtime);
}

async function showHelp(
  words: readonly string[],
  argv: readonly string[],
  { runtime, extensions }: CommandLineOptions,
): Promise<void> {
  const { helpFor } = await import("../cli/help/help.js");
  const json = hasFlag(argv, "--json");
  const more = words.length === 0 ? await extensions() : [];
  const text = await helpFor(words, NOUNS, json, more, hasFlag(argv, "--verbose"));
  const { stdoutIsTTY, width, color } = runtime.terminal;
  if (!stdoutIsTTY || json) return print(text, runtime);
  const { layOut } = await import("../cli/help/layout.js");
  return print(layOut(text, width, color), runtime);
}

/** @throws Failure usage, config */
function globalsOf(
  { command, noun, globals, own }: Extract<ParsedLine, { type: "command" }>,
  environment: Env,
): Globals {
  try {
    const given = readGlobals(globals);
    formatOf(given.output);
    return withSnapshot(given, command, commandPath(noun, command), namedSnapshot(given.place, environment));
  } catch (error) {
    throw withoutWrites(command, error, own);
  }
}

/** Writes text to standard output; a closed pipe or a full disk is handled as for a command's output. */
async function print(text: string, { stdout }: Runtime): Promise<void> {
  const writer = createWriter(stdout);
  await writer.write(text);
  await writer.flush();
}

// Decides what a command does with a snapshot in place of a service.

interface SnapshotChoice {
  file: string;
  source: "flag" | "environment";
}

/**
 * The flags with the snapshot that the command reads, whatever named it: none for commands that reach no service.
 * @throws Failure usage for a command that changes something, or needs the service itself
 */
export function withSnapshot(
  globals: Globals,
  command: AnyCommand,
  path: string,
  named: SnapshotChoice | undefined,
): Globals {
  const { snapshot: _flag, ...rest } = globals.place;
  const without = globals.place.snapshot === undefined ? globals : { ...globals, place: rest };
  if (!named || !(command.asksAnything || endpointsOf(command).length > 0)) return without;
  if (command.needsService) {
    // The variable is for commands that can read from snapshots.
    if (named.source === "environment") return without;
    throw usage(`${path} needs a service: it cannot read from a snapshot`, "omit --snapshot");
  }
  if (!onlyReads(endpointsOf(command))) throw refusal(path, named);
  return { ...globals, place: { ...globals.place, snapshot: named.file } };
}

function refusal(path: string, { source }: SnapshotChoice) {
  const why = source === "flag" ? "--snapshot" : "DOCS_SNAPSHOT";
  const unset = source === "flag" ? "" : "; to change the service, unset DOCS_SNAPSHOT";
  return usage(
    `${path} changes things, and a snapshot is read-only (${why})`,
    `rehearse it on a copy: docs sandbox load FILE, then docs --sandbox ...${unset}`,
  );
}
