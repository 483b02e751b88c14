import { usage } from "../../../errors.js";
import { isObject } from "../../../shared/values.js";
import { toJson } from "../formats/json.js";
import { cleanText } from "../text/cell.js";
import type { RenderContext, Renderer } from "../types.js";

/** A compiled --jq expression. */
export interface Filter {
  /** The expression starts with `.[]`, so running it page by page gives the same result. */
  readonly streams: boolean;
  /** @throws Failure of kind usage */
  run(value: unknown): unknown[];
}

export interface Surroundings {
  /** Receives what `debug` and `stderr` write. */
  tell?: (text: string) => void;
  /** Wraps code that may never return. */
  unguarded?: <T>(work: () => T) => T;
}

/**
 * Compiles an expression. Simple paths are answered here the way jq would; anything else loads jq itself.
 *
 * @throws Failure of kind usage if it is not valid
 */
export async function compileFilter(
  expression: string,
  { tell = () => {}, unguarded = (work) => work() }: Surroundings = {},
): Promise<Filter> {
  const steps = parseSteps(expression);
  if (steps !== undefined) return { streams: steps[0]?.kind === "each", run: (value) => runSteps(steps, [value]) };
  const { loadJq, runJq } = await import("./jq-engine.js");
  const jq = await loadJq();
  const evaluate = (json: string): string[] => {
    const { lines, said, failure } = unguarded(() => runJq(jq, json, expression));
    if (said !== "") tell(said);
    if (failure !== undefined) throw usage(`--jq: ${failure}`);
    return lines;
  };
  // Running it on no input finds mistakes in the expression before anything is sent.
  evaluate("");
  return {
    streams: /^\s*\.\[\]\s*\|/.test(expression) && !STATEFUL.test(expression),
    run: (value) => evaluate(JSON.stringify(value) ?? "null").map(parseResult),
  };
}

/** Expressions that look beyond the one value they are given. */
const STATEFUL = /\binput|\bhalt/;

function parseResult(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // jq silently drops what is nested more deeply than it prints.
    throw usage("--jq: the result is nested too deeply");
  }
}

type Step = { kind: "member"; name: string } | { kind: "index"; index: number } | { kind: "each" } | { kind: "length" };

const PATH = /^(?:\.([A-Za-z_]\w*)|\.?\[(-?\d{1,9})\]|\.?\[\])/;

/** `.`, `.a.b`, `.[]`, `.[0]`, `.[].id`, `length` and pipes of those; undefined for anything else. */
function parseSteps(expression: string): Step[] | undefined {
  const steps: Step[] = [];
  for (const part of expression.split("|")) {
    const parsed = parsePart(part.trim());
    if (parsed === undefined) return undefined;
    steps.push(...parsed);
  }
  return steps;
}

function parsePart(part: string): Step[] | undefined {
  if (part === ".") return [];
  if (part === "length") return [{ kind: "length" }];
  if (!part.startsWith(".")) return undefined;
  const steps: Step[] = [];
  let rest = part;
  while (rest !== "") {
    const match = PATH.exec(rest);
    if (match === null) return undefined;
    const [whole, name, index] = match;
    if (name !== undefined) steps.push({ kind: "member", name });
    else steps.push(index === undefined ? { kind: "each" } : { kind: "index", index: Number(index) });
    rest = rest.slice(whole.length);
  }
  return steps;
}

function runSteps(steps: readonly Step[], values: unknown[]): unknown[] {
  return steps.reduce((current, step) => current.flatMap((value) => runStep(step, value)), values);
}

/** The results of one step; refuses what jq refuses, in jq's words. */
function runStep(step: Step, value: unknown): unknown[] {
  if (step.kind === "length") return [lengthOf(value)];
  if (step.kind === "each") {
    if (Array.isArray(value)) return value;
    if (isObject(value)) return Object.values(value);
    throw usage(`--jq: Cannot iterate over ${describe(value)}`);
  }
  if (value === null || value === undefined) return [null];
  if (step.kind === "member") {
    if (isObject(value)) return [Object.hasOwn(value, step.name) ? value[step.name] : null];
    throw usage(`--jq: Cannot index ${typeName(value)} with string "${step.name}"`);
  }
  if (Array.isArray(value)) return [value.at(step.index) ?? null];
  throw usage(`--jq: Cannot index ${typeName(value)} with number`);
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** jq also names the value, unless it is null. */
function describe(value: unknown): string {
  return value === null || value === undefined ? "null" : `${typeName(value)} (${JSON.stringify(value)})`;
}

function lengthOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === "string") return [...value].length;
  if (typeof value === "number") return Math.abs(value);
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  throw usage(`--jq: ${describe(value)} has no length`);
}

/** Renders all results of a filter in another format. */
export type ResultsAs = (results: readonly unknown[], context: RenderContext) => string;

/** Prints results one per line, strings unquoted; another format waits until all results are there. */
export function jqRenderer(filter: Filter, as?: ResultsAs): (context: RenderContext) => Renderer {
  return (context) => {
    const collected: unknown[] = [];
    if (as) {
      return {
        item: (value) => as(filter.run(value), context),
        begin: () => "",
        page(items) {
          for (const item of items) collected.push(item);
          return "";
        },
        end: () => as(filter.run(collected), context),
      };
    }
    const lines = (value: unknown): string =>
      filter
        .run(value)
        .map((result) => `${show(result, context)}\n`)
        .join("");
    return {
      item: lines,
      begin: () => "",
      page(items) {
        if (filter.streams) return lines(items);
        for (const item of items) collected.push(item);
        return "";
      },
      end: () => (filter.streams ? "" : lines(collected)),
    };
  };
}

function show(result: unknown, context: RenderContext): string {
  return typeof result === "string" ? cleanText(result, context) : toJson(result, context);
}
