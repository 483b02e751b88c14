/** The answer to a raw call: JSON as JSON, anything else as text. */
import type { RawResponse } from "../../http/types.js";

interface RawAnswer {
  /** Status line and headers. */
  head: readonly string[];
  json: unknown;
  text: string;
}

/** `json` is undefined if the body is empty or not JSON. */
export function rawAnswer(response: RawResponse): RawAnswer {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const text = new TextDecoder().decode(response.body);
  return { head: [`HTTP ${response.status}`, ...headers, ""], json: response.json, text };
}
