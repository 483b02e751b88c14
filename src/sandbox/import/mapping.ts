/** YAML from an untrusted folder: front matter, settings and variables. */
import { MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";

export type Yaml = typeof import("yaml");
export type Values = Record<string, unknown>;

const MAX_ALIASES = 10;

/** A mapping; undefined for anything else; `aliases` if its aliases cannot be expanded: too many, or undefined ones. */
export function mappingOf(yaml: Yaml, text: string): Values | "aliases" | undefined {
  if (yamlDepth(text) > MAX_DEPTH) return undefined;
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const problems = [...document.errors, ...yamlKeyProblems(yaml, document.contents)];
  if (problems.length > 0 || !(document.contents === null || yaml.isMap(document.contents))) return undefined;
  try {
    const values: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Checked above to be a mapping.
    return (values ?? {}) as Values;
  } catch (error) {
    if (error instanceof ReferenceError) return "aliases";
    throw error;
  }
}

export const isMapping = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One line of text; undefined if there is no text. */
export function line(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

/** Variables contain text: numbers and booleans become the text as written, anything else is dropped. */
export function variablesOf(values: unknown): Record<string, string> | undefined {
  if (!isMapping(values)) return undefined;
  const named = Object.entries(values).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
