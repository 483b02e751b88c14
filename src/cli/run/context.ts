/** Makes what a command gets, in order: settings, output, client, what it may ask, and what it keeps. */
import { Failure, usage } from "../../errors.js";
import type { Client, ClientEvent, Observer, WireEvent } from "../../http/types.js";
import { importLazily } from "../../shared/import-lazily.js";
import { getPath } from "../../shared/paths.js";
import { isUrl, MASK, maskBody, maskUrl } from "../../shared/secret-places.js";
import { shellWord } from "../../shared/shell-words.js";
import { isOn, oddVariables } from "../../shared/switches.js";
import { redactSecrets } from "../../system/secrets.js";
import { answerFields } from "../argv/field-flags.js";
import {
  ADDITION_FLAGS,
  CONTEXT_FLAGS,
  CR_FLAG,
  DESTRUCTIVE_FLAGS,
  type Globals,
  PLACE_FLAGS,
  PLAN_FLAGS,
  SAFETY_FLAGS,
} from "../argv/globals.js";
import { commandPath, type ParsedLine } from "../argv/program.js";
import { parseAdditions } from "../argv/request-additions.js";
import { type Ask, createAsk, createConfirm, lossOf } from "../ask/ask.js";
import { endpointsOf, flagsOf } from "../command.js";
import type { Context, Files, NextCommand, Showing } from "../context.js";
import type { Ends } from "../ends.js";
import { type Flag, type Flags, flagName, type Raw, takesValue } from "../flags.js";
import type { ContextName, Target } from "../kinds.js";
import { formatOf, isDebugging, storedFormat, suppressesMessages } from "../output/formats/choose-format.js";
import { createOutput } from "../output/output.js";
import type { Format, Out } from "../output/types.js";
import type { Settings } from "../settings.js";
import type { Names } from "../targets/names.js";
import { isWriting, type WriteOutcomes } from "../write-outcomes.js";
import type { Recall } from "./after-failure.js";
import { createApi } from "./api.js";
import { type CompletedWrites, createCommandOutput, createCompletedWrites } from "./command-output.js";
import { createHistory, type History } from "./history.js";
import { createJournaling, isByJournal, type Journaling } from "./journaling.js";
import { makeLookUps, makeUnseenTargets } from "./name-source.js";
import { commandLine, formatCheckCommand, placeOfNext, type TypedCommand } from "./next-command.js";
import { createPlans, localServices, type Plans } from "./planned/dry-run.js";
import { createPlanRecording, type PlanRecording } from "./planned/recording.js";
import { removeTargets } from "./remove-targets.js";

export type ParsedCommand = Extract<ParsedLine, { type: "command" }>;

/** The parts with which a run begins. */
export interface RunStart {
  globals: Globals;
  ends: Ends;
  writes: WriteOutcomes;
}

