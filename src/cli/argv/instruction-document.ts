/** Instructions in the service's form: a document of blocks. */
import { isDeepStrictEqual } from "node:util";
import { usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { parseJson } from "./request-additions.js";

type Document = {
  object: "document";
  data: { schemaVersion: number; [name: string]: unknown };
  nodes: Record<string, unknown>[];
  [name: string]: unknown;
};

/**
 * A document object (JSON text with `"object": "document"`) is sent unchanged; other text becomes one paragraph block per
 * part between blank lines.
 */
export function asDocument(text: string): Document {
  const json = text.trimStart().startsWith("{") ? parseDocument(text) : undefined;
  if (json) return json;
  const paragraphs = text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (paragraphs.length === 0) throw usage("the instructions are empty");
  return { object: "document", data: { schemaVersion: 2 }, nodes: paragraphs.map(paragraph) };
}

/** A document of plain paragraphs becomes the text that produces it; anything richer becomes JSON. */
export function asText(document: Record<string, unknown>): string {
  const paragraphs = Array.isArray(document.nodes) ? document.nodes.map(plainText) : [];
  const text = paragraphs.every((one) => one !== undefined) ? paragraphs.join("\n\n") : "";
  if (text !== "" && isDeepStrictEqual(asDocument(text), document)) return text;
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function plainText(node: unknown): string | undefined {
  const texts = [getPath(node, "nodes.leaves.text")].flat(2);
  return texts.every((text) => typeof text === "string") ? texts.join("") : undefined;
}

function parseDocument(text: string): Document | undefined {
  let value: unknown;
  try {
    value = parseJson(text, "the document");
  } catch (error) {
    // Text that merely starts with a brace.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const isDocument = typeof value === "object" && value !== null && "object" in value && value.object === "document";
  if (!isDocument) throw usage('the JSON is not a document: it needs "object": "document"');
  // The service checks the blocks and reports what is wrong with them.
  return value as Document;
}

const paragraph = (text: string): Record<string, unknown> => ({
  object: "block",
  type: "paragraph",
  isVoid: false,
  data: {},
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
});
