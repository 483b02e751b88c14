import { usage } from "../../../errors.js";
import { csvCell } from "../../../shared/csv.js";
import { isObject } from "../../../shared/values.js";
import { toJson } from "../formats/json.js";
import { tsvCell } from "../formats/tsv.js";
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
    const each = Array.isArray(value) ? `a list has items: .[].${step.name}` : undefined;
    throw usage(`--jq: Cannot index ${typeName(value)} with string "${step.name}"`, each);
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
type ResultsAs = (results: readonly unknown[], context: RenderContext) => string;

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

// Results of a filter as rows of text, or as YAML.

/** How results of a filter are written in this format. */
export async function resultsAs(format: "csv" | "tsv" | "yaml" | "markdown"): Promise<ResultsAs> {
  if (format === "csv") return asCsv;
  if (format === "tsv") return asTsv;
  if (format === "markdown") return asMarkdown(await import("../formats/markdown.js"));
  const { toYaml } = await import("../formats/yaml.js");
  // One document per result.
  return (results) => results.map((result) => toYaml(result ?? null)).join("---\n");
}

const asCsv: ResultsAs = (results, context) => {
  const { header, rows } = toTable(results);
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => csvCell(cleanText(cell, context), context.csvRaw)).join(",")}\r\n`;
  return [...(header ? [header] : []), ...rows].map(line).join("");
};

const asTsv: ResultsAs = (results, context: RenderContext) =>
  toTable(results)
    .rows.map((cells) => `${cells.map((cell) => cleanText(tsvCell(cell), context)).join("\t")}\n`)
    .join("");

/** Results without names of members have a blank header: GitHub requires one. */
const asMarkdown =
  ({ markdownCell, markdownRow, markdownRule }: typeof import("../formats/markdown.js")): ResultsAs =>
  (results) => {
    const { header, rows } = toTable(results);
    if (rows.length === 0) return "";
    const names = header ?? Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, () => "");
    const lines = [names, ...rows].map((cells) => markdownRow(cells.map(markdownCell)));
    return [lines[0], markdownRule(names.map(() => false)), ...lines.slice(1)].join("");
  };

interface TableRows {
  /** Member names, if all results are objects. */
  header: readonly string[] | undefined;
  rows: readonly string[][];
}

/** One row per result: the members of an object, the elements of an array, or the value itself. */
function toTable(results: readonly unknown[]): TableRows {
  const all = unwrapOnlyArray(results);
  if (all.length > 0 && all.every(isObject)) {
    const header = [...new Set(all.flatMap((one) => Object.keys(one)))];
    return { header, rows: all.map((one) => header.map((name) => text(Object.hasOwn(one, name) ? one[name] : null))) };
  }
  return { header: undefined, rows: all.map((one) => (Array.isArray(one) ? one.map(text) : [text(one)])) };
}

/** A single array of objects or arrays is taken as the list of rows: `map({number, subject})`. */
function unwrapOnlyArray(results: readonly unknown[]): readonly unknown[] {
  const [only] = results;
  if (results.length !== 1 || !Array.isArray(only)) return results;
  return only.every((one) => isObject(one) || Array.isArray(one)) ? only : results;
}

/** Nested values become JSON, so nothing is lost. */
function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
