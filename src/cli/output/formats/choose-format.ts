import { usage } from "../../../errors.js";
import type { Filter, Surroundings } from "../filter/jq.js";
import type { Format, OutputOptions, RendererFactory, Terminal } from "../types.js";

// Each format is loaded on first use.
const LOADERS: Readonly<Record<Format, () => Promise<{ renderer: RendererFactory }>>> = {
  table: () => import("./table.js"),
  json: () => import("./json.js"),
  jsonl: () => import("./jsonl.js"),
  yaml: () => import("./yaml.js"),
  csv: () => import("./csv.js"),
  tsv: () => import("./tsv.js"),
  markdown: () => import("./markdown.js"),
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
  if (filter === undefined) return (await LOADERS[format]()).renderer;
  const { jqRenderer } = await import("../filter/jq.js");
  if (asked !== "csv" && asked !== "tsv" && asked !== "yaml" && asked !== "markdown") return jqRenderer(filter);
  const { resultsAs } = await import("../filter/results.js");
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
