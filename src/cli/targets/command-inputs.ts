/** Turns parsed words into what a command's `run` receives: targets, contexts and flag values. */
import { Failure, usage } from "../../errors.js";
import { checkParam } from "../../shared/ids.js";
import { shellWord } from "../../shared/shell-words.js";
import { parseIfJson } from "../../shared/values.js";
import { flagForWord, refuseFlagValue } from "../argv/mistakes/stray-words.js";
import { refuseTokenWord } from "../argv/parse.js";
import { flagValue } from "../argv/values.js";
import { type AskMissingOptions, askMissing, askNew, canOffer } from "../ask/ask-missing.js";
import { type AnyCommand, argsOf, contextNames, endpointsOf, flagsOf } from "../command.js";
import { type Flag, flagName, type Raw } from "../flags.js";
import { type ContextName, type Kind, kindsOf, type Target, type TargetArg } from "../kinds.js";
import { isEmail, isWhole } from "./target-shape.js";
import {
  addressOfChangeRequest,
  type ContextSource,
  changeRequestParam,
  readPlace,
  refuseContradiction,
  refuseOtherOrganization,
  resolveContexts,
  resolveStated,
  resolveTarget,
} from "./to-params.js";

interface InputOptions extends AskMissingOptions {
  words: readonly string[];
  own: Raw;
  source: ContextSource;
  files: { read(path: string): Promise<string> };
  note: (message: string) => void;
  /** `asList` is set where several targets were named, whether they are one thing or more. */
  results?: { asList: boolean };
  /** Targets and scope of an earlier run: what its journal recorded takes precedence over words and contexts. */
  recorded?: { args: Record<string, unknown>; scope: Record<string, string> } | undefined;
}

interface Args {
  args: Record<string, unknown>;
  /** The target was not typed: it was picked or comes from the context. */
  unnamed: boolean;
}

interface Targets extends Args {
  scope: Record<string, string>;
  optionalParams: Record<string, string>;
}

