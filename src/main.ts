/** The entry point: wires the parts to argv, the environment and exit codes. */

import { openSession, type Session } from "./app/client/run-session.js";
import { runArgv } from "./app/run-argv.js";
import type { Globals } from "./cli/argv/globals.js";
import { firstWord, hasFlag } from "./cli/argv/program.js";
import type { Ends } from "./cli/ends.js";
import { wantsJson } from "./cli/output/formats/choose-format.js";
import { ClosedPipe, createMessages } from "./cli/output/stream.js";
import { cutWithAscii, detectTerminal, isAsciiOnly, toAscii } from "./cli/output/text/color.js";
import { exitCodeOf, inSandbox, reportFailure } from "./cli/run/failure-report.js";
import { isCommand, NOUNS } from "./commands/index.js";
import { readConfig } from "./config/read.js";
import { configSystem } from "./config/system.js";
import { Failure } from "./errors.js";
import { importLazily } from "./shared/import-lazily.js";
import { sanitizeLine } from "./shared/text/sanitize.js";
import { wrapOnTerminal } from "./shared/wrap.js";
import type { ProgramEnd } from "./system/child-process.js";
import { steadyNow, systemClock } from "./system/clock.js";
import { environment } from "./system/environment.js";
import { readDocument, readInput } from "./system/files/named-file.js";
import { dataDir } from "./system/folders.js";
import { browse } from "./system/programs.js";
import { filterWrites, keepSecret } from "./system/secrets.js";
import {
  announceSignals,
  closeAll,
  holdSignals,
  lettingSignalsThrough,
  listenForCrashes,
  receivedSignal,
  reraise,
  softSignal,
  tellAtSignal,
} from "./system/signals.js";

const ascii = isAsciiOnly(environment);
if (ascii) cutWithAscii();
const stderr = filterWrites(process.stderr, ascii ? toAscii : undefined);
// If standard error is closed, nobody can read a message; the exit code remains.
stderr.on("error", () => {});
if (environment.DOCS_TOKEN) keepSecret(environment.DOCS_TOKEN);

const terminal = detectTerminal(process.env, {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: { isTTY: process.getBuiltinModule("node:tty").isatty(2) },
});
const { stderrIsTTY, accessible } = terminal;
const messages = createMessages(stderr, (text) =>
  wrapOnTerminal(text, stderrIsTTY, { accessible, width: process.stderr.columns }),
);
const lineOf = (message: string): string => `docs: ${sanitizeLine(message)}`;
const said = new Set<string>();
/** Once each: the configuration is read again for an alias. */
const printOnce = (message: string): void => {
  if (!said.has(message)) messages.print(lineOf(message));
  said.add(message);
};

const place = configSystem(printOnce);

let session: Promise<Session> | undefined;

/** The session of this process, which runs one command. The first call decides whether broken settings are none. */
function readSession(flags: Globals["place"], options?: { evenBroken?: boolean | undefined }): Promise<Session> {
  session ??= openSession(flags, place, printOnce, options);
  return session;
}

const ends: Ends = {
  env: process.env,
  terminal,
  stdout: process.stdout,
  stderr,
  messages,
  signal: softSignal,
  signals: { hold: holdSignals, letThrough: lettingSignalsThrough, tell: tellAtSignal },
  now: steadyNow,
  sleep: (ms) => systemClock.sleep(ms, softSignal),
  files: {
    read: readInput,
    document: readDocument,
    output: async (path, isOurs) => (await import("./system/files/write-file.js")).namedOutput(path, isOurs),
  },
  browse,
  recall: async (...asked) => (await import("./app/cache/listed-objects.js")).recallFrom(...asked),
  settings: async (flags, options) => (await readSession(flags, options)).settings,
  client: async (flags, observers) => {
    const { openClient } = await import("./app/client/choose-client.js");
    return openClient(flags, await readSession(flags.place), observers);
  },
  download: async (flags, url, request) => {
    const { downloadFor } = await import("./app/client/downloads.js");
    return downloadFor(flags, await readSession(flags.place), url, request);
  },
  checkExternal: async (flags, wanted) => (await import("./app/external-links.js")).checkFor(flags, wanted),
  profiles: (flags) =>
    importLazily(async () => {
      const { createProfileService } = await import("./app/profiles.js");
      return createProfileService(flags.client, place, () => readSession(flags.place));
    }),
  sandbox: (flags) => importLazily(async () => (await import("./app/sandbox.js")).createSandboxService(flags)),
  records: {
    get dir() {
      return dataDir(process.env, process.platform);
    },
    now: Date.now,
    print: printOnce,
    snapshots: {
      rehearse: async (file) => (await import("./app/client/rehearsal.js")).rehearse(file),
      openWithoutCopy: async (file) => (await import("./app/client/rehearsal.js")).openWithoutCopy(file),
    },
  },
  serveTools: async (server) => (await import("./app/mcp/serve.js")).serveTools(server, __VERSION__),
};

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === "__complete") {
    const { completeRemotely } = await import("./app/cache/complete-remote.js");
    return completeRemotely(argv.slice(1), place);
  }
  await runArgv(argv, { ends, environment, extensions });
}

