import { usage } from "../../../errors.js";
import type { Filter, Surroundings } from "../filter/jq.js";
import type { Format, OutputOptions, RendererFactory, Terminal } from "../types.js";

// Each format is loaded when it is first used.
const LOADERS: Readonly<Record<Format, () => Promise<{ renderer: RendererFactory }>>> = {
  table: () => import("./table.js"),
  json: () => import("./json.js"),
  jsonl: () => import("./jsonl.js"),
  yaml: () => import("./yaml.js"),
  csv: () => import("./csv.js"),
  tsv: () => import("./tsv.js"),
};

/** The format asked for, or the one that suits the reader. */
export function chooseFormat(options: OutputOptions, terminal: Terminal): Format {
  if (options.format !== undefined) return options.format;
  if (options.jq !== undefined) return "json";
  return terminal.stdoutIsTTY ? "table" : "tsv";
}

/** Formats that carry whole objects; --fields picks their members instead of columns. */
export function isStructured(format: Format): boolean {
  return format === "json" || format === "jsonl" || format === "yaml";
}

/** @throws Failure of kind usage for --jq with a format that is not JSON */
export async function loadRenderer(format: Format, filter: Filter | undefined): Promise<RendererFactory> {
  if (filter !== undefined) return (await import("../filter/jq.js")).jqRenderer(filter);
  return (await LOADERS[format]()).renderer;
}

/** @throws Failure of kind usage when --jq cannot be used or does not compile */
export async function loadFilter(
  options: OutputOptions,
  format: Format,
  surroundings: Surroundings,
): Promise<Filter | undefined> {
  if (options.jq === undefined) return undefined;
  if (format !== "json" && format !== "jsonl") {
    throw usage(`--jq works on JSON and cannot be combined with --output ${format}`, "leave out --output");
  }
  return (await import("../filter/jq.js")).compileFilter(options.jq, surroundings);
}
