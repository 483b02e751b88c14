/** Reads YAML along with its positions, so that mistakes are reported with their lines. */

import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from "yaml";
import { usage } from "../../errors.js";
import { yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";
import { didYouMean } from "../../shared/text/closest-word.js";

type Values = Record<string, unknown>;

/** A mapping: its line, and the nodes of its values by key. */
export interface Mapping {
  line: number;
  has(key: string): boolean;
  node(key: string): Node | null | undefined;
}

export interface YamlSource {
  root: Node | null;
  /** Line of a node, from 1. */
  lineOf(node: unknown): number;
  problem(line: number, message: string): void;
  /** @throws Failure usage with all problems, in the order of their lines */
  refuseProblems(): void;
}

const MOST = 20;
/** Deeper than any site, but far less than what overflows the parser's stack. */
const DEPTH = 60;

/** @throws Failure usage for anything but YAML */
export function readYaml(text: string, name: string): YamlSource {
  const lines = new LineCounter();
  const problems: { line: number; message: string }[] = [];
  const source: YamlSource = {
    root: null,
    lineOf: (node) => lines.linePos((node as ParsedNode | null)?.range?.[0] ?? 0).line || 1,
    problem: (line, message) => void problems.push({ line, message }),
    refuseProblems() {
      if (problems.length === 0) return;
      const sorted = [...problems].sort((one, other) => one.line - other.line);
      const more = sorted.length > MOST ? [`and ${sorted.length - MOST} more`] : [];
      const list = sorted.slice(0, MOST).map(({ line, message }) => `line ${line}: ${message}`);
      throw usage([`${name} cannot be used:`, ...[...list, ...more].map((one) => `  ${one}`)]);
    },
  };
  if (yamlDepth(text) > DEPTH) throw usage(`${name} is nested deeper than ${DEPTH} levels`);
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  for (const { pos, message } of [...document.errors, ...document.warnings])
    source.problem(lines.linePos(pos[0]).line, message.split("\n")[0] ?? message);
  for (const { offset, says } of yamlKeyProblems({ isMap, isSeq, isPair, isScalar }, document.contents))
    source.problem(lines.linePos(offset).line, says);
  source.refuseProblems();
  source.root = document.contents;
  return source;
}

/** A mapping with only these keys; `refused` has the reasons for keys that people may expect. */
export function mappingOf(
  source: YamlSource,
  node: unknown,
  what: string,
  keys: readonly string[],
  refused: Readonly<Record<string, string>> = {},
): Mapping | undefined {
  const line = source.lineOf(node);
  if (!isMap(node)) {
    source.problem(
      line,
      isAlias(node) ? "aliases are not supported: write the value out" : `${what} must be a mapping of keys and values`,
    );
    return undefined;
  }
  const found = new Map<string, Node | null>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) && typeof key.value === "string" ? key.value : undefined;
    const at = source.lineOf(key);
    if (name !== undefined && keys.includes(name)) found.set(name, (value as Node | null) ?? null);
    else if (name !== undefined && Object.hasOwn(refused, name)) source.problem(at, `${name}: ${refused[name]}`);
    else
      source.problem(
        at,
        `${what} has no key ${JSON.stringify(name ?? String(key))}; ${didYouMean(name ?? "", keys, `it takes ${keys.join(", ")}`)}`,
      );
  }
  return { line, has: (key) => found.has(key), node: (key) => found.get(key) };
}

/** The items of a list; undefined if the key is absent or its value is not a list. */
export function itemsOf(source: YamlSource, mapping: Mapping, key: string): Node[] | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  // An empty list item is null.
  if (isSeq(node)) return node.items as Node[];
  source.problem(source.lineOf(node) || mapping.line, `${key} must be a list; [] for none`);
  return undefined;
}

const isNull = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

/** A text, or null if `nullable`. Undefined if the key is absent, or wrong (which is reported). */
export function textOf<N extends boolean = false>(
  source: YamlSource,
  mapping: Mapping,
  key: string,
  nullable?: N,
): string | undefined | (N extends true ? null : never) {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  // Null only occurs if `nullable`.
  if (isNull(node) && nullable) return null as N extends true ? null : never;
  if (isScalar(node) && typeof node.value === "string") return node.value;
  const hint = isScalar(node) && !isNull(node) ? `: "${String(node.source ?? node.value)}" needs quotes` : "";
  source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be text${hint}`);
  return undefined;
}

export function booleanOf(source: YamlSource, mapping: Mapping, key: string): boolean | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  if (isScalar(node) && typeof node.value === "boolean") return node.value;
  source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be true or false`);
  return undefined;
}

/** A mapping of any shape as JSON; aliases and tags are reported as problems. */
export function objectOf(source: YamlSource, mapping: Mapping, key: string): Values | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  if (!isMap(node)) {
    source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be a mapping of keys and values`);
    return undefined;
  }
  // A mapping converts to an object.
  return toPlainValue(source, node) as Values;
}

function toPlainValue(source: YamlSource, node: unknown): unknown {
  if (isScalar(node)) {
    const { value } = node;
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  }
  if (isSeq(node)) return node.items.map((item) => toPlainValue(source, item));
  if (isMap(node)) {
    const values: Values = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      Object.defineProperty(values, name, {
        value: toPlainValue(source, value ?? null),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return values;
  }
  if (node === null) return null;
  source.problem(source.lineOf(node), "only plain values are allowed here: no aliases, no tags");
  return null;
}