export interface Inputs extends Targets {
  flags: Record<string, unknown>;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** @throws Failure usage, invalid-input, not-found (a title), io (a file); so far only look-ups have been sent */
export async function resolveInputs(options: InputOptions): Promise<Inputs> {
  const setup = withText(options);
  refuseFlagValue(setup);
  const typed = await readFlags(setup);
  const { args, scope, optionalParams, unnamed }: Targets = setup.recorded
    ? { ...setup.recorded, optionalParams: {}, unnamed: false }
    : await readTargets(setup, typed);
  const flags = await withNames(typed, { ...scope, ...placeOfTarget(args) }, setup);
  refuseBothWays(typed, flags, setup);
  await askMissing(flags, args, setup);
  const { command } = setup;
  return {
    args,
    flags,
    body: part(command, flags, "body"),
    query: part(command, flags, "query"),
    scope,
    optionalParams,
    unnamed,
  };
}

/** A text behind the arguments stands for its flag. @throws Failure usage for several words, or where the flag is there too */
function withText(setup: InputOptions): InputOptions {
  const { command, words, own } = setup;
  const field = command.textField;
  const flag = field === undefined ? undefined : flagsOf(command)[field];
  const at = argsOf(command).length;
  const [text, ...others] = words.slice(at);
  if (field === undefined || flag === undefined || text === undefined) return setup;
  const name = flagName(field, flag);
  if (others.length > 0) {
    const [cr = "", ...behind] = words.slice(at);
    if (command.cr && /^#?\d+$/.test(cr) && behind.length === 1) {
      const line = [setup.path, ...[...words.slice(0, at), ...behind].map(shellWord), "--cr", cr.replace("#", "")];
      throw usage(`unexpected ${JSON.stringify(cr)}`, `did you mean: ${line.join(" ")}`);
    }
    // Quotes of a word processor are none for a shell.
    const whole = words
      .slice(at)
      .join(" ")
      .replace(/^[“„‘](.*)[”“’]$/su, "$1");
    const typed = [...words.slice(0, at), whole].map(shellWord).join(" ");
    throw usage(`a ${name} of several words needs quotes`, `did you mean: ${setup.path} ${typed}`);
  }
  if (own[field] !== undefined || own[`${field}File`] !== undefined) {
    throw usage(`the ${name} is given twice: as ${JSON.stringify(text)} and with --${name}`);
  }
  return { ...setup, words: words.slice(0, at), own: { ...own, [field]: text } };
}

/** Nothing can be added and removed at once. @throws Failure usage */
function refuseBothWays(
  typed: Record<string, unknown>,
  flags: Record<string, unknown>,
  { command }: InputOptions,
): void {
  for (const [added, flag] of Object.entries(flagsOf(command))) {
    const removed = added.replace(/^add/, "remove");
    const [adds, removes] = [flags[added], flags[removed]];
    const other = flagsOf(command)[removed];
    if (removed === added || other === undefined || !Array.isArray(adds) || !Array.isArray(removes)) continue;
    const at = adds.findIndex((one) => removes.includes(one));
    const named = Array.isArray(typed[added]) ? typed[added][at] : undefined;
    const names = `--${flagName(added, flag)} and --${flagName(removed, other)}`;
    if (at >= 0) throw usage(`${names} both name ${named}`, "name it in one of them");
  }
}

/** Says that a place of the command line restricts nothing: the answer is about all of the organization. */
function noteUnused({ command, source, path, note }: InputOptions): void {
  const used = contextNames(command);
  // A composite command may use the defaults of other places.
  if (command.composite || command.asksAnything || command.serves || used.length === 0) return;
  for (const name of ["space", "site"] as const)
    if (source.typed?.(name) && !used.includes(name)) note(`${path} does not use --${name}`);
}

async function readTargets(setup: InputOptions, flags: Record<string, unknown>): Promise<Targets> {
  const { command, source } = setup;
  const isEverywhere = command.acrossFlag !== undefined && (flags[command.acrossFlag] ?? false) !== false;
  // A server looks names up when it is asked, and waits as long as its callers do.
  if (!command.brokenConfig && !command.serves && asksService(command))
    await resolveStated(source, { settings: !isEverywhere });
  noteUnused(setup);
  if (isEverywhere) refuseOnePlace(setup);
  const { args, unnamed } = await readArgs(setup);
  // An address given to --cr also names its space.
  const fromCr = command.cr ? addressOfChangeRequest(source) : {};
  refuseContradiction(source, fromCr);
  const scope = command.within && !isEverywhere ? await resolveContexts(command.within, source, fromCr) : {};
  if (command.cr) Object.assign(scope, await changeRequestParam(source, { ...scope, ...fromCr }));
  const wide = isEverywhere ? await resolveContexts(command.acrossContexts ?? [], source) : {};
  await refuseOtherOrganization(source, scope.spaceId ?? soleSpace(args));
  return { args, scope, optionalParams: { ...wide, ...(await readOptionalParams(setup, scope)) }, unnamed };
}

/** A flag for all places beside one that names a single place. @throws Failure usage */
function refuseOnePlace({ command, source }: InputOptions): void {
  const one = (command.within ?? []).find(
    (name: ContextName) => !command.acrossContexts?.includes(name) && source.typed?.(name) === true,
  );
  const across = command.acrossFlag;
  const flag = across === undefined ? undefined : flagsOf(command)[across];
  if (one && across && flag) throw usage(`--${flagName(across, flag)} and --${one} cannot be used together`);
}

const asksService = (command: AnyCommand): boolean =>
  command.asksAnything === true || command.composite === true || endpointsOf(command).length > 0;

/** The space that all targets are in; undefined if they are in several. */
function soleSpace(args: Record<string, unknown>): string | undefined {
  // Of all arguments, only targets are objects.
  const targets = Object.values(args).flat() as (Target | string | undefined)[];
  const spaces = targets.map((one) => (typeof one === "object" ? one.params.spaceId : undefined));
  const [only, ...others] = new Set(spaces.filter((id) => id !== undefined));
  return others.length === 0 ? only : undefined;
}

/** The contexts to which the command line itself restricts the command; the others are known. */
async function readOptionalParams({ command, source }: InputOptions, scope: Record<string, string>) {
  const typed = (command.optionalContexts ?? []).filter((name: ContextName) => source.typed?.(name) === true);
  return typed.length === 0 ? {} : resolveContexts(typed, source, scope);
}

function part(command: AnyCommand, values: Record<string, unknown>, into: "body" | "query"): Record<string, unknown> {
  const flags = flagsOf(command);
  return Object.fromEntries(Object.entries(values).filter(([field]) => flags[field]?.into === into));
}

async function readFlags(setup: InputOptions): Promise<Record<string, unknown>> {
  const flags = flagsOf(setup.command);
  const values: Record<string, unknown> = {};
  for (const [field, flag] of Object.entries(flags)) {
    const given = await withFile(field, flag, setup);
    const value = flagValue(field, flag, given);
    if (value === "" && flag.required) throw emptyText(field, flag, setup.own);
    if (value !== undefined) values[field] = value;
    noteUnknown(field, flag, value, setup.note);
  }
  if (setup.command.needsField && Object.keys(values).length === 0 && !setup.hasAdditions && !canOffer(setup)) {
    const names = Object.entries(flags).map(([field, flag]) => `--${flagName(field, flag)}`);
    const which = names.length === 1 ? names.join() : `at least one of ${names.join(", ")}`;
    throw usage(`nothing to change: pass ${which}`, `see: ${setup.path} --help`);
  }
  return values;
}

/** The place of the first target; things named in flags are looked up there too. */
function placeOfTarget(args: Record<string, unknown>): Record<string, string> {
  const [first] = Object.values(args).flat();
  // Of all arguments, only targets are objects.
  return typeof first === "object" && first !== null ? (first as Target).params : {};
}

/** Turns names of things in flags into ids; an organization named by one flag is where the following ones are looked up. */
async function withNames(
  typed: Record<string, unknown>,
  place: Record<string, string>,
  { command, source: { names } }: InputOptions,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  let known = place;
  for (const [field, value] of Object.entries(typed)) {
    const flag = flagsOf(command)[field];
    const kinds = flag ? kindsOfFlag(flag) : [];
    const readId = async (text: unknown): Promise<unknown> => {
      // Only text can be a name; where a flag takes an email, the service accepts it as it is.
      if (typeof text !== "string" || !names || kinds.length === 0 || (flag?.email && isEmail(text))) return text;
      const id = await names.idOf(kinds, text, known, "value");
      // Some flags take an empty text to clear a field.
      return flag && id !== "" ? checkParam(`--${flagName(field, flag)}`, id) : id;
    };
    const keyed = async (text: string): Promise<string> => {
      const at = text.lastIndexOf("=");
      return at < 0 ? text : `${await readId(text.slice(0, at))}${text.slice(at)}`;
    };
    const read = (text: unknown) => (flag?.keyed && typeof text === "string" ? keyed(text) : readId(text));
    values[field] = Array.isArray(value) ? await Promise.all(value.map(read)) : await read(value);
    if (flag?.id === "organizationId") known = { ...known, organizationId: String(values[field]) };
  }
  return values;
}

/** Several kinds if the flag accepts more than one. */
const kindsOfFlag = ({ id }: Flag): readonly Kind[] => (id === undefined ? [] : kindsOf(id));

/** `--body -` and `--body-file <path|->`: text from standard input or a file. */
async function withFile(field: string, flag: Flag, setup: InputOptions): Promise<unknown> {
  const given = setup.own[field];
  const path = setup.own[`${field}File`];
  if (!flag.file) return given;
  const name = flagName(field, flag);
  if (typeof given === "string") await refuseFileName(given, name, setup);
  if (given !== "-" && path === undefined) return given;
  if (given !== undefined && path !== undefined) throw usage(`--${name} and --${name}-file cannot be used together`);
  return setup.files.read(path === undefined ? "-" : String(path));
}

/** Other tools read the file for `@note.md`; without one, `@jane.doe` is a person. @throws Failure usage */
async function refuseFileName(text: string, name: string, { files }: InputOptions): Promise<void> {
  const [, file] = /^@([\w-]+(?:\.[\w-]+)+)$/.exec(text) ?? [];
  if (file === undefined) return;
  const isThere = await files.read(file).then(
    () => true,
    () => false,
  );
  if (isThere || /\.(md|markdown|txt|json|pem)$/i.test(file))
    throw usage(`--${name} ${text} is a text, not the file`, `did you mean: --${name}-file ${file}`);
}

/** Says where an empty text came from. */
function emptyText(field: string, flag: Flag, own: Raw): Failure {
  const name = `--${flagName(field, flag)}`;
  const path = own[`${field}File`] ?? (flag.file ? own[field] : undefined);
  if (path === undefined || path === "") return usage(`${name} must not be empty`);
  return usage(`${path === "-" ? "standard input" : path} is empty: there is no text for ${name}`);
}

/** A one-line note lists no more known values than this. */
const MOST_NAMED = 12;

function noteUnknown(field: string, flag: Flag, value: unknown, note: (message: string) => void): void {
  if (!flag.known || flag.anyValue || typeof value !== "string" || flag.known.includes(value)) return;
  const known = flag.known.length > MOST_NAMED ? "see --help" : flag.known.join(", ");
  note(`--${flagName(field, flag)} ${JSON.stringify(value)} is not a known value (${known}); sending it anyway`);
}

async function readArgs(setup: InputOptions): Promise<Args> {
  const values: Record<string, unknown> = {};
  let unnamed = false;
  let at = 0;
  for (const [name, arg] of argsOf(setup.command)) {
    if ("kind" in arg && at >= setup.words.length) unnamed = !contextTyped(arg, setup);
    if ("several" in arg) {
      values[name] = setup.words.slice(at);
      at = setup.words.length;
    } else if ("word" in arg) {
      const value = arg.joined && at < setup.words.length ? setup.words.slice(at).join(" ") : setup.words[at];
      at = arg.joined ? setup.words.length : at + 1;
      if (value === undefined && !arg.optional)
        throw usage(`<${name}> is required: ${arg.word}`, `see: ${setup.path} --help`);
      // It comes from a variable that is not set.
      if (value?.trim() === "") throw usage(`<${name}> is empty: ${arg.word}`, `see: ${setup.path} --help`);
      values[name] = value === undefined ? value : (arg.parse?.(value, name) ?? value);
    } else if (arg.arity === "one") {
      const typed = setup.words[at++] ?? (await missingTarget(name, arg, setup));
      const isLast = argsOf(setup.command).at(-1)?.[0] === name;
      const together = isLast ? await asOneTarget(arg, setup.words.slice(at - 1), setup) : undefined;
      // The team of a member and the comment of a reply are not themselves what a command removes.
      const role = isLast ? "target" : "context";
      values[name] = together ?? (await resolveTarget(arg.kind, typed, setup.source, role));
      if (together) at = setup.words.length;
    } else {
      values[name] = await manyTargets(name, arg, setup.words.slice(at), setup);
      at = setup.words.length;
    }
  }
  const extra = setup.words.slice(at);
  if (extra.length > 0 && setup.command.readsToken) refuseTokenWord();
  const [first] = extra;
  if (first !== undefined) throw usage(`unexpected ${JSON.stringify(first)}`, flagForWord(first, setup));
  return { args: values, unnamed };
}

interface TypedText {
  text: string;
  /** Line number in standard input. */
  line?: number;
}

/** Several targets; `-` reads one per line from standard input. */
async function manyTargets(
  name: string,
  arg: TargetArg,
  words: readonly string[],
  setup: InputOptions,
): Promise<Target[]> {
  const typed: TypedText[] = [];
  for (const word of words) {
    if (word === "-") typed.push(...linesOf(await setup.files.read("-"), arg.kind));
    else typed.push({ text: word });
  }
  if (words.length === 0) typed.push({ text: await missingTarget(name, arg, setup) });
  else if (typed.length === 0) setup.note(`nothing to do: standard input names no ${arg.kind.name}`);
  const together = words.includes("-") ? undefined : await asOneTarget(arg, words, setup);
  return together ? [together] : onceEach(arg, typed, await resolveAll(arg, typed, setup.source), setup);
}

/** A thing that is named twice, perhaps in two forms, is acted on once. */
function onceEach(
  { kind }: TargetArg,
  typed: readonly TypedText[],
  targets: readonly Target[],
  { note, results }: InputOptions,
): Target[] {
  const firsts = new Map<string, number>();
  const again: string[] = [];
  targets.forEach(({ params }, at) => {
    const key = JSON.stringify(Object.entries<string>(params).sort());
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else
      again.push(
        `${JSON.stringify(typed[at]?.text)} names the same ${kind.name} as ${JSON.stringify(typed[first]?.text)}`,
      );
  });
  if (again.length === 0) return [...targets];
  if (results) results.asList = true;
  note(again.length === 1 ? `${again[0]}: used once` : `${again.length} targets are repeated: each is used once`);
  const kept = new Set(firsts.values());
  return targets.filter((_, at) => kept.has(at));
}

/** `Tern User Guide` without quotes, if the single words are not targets themselves. */
async function asOneTarget(
  { kind }: TargetArg,
  words: readonly string[],
  { source }: InputOptions,
): Promise<Target | undefined> {
  if (words.length < 2 || !source.names || words.some((word) => isWhole(kind, word))) return undefined;
  if (words.every((word) => source.names?.shape([kind], word) === "id")) return undefined;
  const id = await source.names.asOne(kind, words, await readPlace(kind, source));
  const { names: _, ...ids } = source;
  return id === undefined ? undefined : resolveTarget(kind, id, ids);
}

/** @throws Failure usage for JSON, or rows of a table */
function linesOf(text: string, kind: Kind): TypedText[] {
  if (/\t/.test(text) || typeof parseIfJson(text) === "object") {
    const [called = ""] = (kind.called ?? "").split(" or ");
    const field = /^\w+$/.test(called) ? called : "id";
    throw usage(
      `standard input takes one ${kind.name} a line, not a table or JSON`,
      `to print one a line: docs ${kind.noun} list -q '.[].${field}'`,
    );
  }
  return text
    .split("\n")
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter((line) => line.text !== "");
}

/** The typed text is unusable, unknown or ambiguous: the mistake is the user's, not the service's. */
const isMistake = ({ kind, status, details }: Failure): boolean =>
  kind === "invalid-input" || details.candidates !== undefined || (kind === "not-found" && status === undefined);

/** R46: reports all mistakes together, before anything is sent. */
async function resolveAll(arg: TargetArg, typed: readonly TypedText[], source: ContextSource): Promise<Target[]> {
  const targets: Target[] = [];
  const mistakes: string[] = [];
  let unknown = 0;
  let hint: string | undefined;
  for (const { text, line } of typed) {
    try {
      // A list of one is answered as a list, too.
      const role = typed.length > 1 || line !== undefined ? "one of several" : "target";
      targets.push(await resolveTarget(arg.kind, text, source, role));
    } catch (error) {
      if (!(error instanceof Failure) || !isMistake(error) || typed.length === 1) throw error;
      const place = line === undefined ? JSON.stringify(text) : `line ${line}, ${JSON.stringify(text)}`;
      if (error.kind === "not-found") unknown += 1;
      const [guess, see] = error.hint?.split("; see: ") ?? [];
      if (see !== undefined) hint = `see: ${see}`;
      const near = see === undefined || error.kind === "invalid-input" ? "" : `; ${guess}`;
      const [first = "", ...rest] = error.lines;
      // The place names it already.
      mistakes.push(`${place}: ${first.replace(` ${JSON.stringify(text)}: `, ": ")}${near}`, ...rest);
    }
  }
  if (mistakes.length === 0) return targets;
  const summary = `${mistakes.length} of ${typed.length} targets cannot be used; nothing was sent`;
  throw new Failure(unknown === mistakes.length ? "not-found" : "invalid-input", [summary, ...mistakes], { hint });
}

/** A context's flag can stand for a target. An irreversible command never acts on a default. */
const contextOf = ({ kind }: TargetArg, { command }: InputOptions): ContextName | undefined =>
  command.destructive || command.mustBeNamed ? undefined : kind.context;

function contextTyped(arg: TargetArg, setup: InputOptions): boolean {
  const context = contextOf(arg, setup);
  return context !== undefined && setup.source.typed?.(context) === true;
}

async function missingTarget(name: string, arg: TargetArg, setup: InputOptions): Promise<string> {
  const { kind } = arg;
  const context = contextOf(arg, setup);
  const given = context === undefined ? undefined : setup.source.given(context);
  if (given !== undefined) return given;
  if (kind.created && setup.ask.available) return askNew(kind, setup.ask);
  if (setup.pickTarget && kind.list && !setup.command.mustBeNamed) return setup.pickTarget(kind);
  const also = context ? ` or --${context}` : "";
  throw usage(`<${name}> is required: pass its ${kind.called ?? "id"}${also}`, `see: ${setup.path} --help`);
}
