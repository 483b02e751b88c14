/** Connects the parts for one run, and runs a command line with them. */
import { type Globals, readGlobals } from "../cli/argv/globals.js";
import { refuseTokenValue } from "../cli/argv/parse.js";
import { commandPath, hasFlag, type ParsedLine, parseArgv } from "../cli/argv/program.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../cli/command.js";
import type { Ends } from "../cli/ends.js";
import { formatOf } from "../cli/output/formats/choose-format.js";
import { createWriter } from "../cli/output/stream.js";
import { runParsed } from "../cli/run/run-command.js";
import { withoutWrites } from "../cli/write-outcomes.js";
import { NOUNS } from "../commands/index.js";
import { namedSnapshot } from "../config/resolve.js";
import { usage } from "../errors.js";
import type { Env } from "../system/folders.js";
import { refuseTalkative } from "../system/secrets.js";

interface CommandLineOptions {
  ends: Ends;
  /** With the token, which that of the ends lacks. */
  environment: Env;
  /** Names of the extensions that run, for the help. */
  extensions: () => Promise<string[]>;
}

/** @throws what ended it: Failure, ClosedPipe, or a bug */
export async function runArgv(argv: readonly string[], options: CommandLineOptions): Promise<void> {
  const { ends, environment } = options;
  refuseTokenValue(argv);
  const parsed = await parseArgv(argv, NOUNS);
  if (parsed.type === "version") return print(`${__VERSION__}\n`, ends);
  if (parsed.type === "help") return showHelp(parsed.words, argv, options);
  if (parsed.command.readsToken) refuseTalkative(environment);
  await runParsed(parsed, globalsOf(parsed, environment), ends);
}

async function showHelp(
  words: readonly string[],
  argv: readonly string[],
  { ends, extensions }: CommandLineOptions,
): Promise<void> {
  const { helpFor } = await import("../cli/help/help.js");
  const json = hasFlag(argv, "--json");
  const more = words.length === 0 ? await extensions() : [];
  const text = await helpFor(words, NOUNS, json, more, hasFlag(argv, "--verbose"));
  const { stdoutIsTTY, width, color } = ends.terminal;
  if (!stdoutIsTTY || json) return print(text, ends);
  const { layOut } = await import("../cli/help/layout.js");
  return print(layOut(text, width, color), ends);
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
async function print(text: string, { stdout }: Ends): Promise<void> {
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
