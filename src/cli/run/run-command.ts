/** One command, from parsed words to its end: context, inputs, run. */
import { Failure, usage } from "../../errors.js";
import type { Client, ClientEvent } from "../../http/types.js";
import { type Ask, createAsk } from "../ask/ask.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../command.js";
import type { Context, Files } from "../context.js";
import type { Flags, Raw } from "../flags.js";
import { createJournaling } from "../journal/journaling.js";
import type { Journaling } from "../journal/none.js";
import { createOutput } from "../output/output.js";
import type { Format, Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import { type Inputs, resolveInputs } from "../targets/command-inputs.js";
import { createSource } from "../targets/context-source.js";
import { parseAdditions } from "../words/additions.js";
import { documentedFields } from "../words/field-facts.js";
import { GLOBAL_FLAGS, type Globals } from "../words/globals.js";
import type { Parsed } from "../words/program.js";
import { CONTEXT_FLAGS, CR_FLAG, commandPath } from "../words/program.js";
import { shellWord } from "../words/shell-words.js";
import { oneReader } from "../words/stdin-once.js";
import { flagValues } from "../words/values.js";
import type { Recall } from "./after-failure.js";
import { createApi } from "./api.js";
import { createSpeaker } from "./command-output.js";
import { bodyLine, debugLine, waitLine } from "./debug-lines.js";
import { createDeeds, type Deeds } from "./deeds.js";
import { asCurl, describePlan, Planned } from "./dry-run.js";
import { plannedProfiles, plannedSandbox } from "./local-plan.js";
import { commandLine, type Typed, tellCommand } from "./next-command.js";
import { removeTargets } from "./remove-targets.js";
import { showTargets } from "./view-targets.js";

type ParsedCommand = Extract<Parsed, { type: "command" }>;

/** Values of the root's and the machinery's flags. @throws Failure usage */
export function readGlobals(raw: Raw): Globals {
  const flags: Flags = { ...GLOBAL_FLAGS, ...CONTEXT_FLAGS, ...CR_FLAG };
  // Lists are collected as texts (options.ts), and the flags' own types say what their values become.
  const additions = {
    query: (raw.query ?? []) as string[],
    field: (raw.field ?? []) as string[],
    rawField: (raw.rawField ?? []) as string[],
  };
  return { ...flagValues(flags, raw), additions } as Globals;
}

export function formatOf(globals: Globals): Format | undefined {
  if (globals.json && globals.output && globals.output !== "json" && globals.output !== "jsonl") {
    throw usage(`--json and -o ${globals.output} contradict each other`);
  }
  if (globals.output) return globals.output;
  return globals.json || globals.jq !== undefined ? "json" : undefined;
}

export async function runParsed(parsed: ParsedCommand, globals: Globals, runtime: Runtime): Promise<void> {
  const { command, noun } = parsed;
  const path = commandPath(noun, command);
  const settings = await runtime.settings(globals);
  if (settings.output !== undefined && globals.output === undefined && !globals.json && globals.jq === undefined) {
    Object.assign(globals, { output: settings.output });
  }
  const out = createOutput({
    terminal: runtime.terminal,
    stdout: runtime.stdout,
    stderr: runtime.stderr,
    options: outputOptions(globals, runtime, command),
    env: runtime.env,
    signals: runtime.signals,
  });
  const ask = askOf(globals, runtime);
  const journaling = createJournaling({ globals, operation: path, args: command.args, settings, runtime, out });
  const client = lazyClient(globals, runtime, out, journaling);
  const files = oneReader(runtime.files, globals.tokenStdin === true && !command.readsToken);
  const { default: module } = await noun.load();
  const typed: Typed = { noun: noun.name, command, siblings: module.commands, words: parsed.words, globals };
  const deeds = createDeeds();
  const parts: Parts = { globals, runtime, out, ask, settings, client, path, files, journaling, deeds };
  const context = buildContext({ ...parts, typed });
  await out.prepare(refuseFieldsEarly(globals, command));
  let sent: string | undefined;
  // False when the titles make no difference.
  const attempt = async (titles: boolean): Promise<boolean> => {
    const inputs = await inputsOf(parsed, parts, titles).catch(titles ? unlessAmbiguous : rethrow);
    if (!inputs) return false;
    const before = sent;
    sent = JSON.stringify([inputs.args, inputs.scope]);
    if (sent === before) return false;
    journaling.begin(inputs);
    // The definition's own types say what its args and flags become; here they are erased.
    await command.run({ ...context, ...inputs } as Parameters<typeof command.run>[0]);
    await out.flush();
    return true;
  };
  try {
    await attempt(false);
  } catch (error) {
    if (error instanceof Planned) return;
    await settle(error, typed, parts, () => attempt(true)).catch((final) => {
      throw deeds.after(final, out);
    });
  }
}

function askOf(globals: Globals, runtime: Runtime): Ask {
  return createAsk({
    terminal: runtime.terminal,
    disabled: globals.noInput === true || isOn(runtime, "CI") || isOn(runtime, "DOCS_PROMPT_DISABLED"),
    stderr: runtime.stderr,
    signal: runtime.signal,
    hold: runtime.signals?.hold,
  });
}

/** A second look at what was not found, the next step for everything else. */
async function settle(error: unknown, typed: Typed, parts: Parts, again: () => Promise<boolean>): Promise<void> {
  const { afterFailure } = await import("./after-failure.js");
  const tokenSource = async () => (parts.settings.sandbox ? undefined : tokenSourceOf(parts));
  await afterFailure(error, typed, { again, recall: recallOf(parts), tokenSource });
}

const rethrow = (error: unknown): never => {
  throw error;
};

/** What keeps a word from being looked up is no news; that several things are called so is. */
function unlessAmbiguous(error: unknown): undefined {
  if (!(error instanceof Failure) || error.details.candidates !== undefined) throw error;
  return undefined;
}

async function tokenSourceOf({ globals, runtime }: Parts): Promise<string | undefined> {
  return (await runtime.profiles(globals).tokenStatus())?.source;
}

/** What was seen of a kind, in the contexts of this command. */
function recallOf({ globals, settings, runtime }: Parts): Recall {
  const contexts = {
    organizationId: globals.org ?? settings.org,
    spaceId: globals.space ?? settings.space,
    siteId: globals.site ?? settings.site,
    changeRequestId: globals.cr,
  };
  return async (kind) => (await runtime.recall?.(settings, kind.param, contexts)) ?? [];
}

/** Before a write, a wrong --fields name has to cost nothing; a read is checked against what it answers too. */
function refuseFieldsEarly(globals: Globals, command: AnyCommand): { fields: readonly string[] } | undefined {
  const endpoints = endpointsOf(command);
  if (globals.fields === undefined || onlyReads(endpoints)) return undefined;
  return { fields: documentedFields(endpoints) };
}

/** A variable that switches something on. */
const isOn = ({ env }: Runtime, name: string): boolean => !["", "0", "false", undefined].includes(env[name]);

function outputOptions(globals: Globals, runtime: Runtime, command: AnyCommand) {
  return {
    format: formatOf(globals) ?? command.output,
    fields: globals.fields,
    jq: globals.jq,
    quiet: globals.quiet ?? false,
    now: runtime.now,
    csvRaw: globals.csvRaw ?? false,
    raw: globals.raw ?? false,
    unique: globals.unique ?? false,
  };
}

function lazyClient(globals: Globals, runtime: Runtime, out: Out, journaling: Journaling): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const debug = globals.debug || globals.debugBody || isOn(runtime, "DOCS_DEBUG");
  return () => {
    made ??= runtime.client(globals, (event) => {
      journaling.watch(event);
      if (event.type === "wait") tellWait(event, out);
      if (debug) out.complain(debugLine(event));
      const body = globals.debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    });
    return made;
  };
}

