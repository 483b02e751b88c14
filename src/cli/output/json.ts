import { escapeJson } from "../sanitize.js";
import type { Paint } from "./color.js";
import type { RenderContext, Renderer } from "./types.js";

const TOKENS = /("(?:[^"\\]|\\.)*")(:?)|\b(?:true|false)\b|\bnull\b/g;

function colored(json: string, paint: Paint): string {
  return json.replace(TOKENS, (token: string, text: string | undefined, colon: string) => {
    if (text !== undefined) return colon === "" ? paint("green", text) : `${paint("blue", text)}:`;
    return paint(token === "null" ? "dim" : "yellow", token);
  });
}

/** One value as JSON: compact for programs, indented and colored for people. Lossless and safe to print. */
export function toJson(value: unknown, context: RenderContext): string {
  const pretty = context.terminal.stdoutIsTTY;
  const json = escapeJson(JSON.stringify(value, null, pretty ? 2 : undefined) ?? "null");
  return context.terminal.color ? colored(json, context.paint) : json;
}

/** A list is one array, written while it comes; after a failure it stays open, so that nobody takes it for complete. */
export function renderer(context: RenderContext): Renderer {
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
    bytes({ raw, starts }) {
      if (starts.length === 0) return [];
      const separator = count === 0 ? "" : ",";
      count += starts.length;
      return [separator, raw];
    },
    end: () => (pretty && count > 0 ? "\n]\n" : "]\n"),
  };
}
