/** YAML from an untrusted folder: front matter, settings and variables. */
import { MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";

export type Yaml = typeof import("yaml");
export type Values = Record<string, unknown>;

const MAX_ALIASES = 10;

/**
 * A mapping; undefined for anything else; `aliases` if there are too many to expand. Numbers are texts, as they are written
 * (`1.10`, `007`), and so is an alias of nothing (`*Important*`).
 */
export function mappingOf(yaml: Yaml, text: string): Values | "aliases" | undefined {
  if (yamlDepth(text) > MAX_DEPTH) return undefined;
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const problems = [...document.errors, ...yamlKeyProblems(yaml, document.contents)];
  if (problems.length > 0 || !(document.contents === null || yaml.isMap(document.contents))) return undefined;
  const anchors = new Set<string>();
  yaml.visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.add(node.anchor);
      if (yaml.isScalar(node) && typeof node.value === "number" && node.source !== undefined) node.value = node.source;
    },
    Alias: (_, node) => (anchors.has(node.source) ? undefined : new yaml.Scalar(`*${node.source}`)),
  });
  try {
    const values: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Checked above to be a mapping.
    return (values ?? {}) as Values;
  } catch (error) {
    if (error instanceof ReferenceError) return "aliases";
    throw error;
  }
}

/** The line, from 1, at which a text is no valid YAML; undefined where it is valid. */
export function invalidLine(yaml: Yaml, text: string): number | undefined {
  if (yamlDepth(text) > MAX_DEPTH) return 1;
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error) return text.slice(0, error.pos[0]).split("\n").length;
  return yamlKeyProblems(yaml, document.contents).length > 0 ? 1 : undefined;
}

export const isMapping = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One line of text; undefined if there is no text. */
export function line(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

/** Variables contain text: numbers and booleans become the text as written, anything else is dropped. */
export function variablesOf(values: unknown): Record<string, string> | undefined {
  if (!isMapping(values)) return undefined;
  const named = Object.entries(values).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
