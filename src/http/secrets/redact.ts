import { findSecrets, knownSecrets, mergeRanges, type Range } from "./find-secrets.js";
import { isSecretName, withoutNamed } from "./secret-places.js";

/**
 * R56: filters everything that goes to stderr, a log or a journal. Secrets are found by value and by the names of the
 * fields and headers that hold them.
 */
type Redactor = (text: string) => string;

const MASK = "[redacted]";

/** @param secrets called on each use, as a token may become known late */
export function createRedactor(secrets: () => readonly string[]): Redactor {
  const byValue = createSecretFilter(secrets);
  return (text) => withoutNamed(byValue(text), MASK);
}

/** Finds secrets by value only: for text such as titles, where a word like "password:" is just a word. */
export function createSecretFilter(secrets: () => readonly string[]): Redactor {
  let key = "";
  let known = knownSecrets([]);
  return (text) => {
    const live = secrets().filter((secret) => secret.length >= 4);
    if (live.length === 0) return text;
    if (live.join("\n") !== key) {
      key = live.join("\n");
      known = knownSecrets(live);
    }
    return maskRanges(text, findSecrets(text, known));
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

/**
 * The same for a value shown as data: its strings are filtered, and members with a secret name are masked whatever they
 * hold. The structure is kept.
 */
export function redactValue<T>(redact: Redactor, value: T): T {
  const filtered = (one: unknown): unknown => {
    if (typeof one === "string") return redact(one);
    if (Array.isArray(one)) return one.map(filtered);
    if (typeof one !== "object" || one === null) return one;
    const hidden = ([name, member]: [string, unknown]): [string, unknown] => [
      redact(name),
      isSecretName(name) ? MASK : filtered(member),
    ];
    return Object.fromEntries(Object.entries(one).map(hidden));
  };
  // Objects stay objects, arrays stay arrays and strings stay strings; only their contents are replaced.
  return filtered(value) as T;
}
