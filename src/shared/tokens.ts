import { Failure } from "../errors.js";

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
