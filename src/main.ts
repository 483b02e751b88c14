/** The entry point: wires the parts to argv, the environment and exit codes. */

import { formatOf, wantsJson } from "./cli/output/asked-format.js";
import { ClosedPipe, createWriter } from "./cli/output/stream.js";
import { detectTerminal } from "./cli/output/text/color.js";
import { exitCodeOf, reportFailure } from "./cli/run/failure-report.js";
import { runParsed } from "./cli/run/run-command.js";
import type { Runtime } from "./cli/runtime.js";
import { withSnapshot } from "./cli/targets/snapshot-place.js";
import { readGlobals } from "./cli/words/globals.js";
import { commandPath, firstWord, parseArgv } from "./cli/words/program.js";
import { refuseTokenValue } from "./cli/words/refuse-token.js";
import { NOUNS } from "./commands/index.js";
import { readConfig } from "./config/read.js";
import { namedSnapshot } from "./config/snapshot.js";
import { Failure } from "./errors.js";
import { redactValue } from "./http/secrets/redact.js";
import { steadyNow, systemClock } from "./http/send/clock.js";
import { sessionOf } from "./wiring/client/run-session.js";
import { closeAll } from "./wiring/closing.js";
import { listenForCrashes } from "./wiring/crash.js";
import { environment } from "./wiring/environment.js";
import { browse, configPlace, readInput } from "./wiring/host.js";
import { keepSecret, redact, redacted } from "./wiring/secrets.js";
import {
  holdSignals,
  lettingSignalsThrough,
  receivedSignal,
  reraise,
  softSignal,
  tellOfSignals,
} from "./wiring/signals.js";

// Opened with the first message, as most commands print none there. Errors of the stream are ignored: if standard error
// is closed, nobody can read a message; the exit code remains.
const stderr = redacted(() => process.stderr.on("error", () => {}));
if (environment.DOCS_TOKEN) keepSecret(environment.DOCS_TOKEN);

const say = (message: string): void => void stderr.write(`docs: ${message}\n`);

const place = configPlace(say);

const runtime: Runtime = {
  env: process.env,
  terminal: detectTerminal(process.env, {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: { isTTY: process.getBuiltinModule("node:tty").isatty(2) },
  }),
  stdout: process.stdout,
  stderr,
  signal: softSignal,
  signals: { hold: holdSignals, letThrough: lettingSignalsThrough },
  now: steadyNow,
  sleep: (ms) => systemClock.sleep(ms, softSignal),
  files: {
    read: readInput,
    output: async (path, isOurs) => (await import("./wiring/files/named-output.js")).namedOutput(path, isOurs),
  },
  browse,
  recall: async (...asked) => (await import("./wiring/cache/seen-things.js")).recallFrom(...asked),
  completion: async (shell) => (await import("./cli/completion/script.js")).completionScript(shell, NOUNS),
  journals: async () => (await import("./wiring/files/journal-files.js")).journalFiles(),
  redact: (value) => redactValue(redact, value),
  settings: async (flags, options) => (await sessionOf(flags, place, say, options)).settings,
  client: async (flags, observe) => {
    const { openClient } = await import("./wiring/client/choose-client.js");
    return openClient(flags, place, say, observe);
  },
  download: async (flags, url, request) => {
    const { downloadFor } = await import("./wiring/client/downloads.js");
    return downloadFor(flags, place, say, url, request);
  },
  deletedSpaces: lazily(async (settings) => {
    const [{ deletedSpaces }, { dataDir }] = await Promise.all([
      import("./wiring/files/deleted-spaces.js"),
      import("./config/paths.js"),
    ]);
    return deletedSpaces({ dir: dataDir(process.env, process.platform), now: Date.now, say }, settings);
  }),
  profiles: lazily(async (flags) => (await import("./wiring/profiles.js")).profileService(flags, place, say)),
  snapshots: () => lazily(async () => (await import("./wiring/snapshots.js")).snapshotService(__VERSION__))(undefined),
  plans: async () => {
    const [{ planService }, { dataDir }] = await Promise.all([
      import("./wiring/plans.js"),
      import("./config/paths.js"),
    ]);
    return planService({ maker: `docs ${__VERSION__}`, dir: dataDir(process.env, process.platform), now: Date.now });
  },
  doctor: { examine: async () => (await import("./wiring/doctor.js")).examine(__VERSION__) },
  mcp: {
    listed: async () => (await import("./wiring/mcp/listed-tools.js")).listedTools(),
    serve: async (server) => (await import("./wiring/mcp/serve.js")).serveTools(server, __VERSION__),
  },
  sandbox: lazily(async (flags) => (await import("./wiring/sandbox.js")).sandboxService(flags)),
};

