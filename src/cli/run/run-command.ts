/** Runs one command from its parsed words: context, inputs, `run`, failure. */

import { usage } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import { isOn } from "../../shared/switches.js";
import { answerFields } from "../argv/field-flags.js";
import type { Globals } from "../argv/globals.js";
import { commandPath, isListOfContext, type ParsedLine } from "../argv/program.js";
import { parseAdditions } from "../argv/request-additions.js";
import { type Ask, createAsk } from "../ask/ask.js";
import type { AskMissingOptions } from "../ask/ask-missing.js";
import { createConfirm, lossOf } from "../ask/confirmation.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../command.js";
import type { Context, Files } from "../context.js";
import type { ContextName } from "../kind.js";
import { BULK_FIELDS } from "../output/bulk.js";
import { createOutput } from "../output/output.js";
import { formatOf, storedFormat, suppressesMessages } from "../output/requested-format.js";
import type { Format, Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import { type Inputs, resolveInputs } from "../targets/command-inputs.js";
import type { Names } from "../targets/names.js";
import { createWriteOutcomes, isWriting, type WriteOutcomes } from "../write-outcomes.js";
import type { Recall } from "./after-failure.js";
import { createApi } from "./api.js";
import { createCommandOutput } from "./command-output.js";
import { type CompletedWrites, createCompletedWrites } from "./completed-writes.js";
import { createGaps, type Gaps } from "./gaps.js";
import { createHistory, type History } from "./history.js";
import { createJournaling, isByJournal, type Journaling, namesTargetList } from "./journaling.js";
import { lazyClient } from "./lazy-client.js";
import { lookUpsOf, sourceOf, unseenTargetsOf } from "./name-source.js";
import { commandLine, formatCheckCommand, placeOfNext, type TypedCommand } from "./next-command.js";
import { createPlans, Planned, type Plans } from "./planned/dry-run.js";
import { localServices } from "./planned/local-plan.js";
import { createPlanRecording, type PlanRecording } from "./planned/recording.js";
import { removeTargets } from "./remove-targets.js";
import { formatTypedCommand } from "./typed-command.js";
import { showTargets } from "./view-targets.js";

type ParsedCommand = Extract<ParsedLine, { type: "command" }>;

/** @throws what ended the command; of one that writes, with the outcome of its writes */
export async function runParsed(parsed: ParsedCommand, globals: Globals, runtime: Runtime): Promise<void> {
  const writes = createWriteOutcomes(parsed.command, parsed.own);
  await prepareAndRun(parsed, { globals, runtime, writes }).catch((error) => {
    throw writes.complete(error);
  });
}

type RunParts = Pick<Parts, "globals" | "runtime" | "writes">;

async function prepareAndRun(parsed: ParsedCommand, { globals, runtime, writes }: RunParts): Promise<void> {
  const { command, noun } = parsed;
  const path = commandPath(noun, command);
  if (!suppressesMessages(command, globals, runtime)) runtime.messages.release();
  // Names of contexts in it become ids before anything that keeps or guards a change reads them.
  const settings = { ...(await runtime.settings(globals.place, { evenBroken: command.brokenConfig })) };
  const format = formatOf(globals.output) ?? storedFormat(settings, runtime);
  const out = createOutput({
    terminal: runtime.terminal,
    stdout: runtime.stdout,
    stderr: runtime.stderr,
    messages: runtime.messages,
    options: outputOptions(parsed, globals, runtime, format),
    env: runtime.env,
    signals: runtime.signals,
    redact: runtime.redact,
  });
  const journaling = createJournaling({ globals, operation: path, args: command.args, settings, runtime, out });
  const gaps = createGaps(globals.place.snapshot);
  const client = lazyClient(globals, runtime, out, journaling, gaps, writes);
  const files = stdinOnce(runtime.files, globals.place.tokenStdin === true && !command.readsToken);
  const { default: module } = await noun.load(command.name);
  const typed: TypedCommand = { noun: noun.name, command, siblings: module.commands, words: parsed.words, globals };
  // Unquoted words may be one title; if they are not, several words simply mean several targets.
  const results = { asList: parsed.words.includes("-") || isByJournal(parsed.words, globals) };
  const plans = createPlans(out, format, results);
  const typedAs = formatTypedCommand(path, parsed);
  const recording = createPlanRecording({ globals, command: typedAs, own: parsed.own, settings, runtime, client, out });
  const ask = askOf(globals, runtime);
  const parts: Parts = {
    ...{ globals, format, runtime, out, ask, settings, client, path, files, journaling },
    completed: createCompletedWrites(),
    writes,
    gaps,
    plans: recording ? { ...plans, end: recording.end } : plans,
    recording,
    history: createHistory({
      ...{ globals, settings, runtime, client, out },
      isWriting: isWriting(command, parsed.own),
      isTyped: ask.available && !command.serves,
      command: typedAs,
    }),
    results,
    ...{ known: new Map(), contexts: new Map(), resolved: {} },
  };
  const context = buildContext({ ...parts, typed, typedAs });
  await out.prepare(refuseFieldsEarly(parsed, globals));
  await act(parsed, parts, context, typed);
}

/** Resolves the inputs and runs the command on them; after a failure it may try a second time. */
async function act(parsed: ParsedCommand, parts: Parts, context: Context, typed: TypedCommand): Promise<void> {
  const { out, ask, completed, plans, settings } = parts;
  const run = async (inputs: Inputs): Promise<void> => {
    if (inputs.body.title === "") await context.confirm(() => "Leave the title empty?", "the title is empty");
    parts.journaling.begin(inputs);
    await perform(parsed.command, parts.globals, context, inputs);
    await plans.end();
    parts.history?.end();
    await out.flush();
    if (!parsed.command.serves) parts.gaps.refuse();
  };
  let first: Inputs | undefined;
  try {
    first = await inputsOf(parsed, parts, context.api);
    await run(first);
  } catch (error) {
    if (error instanceof Planned) return plans.end();
    const { afterFailure } = await import("./after-failure.js");
    const dependencies = {
      first,
      look: (doubted: ReadonlySet<string>) => inputsOf(parsed, parts, context.api, doubted),
      // In a script a missing id is just missing: no list is read for it.
      doubtsIds: ask.available,
      act: run,
    };
    const recall = recallOf(parts);
    const unseen = unseenTargetsOf(parsed.command, parts.resolved, recall);
    const told = { recall, unseen, tokenSource: () => tokenSourceOf(parts), sandbox: settings.sandbox };
    await afterFailure(error, typed, { ...dependencies, ...told }).catch((final) => {
      throw parts.journaling.withNext(completed.after(final, parts.writes.firstApplied(), out));
    });
  }
}

/** Runs the command itself; `list --web` opens the page around the list instead. */
async function perform(command: AnyCommand, globals: Globals, context: Context, inputs: Inputs): Promise<void> {
  if (globals.view.web && isListOfContext(command)) {
    const { openList } = await import("./list-web.js");
    return openList(context, { ...inputs.optionalParams, ...inputs.scope });
  }
  // The definition's types say what args and flags become; they are erased here.
  await command.run({ ...context, ...inputs } as Parameters<typeof command.run>[0]);
}

/** Undefined if there is no token. */
async function tokenSourceOf({ globals, runtime }: Parts): Promise<string | undefined> {
  return (await runtime.profiles(globals).tokenStatus())?.source;
}

/** Things of a kind seen earlier in this command's contexts. */
function recallOf({ globals, settings, runtime }: Parts): Recall {
  return async (kind) => {
    const { org: organizationId, space: spaceId, site: siteId } = settings;
    const contexts = { organizationId, spaceId, siteId, changeRequestId: globals.place.cr };
    return (await runtime.recall?.(settings, kind.param, contexts)) ?? [];
  };
}

/** A wrong --fields name must fail before a write; for a read it is also checked against the answer. */
function refuseFieldsEarly(
  { command, words }: ParsedCommand,
  globals: Globals,
): { fields: readonly string[] } | undefined {
  if (globals.output.fields === undefined || onlyReads(endpointsOf(command))) return undefined;
  const fields = answerFields(command);
  return fields && { fields: [...fields, ...(namesTargetList(command, words, globals) ? BULK_FIELDS : [])] };
}

function outputOptions({ command }: ParsedCommand, globals: Globals, runtime: Runtime, format: Format | undefined) {
  const { output } = globals;
  return {
    format: format ?? command.output,
    fields: output.fields,
    jq: output.jq,
    quiet: output.quiet ?? false,
    // A command that runs until it is ended is never done with one screen.
    pager: !(output.noPager || command.serves),
    now: runtime.now,
    csvRaw: output.csvRaw ?? false,
    bom: output.bom ?? false,
    raw: output.raw ?? false,
  };
}

interface Parts {
  globals: Globals;
  /** The format from the command line or the profile. */
  format: Format | undefined;
  runtime: Runtime;
  out: Out;
  ask: Ask;
  settings: Settings;
  client: () => Promise<Client>;
  path: string;
  files: Files;
  journaling: Journaling;
  completed: CompletedWrites;
  writes: WriteOutcomes;
  gaps: Gaps;
  plans: Plans;
  recording: PlanRecording | undefined;
  history: History | undefined;
  /** Targets came as a list, such as from standard input: results are one, too, even if there is only one. */
  results: { asList: boolean };
  /** Titles by id, learned from names and pickers. */
  known: Map<string, string>;
  /** Ids of contexts that were resolved. */
  contexts: Map<ContextName, string>;
  /** The resolver of the targets: it keeps the lists that it read. */
  resolved: { by?: Names };
}

function buildContext(parts: Parts & { typed: TypedCommand; typedAs: string }): Context {
  const { globals, runtime, ask, settings, client, journaling, completed, known } = parts;
  const out = createCommandOutput({
    out: parts.out,
    browse: runtime.browse,
    globals,
    endpoints: endpointsOf(parts.typed.command),
    fields: (globals.output.fields ?? globals.list.sort) ? answerFields(parts.typed.command) : undefined,
    ...{ journaling, completed, writes: parts.writes, history: parts.history },
    listWords: { client, recall: recallOf(parts), known },
    results: parts.results,
  });
  const { endpoints, destructive } = parts.typed.command;
  const loss = lossOf(endpoints);
  const unseen = unseenTargetsOf(parts.typed.command, parts.resolved, recallOf(parts));
  const removing = { known, loss, asks: destructive === true, unseen };
  const context: Context = {
    api: createApi({
      ...{ client, globals },
      endpoints: endpointsOf(parts.typed.command),
      readsInDryRun: parts.typed.command.readsInDryRun,
      extra: parseAdditions(globals.additions),
      organization: () => settings.org,
      checkCommand: formatCheckCommand(parts.typed),
      callOptions: journaling.callOptions,
      progress: out.progress,
      ...{ record: parts.recording?.record, recordRaw: parts.recording?.recordRaw, history: parts.history },
      showPlan: (planned) => parts.plans.show(runtime.redact(planned)),
      write: parts.out.bytes,
      download: (url, request) => runtime.download(globals, url, request),
      checkExternal: (wanted) => runtime.checkExternal(globals, wanted),
    }),
    out,
    ask,
    confirm: createConfirm(globals, ask, loss),
    remove: (targets, removal) => removeTargets({ ...context, ...removing }, targets, removal),
    show: (targets, fetch, options) => showTargets(context, targets, fetch, options),
    globals,
    settings,
    next: (command, ...values) =>
      commandLine(placeOfNext(parts.typed, command), [command, ...values.map(shellWord)].join(" ")),
    ...lookUpsOf(parts.typed.command, parts, recallOf(parts)),
    ...localServices(parts),
    typedAs: parts.typedAs,
    ...{ now: runtime.now, sleep: runtime.sleep, serveTools: runtime.serveTools },
    files: parts.files,
    deletedSpaces: runtime.deletedSpaces(parts.settings),
  };
  return context;
}

async function inputsOf(
  { command, words, own, globals: raw }: ParsedCommand,
  parts: Parts,
  api: Context["api"],
  doubted: ReadonlySet<string> = new Set(),
): Promise<Inputs> {
  const source = sourceOf(command, parts, recallOf(parts), doubted);
  parts.resolved.by = source.names;
  // The definition's types say what its args are; they are erased here.
  const present: AskMissingOptions["present"] = (args) =>
    command.present?.({ args, api } as never) ?? Promise.resolve(undefined);
  return resolveInputs({
    command,
    path: parts.path,
    words,
    own,
    hasAdditions: raw.field !== undefined || raw.rawField !== undefined,
    source,
    ask: parts.ask,
    ...(isByJournal(words, parts.globals) && { recorded: await parts.journaling.recorded() }),
    files: parts.files,
    note: (message) => parts.out.note(message),
    results: parts.results,
    ...(!parts.globals.safety.dryRun && { present }),
    ...(source.pickTarget && { pickTarget: source.pickTarget }),
  });
}

// Standard input can be read only once: a second reader would get nothing.

/** @throws Failure usage for a second reader; --token-stdin counts as the first. */
export function stdinOnce<F extends Pick<Files, "read" | "document">>(files: F, tokenStdin: boolean): F {
  let taken = tokenStdin ? "--token-stdin reads standard input: - cannot read it too" : undefined;
  const once = (read: (path: string) => Promise<string>) => async (path: string) => {
    if (path === "-" && taken !== undefined) throw usage(taken);
    if (path === "-") taken = "standard input can be read once: pass - once";
    return read(path);
  };
  return { ...files, read: once(files.read), document: once(files.document) };
}

// Creates a run's questions: whether anyone can be asked depends on its terminal, flags and environment.

function askOf(globals: Globals, runtime: Runtime): Ask {
  return createAsk({
    terminal: runtime.terminal,
    disabled: globals.safety.noInput === true || isOn(runtime.env.CI) || isOn(runtime.env.DOCS_PROMPT_DISABLED),
    stderr: runtime.stderr,
    signal: runtime.signal,
    hold: runtime.signals?.hold,
  });
}
