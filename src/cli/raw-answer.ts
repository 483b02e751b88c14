/** The answer to a raw call: JSON as such, other text as text. */
import type { WireResponse } from "../http/types.js";

export interface RawAnswer {
  /** Status line and headers. */
  head: string;
  json: unknown;
  text: string;
}

/** `json` is undefined for a body that is empty or no JSON. */
export function rawAnswer(response: WireResponse): RawAnswer {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const text = new TextDecoder().decode(response.body);
  return { head: [`HTTP ${response.status}`, ...headers, ""].join("\n"), json: parse(text), text };
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: it is shown as text.
    return undefined;
  }
}