const WORTH_TELLING_MS = 5_000;

/** R15: one line that is rewritten on a terminal, else a plain line for waits that somebody would wonder about. */
function tellWait(event: Extract<ClientEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.start(waitLine(event));
  else if (event.ms >= WORTH_TELLING_MS) out.say(`docs: ${waitLine(event)}`);
}

interface Parts {
  globals: Globals;
  runtime: Runtime;
  out: Out;
  ask: Ask;
  settings: Settings;
  client: () => Promise<Client>;
  path: string;
  files: Files;
  journaling: Journaling;
  deeds: Deeds;
}

function buildContext(parts: Parts & { typed: Typed }): Context {
  const { globals, runtime, ask, settings, client, journaling, deeds } = parts;
  const out = createSpeaker({
    out: parts.out,
    globals,
    endpoints: endpointsOf(parts.typed.command),
    journaling,
    deeds,
  });
  const extra = parseAdditions(globals.additions);
  const context: Context = {
    api: createApi({
      client,
      endpoints: endpointsOf(parts.typed.command),
      extra,
      globals,
      tell: tellCommand(parts.typed),
      callOptions: journaling.callOptions,
      did: deeds.did,
      progress: out.progress,
      showPlan: async (planned) => {
        const request = runtime.redact(planned);
        const format = formatOf(globals);
        if (format === "json" || format === "jsonl") await out.item({ ...request, curl: asCurl(request) });
        else await out.text(`${describePlan(request)}\n`);
      },
      download: (url, request) => runtime.download(globals, url, request),
    }),
    out,
    ask,
    remove: (targets, removal) => removeTargets(context, targets, removal),
    show: (targets, fetch, options) => showTargets(context, targets, fetch, options),
    globals,
    settings,
    next: (command, ...values) => commandLine(parts.typed, [command, ...values.map(shellWord)].join(" ")),
    ...localServices(parts),
    files: parts.files,
    browse: runtime.browse,
    completion: runtime.completion,
    now: runtime.now,
    sleep: runtime.sleep,
  };
  return context;
}

