// The kinds of small mistakes, by the type of node that they are made in.

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

/** Steps without which a list or a text is still one. */
const STEPS = /^(?:filter|sort|toSorted|reverse|toReversed|slice|trim|trimEnd|toLowerCase|concat|flat)$/;

const OTHER_METHOD = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);

const isCall = (node) => node.type === "CallExpression" && node.callee.type !== "Super";
const isOne = (node) => node.type === "Literal" && node.value === 1;
/** Nothing, or what is told from nothing only by a comparison that no type allows. */
const isNothing = (node) => node.name === "undefined" || node.value === false;
const isExit = (node) => node !== undefined && /^(Return|Continue|Break|Throw)Statement$/.test(node.type);
const isChange = ({ type }) => type === "AssignmentExpression" || type === "UpdateExpression";

const replaced = (kind, { start, end }, becomes) => ({ kind, start, end, becomes });
const sourceOf = ({ start, end }, text) => text.slice(start, end);

function negated(test, text) {
  return replaced("condition", test, `!(${sourceOf(test, text)})`);
}

/** Where the operator is. Sides may be in parentheses that belong to no node. */
function operatorOf({ left, right, operator }, text) {
  const start = text.indexOf(operator, left.end);
  if (start >= right.start) throw new Error(`no ${operator} between its sides`);
  return { start, end: start + operator.length };
}

const swapped = (kind, node, becomes, text) => replaced(kind, operatorOf(node, text), becomes);

/** The operation without its right side, and without its left one. */
function oneSided(node, text, [noRight, noLeft]) {
  const { start, end } = operatorOf(node, text);
  const space = /^\s*/.exec(text.slice(end))[0].length;
  return [
    { kind: noRight, start: text.slice(0, start).trimEnd().length, end: node.end, becomes: "" },
    { kind: noLeft, start: node.start, end: end + space, becomes: "" },
  ];
}

/** The only statement of a branch: without it, what is guarded against goes on. */
function exitOf(branch) {
  const [only, ...more] = branch.type === "BlockStatement" ? branch.body : [branch];
  return isExit(only) && more.length === 0 ? [replaced("early exit dropped", only, ";")] : [];
}

/** Each item of a list in turn, with the comma after it. */
const dropped = (kind, items, text) =>
  items.flatMap((item) => {
    if (!item) return [];
    const comma = /^\s*,\s*/.exec(text.slice(item.end));
    return [{ kind, start: item.start, end: item.end + (comma?.[0].length ?? 0), becomes: "" }];
  });

/** A loop that leaves each turn by another way would not reach its end. */
const stopped = ({ body }, text) =>
  isExit(body.body?.at(-1)) ? [] : [replaced("loop stops after the first", body, `{ ${sourceOf(body, text)} break; }`)];

function ofCall({ callee, end }, text) {
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const { property, optional } = callee;
  const dot = text.lastIndexOf(".", property.start) - (optional ? 1 : 0);
  const other = OTHER_METHOD.get(property.name);
  return [
    ...(STEPS.test(property.name) ? [{ kind: "step dropped", start: dot, end, becomes: "" }] : []),
    ...(other ? [replaced("other method", property, other)] : []),
  ];
}

/** The mistakes for a type of node: kind, the range to replace, the replacement. */
export const KINDS = {
  BinaryExpression(node, text) {
    if (isOne(node.right) && /^[+-]$/.test(node.operator)) {
      return [swapped("one more, one less", node, node.operator === "+" ? "-" : "+", text)];
    }
    const other = OTHER_OPERATOR[node.operator];
    return other ? [swapped("comparison", node, other, text)] : [];
  },
  LogicalExpression(node, text) {
    const other = OTHER_OPERATOR[node.operator];
    if (!other) return oneSided(node, text, ["default dropped", "default taken"]);
    const sides = oneSided(node, text, ["operand dropped", "operand dropped"]);
    return [swapped("and, or", node, other, text), ...sides];
  },
  IfStatement: ({ test, consequent, alternate }, text) => [
    negated(test, text),
    ...(alternate ? [] : [replaced("always", test, "true")]),
    ...exitOf(consequent),
  ],
  ConditionalExpression: (node, text) => [negated(node.test, text)],
  UnaryExpression: (node) =>
    node.operator === "!" ? [{ kind: "condition", start: node.start, end: node.start + 1, becomes: "" }] : [],
  ExpressionStatement(node) {
    const { expression } = node;
    const isAwaited = expression.type === "AwaitExpression";
    return [
      ...(isCall(isAwaited ? expression.argument : expression) ? [replaced("statement dropped", node, ";")] : []),
      ...(isAwaited
        ? [{ kind: "not awaited", start: expression.start, end: expression.argument.start, becomes: "void " }]
        : []),
      ...(isChange(expression) ? [replaced("change dropped", node, ";")] : []),
    ];
  },
  ReturnStatement: (node) =>
    node.argument && !isNothing(node.argument) ? [replaced("nothing returned", node, "return undefined;")] : [],
  ArrowFunctionExpression: ({ expression, body }) =>
    expression && body.operator !== "void" && !isNothing(body) ? [replaced("nothing returned", body, "undefined")] : [],
  CallExpression: ofCall,
  ArrayExpression: (node, text) => [
    ...(node.elements.length > 0 ? [replaced("emptied", node, "[]")] : []),
    ...(node.elements.length > 1 ? dropped("element dropped", node.elements, text) : []),
  ],
  ObjectExpression: ({ properties }, text) => dropped("property dropped", properties, text),
  TemplateLiteral: (node) => (node.expressions.length > 0 ? [replaced("emptied", node, '""')] : []),
  ForOfStatement: stopped,
  ForStatement: stopped,
  WhileStatement: stopped,
  CatchClause: ({ body }) => (body.body.length > 0 ? [replaced("swallowed", body, "{}")] : []),
  TryStatement: ({ finalizer }) => (finalizer ? [replaced("not cleaned up", finalizer, "{}")] : []),
  Literal(node) {
    if (typeof node.value === "boolean") return [replaced("yes, no", node, String(!node.value))];
    return typeof node.value === "string" && node.value !== "" ? [replaced("emptied", node, '""')] : [];
  },
};
