// Finds where small mistakes could be made in a source file, and what each would look like.
import { parseAst } from "rolldown/parseAst";
import { KINDS } from "./kinds.mjs";

/** Nodes that are not values: names, types, imports. */
const PASSED_OVER = /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll|PropertyDefinition$)/;

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

/** Whether the text with the mistake is still a program. */
export function parses(text, mistake) {
  try {
    parsed(withMistake(text, mistake));
    return true;
  } catch {
    return false;
  }
}

export const withMistake = (text, { start, end, becomes }) => text.slice(0, start) + becomes + text.slice(end);

/** A piece of a program on one line. */
export const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 80);

/** Every mistake in a source: kind, line (from 1), code (the line's text), was, becomes, start and end. Some do not parse. */
export function mistakesOf(text) {
  const found = [];
  for (const node of nodesOf(parsed(text))) {
    for (const change of KINDS[node.type]?.(node, text) ?? []) {
      const before = text.slice(0, change.start).split("\n");
      const from = change.start - before.at(-1).length;
      const [code] = text.slice(from).split("\n", 1);
      const was = short(text.slice(change.start, change.end));
      found.push({ ...change, line: before.length, code: code.trim(), was });
    }
  }
  return found;
}