export interface Parts extends RunStart {
  /** The format from the command line or the profile. */
  format: Format | undefined;
  out: Out;
  ask: Ask;
  settings: Settings;
  client: () => Promise<Client>;
  path: string;
  files: Files;
  journaling: Journaling;
  records: Records;
  completed: CompletedWrites;
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

/** Makes what a run consists of, in its order. */
export async function createRun(
  parsed: ParsedCommand,
  { globals, ends, writes }: RunStart,
): Promise<{ parts: Parts; context: Context; typed: TypedCommand }> {
  const { command, noun } = parsed;
  const path = commandPath(noun, command);
  if (!suppressesMessages(command, globals, ends)) ends.messages.release();
  // Names of contexts in it become ids before anything that keeps or guards a change reads them.
  const settings = { ...(await ends.settings(globals.place, { evenBroken: command.brokenConfig })) };
  const format = formatOf(globals.output) ?? storedFormat(settings, ends);
  const out = createRunOutput(parsed, globals, ends, format);
  for (const odd of oddVariables(ends.env)) out.note(odd);
  const records = lazyRecords(ends, settings);
  const journaling = createJournaling({
    ...{ globals, operation: path, args: command.args, settings, note: out.note },
    ...{ journals: records.journals, now: ends.now },
  });
  const gaps = createGaps(globals.place.snapshot);
  const client = lazyClient(globals, ends, out, journaling, gaps, writes);
  const onStdin = () => noteTyping(out);
  const files = stdinOnce(ends.files, globals.place.tokenStdin === true && !command.readsToken, onStdin);
  const { default: module } = await noun.load(command.name);
  const typed: TypedCommand = { noun: noun.name, command, siblings: module.commands, words: parsed.words, globals };
  // Unquoted words may be one title; if they are not, several words simply mean several targets.
  const results = { asList: parsed.words.includes("-") || isByJournal(parsed.words, globals) };
  const plans = createPlans(out, format, results);
  const typedAs = formatTypedCommand(path, parsed);
  const recording = createPlanRecording({
    ...{ globals, command: typedAs, own: parsed.own, settings, client, out },
    ...{ plans: records.plans, now: ends.now },
  });
  const ask = askOf(globals, ends);
  const parts: Parts = {
    ...{ globals, format, ends, out, ask, settings, client, path, files, records, journaling },
    completed: createCompletedWrites(),
    writes,
    gaps,
    plans: recording ? { ...plans, end: recording.end } : plans,
    recording,
    history: createHistory({
      ...{ globals, settings, client, note: out.note, open: records.history, now: ends.now },
      isWriting: isWriting(command, parsed.own),
      isTyped: ask.available && !command.serves,
      command: typedAs,
    }),
    results,
    ...{ known: new Map(), contexts: new Map(), resolved: {} },
  };
  return { parts, context: createContext({ ...parts, typed, typedAs }), typed };
}

type Records = ReturnType<typeof lazyRecords>;

/** The records of changes that this machine keeps, and plans; each part is loaded by its first use. */
const lazyRecords = ({ records }: Ends, settings: Settings) => ({
  journals: async () => (await import("../records/log-files.js")).logFiles(records),
  plans: importLazily(async () => (await import("../records/plan-files.js")).createPlanFiles(records)),
  history: async () => (await import("../records/history.js")).createRecordedRuns(records),
  deletedSpaces: importLazily(async () =>
    (await import("../records/deleted-spaces.js")).createDeletedSpaces(records, settings),
  ),
});

const createRunOutput = (parsed: ParsedCommand, globals: Globals, ends: Ends, format: Format | undefined): Out =>
  createOutput({
    terminal: ends.terminal,
    stdout: ends.stdout,
    stderr: ends.stderr,
    messages: ends.messages,
    options: outputOptions(parsed, globals, ends, format),
    env: ends.env,
    signals: ends.signals,
    redact: redactSecrets,
  });

function outputOptions({ command }: ParsedCommand, globals: Globals, ends: Ends, format: Format | undefined) {
  const { output } = globals;
  return {
    format: format ?? command.output,
    fields: output.fields,
    jq: output.jq,
    quiet: output.quiet ?? false,
    // A command that runs until it is ended is never done with one screen.
    pager: !(output.noPager || command.serves),
    now: ends.now,
    csvRaw: output.csvRaw ?? false,
    bom: output.bom ?? false,
    raw: output.raw ?? false,
  };
}

function createContext(parts: Parts & { typed: TypedCommand; typedAs: string }): Context {
  const { globals, ends, ask, settings, client, records, journaling, completed, known } = parts;
  const out = createCommandOutput({
    out: parts.out,
    browse: ends.browse,
    globals,
    endpoints: endpointsOf(parts.typed.command),
    fields: (globals.output.fields ?? globals.list.sort) ? answerFields(parts.typed.command) : undefined,
    ...{ journaling, completed, writes: parts.writes, history: parts.history },
    listWords: { client, recall: recallOf(parts), known },
    results: parts.results,
  });
  const { endpoints, destructive } = parts.typed.command;
  const loss = lossOf(endpoints);
  const unseen = makeUnseenTargets(parts.typed.command, parts.resolved, recallOf(parts));
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
      showPlan: (planned) => parts.plans.show(redactSecrets(planned)),
      write: parts.out.bytes,
      download: (url, request) => ends.download(globals, url, request),
      checkExternal: (wanted) => ends.checkExternal(globals, wanted),
      pause: ends.sleep,
    }),
    out: {
      ...out,
      remove: (targets, removal) => removeTargets({ ...context, ...removing }, targets, removal),
      show: (targets, fetch, options) => showTargets(context, targets, fetch, options),
      serveTools: ends.serveTools,
    },
    ask,
    confirm: createConfirm(globals, ask, loss),
    globals,
    settings,
    names: { ...makeLookUps(parts.typed.command, parts, recallOf(parts)), deletedSpaces: records.deletedSpaces },
    next: createNext(parts.typed, parts.typedAs),
    ...localServices({ ...parts, profiles: ends.profiles(globals), sandbox: ends.sandbox(globals.place) }),
    ...{ files: parts.files, plans: records.plans, history: importLazily(records.history), now: ends.now },
  };
  return context;
}

function createNext(typed: TypedCommand, again: string): NextCommand {
  const next = (command: string, ...values: readonly string[]) =>
    commandLine(placeOfNext(typed, command), [command, ...values.map(shellWord)].join(" "));
  return Object.assign(next, { again });
}

