import { sanitizeLine } from "./sanitize.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes foreign text for HTML, and makes control characters visible. */
export const escapeHtml = (text: string): string =>
  sanitizeLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
