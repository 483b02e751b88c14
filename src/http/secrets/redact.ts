import { findSecrets, knownSecrets, merged, type Range } from "./find-secrets.js";
import { isSecretName, withoutNamed } from "./secret-places.js";

/**
 * R56: the filter on everything that goes to stderr, a log or a journal. It knows the live secrets by value and the
 * places where secrets stand by name.
 */
export type Redactor = (text: string) => string;

const MASK = "[redacted]";

/** @param secrets read on each use, as a token may be learned late */
export function createRedactor(secrets: () => readonly string[]): Redactor {
  const byValue = createSecretFilter(secrets);
  return (text) => withoutNamed(byValue(text), MASK);
}

/** Without what is secret by its name: for text in which a word is a word, such as titles. */
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
    return masked(text, findSecrets(text, known));
  };
}

function masked(text: string, ranges: readonly Range[]): string {
  let out = "";
  let last = 0;
  for (const [start, end] of merged(ranges)) {
    out += text.slice(last, start) + MASK;
    last = end;
  }
  return out + text.slice(last);
}

/**
 * The same for a value that is shown as data: texts in it are filtered, members that are secret by their name are masked
 * whatever they hold. The shape stays, so that it is still the JSON that it was.
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
  // Objects stay objects, arrays arrays and texts texts; only what they hold is replaced.
  return filtered(value) as T;
}