/** Things of a kind seen earlier in this command's contexts. */
export function recallOf({ globals, settings, ends }: Parts): Recall {
  return async (kind) => {
    const { org: organizationId, space: spaceId, site: siteId } = settings;
    const contexts = { organizationId, spaceId, siteId, changeRequestId: globals.place.cr };
    return (await ends.recall?.(settings, kind.param, contexts)) ?? [];
  };
}

// Standard input can be read only once: a second reader would get nothing.

/** Without a word, a terminal that waits for input looks like a command that hangs. */
function noteTyping({ terminal, note }: Out): void {
  if (terminal.stdinIsTTY) note("reading standard input: Ctrl-D ends it");
}

/** @throws Failure usage for a second reader; --token-stdin counts as the first. */
export function stdinOnce<F extends Pick<Files, "read" | "document">>(
  files: F,
  tokenStdin: boolean,
  onRead?: () => void,
): F {
  let taken = tokenStdin ? "--token-stdin reads standard input: - cannot read it too" : undefined;
  const once = (read: (path: string) => Promise<string>) => async (path: string) => {
    if (path === "-" && taken !== undefined) throw usage(taken);
    if (path === "-") taken = "standard input can be read once: pass - once";
    if (path === "-") onRead?.();
    return read(path);
  };
  return { ...files, read: once(files.read), document: once(files.document) };
}

// Creates a run's questions: whether anyone can be asked depends on its terminal, flags and environment.

function askOf(globals: Globals, ends: Ends): Ask {
  return createAsk({
    terminal: ends.terminal,
    disabled: globals.safety.noInput === true || isOn(ends.env.CI) || isOn(ends.env.DOCS_PROMPT_DISABLED),
    stderr: ends.stderr,
    signal: ends.signal,
    hold: ends.signals?.hold,
  });
}

// A command as it was typed, with its flags, for those who read later what was done: without secrets and long texts.

/** The words that decide the effect of a command, without those for its token and for its output. */
const { tokenStdin: _stdin, tokenFile: _file, ...PLACE } = PLACE_FLAGS;
const SHARED: Flags = {
  ...PLACE,
  ...CONTEXT_FLAGS,
  ...CR_FLAG,
  ...ADDITION_FLAGS,
  ...SAFETY_FLAGS,
  ...DESTRUCTIVE_FLAGS,
  ...PLAN_FLAGS,
};

/** Flags, and members that --field and --query name. */
const SECRET = /token|secret|password|passphrase|key|certificate|credential|claims|cookie|authorization/i;
/** Longer values are texts rather than settings. */
const LONGEST = 200;
/** Of a command with hundreds of targets, the beginning. */
const LONGEST_COMMAND = 2000;

/** `path`: `docs teams sync` */
function formatTypedCommand(path: string, { command, words, own, globals }: ParsedCommand): string {
  const flags = [...flagWords(flagsOf(command), own), ...flagWords(SHARED, globals)];
  const whole = [path, ...words.map((word) => shellWord(shortenText(word))), ...flags].join(" ");
  return shortenText(whole, LONGEST_COMMAND);
}

const flagWords = (flags: Flags, given: Raw): string[] =>
  Object.entries(flags).flatMap(([field, flag]) => {
    const name = flagName(field, flag);
    const file = given[`${field}File`];
    const isFile = flag.file === true && typeof file === "string";
    return [...valueWords(name, flag, given[field]), ...(isFile ? [`--${name}-file ${shellWord(file)}`] : [])];
  });

function valueWords(name: string, flag: Flag, value: unknown): string[] {
  if (value === undefined) return [];
  if (value === false) return [`--no-${name}`];
  if (!takesValue(flag)) return [`--${name}`];
  return [value].flat().map((one) => `--${name} ${shellWord(shownValue(name, flag, String(one)))}`);
}

function shownValue(name: string, { kind }: Flag, value: string): string {
  if (SECRET.test(name)) return MASK;
  const member = kind === "list" ? /^[^=]*(?==)/.exec(value)?.[0] : undefined;
  return member !== undefined && SECRET.test(member) ? `${member}=${MASK}` : shortenText(value);
}

const shortenText = (text: string, most = LONGEST): string => {
  const shown = isUrl(text) ? maskUrl(text) : text;
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
};

// `view`: one thing as labeled lines, several as a list; --web and --url use the address of its page instead.

