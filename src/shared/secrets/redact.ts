import { isSecretName, isUrl, MASK, maskCredentials, maskUrl } from "../secret-places.js";
import { isDeeper, isObject, parseIfJson } from "../values.js";
import { findSecrets, knownSecrets, mergeRanges, type Range } from "./find-secrets.js";

/** R56, R104: removes secrets by their value, so that no word of a title or a message is taken for one. */
type Redactor = (text: string) => string;

/**
 * @param secrets called on each use, as a token may become known late
 * @param find default: also beginnings and parts of a secret, for texts that others may have shortened
 */
export function createSecretFilter(secrets: () => readonly string[], find: typeof findSecrets = findSecrets): Redactor {
  let key = "";
  let known = knownSecrets([]);
  return (text) => {
    const live = secrets().filter((secret) => secret.length >= 4);
    if (live.length === 0) return text;
    if (live.join("\n") !== key) {
      key = live.join("\n");
      known = knownSecrets(live);
    }
    return maskRanges(text, find(text, known));
  };
}

function maskRanges(text: string, ranges: readonly Range[]): string {
  let out = "";
  let last = 0;
  for (const [start, end] of mergeRanges(ranges)) {
    out += text.slice(last, start) + MASK;
    last = end;
  }
  return out + text.slice(last);
}

/** Members that hold what people write: a URL in them is a part of a text. */
const TEXTS = /^(?:title|name|label|subject|description|thing|command)$/;

/**
 * A request, or a value shown as data, without secrets: those known by value in all strings and names, and whatever is in
 * members with a secret name, in URLs and in headers. The structure is kept.
 */
export function redactValue<T>(redact: Redactor, value: T): T {
  const ofText = (text: string, name: string): string => {
    const safe = redact(text);
    // The body of a raw call is text.
    if (name === "body") return redactJson(safe, (body) => filtered(body, ""));
    return isUrl(safe) && !TEXTS.test(name) ? maskUrl(safe) : safe;
  };
  const filtered = (one: unknown, name: string): unknown => {
    if (typeof one === "string") return ofText(one, name);
    if (Array.isArray(one)) return one.map((item) => filtered(item, name));
    if (!isObject(one)) return one;
    const hidden = ([key, member]: [string, unknown]): [string, unknown] => {
      const shown = isSecretName(key) ? MASK : filtered(member, key);
      return [redact(key), name === "headers" && typeof shown === "string" ? maskCredentials(shown) : shown];
    };
    return Object.fromEntries(Object.entries(one).map(hidden));
  };
  // Objects stay objects, arrays stay arrays and strings stay strings; only their contents are replaced.
  return filtered(value, "") as T;
}

/** Deeper bodies are shown as they are: no service accepts them. */
const DEEPEST = 1_000;

/** The text as it is, if nothing in it had to be masked. */
function redactJson(text: string, filtered: (value: unknown) => unknown): string {
  const value = parseIfJson(text);
  if (isDeeper(value, DEEPEST)) return text;
  const shown = JSON.stringify(filtered(value));
  return shown === JSON.stringify(value) ? text : shown;
}
