/**
 * Finds the line of a value or an error in JSON text. JSON.parse's own messages name no line and quote the text around
 * the error, which may be a token, so they are never shown.
 */

type State = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end" | "done";

interface Frame {
  close: "}" | "]";
  key: string;
}

const TOKEN =
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[\t\n\r ]*/y;

/** Line (from 1) of the value at `path`, or of the first syntax error if that comes earlier or `path` is not given. */
export function jsonLine(text: string, path?: readonly string[]): number {
  return lineAt(text, find(text, path));
}

/** The message for a text that JSON.parse refused. */
export const notJson = (name: string, text: string): string =>
  text.trim() === "" ? `${name} is empty` : `${name}: line ${jsonLine(text)}: not valid JSON`;

/** Line (from 1) of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** A loop with its own stack: deeply nested text must not overflow the call stack while an error is being reported. */
function find(text: string, path: readonly string[] | undefined): number {
  const stack: Frame[] = [];
  let state: State = "value";
  let offset = 0;
  while (state !== "done") {
    offset = skipSpace(text, offset);
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return offset;
    if (isValueStart(state, token) && path !== undefined && isAt(stack, path)) return offset;
    const next = step(state, token, stack);
    if (next === undefined) return offset;
    state = next;
    offset += token.length;
  }
  return skipSpace(text, offset);
}

/** The state after `token`; undefined if the token is not allowed here. Updates the stack. */
function step(state: State, token: string, stack: Frame[]): State | undefined {
  const top = stack.at(-1);
  if (top && token === top.close && state.endsWith("-or-end")) {
    stack.pop();
    return stateAfter(stack);
  }
  if (state === "colon") return token === ":" ? "value" : undefined;
  if (state === "comma-or-end") {
    if (token !== ",") return undefined;
    if (top?.close === "}") return "key";
    if (top) top.key = String(Number(top.key) + 1);
    return "value";
  }
  if (state === "key" || state === "key-or-end") {
    if (top === undefined || !token.startsWith('"')) return undefined;
    top.key = JSON.parse(token);
    return "colon";
  }
  if (token === "{") return open(stack, "}", "key-or-end");
  if (token === "[") return open(stack, "]", "value-or-end");
  return isPunctuation(token) ? undefined : stateAfter(stack);
}

function open(stack: Frame[], close: Frame["close"], state: State): State {
  // Elements of an array go by their index.
  stack.push({ close, key: close === "]" ? "0" : "" });
  return state;
}

function stateAfter(stack: readonly Frame[]): State {
  return stack.length === 0 ? "done" : "comma-or-end";
}

function isValueStart(state: State, token: string): boolean {
  return state === "value" || (state === "value-or-end" && token !== "]");
}

function isPunctuation(token: string): boolean {
  return token.length === 1 && "{}[],:".includes(token);
}

function isAt(stack: readonly Frame[], path: readonly string[]): boolean {
  return stack.length === path.length && path.every((key, depth) => stack[depth]?.key === key);
}

function skipSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  return offset + (SPACE.exec(text)?.[0].length ?? 0);
}
