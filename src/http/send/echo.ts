/** What the answer to a change shows in place of what was sent: the command must not vouch for a value that it did not get. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { isObject } from "../../shared/values.js";
import type { LooseInput } from "../request.js";

/**
 * What an answer has in place of the thing or the values that were sent; empty for nothing. Services normalize: only
 * values of one type are compared, texts by their letters and digits, and addresses, which may be moved, not at all.
 */
export function unlikeSent(endpoint: AnyEndpoint, { params, body }: LooseInput, answer: unknown): string[] {
  if (!CHANGING.has(endpoint.method) || endpoint.items !== undefined || !isObject(answer)) return [];
  const notes = Object.entries(body ?? {}).flatMap(([name, sent]) => {
    const got = answer[name];
    return isAlike(sent, got)
      ? []
      : [`the service answered ${name} ${shortenValue(got)}, ${shortenValue(sent)} was sent`];
  });
  const [, last = ""] = /\{(\w+Id)\}$/.exec(endpoint.path) ?? [];
  const asked = params?.[last];
  // Change requests go by their numbers, too.
  if (asked !== undefined && !/^\d+$/.test(asked) && typeof answer.id === "string" && !isNamed(answer, asked))
    notes.unshift(`the service answered ${shortenValue(answer.id)} instead of ${shortenValue(asked)}`);
  return notes;
}

const CHANGING: ReadonlySet<string> = new Set(["PATCH", "PUT"]);

/** A member may have an id of its own beside that of its user. */
const isNamed = (answer: Record<string, unknown>, asked: string): boolean =>
  Object.values(answer).some((value) => value === asked || (isObject(value) && value.id === asked));

/** True as well for what cannot be compared. */
function isAlike(sent: unknown, got: unknown): boolean {
  if (typeof sent !== typeof got || typeof sent === "object") return true;
  if (typeof sent !== "string" || typeof got !== "string") return sent === got;
  return sent.includes("://") || /[\r\n]/.test(sent) || essenceOf(sent) === essenceOf(got);
}

/** Without accents, case, spaces and punctuation. */
const essenceOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

const MOST = 60;

function shortenValue(value: unknown): string {
  const text = String(JSON.stringify(value));
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