/** Profiles and the sandbox; under --dry-run they tell what they would change. */
function localServices({ globals, runtime, out }: Parts): Pick<Context, "profiles" | "sandbox"> {
  const [profiles, sandbox] = [runtime.profiles(globals), runtime.sandbox(globals)];
  if (!globals.dryRun) return { profiles, sandbox };
  const structured = ["json", "jsonl"].includes(formatOf(globals) ?? "");
  const show = (would: string) => (structured ? out.item({ would }) : out.text(`would ${would}\n`));
  return { profiles: plannedProfiles(profiles, show), sandbox: plannedSandbox(sandbox, show) };
}

function inputsOf(
  { command, words, own, globals: raw }: ParsedCommand,
  parts: Parts,
  titles: boolean,
): Promise<Inputs> {
  const { out, ask } = parts;
  const writes = !onlyReads(endpointsOf(command));
  const source = createSource({ ...parts, writes, recall: recallOf(parts) }, titles);
  return resolveInputs({
    command,
    path: parts.path,
    words,
    own,
    hasAdditions: raw.field !== undefined || raw.rawField !== undefined,
    source,
    ask,
    files: parts.files,
    note: (message) => out.note(message),
    ...(source.pickTarget && { pickTarget: source.pickTarget }),
  });
}

/** Kept for the JSON form of errors: usage mistakes are told in the format that was asked for. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (token, at) => token === "--json" || /^(-o|--output)=?jsonl?$/.test(token) || isOutputValue(argv, at),
  );
}

const isOutputValue = (argv: readonly string[], at: number): boolean =>
  /^(-o|--output)$/.test(argv[at] ?? "") && /^jsonl?$/.test(argv[at + 1] ?? "");
