// Finds where small mistakes could be made in a source file, and what each would look like.
import { parseAst } from "rolldown/parseAst";

const OTHER_OPERATOR = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
};

/** Nodes that are not values: names, types, imports. */
const PASSED_OVER = /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll|PropertyDefinition$)/;

const isCall = (node) => node.type === "CallExpression" && node.callee.type !== "Super";
const isOne = (node) => node.type === "Literal" && node.value === 1;

/** The mistakes for a type of node: kind, the range to replace, and the replacement. */
const MISTAKES = {
  BinaryExpression(node, text) {
    if (isOne(node.right) && /^[+-]$/.test(node.operator)) {
      return [swap("one more, one less", node, node.operator, node.operator === "+" ? "-" : "+", text)];
    }
    const other = OTHER_OPERATOR[node.operator];
    return other ? [swap("comparison", node, node.operator, other, text)] : [];
  },
  LogicalExpression(node, text) {
    const other = OTHER_OPERATOR[node.operator];
    if (other) return [swap("and, or", node, node.operator, other, text)];
    return [{ kind: "default dropped", start: node.left.end, end: node.end, becomes: "" }];
  },
  IfStatement: (node, text) => [negated(node.test, text)],
  ConditionalExpression: (node, text) => [negated(node.test, text)],
  UnaryExpression: (node) =>
    node.operator === "!" ? [{ kind: "condition", start: node.start, end: node.start + 1, becomes: "" }] : [],
  ExpressionStatement({ expression, start, end }) {
    const call = expression.type === "AwaitExpression" ? expression.argument : expression;
    return isCall(call) ? [{ kind: "statement dropped", start, end, becomes: ";" }] : [];
  },
  ReturnStatement: ({ argument, start, end }) =>
    argument && argument.name !== "undefined"
      ? [{ kind: "nothing returned", start, end, becomes: "return undefined;" }]
      : [],
  ArrayExpression: ({ elements, start, end }) =>
    elements.length > 0 ? [{ kind: "emptied", start, end, becomes: "[]" }] : [],
  Literal({ value, start, end }) {
    if (typeof value === "boolean") return [{ kind: "yes, no", start, end, becomes: String(!value) }];
    return typeof value === "string" && value !== "" ? [{ kind: "emptied", start, end, becomes: '""' }] : [];
  },
};

function negated(test, text) {
  return { kind: "condition", start: test.start, end: test.end, becomes: `!(${text.slice(test.start, test.end)})` };
}

function swap(kind, { left, right }, was, becomes, text) {
  const start = text.indexOf(was, left.end);
  if (start >= right.start) throw new Error(`no ${was} between its sides`);
  return { kind, start, end: start + was.length, becomes };
}

function* nodesOf(node) {
  yield node;
  for (const [name, value] of Object.entries(node)) {
    // The name of a property is not a value.
    if (name === "key" && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string" && !PASSED_OVER.test(child.type)) yield* nodesOf(child);
    }
  }
}

const parsed = (text) => parseAst(text, { lang: "ts" });

function parses(text) {
  try {
    parsed(text);
    return true;
  } catch {
    return false;
  }
}

export const withMistake = (text, { start, end, becomes }) => text.slice(0, start) + becomes + text.slice(end);

const short = (text) => text.replace(/\s+/g, " ").slice(0, 80);

/** Every possible mistake in a source: kind, line (from 1), code (the line's text), was, becomes, start and end. */
export function mistakesOf(text) {
  const found = [];
  for (const node of nodesOf(parsed(text))) {
    for (const change of MISTAKES[node.type]?.(node, text) ?? []) {
      const before = text.slice(0, change.start).split("\n");
      const from = change.start - before.at(-1).length;
      const [code] = text.slice(from).split("\n", 1);
      const was = short(text.slice(change.start, change.end));
      found.push({ ...change, line: before.length, code: code.trim(), was });
    }
  }
  return found.filter((change) => parses(withMistake(text, change)));
}
