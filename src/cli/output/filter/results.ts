/** Results of a filter as rows of text, or as YAML. */

import { csvCell } from "../../../shared/csv.js";
import { isObject } from "../../../shared/values.js";
import { tsvCell } from "../formats/tsv.js";
import { cleanText } from "../text/cell.js";
import type { RenderContext } from "../types.js";
import type { ResultsAs } from "./jq.js";

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