/** A service whose module is loaded by the first call to one of its methods. */
function lazily<F, T extends object>(load: (flags: F) => Promise<T>): (flags: F) => T {
  return (flags) => {
    let loaded: Promise<T> | undefined;
    // Every method of these services returns a promise, so waiting for the module first makes no difference.
    return new Proxy({} as T, {
      get:
        (_, name) =>
        async (...args: unknown[]) => {
          loaded ??= load(flags);
          // Callers are typed, so they only call methods that exist.
          const service = (await loaded) as Record<PropertyKey, (...args: unknown[]) => unknown>;
          return service[name]?.(...args);
        },
    });
  };
}

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === "__complete") {
    const { completeRemotely } = await import("./wiring/cache/complete-remote.js");
    return completeRemotely(argv.slice(1), place);
  }
  refuseTokenValue(argv);
  const parsed = await parseArgv(argv, NOUNS);
  if (parsed.type === "version") return print(`${__VERSION__}\n`);
  if (parsed.type === "help") {
    const { helpFor } = await import("./cli/help/help.js");
    const text = await helpFor(parsed.words, NOUNS, parsed.json);
    const { stdoutIsTTY, width, color } = runtime.terminal;
    if (!stdoutIsTTY || parsed.json) return print(text);
    const { layOut } = await import("./cli/help/layout.js");
    return print(layOut(text, width, color));
  }
  const given = readGlobals(parsed.globals);
  formatOf(given.output);
  const { command, noun } = parsed;
  const globals = withSnapshot(given, command, commandPath(noun, command), namedSnapshot(given.place, environment));
  await runParsed(parsed, globals, runtime);
}

/** The arguments with an alias replaced by its expansion. For a command's own name, the configuration is not read. */
async function expanded(argv: readonly string[]): Promise<readonly string[]> {
  const first = argv[firstWord(argv)];
  if (first === undefined || first.startsWith("__") || isCommand(first)) return argv;
  const [{ expandAlias }, { getAlias }] = await Promise.all([
    import("./cli/words/alias.js"),
    import("./config/aliases.js"),
  ]);
  return expandAlias(argv, isCommand, (name) => getAlias(readConfig(place), name));
}

const isCommand = (word: string): boolean => NOUNS.some((noun) => noun.name === word || noun.aliases.includes(word));

/** Writes text to standard output; a closed pipe or a full disk is handled as for a command's output. */
async function print(text: string): Promise<void> {
  const writer = createWriter(process.stdout);
  await writer.write(text);
  await writer.flush();
}

async function finish(): Promise<void> {
  let argv: readonly string[] = process.argv.slice(2);
  tellOfSignals(say);
  listenForCrashes((error) => fail(error, argv));
  let closedPipe = false;
  try {
    argv = await expanded(argv);
    await main(argv);
    // jq's WebAssembly may have set an exit code.
    process.exitCode = 0;
  } catch (error) {
    if (error instanceof ClosedPipe) closedPipe = true;
    else fail(error, argv);
  }
  await closeAll();
  const signal = receivedSignal() ?? (closedPipe ? "SIGPIPE" : undefined);
  if (signal) reraise(signal);
}

function fail(error: unknown, argv: readonly string[]): void {
  process.exitCode = exitCodeOf(error);
  if (receivedSignal() && !isNews(error)) return;
  stderr.write(reportFailure(error, wantsJson(argv)));
}

/** After a signal, a mere "canceled" is not worth a message; the outcome of a write is (R36). */
function isNews(error: unknown): boolean {
  return (
    error instanceof Failure &&
    (error.kind !== "canceled" || error.outcome === "unknown" || error.outcome === "applied")
  );
}

void finish();
