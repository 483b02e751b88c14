/** Reacts to "not found": on a terminal the text may be a title after all; else suggests what is close, or where to look. */
import { errorCode, Failure } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { foldTitle } from "../../shared/text/names.js";
import { isObject } from "../../shared/values.js";
import { filesOfKind } from "../../system/files/named-file.js";
import type { Entry } from "../cache/entries.js";
import { argsOf, contextNames, endpointsOf, onlyReads } from "../command.js";
import { CONTEXT_KINDS, type Kind, site, type Target } from "../kinds.js";
import type { Inputs } from "../targets/command-inputs.js";
import { nearEntries, nearHint, otherKindHint } from "../targets/listed-things.js";
import { hasFormOf, hasNames, isAddress, isHandle, parseReference, shapeOf } from "../targets/target-shape.js";
import { commandLine, contextListCommand, findCommand, serviceOf, type TypedCommand } from "./next-command.js";
import type { UnseenTargets } from "./remove-targets.js";

/** Things of a kind seen earlier; empty if none were. */
export type Recall = (kind: Kind) => Promise<readonly Entry[]>;

interface TargetText {
  kind: Kind;
  text: string;
}

interface FailureDependencies {
  /** The inputs that the command ran on; undefined if resolving them failed. */
  first: Inputs | undefined;
  /** Resolves the inputs again, reading apparent ids as titles. */
  look: (doubted: ReadonlySet<string>) => Promise<Inputs>;
  /** Somebody is waiting: even what can hardly be a title is looked up as one. */
  doubtsIds: boolean;
  /** The command itself. */
  act: (inputs: Inputs) => Promise<void>;
  recall: Recall;
  /** Near matches of a target that was not found, from the list of its kind. */
  unseen: UnseenTargets;
  /** The source of the token; undefined if that does not matter. */
  tokenSource: () => Promise<string | undefined>;
  sandbox: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/** @throws the failure with the next step added; returns if the second attempt succeeded. */
export async function afterFailure(
  thrown: unknown,
  typed: TypedCommand,
  dependencies: FailureDependencies,
): Promise<void> {
  const error = await withRead(thrown, typed);
  if (error instanceof Failure && error.status === 401)
    throw refusedToken(error, typed, dependencies, await dependencies.tokenSource());
  if (error instanceof Failure && error.kind === "usage" && errorCode(error.cause) === "ENOENT")
    throw await withFileStep(error, typed, dependencies.recall);
  if (!(error instanceof Failure) || error.kind !== "not-found") throw error;
  const doubted = await unaskedIn(typed, dependencies);
  if (error.status === 404 && isRead(typed) && doubted.size > 0 && (await secondAttempt(dependencies, doubted))) return;
  throw await withNextStep(error, typed, dependencies);
}

/** An answer that refuses a read which the command line does not show: says which one it was. */
async function withRead(error: unknown, { command }: TypedCommand): Promise<unknown> {
  if (!(error instanceof Failure) || error.status === undefined) return error;
  const { method, path } = error.details;
  if (method !== "GET" || typeof path !== "string") return error;
  const [read = ""] = path.split("?");
  const { endpoints, composite } = command;
  const { matchPath } = await import("../../catalog/match-path.js");
  if (endpoints.length === 0 ? composite !== true : onlyReads(endpoints) && matchPath(endpoints, read)) return error;
  const [first = "", ...rest] = error.lines;
  return error.with({ message: [`${first} (GET ${read})`, ...rest] });
}

/** Texts that look like ids, or like those that were listed before: no list was searched for them. */
async function unaskedIn(
  typed: TypedCommand,
  { recall, doubtsIds }: FailureDependencies,
): Promise<ReadonlySet<string>> {
  const unasked = new Set<string>();
  for (const { kind, text } of targetsNamed(typed)) {
    if (!hasNames(kind)) continue;
    const isLike = async () =>
      hasFormOf(
        text,
        (await recall(kind)).map(({ id }) => id),
      );
    if (shapeOf(kind, text) === "id" ? doubtsIds : await isLike()) unasked.add(text);
  }
  return unasked;
}

/** Runs the command again with ids read as titles. False if that makes no difference. */
async function secondAttempt(
  { first, look, act }: FailureDependencies,
  doubted: ReadonlySet<string>,
): Promise<boolean> {
  const inputs = await look(doubted).catch(unlessAmbiguous);
  if (!inputs || isSame(inputs, first)) return false;
  await act(inputs);
  return true;
}

/** The look-up may fail without a word, except that an ambiguous name is reported. */
function unlessAmbiguous(error: unknown): undefined {
  if (!(error instanceof Failure) || error.details.candidates !== undefined) throw error;
  return undefined;
}

const isSame = (one: Inputs, other: Inputs | undefined): boolean =>
  other !== undefined && JSON.stringify([one.args, one.scope]) === JSON.stringify([other.args, other.scope]);

function refusedToken(
  error: Failure,
  { globals }: TypedCommand,
  { sandbox }: FailureDependencies,
  source: string | undefined,
): Failure {
  if (source === undefined) return error;
  const { profile, baseUrl } = globals.place;
  const login = commandLine({ profile, baseUrl }, "auth login");
  const isVariable = source === "DOCS_TOKEN";
  // While the variable is set, a token stored by a login is not used.
  const next = sandbox
    ? `the sandbox accepts only its own tokens: ${isVariable ? "unset it, or " : ""}see docs sandbox token list`
    : `${isVariable ? "set another one, or unset it and log in" : "log in with another one"}: ${login}`;
  return error.with({
    hint: `the token came from ${source}${sandbox ? "; " : ": "}${next}`,
    details: { tokenSource: source },
  });
}

/** Repeating a read changes nothing. Several targets are reported one by one and never come here. */
const isRead = ({ command, words, globals }: TypedCommand): boolean =>
  endpointsOf(command).length > 0 && onlyReads(endpointsOf(command)) && !words.includes("-") && !globals.safety.dryRun;

/** Things named on the command line: contexts first, because inside a wrong one nothing else is found either. */
function targetsNamed({ command, words, globals }: TypedCommand): TargetText[] {
  const contexts = contextNames(command).flatMap((name) => {
    const text = globals.place[name];
    return text === undefined ? [] : [{ kind: CONTEXT_KINDS[name], text }];
  });
  const targets = argsOf(command).flatMap(([, arg], at) => {
    const text = words[at];
    if (!("kind" in arg) || text === undefined) return [];
    return [{ kind: arg.kind, text }];
  });
  return [...contexts, ...targets]
    .filter(({ text }) => !isAddress(text))
    .map(({ kind, text }) => ({ kind, text: parseReference(kind, text).text }));
}

async function withNextStep(error: Failure, typed: TypedCommand, dependencies: FailureDependencies): Promise<Failure> {
  const words = error.details.near === undefined ? wordsInWrongPlace(typed) : undefined;
  const meant = words ?? fromVariable(error, typed, dependencies.env);
  if (error.hint !== undefined) return meant ? error.with({ hint: `${meant}; ${error.hint}` }) : error;
  const near = await nearMatches(typed, dependencies.recall);
  const listed = near.length === 0 && error.status === 404 ? await listedMatches(typed, dependencies) : undefined;
  if (listed?.details.near !== undefined || (listed?.hint !== undefined && meant === undefined))
    return error.with({ hint: listed.hint, details: listed.details });
  const find =
    contextListCommand(typed, error.message) ?? findCommand(typed) ?? organizationList(error, typed.globals.place);
  const other = near.length === 0 ? await otherKind(typed, dependencies.recall) : undefined;
  const hint = [meant ?? nearHint(near) ?? other, find && `see: ${find}`].filter(Boolean).join("; ");
  if (hint === "") return error;
  return error.with({ hint, details: near.length > 0 ? { near } : {} });
}

/** The organization itself is not there, or is out of the token's sight. */
function organizationList({ status, details }: Failure, place: TypedCommand["globals"]["place"]): string | undefined {
  const isOfOrganization = typeof details.path === "string" && /^\/v1\/orgs\/[^/]+(\/[^/]+)?$/.test(details.path);
  return status === 404 && isOfOrganization ? commandLine(serviceOf(place), "orgs list") : undefined;
}

/** A context that is not on the command line, and does not exist. */
function fromVariable(
  error: Failure,
  { command, globals }: TypedCommand,
  env: FailureDependencies["env"],
): string | undefined {
  for (const name of contextNames(command)) {
    const variable = `DOCS_${name.toUpperCase()}`;
    const value = globals.place[name] === undefined ? env[variable] : undefined;
    if (value && error.message.includes(JSON.stringify(value))) return `${JSON.stringify(value)} came from ${variable}`;
  }
  return undefined;
}

/** A text before its target. */
function wordsInWrongPlace({ noun, command, words }: TypedCommand): string | undefined {
  const kinds = argsOf(command).flatMap(([, arg]) => ("kind" in arg ? [arg.kind] : []));
  const [first = "", second = ""] = words;
  const [kind] = kinds;
  if (kind === undefined || words.length < 2) return undefined;
  const isText = command.textField !== undefined && words.length === 2 && kinds.length === 1;
  if (!isText || !(isHandle(kind, second) || /^#?\d+$/.test(second))) return undefined;
  return `did you mean: docs ${noun} ${command.name} ${shellWord(second)} ${shellWord(first)}`;
}

/** Says which other kind has the id or the name, if it was listed. */
async function otherKind(typed: TypedCommand, recall: Recall): Promise<string | undefined> {
  const toLine = (next: string) => commandLine(serviceOf(typed.globals.place), next);
  for (const { kind, text } of targetsNamed(typed)) {
    if ((await recall(kind)).some(({ id, name }) => id === text || name === text)) continue;
    const hint = await otherKindHint(text, [kind], recall, toLine);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

/** A word that was sent as an id, but does not look like one: the list has what it may have meant. */
async function listedMatches({ command }: TypedCommand, { first, unseen }: FailureDependencies) {
  const [name, arg] = argsOf(command).at(-1) ?? [];
  const [target] = name === undefined ? [] : [first?.args[name]].flat();
  if (!arg || !("kind" in arg) || !isTarget(target)) return undefined;
  if (hasNames(arg.kind) && shapeOf(arg.kind, target.id) === "id") return undefined;
  return (await unseen.isId(target)) ? undefined : await unseen.suggest(target);
}

const isTarget = (value: unknown): value is Target => isObject(value) && typeof value.id === "string";

async function nearMatches(typed: TypedCommand, recall: Recall): Promise<{ id: string; title: string }[]> {
  for (const { kind, text } of targetsNamed(typed)) {
    const entries = await recall(kind);
    if (entries.some(({ id, name }) => id === text || name === text)) continue;
    const near = nearEntries(text, entries);
    if (near.length > 0) return near.map(({ id, title }) => ({ id, title }));
  }
  return [];
}

// The next step where the file that a command works on is not there.

const { extname } = process.getBuiltinModule("node:path");

interface FileKind {
  called: string;
  ending: RegExp;
  /** The words before the command that leads to such a file. */
  lead?: string;
  make: string;
  /** The same for what was typed in place of the file, where that may be a title of such a thing. */
  of?: { kind: Kind; placeholder: string };
}

/** The files that the commands of a noun take, or one of them. */
const FILES: Readonly<Record<string, FileKind>> = {
  plans: {
    ...{ called: "plans", ending: /\.plan$/ },
    ...{ lead: "to make one, add --plan FILE to a command", make: "members offboard USER --plan FILE" },
  },
  "plans verify": { called: "receipts", ending: /\.json$/, make: "plans apply PLAN --receipt FILE" },
  sites: {
    ...{ called: "files", ending: /\.ya?ml$/, make: "sites export SITE -O site.yaml" },
    of: { kind: site, placeholder: "SITE" },
  },
  reviews: { called: "reviews", ending: /\.csv$/, make: "reviews create FILE" },
  teams: {
    ...{ called: "tables", ending: /\.(csv|json)$/ },
    ...{ lead: "it needs a file with the columns team, user and role", make: "help teams sync" },
  },
};

/** Commands for a number, which counts what is in the history. */
const NUMBERED: Readonly<Record<string, string>> = { view: "history view", apply: "history view", undo: "undo" };

/** The failure with what was meant: a change of the history, a title, or a file that is beside it. */
async function withFileStep(error: Failure, typed: TypedCommand, recall: Recall): Promise<Failure> {
  const { noun, command, words } = typed;
  const at = argsOf(command).findIndex(([, arg]) => "value" in arg && arg.value === "path");
  const word = words[at];
  const kind = [`${noun} ${command.name}`, noun].flatMap((name) =>
    Object.hasOwn(FILES, name) ? [FILES[name]] : [],
  )[0];
  if (word === undefined || kind === undefined || !error.message.includes(`cannot read ${word}:`))
    return error.hint === undefined ? error.with({ hint: besideMissing(error, typed) }) : error;
  if (isAddress(word)) return error.with({ hint: "it is read from this machine: download it first" });
  const toLine = (next: string) => commandLine(serviceOf(typed.globals.place), next);
  const numbered = noun === "plans" && /^\d+$/.test(word) ? NUMBERED[command.name] : undefined;
  if (numbered !== undefined) return error.with({ hint: `did you mean: ${toLine(`${numbered} ${word}`)}` });
  const title = kind.of && (await isTitle(word, kind.of.kind, recall)) ? shellWord(word) : undefined;
  if (error.hint !== undefined && title === undefined) return error;
  const make = toLine(title && kind.of ? kind.make.replace(kind.of.placeholder, title) : kind.make);
  const beside = title === undefined ? filesOfKind(word, kind) : undefined;
  return error.with({ hint: [beside, `${kind.lead ?? "to make one"}: ${make}`].filter(Boolean).join("; ") });
}

/** The value of a flag, or a file that no command makes: what is beside it, or what the command says of it. */
function besideMissing({ cause }: Failure, { noun, command }: TypedCommand): string {
  const path = cause instanceof Error && "path" in cause ? String(cause.path) : "";
  const ending = extname(path).replace(/\W/g, "\\$&");
  const beside = ending === "" ? undefined : filesOfKind(path, { called: "files", ending: new RegExp(`${ending}$`) });
  return beside ?? `see: docs ${noun === command.name ? noun : `${noun} ${command.name}`} --help`;
}

/** The title of something that was listed, or words that can hardly be a path. */
async function isTitle(word: string, kind: Kind, recall: Recall): Promise<boolean> {
  if (/\s/.test(word) && !/[./\\]/.test(word)) return true;
  return (await recall(kind)).some(({ title }) => foldTitle(title) === foldTitle(word));
}