/** @throws Failure not-found if a thing has no page, and the failures of `fetch` */
async function showTargets<T extends Target, R extends object>(
  { out, globals: { view } }: Context,
  targets: readonly T[],
  fetch: (target: T) => Promise<R>,
  { columns, address = defaultAddress }: Showing<R>,
): Promise<void> {
  if (!view.web && !view.url) {
    await out.each(targets, fetch, { columns });
    return;
  }
  const label = (target: T) => target.label;
  const readAddress = async (target: T): Promise<string> => {
    const url = address(await fetch(target));
    if (!url) throw new Failure("not-found", `${target.label} has no page in the app`);
    return url;
  };
  if (!view.web && OBJECTS.has(out.format)) {
    return out.each(targets, async (target) => ({ url: await readAddress(target) }), { label, columns: [] });
  }
  await out.each(
    targets,
    async (target) => {
      const url = await readAddress(target);
      if (view.web) await out.browse(url);
      else await out.lines([url]);
      return url;
    },
    {
      label,
      bare: true,
      ...(view.web && { done: (_: T, url: string) => `Opening ${maskUrl(url)} in the browser` }),
    },
  );
}

/** Formats that cannot contain a bare line of text. */
const OBJECTS: ReadonlySet<string> = new Set(["json", "jsonl", "yaml"]);

function defaultAddress(item: object): string | undefined {
  const url = getPath(item, "urls.app") ?? getPath(item, "urls.location");
  return typeof url === "string" ? url : undefined;
}

// The client of one run, created with its first request; what it reports goes to the journal and to standard error.

// Notices when a command answered from a snapshot that lacks parts of the answer.

interface Gaps {
  watch(event: ClientEvent): void;
  /** Once everything is answered. @throws Failure partial: standard error has named what is not whole */
  refuse(): void;
}

export function createGaps(snapshot: string | undefined): Gaps {
  const gaps: string[] = [];
  return {
    watch(event) {
      if (event.type === "note" && event.incomplete) gaps.push(event.message);
    },
    refuse() {
      if (gaps.length === 0) return;
      throw new Failure("partial", "this answer may be incomplete: the snapshot could not read everything", {
        ...(snapshot !== undefined && { hint: `docs snapshots view ${shellWord(snapshot)} shows what is in it` }),
        details: { gaps },
      });
    },
  };
}

export function lazyClient(
  globals: Globals,
  ends: Ends,
  out: Out,
  journaling: Journaling,
  gaps: Gaps,
  writes: WriteOutcomes,
): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const { debugBody } = globals.client;
  const debug = isDebugging(globals.client, ends);
  return () => {
    const report: Observer = (event) => {
      if (event.type === "wait") showWait(event, out);
      const line = debug ? debugLine(event) : undefined;
      if (line !== undefined) out.complain(line);
      const body = debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    };
    // The journal is the first to be asked: a write that it cannot record is not sent.
    made ??= ends.client(globals, [journaling.watch, writes.watch, gaps.watch, report]);
    return made;
  };
}

const WORTH_SHOWING_MS = 5_000;

/** R15: one line, rewritten in place on a terminal; elsewhere a plain line for waits long enough to wonder about. */
function showWait(event: Extract<WireEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.wait(waitLine(event));
  else if (event.ms >= WORTH_SHOWING_MS) out.print(`docs: ${waitLine(event)}`);
}

// Lines for --debug and for waits, without queries or secrets (the client only passes paths).

/** One line of --debug. `>` request, `<` answer, `!` failure, `~` wait, `-` note. Undefined: it was on the wire already. */
export function debugLine(event: ClientEvent): string | undefined {
  switch (event.type) {
    case "request":
      return `> ${event.method} ${event.path}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ""} ${event.bytes} bytes`;
    case "response":
      return `< ${event.status} ${event.method} ${event.path} ${event.bytes} bytes in ${Math.round(event.ms)} ms`;
    case "failure":
      return `! ${event.method} ${event.path}: ${event.message} after ${Math.round(event.ms)} ms`;
    case "wait":
      return `~ ${waitLine(event)}`;
    case "note":
      return `- ${event.message}`;
    default:
      return undefined;
  }
}

const MOST = 4_096;

/** --debug-body: the start of a body as text, without what is secret by its place; undefined if there is none. */
export function bodyLine(event: ClientEvent): string | undefined {
  if ((event.type !== "request" && event.type !== "response") || !event.body || event.body.length === 0)
    return undefined;
  const text = typeof event.body === "string" ? event.body : new TextDecoder().decode(event.body.subarray(0, MOST * 4));
  const mark = event.type === "request" ? ">" : "<";
  const shown = maskBody(text.slice(0, MOST));
  return text.length > MOST ? `${mark} ${shown}… (${event.bytes} bytes)` : `${mark} ${shown}`;
}

type Wait = Extract<ClientEvent, { type: "wait" }>;

/** `429, waiting 12 s (2 of 10), GET /v1/orgs/...` (R15). */
export function waitLine(event: Wait): string {
  const seconds = event.ms < 1000 ? `${Math.round(event.ms)} ms` : `${Math.round(event.ms / 1000)} s`;
  return `${event.why}, waiting ${seconds} (${event.count} of ${event.of}), ${event.method} ${event.path}`;
}