/** The arguments with an alias replaced by its expansion. For a command's own name, the configuration is not read. */
async function replaceAlias(argv: readonly string[]): Promise<readonly string[]> {
  const first = argv[firstWord(argv)];
  if (first === undefined || first.startsWith("__") || isCommand(first)) return argv;
  const [{ expandAlias }, { getAlias }] = await Promise.all([
    import("./cli/argv/alias.js"),
    import("./config/aliases.js"),
  ]);
  return expandAlias(argv, isCommand, (name) => getAlias(readConfig(place), name));
}

/** Names of those that run. */
async function extensions(): Promise<string[]> {
  const { findExtensions } = await import("./system/programs.js");
  return findExtensions(process.env, isCommand).flatMap(({ name, state }) => (state === "active" ? [name] : []));
}

/** Runs the extension that the first word names, if nothing of ours has that name. */
async function runAsExtension(argv: readonly string[]): Promise<ProgramEnd | undefined> {
  const at = firstWord(argv);
  const name = argv[at];
  if (name === undefined || name === "help" || name.startsWith("__") || isCommand(name)) return undefined;
  const { runExtension } = await import("./app/extensions.js");
  return runExtension(argv, at, async (flags) => (await readSession(flags)).resolved);
}

async function finish(): Promise<void> {
  let argv: readonly string[] = process.argv.slice(2);
  // People who wait for a write to finish must read so at once.
  announceSignals((message) => void stderr.write(`${lineOf(message)}\n`));
  listenForCrashes((error) => fail(error, argv));
  let closedPipe = false;
  let endedBy: NodeJS.Signals | undefined;
  try {
    argv = await replaceAlias(argv);
    if (!wantsJson(argv)) messages.release();
    const ended = await runAsExtension(argv);
    if (!ended) await main(argv);
    endedBy = ended?.signal;
    // jq's WebAssembly may have set an exit code.
    process.exitCode = ended?.code ?? 0;
  } catch (error) {
    if (error instanceof ClosedPipe) closedPipe = true;
    else fail(error, argv);
  }
  await closeAll();
  messages.release();
  const signal = receivedSignal() ?? (closedPipe ? "SIGPIPE" : undefined);
  if (signal) reraise(signal);
  else if (endedBy) process.kill(process.pid, endedBy);
}

function fail(thrown: unknown, argv: readonly string[]): void {
  const error = hasFlag(argv, "--sandbox") ? inSandbox(thrown, NOUNS) : thrown;
  process.exitCode = exitCodeOf(error);
  if (receivedSignal() && !isNews(error)) return;
  if (wantsJson(argv)) return void stderr.write(reportFailure(error, true, messages.take()));
  messages.release();
  messages.print(reportFailure(error, false).trimEnd());
}

/** After a signal, a mere "canceled" is not worth a message; the outcome of a write is (R36). */
function isNews(error: unknown): boolean {
  return (
    error instanceof Failure &&
    (error.kind !== "canceled" || error.outcome === "unknown" || error.outcome === "applied")
  );
}

void finish();
