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

/** The hash by which a Content-Security-Policy allows one inline style or script. */
export function policyHash(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
