import { usage } from "../../../errors.js";
import { isOn } from "../../../shared/switches.js";
import type { Globals } from "../../argv/globals.js";
import type { AnyCommand } from "../../command.js";
import type { Ends } from "../../ends.js";
import type { Settings } from "../../settings.js";
import type { Filter, Surroundings } from "../filter/jq.js";
import type { Format, OutputOptions, RendererFactory, Terminal } from "../types.js";

// The format that the command line or the profile asks for.

/** The requested format. @throws Failure usage */
export function formatOf({ json, output, jq }: Globals["output"]): Format | undefined {
  if (json && output && output !== "json" && output !== "jsonl") {
    throw usage(`--json and -o ${output} cannot be used together`);
  }
  if (output) return output;
  return json || jq !== undefined ? "json" : undefined;
}

/** A profile's `table` is for people: a pipe gets the same as without a profile. */
export function storedFormat({ output }: Settings, { terminal }: Ends): Format | undefined {
  return output === "table" && !terminal.stdoutIsTTY ? undefined : output;
}

/** True if errors should be JSON: usage mistakes are reported in the requested format. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (token, at) => token === "--json" || /^(-o|--output)=?jsonl?$/.test(token) || isOutputValue(argv, at),
  );
}

/**
 * True if standard error is to have a JSON error and nothing else. Not where a person looks at it, with --debug, and for what
 * runs until it is ended.
 */
export function suppressesMessages({ serves }: AnyCommand, { output, client }: Globals, ends: Ends): boolean {
  const isJson = output.json === true || output.output === "json" || output.output === "jsonl";
  return isJson && !ends.terminal.stderrIsTTY && !isDebugging(client, ends) && !serves;
}

/** True if requests and answers are shown. */
export const isDebugging = ({ debug, debugBody }: Globals["client"], ends: Ends): boolean =>
  debug === true || debugBody === true || isOn(ends.env.DOCS_DEBUG);

const isOutputValue = (argv: readonly string[], at: number): boolean =>
  /^(-o|--output)$/.test(argv[at] ?? "") && /^jsonl?$/.test(argv[at + 1] ?? "");

// Each format is loaded on first use.
const LOADERS: Readonly<Record<Format, () => Promise<RendererFactory>>> = {
  table: async () => (await import("./table.js")).renderer,
  json: async () => (await import("./json.js")).jsonRenderer,
  jsonl: async () => (await import("./json.js")).jsonLinesRenderer,
  yaml: async () => (await import("./yaml.js")).renderer,
  csv: async () => (await import("./csv.js")).renderer,
  tsv: async () => (await import("./tsv.js")).renderer,
  markdown: async () => (await import("./markdown.js")).renderer,
};

/** The requested format, or the one that suits the reader. A filter works on JSON, whatever its results become. */
export function chooseFormat(options: OutputOptions, terminal: Terminal): Format {
  if (options.jq !== undefined) return options.format === "jsonl" ? "jsonl" : "json";
  if (options.format !== undefined) return options.format;
  return terminal.stdoutIsTTY ? "table" : "tsv";
}

/** A table for people: names come first, and what only programs need has no column. */
export const isTable = (format: Format): boolean => format === "table" || format === "markdown";

/** Formats that carry whole objects: --fields picks members instead of columns. */
export function isStructured(format: Format): boolean {
  return format === "json" || format === "jsonl" || format === "yaml";
}

/** With a filter, the requested format is that of its results. */
export async function loadRenderer(
  format: Format,
  filter: Filter | undefined,
  asked: Format | undefined,
): Promise<RendererFactory> {
  if (filter === undefined) return LOADERS[format]();
  const { jqRenderer, resultsAs } = await import("../filter/jq.js");
  if (asked !== "csv" && asked !== "tsv" && asked !== "yaml" && asked !== "markdown") return jqRenderer(filter);
  return jqRenderer(filter, await resultsAs(asked));
}

/** @throws Failure of kind usage if --jq cannot be used or does not compile */
export async function loadFilter(options: OutputOptions, surroundings: Surroundings): Promise<Filter | undefined> {
  if (options.jq === undefined) return undefined;
  if (options.format === "table") {
    throw usage(
      "--jq cannot be combined with --output table",
      "its results may be json, jsonl, csv, tsv, markdown or yaml",
    );
  }
  return (await import("../filter/jq.js")).compileFilter(options.jq, surroundings);
}
