/** From parsed words to what a command's `run` receives: targets, contexts, flag values. */
import { usage } from "../errors.js";
import type { Ask } from "./ask.js";
import type { AnyCommand, Arg, Target, TargetArg } from "./command.js";
import type { Files } from "./context.js";
import { type Flag, type Flags, flagName } from "./flags.js";
import type { Kind } from "./kinds.js";
import type { Raw } from "./program.js";
import { type ContextSource, changeRequestParam, resolveContexts, resolveTarget } from "./targets.js";
import { checkText, flagValue } from "./values.js";

export interface InputSetup {
  command: AnyCommand;
  /** `docs cr merge`, for messages. */
  path: string;
  words: readonly string[];
  own: Raw;
  source: ContextSource;
  ask: Ask;
  files: Files;
  /** Picks a target of a kind on a terminal; undefined where nobody can be asked. */
  pickTarget?: (kind: Kind) => Promise<string>;
  note: (message: string) => void;
}

export interface Inputs {
  args: Record<string, unknown>;
  flags: Record<string, unknown>;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  scope: Record<string, string>;
}

export async function resolveInputs(setup: InputSetup): Promise<Inputs> {
  const { command, source } = setup;
  const flags = await readFlags(setup);
  const args = await readArgs(setup);
  const fromCr = source.changeRequest === undefined || !command.cr ? {} : changeRequestContexts(source);
  const scope = command.within ? await resolveContexts(command.within, source, fromCr) : {};
  if (command.cr) Object.assign(scope, changeRequestParam(source));
  return { args, flags, body: part(command, flags, "body"), query: part(command, flags, "query"), scope };
}

/** An address given to `--cr` names its space too. */
function changeRequestContexts(source: ContextSource): Record<string, string> {
  const { changeRequestId: _, ...contexts } = changeRequestParam(source);
  return contexts;
}

function part(command: AnyCommand, values: Record<string, unknown>, into: "body" | "query"): Record<string, unknown> {
  const flags: Flags = command.flags ?? {};
  return Object.fromEntries(Object.entries(values).filter(([field]) => flags[field]?.into === into));
}

async function readFlags(setup: InputSetup): Promise<Record<string, unknown>> {
  const flags: Flags = setup.command.flags ?? {};
  const values: Record<string, unknown> = {};
  for (const [field, flag] of Object.entries(flags)) {
    const given = await withFile(field, flag, setup);
    const value = flagValue(field, flag, given);
    if (value !== undefined) values[field] = value;
    noteUnknown(field, flag, value, setup.note);
  }
  if (setup.command.needsField && Object.keys(values).length === 0 && !hasAdditions(setup.own)) {
    const names = Object.entries(flags).map(([field, flag]) => `--${flagName(field, flag)}`);
    throw usage(`nothing to change: pass at least one of ${names.join(", ")}`, `see: ${setup.path} --help`);
  }
  for (const [field, flag] of Object.entries(flags)) {
    if (flag.required && values[field] === undefined && !hasAdditions(setup.own)) {
      values[field] = await askFor(field, flag, setup);
    }
  }
  return values;
}

const hasAdditions = (own: Raw): boolean => own.hasAdditions === true;

/** `--body -`, `--body-file <path|->`: text from standard input or a file. */
async function withFile(field: string, flag: Flag, setup: InputSetup): Promise<unknown> {
  const given = setup.own[field];
  const path = setup.own[`${field}File`];
  if (!flag.file || (given !== "-" && path === undefined)) return given;
  const name = flagName(field, flag);
  if (given !== undefined && path !== undefined)
    throw usage(`--${name} and --${name}-file are the same thing: pass one`);
  return setup.files.read(path === undefined ? "-" : String(path));
}

function noteUnknown(field: string, flag: Flag, value: unknown, note: (message: string) => void): void {
  if (!flag.known || typeof value !== "string" || flag.known.includes(value)) return;
  note(
    `--${flagName(field, flag)} ${JSON.stringify(value)} is not a value known here (${flag.known.join(", ")}); sent as it is`,
  );
}

async function askFor(field: string, flag: Flag, setup: InputSetup): Promise<unknown> {
  const name = flagName(field, flag);
  if (!setup.ask.available) throw usage(`--${name} is required`, `see: ${setup.path} --help`);
  if (flag.editor) return setup.ask.editor(flag.describe);
  const values = flag.values ?? flag.known;
  if (values) {
    const choices = values.map((value) => ({ name: value, value }));
    return setup.ask.pick(flag.describe, async (term) => choices.filter((choice) => choice.name.includes(term)));
  }
  const validate = (text: string): true | string => {
    try {
      checkText(`--${name}`, flag, text);
      return text === "" ? `${name} is required` : true;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return flagValue(field, flag, await setup.ask.text(flag.describe, { validate }));
}

async function readArgs(setup: InputSetup): Promise<Record<string, unknown>> {
  const args = Object.entries((setup.command.args ?? {}) as Record<string, Arg>);
  const values: Record<string, unknown> = {};
  let at = 0;
  for (const [name, arg] of args) {
    if ("word" in arg) {
      const value = setup.words[at++];
      if (value === undefined && !arg.optional) throw usage(`${arg.word} is missing`, `see: ${setup.path} --help`);
      values[name] = value;
    } else if (arg.arity === "one") {
      const typed = setup.words[at++] ?? (await missingTarget(arg, setup));
      values[name] = await resolveTarget(arg.kind, typed, setup.source);
    } else {
      values[name] = await manyTargets(arg, setup.words.slice(at), setup);
      at = setup.words.length;
    }
  }
  const extra = setup.words.slice(at);
  if (extra.length > 0) throw usage(`unexpected ${JSON.stringify(extra[0])}`, `see: ${setup.path} --help`);
  return values;
}

/** Several targets; `-` reads one a line from standard input. */
async function manyTargets(arg: TargetArg, words: readonly string[], setup: InputSetup): Promise<Target[]> {
  const typed: string[] = [];
  for (const word of words) {
    if (word !== "-") typed.push(word);
    else
      typed.push(
        ...(await setup.files.read("-"))
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      );
  }
  if (words.length === 0) typed.push(await missingTarget(arg, setup));
  const targets: Target[] = [];
  for (const word of typed) targets.push(await resolveTarget(arg.kind, word, setup.source));
  return targets;
}

async function missingTarget(arg: TargetArg, setup: InputSetup): Promise<string> {
  const { kind } = arg;
  const given = kind.context === undefined ? undefined : setup.source.given(kind.context);
  if (given !== undefined) return given;
  if (setup.pickTarget && kind.list) return setup.pickTarget(kind);
  const also = kind.context ? ` or --${kind.context}` : "";
  throw usage(`the ${kind.name} is missing: pass its id${also}`, `see: ${setup.path} --help`);
}
