import { escapeJson } from "../../../shared/text/sanitize.js";
import { endOfString } from "../../../shared/values.js";
import type { Paint, RenderContext, Renderer, Style } from "../types.js";

/** Matches the start of each colored token. */
const TOKENS = /"|\b(?:true|false|null)\b/g;

function paintJson(json: string, paint: Paint): string {
  const parts: string[] = [];
  let last = 0;
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(json); found !== null; found = TOKENS.exec(json)) {
    const start = found.index;
    const end = found[0] === '"' ? endOfString(json, start) : TOKENS.lastIndex;
    const token = json.slice(start, end);
    parts.push(json.slice(last, start), paint(styleOf(token, json[end] === ":"), token));
    last = end;
    TOKENS.lastIndex = end;
  }
  return parts.join("") + json.slice(last);
}

function styleOf(token: string, isKey: boolean): Style {
  if (token.startsWith('"')) return isKey ? "blue" : "green";
  return token === "null" ? "dim" : "yellow";
}

/** One value as JSON: compact for programs, indented and colored for people. Lossless and safe to print. */
export function toJson(value: unknown, context: RenderContext): string {
  const pretty = context.terminal.stdoutIsTTY;
  const json = escapeJson(JSON.stringify(value, null, pretty ? 2 : undefined) ?? "null");
  return context.terminal.color ? paintJson(json, context.paint) : json;
}

/** Writes a list as one array, page by page; after a failure it stays unclosed so that nobody takes it for complete. */
export function jsonRenderer(context: RenderContext): Renderer {
  const pretty = context.terminal.stdoutIsTTY;
  let count = 0;
  const element = (value: unknown): string => {
    const json = toJson(value, context);
    const separator = count++ === 0 ? "" : ",";
    return pretty ? `${separator}\n  ${json.replaceAll("\n", "\n  ")}` : `${separator}${json}`;
  };
  return {
    item: (value) => `${toJson(value, context)}\n`,
    begin: () => "[",
    page: (items) => items.map(element).join(""),
    end: () => (pretty && count > 0 ? "\n]\n" : "]\n"),
  };
}

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

/** One JSON object per line, on a terminal too. */
export function jsonLinesRenderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    end: () => "",
  };
}
