/** The rules for ids and tokens. */
import { Failure } from "../errors.js";

const FORBIDDEN = /[\s\p{Cc}/\\?#%]/u;

/**
 * R59: why a text cannot be an id; undefined if it can. An id becomes a path segment, so `..`, `.` or an empty one would
 * address another resource.
 */
export function idProblem(value: string): string | undefined {
  if (value === "") return "a value is required";
  if (value === "." || value === "..") return "must not be a dot segment";
  if (value.startsWith("-")) return "must not start with -";
  if (value.length > 256) return "must be at most 256 characters";
  if (FORBIDDEN.test(value)) return "must not contain spaces, control characters or / \\ ? # %";
  if (/\p{Surrogate}/u.test(value)) return "is not valid text";
  return undefined;
}

/** R59: a value that a person gave for a path. @throws Failure "invalid-input" */
export function checkParam(name: string, value: unknown): string {
  return checkId(name, value, (problem) => new Failure("invalid-input", problem, { details: { field: name } }));
}

/** R59: an id from an answer, which goes into the path of another request. @throws Failure "invalid-answer" */
export function checkAnsweredId(name: string, value: unknown): string {
  return checkId(name, value, (problem) => {
    return new Failure("invalid-answer", `the service sent an id that no request can use: ${problem}`, {
      details: { field: name },
    });
  });
}

function checkId(name: string, value: unknown, failure: (problem: string) => Failure): string {
  const problem = typeof value === "string" ? idProblem(value) : "a value is required";
  if (problem !== undefined) throw failure(`${name}: ${problem}`);
  // A string: anything else is a problem above.
  return value as string;
}

/** A percent-decoded segment of a path; unchanged if it is not valid percent-encoding. */
export function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Read as UTF-8: its byte order mark is no character, and each second byte of ASCII is 0. */
const UTF16 = /^\ufffd{2}|^(?:\0[^\0]|[^\0]\0){2}/;

/**
 * R48: `text` without one trailing newline and without a byte order mark, if that is a token. Anything else must not get into a header: the runtime
 * would throw an error that shows it.
 * @throws Failure "config" that says what is wrong without showing the text.
 */
export function checkToken(text: string, where: string): string {
  const token = text.replace(/^\ufeff/, "").replace(/\r?\n$/, "");
  if (TOKEN.test(token)) return token;
  throw new Failure("config", `${where} holds no valid token: ${whatIsWrong(token)}`, {
    hint: "a token is 1 to 4096 visible ASCII characters, with at most one newline after it",
  });
}

function whatIsWrong(token: string): string {
  if (token === "") return "it is empty";
  if (UTF16.test(token)) return "it is in UTF-16; save it as UTF-8";
  if (/[\r\n]/.test(token)) return "it has more than one line";
  if (/\s/.test(token)) return "it contains a space";
  if (token.length > 4096) return "it is too long";
  return "it contains a character that is not visible ASCII";
}
