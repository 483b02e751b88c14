/**
 * R89: bounds for documents from elsewhere: depth, number of keys, and no key twice, in linear time. A reader that takes
 * the last of two equal keys shows one thing to a person who takes the first.
 */
import { endOfString } from "../values.js";

export const MAX_DEPTH = 100;
const MAX_KEYS = 250_000;

interface BoundProblem {
  /** Its place in the text. */
  offset: number;
  says: string;
}

const DEEP = `nested deeper than ${MAX_DEPTH} levels`;
const tooManyKeys = (most: number): string => `it has more than ${most} keys`;
const duplicateKey = (key: string): string => `the key ${JSON.stringify(key.slice(0, 80))} is duplicated`;

/** Finds the bound that a valid JSON text exceeds, or a key that it has twice. */
export function jsonBounds(text: string, maxKeys: number = MAX_KEYS): BoundProblem | undefined {
  /** The keys of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let keys = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const char = text[offset];
    if (char === "{" || char === "[") {
      open.push(char === "{" ? new Set() : undefined);
      if (open.length > MAX_DEPTH) return { offset, says: DEEP };
    } else if (char === "}" || char === "]") open.pop();
    else if (char === '"') {
      const end = endOfString(text, offset);
      if (isKey(text, end)) {
        const key: string = JSON.parse(text.slice(offset, end));
        if (open.at(-1)?.has(key)) return { offset, says: duplicateKey(key) };
        open.at(-1)?.add(key);
        keys += 1;
        if (keys > maxKeys) return { offset, says: tooManyKeys(maxKeys) };
      }
      offset = end - 1;
    }
  }
  return undefined;
}

/** In valid JSON only a key has a colon behind it. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (/[\t\n\r ]/.test(text[at] ?? "")) at += 1;
  return text[at] === ":";
}

/** How the YAML package tells its nodes apart. */
type Kinds = Readonly<Record<"isMap" | "isSeq" | "isPair" | "isScalar", (node: unknown) => boolean>>;

interface Pair {
  key: unknown;
  value: unknown;
}

/** The keys of parsed YAML. Parse it with `uniqueKeys: false`: the parser's own check takes quadratic time. */
export function yamlKeyProblems(kinds: Kinds, root: unknown): BoundProblem[] {
  const problems: BoundProblem[] = [];
  const waiting: unknown[] = [root];
  let keys = 0;
  const wait = ({ key, value }: Pair) => void waiting.push(key, value);
  while (waiting.length > 0) {
    const node = waiting.pop();
    // The members of each kind of node are public API of the package.
    if (kinds.isSeq(node)) for (const item of (node as { items: unknown[] }).items) waiting.push(item);
    if (kinds.isPair(node)) wait(node as Pair);
    if (!kinds.isMap(node)) continue;
    const { items } = node as { items: Pair[] };
    keys += items.length;
    if (keys > MAX_KEYS) return [{ offset: offsetOf(node), says: tooManyKeys(MAX_KEYS) }];
    problems.push(...twiceIn(kinds, items));
    for (const item of items) wait(item);
  }
  return problems;
}

function twiceIn({ isScalar }: Kinds, items: readonly Pair[]): BoundProblem[] {
  // As texts: 1 and "1" become the same member of an object.
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String((key as { value: unknown }).value); // a scalar has a value
    if (seen.has(name)) return [{ offset: offsetOf(key), says: duplicateKey(name) }];
    seen.add(name);
    return [];
  });
}

// Nodes of a parsed document know where they are.
const offsetOf = (node: unknown): number => (node as { range?: [number] }).range?.[0] ?? 0;

/** An upper bound of the depth of YAML: the most open brackets at once, or the deepest indent. */
export function yamlDepth(text: string): number {
  let open = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "[" || char === "{") open += 1;
    else if ((char === "]" || char === "}") && open > 0) open -= 1;
    if (open > deepest) deepest = open;
  }
  for (const line of text.split("\n")) {
    const marks = /^(?:[ \t]*(?:[-?:][ \t]+)*)/.exec(line)?.[0] ?? "";
    if (marks.length / 2 > deepest) deepest = Math.ceil(marks.length / 2);
  }
  return deepest;
}
