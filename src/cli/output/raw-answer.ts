/** The answer to a raw call: JSON as such, other text as text. */
import type { RawResponse } from "../../http/types.js";

export interface RawAnswer {
  /** Status line and headers. */
  head: string;
  json: unknown;
  text: string;
}

/** `json` is undefined for a body that is empty or no JSON. */
export function rawAnswer(response: RawResponse): RawAnswer {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const text = new TextDecoder().decode(response.body);
  return { head: [`HTTP ${response.status}`, ...headers, ""].join("\n"), json: response.json, text };
}
