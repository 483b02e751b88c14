import { formsOf, withoutForms } from "./secret-forms.js";

/**
 * R56: the filter on everything that goes to stderr, a log or a journal. It knows the live secrets by value and the
 * places where secrets stand by name.
 */
export type Redactor = (text: string) => string;

const MASK = "[redacted]";

/** @param secrets read on each use, as a token may be learned late */
export function createRedactor(secrets: () => readonly string[]): Redactor {
  const byValue = createSecretFilter(secrets);
  return (text) => byName(byValue(text));
}

/** Without what is secret by its name: for text in which a word is a word, such as titles. */
export function createSecretFilter(secrets: () => readonly string[]): Redactor {
  let known = "";
  let forms: string[] = [];
  return (text) => {
    const live = secrets().filter((secret) => secret.length >= 4);
    const key = live.join("\n");
    if (key !== known) {
      known = key;
      forms = live.flatMap(formsOf).sort((a, b) => b.length - a.length);
    }
    return withoutForms(text, forms, MASK);
  };
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
    const masked = ([name, member]: [string, unknown]): [string, unknown] => [
      redact(name),
      SECRET_NAME.test(name) ? MASK : filtered(member),
    ];
    return Object.fromEntries(Object.entries(one).map(masked));
  };
  // Objects stay objects, arrays arrays and texts texts; only what they hold is replaced.
  return filtered(value) as T;
}

const HEADERS = "authorization|proxy-authorization|cookie|set-cookie";
const FIELDS = "serviceVisitorClaims|token|secret|password";
const SECRET_NAME = new RegExp(`^(?:${HEADERS}|${FIELDS}|shareKey)$`, "i");
const SIGNATURES = "x-(?:amz|goog)-[a-z-]+|signature|sig|token|access_token|key-pair-id|awsaccesskeyid|googleaccessid";

const RULES: readonly (readonly [RegExp, string])[] = [
  // `Authorization: Bearer x`, also in JSON and in curl's -H; up to the end of the line or the quote.
  [new RegExp(`(\\b(?:${HEADERS})["']?\\s*[:=]\\s*["']?)[^"'\\r\\n]+`, "gi"), `$1${MASK}`],
  [/(\bbearer\s+)[\x21-\x7e]{4,}/gi, `$1${MASK}`],
  [new RegExp(`("(?:${FIELDS})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi"), `$1"${MASK}"`],
  [new RegExp(`(\\\\"(?:${FIELDS})\\\\"\\s*:\\s*\\\\")(?:[^"\\\\]|\\\\[^"])*`, "gi"), `$1${MASK}`],
  [/([?&](?:shareKey|token|secret|password)=)[^&#\s"'<>]*/gi, `$1${MASK}`],
  // A query with a signature is a key as a whole.
  [new RegExp(`(https?://[^\\s"'<>?]*\\?)(?=[^\\s"'<>#]*\\b(?:${SIGNATURES})=)[^\\s"'<>#]*`, "gi"), `$1${MASK}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'<>@]*@/gi, `$1${MASK}@`],
];

function byName(text: string): string {
  let out = text;
  for (const [pattern, replacement] of RULES) out = out.replace(pattern, replacement);
  return out;
}
