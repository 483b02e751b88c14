/**
 * Finds secrets by the name in front of them. A pattern finds each beginning and code finds its end: one pattern for
 * both could take quadratic time, trying every end for every beginning.
 */

const HEADERS = "authorization|proxy-authorization|cookie|set-cookie";
const FIELDS = "serviceVisitorClaims|token|secret|password";
const SECRET_NAME = new RegExp(`^(?:${HEADERS}|${FIELDS}|shareKey)$`, "i");
const SIGNATURE =
  /(?:^|-)(?:signature|sig|token|access_token|key-pair-id|awsaccesskeyid|googleaccessid)$|(?:^|-)x-(?:amz|goog)-[a-z-]+$/i;
/** No signature parameter has a longer name. */
const LONGEST_NAME = 64;

/** Whether the value of a member with this name is always masked. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

type End = (text: string, from: number, beginning: string) => number;

const upTo =
  (stop: RegExp): End =>
  (text, from) => {
    stop.lastIndex = from;
    return stop.exec(text)?.index ?? text.length;
  };

const PLACES: readonly (readonly [RegExp, End])[] = [
  // `Authorization: Bearer x`, also in JSON and in curl's -H; ends at the end of the line or at a quote.
  [new RegExp(`\\b(?:${HEADERS})["']?\\s*[:=]\\s*["']?`, "gi"), upTo(/["'\r\n]/g)],
  [/\bbearer\s+(?=[\x21-\x7e]{4})/gi, upTo(/[^\x21-\x7e]/g)],
  [new RegExp(`"(?:${FIELDS})"\\s*:\\s*"`, "gi"), endOfString],
  [new RegExp(`\\\\"(?:${FIELDS})\\\\+"\\s*:\\s*\\\\+"`, "gi"), endOfString],
  // A fragment has keys as a query has.
  [/[?&#](?:shareKey|token|access_token|id_token|secret|password)=/gi, upTo(/[&#\s"'<>]/g)],
];

/** The text with all these secrets masked. */
export function withoutNamed(text: string, mask: string): string {
  const named = PLACES.reduce((rest, [beginning, end]) => withoutPlace(rest, beginning, end, mask), text);
  return withoutUserInfo(withoutSignatures(named, mask), mask);
}

function withoutPlace(text: string, beginning: RegExp, endOf: End, mask: string): string {
  let out = "";
  let last = 0;
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const from = beginning.lastIndex;
    const end = endOf(text, from, found[0]);
    if (end === from && !found[0].endsWith('"')) continue;
    out += text.slice(last, from) + mask;
    // Close a string whose end is missing.
    if (end === text.length && endOf === endOfString && !found[0].endsWith('\\"')) out += '"';
    last = end;
    beginning.lastIndex = Math.max(end, from);
  }
  return out + text.slice(last);
}

/** The end of a JSON string whose opening quote may have backslashes before it: JSON nested in JSON. */
function endOfString(text: string, from: number, beginning: string): number {
  const depth = slashesBefore(beginning, beginning.length - 1, 0);
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    const slashes = slashesBefore(text, quote, from);
    if (slashes < depth || (slashes - depth) % (2 * (depth + 1)) === 0) return quote - Math.min(slashes, depth);
  }
  return text.length;
}

function slashesBefore(text: string, at: number, least: number): number {
  let first = at;
  while (first > least && text[first - 1] === "\\") first -= 1;
  return at - first;
}

/** A signed query is masked as a whole: together, its parameters grant access. */
function withoutSignatures(text: string, mask: string): string {
  return text.replace(/[^\s"'<>]+/g, (chunk) => (chunk.includes("://") ? withoutSignature(chunk, mask) : chunk));
}

function withoutSignature(chunk: string, mask: string): string {
  const scheme = /https?:\/\//gi;
  let out = "";
  let last = 0;
  for (let found = scheme.exec(chunk); found !== null; found = scheme.exec(chunk)) {
    const query = chunk.indexOf("?", found.index);
    if (query < 0) break;
    const hash = chunk.indexOf("#", query);
    const end = hash < 0 ? chunk.length : hash;
    if (isSigned(chunk.slice(query + 1, end))) {
      out += chunk.slice(last, query + 1) + mask;
      last = end;
    }
    scheme.lastIndex = end;
  }
  return out + chunk.slice(last);
}

function isSigned(query: string): boolean {
  return query
    .split("=")
    .slice(0, -1)
    .some((part) => SIGNATURE.test(nameAtEnd(part)));
}

/** The parameter name at the end: word characters and hyphens. */
function nameAtEnd(text: string): string {
  const name = text.slice(-LONGEST_NAME);
  let start = name.length;
  while (start > 0 && /[\w-]/.test(name.charAt(start - 1))) start -= 1;
  return name.slice(start);
}

/** `scheme://user:password@host`. */
function withoutUserInfo(text: string, mask: string): string {
  const stop = /[\s/?#"'<>@]/g;
  let out = "";
  let last = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    stop.lastIndex = at + 3;
    const end = stop.exec(text)?.index ?? text.length;
    if (text[end] !== "@" || !/[a-z0-9+.-]/i.test(text.charAt(at - 1))) continue;
    out += text.slice(last, at + 3) + mask;
    last = end;
  }
  return out + text.slice(last);
}
