/**
 * Masks secrets by their place: in URLs, headers and members of requests, and in bodies that a trace shows. What people
 * write, such as a title, is no such place. A pattern finds each beginning and code finds its end: one pattern for both
 * could take quadratic time, trying every end for every beginning.
 */
export const MASK = "[redacted]";

const HEADERS = "authorization|proxy-authorization|cookie|set-cookie";
const FIELDS = "serviceVisitorClaims|token|secret|password";
const SECRET_NAME = new RegExp(`^(?:${HEADERS}|${FIELDS}|shareKey)$`, "i");
const SIGNATURE =
  /(?:^|-)(?:signature|sig|token|access_token|key-pair-id|awsaccesskeyid|googleaccessid)$|(?:^|-)x-(?:amz|goog)-[a-z-]+$/i;
/** No signature parameter has a longer name. */
const LONGEST_NAME = 64;

/** Checks whether the value of a member with this name is always masked. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

type End = (text: string, from: number, beginning: string) => number;

const upTo =
  (stop: RegExp): End =>
  (text, from) => {
    stop.lastIndex = from;
    return stop.exec(text)?.index ?? text.length;
  };

type Place = readonly [beginning: RegExp, end: End];

/** A fragment has keys as a query has. */
const QUERY_KEY: Place = [/[?&#](?:shareKey|token|access_token|id_token|secret|password)=/gi, upTo(/[&#\s"'<>]/g)];

const CREDENTIALS = /^\s*(bearer|basic|digest|token)\s+\S.*$/i;

const PLACES: readonly Place[] = [
  // `Authorization: Bearer x`, also in JSON and in curl's -H; ends at the end of the line or at a quote.
  [new RegExp(`\\b(?:${HEADERS})["']?\\s*[:=]\\s*["']?`, "gi"), upTo(/["'\r\n]/g)],
  [/\bbearer\s+(?=[\x21-\x7e]{4})/gi, upTo(/[^\x21-\x7e]/g)],
  [new RegExp(`"(?:${FIELDS})"\\s*:\\s*"`, "gi"), endOfString],
  [new RegExp(`\\\\"(?:${FIELDS})\\\\+"\\s*:\\s*\\\\+"`, "gi"), endOfString],
];

/** The start of a body in a trace: members, headers, URLs and keys of queries in it. */
export const maskBody = (text: string): string => maskUrl([...PLACES, QUERY_KEY].reduce(maskPlace, text));

/** User and password, share keys and signed queries of each URL in a text. */
export const maskUrl = (text: string): string =>
  maskUserInfo(
    text.replace(/[^\s"'<>]+/g, (chunk) =>
      chunk.includes("://") ? maskSignature(maskPlace(chunk, QUERY_KEY)) : chunk,
    ),
  );

/** Checks whether a text is a URL and nothing else. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(text);

/** The credentials of a header: `Bearer x`. */
export const maskCredentials = (value: string): string => value.replace(CREDENTIALS, `$1 ${MASK}`);

function maskPlace(text: string, [beginning, endOf]: Place): string {
  let out = "";
  let last = 0;
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const from = beginning.lastIndex;
    const end = endOf(text, from, found[0]);
    if (end === from && !found[0].endsWith('"')) continue;
    out += text.slice(last, from) + MASK;
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
function maskSignature(chunk: string): string {
  const scheme = /https?:\/\//gi;
  let out = "";
  let last = 0;
  for (let found = scheme.exec(chunk); found !== null; found = scheme.exec(chunk)) {
    const query = chunk.indexOf("?", found.index);
    if (query < 0) break;
    const hash = chunk.indexOf("#", query);
    const end = hash < 0 ? chunk.length : hash;
    if (isSigned(chunk.slice(query + 1, end))) {
      out += chunk.slice(last, query + 1) + MASK;
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
function maskUserInfo(text: string): string {
  const stop = /[\s/?#"'<>@]/g;
  let out = "";
  let last = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    stop.lastIndex = at + 3;
    const end = stop.exec(text)?.index ?? text.length;
    if (text[end] !== "@" || !/[a-z0-9+.-]/i.test(text.charAt(at - 1))) continue;
    out += text.slice(last, at + 3) + MASK;
    last = end;
  }
  return out + text.slice(last);
}
